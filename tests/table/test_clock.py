"""Rules T6, T7 and T8: act before the deadline; what follows when time is up."""

import random
from typing import Any

import pytest

from games import GAMES
from games.boosh.actions import CallWoof, Discard, LayOut, Pass, Take
from games.core.contract import Seat
from games.table import Act, Leave, Sit, Start, TimeOut, due_times, events
from games.table.checks import holder_name
from games.table.rules import DueTimes
from games.table.state import SeatHolder
from tests.games.every import every
from tests.table.desk import AT, OPENER, Desk, an_open

CLOCK = {"turn": 30, "bank": 60}


def a_desk(seats: int = 2, woof: bool = False, **changes: Any) -> Desk:
    """Return a table of Boosh that plays; seat 1 begins."""
    options = {"first_dealer": 0, "woof": woof}
    fields = {"clock": CLOCK, "options": options, **changes}
    return Desk().opened(an_open(seats=seats, **fields)).started()


def take_turn(desk: Desk, seat: int, *, after: int = 0) -> None:
    """Take a whole turn, `after` milliseconds for its first action."""
    desk.act(seat, Take("A"), after=after)
    desk.act(seat, Discard())
    desk.act(seat, Pass())


# T6


def test_t6_only_the_holder_acts_for_a_seat() -> None:
    desk = a_desk()
    for by in ("player:p0", "player:p9", "seat:1", "clock", "server"):
        assert desk.refused(by, Act(Seat(1), Take("A"))) == ("table/not_your_seat", "T6")
    assert desk.refused("player:p1", Act(Seat(2), Take("A"))) == ("table/no_such_seat", "T6")
    assert desk.refused("player:p1", Act(Seat(-1), Take("A"))) == ("table/no_such_seat", "T6")
    desk.do("player:p1", Act(Seat(1), Take("A")))


def test_t6_nobody_acts_before_the_start() -> None:
    desk = Desk().opened(an_open()).seated()
    assert desk.refused("player:p1", Act(Seat(1), Take("A"))) == ("table/not_started", "T6")


def test_t6_a_bots_seat_is_played_in_the_name_of_the_seat() -> None:
    desk = Desk().opened(an_open(options={"first_dealer": 0}))
    desk.do(OPENER, Sit(Seat(0)))
    desk.do(OPENER, Sit(Seat(1), bot="regular"))
    desk.do(OPENER, Start())
    assert desk.refused(OPENER, Act(Seat(1), Take("A"))) == ("table/not_your_seat", "T6")
    desk.do("seat:1", Act(Seat(1), Take("A")))


def test_t6_the_game_judges_an_action() -> None:
    desk = a_desk()
    assert desk.refused("player:p0", Act(Seat(0), Take("A"))) == ("boosh/not_your_turn", "2")


def test_t6_what_follows_by_itself_is_of_the_same_command() -> None:
    desk = a_desk(woof=True)
    desk.act(0, LayOut())
    happened = desk.act(1, LayOut())
    assert [type(event).__name__ for event in happened] == ["LaidOut", "CherryTurned"]
    assert [fact.cause for fact in desk.facts[-2:]] == [
        {"seat": 1, "action": {"type": "lay_out"}, "last": desk.table.n},
        desk.table.n - 1,
    ]


# T7


def test_t7_without_a_clock_nobody_has_a_deadline() -> None:
    desk = a_desk(clock=None)
    assert [desk.table.deadline(Seat(k)) for k in (0, 1)] == [None, None]
    assert due_times(desk.table) == DueTimes(None, None)
    desk.act(1, Take("A"), after=10**12)
    assert desk.refused("clock", TimeOut(Seat(1))) == ("table/too_early", "T8")


def test_t7_only_the_clock_of_who_may_act_runs() -> None:
    desk = a_desk()
    assert desk.table.deadline(Seat(1)) == AT + 90_000
    assert desk.table.deadline(Seat(0)) is None
    assert due_times(desk.table) == DueTimes(None, AT + 90_000)


def test_t7_a_turn_within_its_seconds_costs_nothing_of_the_bank() -> None:
    desk = a_desk()
    take_turn(desk, 1, after=30_000)
    assert desk.table.banks == (60_000, 60_000)
    assert desk.table.deadline(Seat(0)) == desk.now + 90_000


def test_t7_what_a_turn_takes_longer_comes_from_the_bank() -> None:
    desk = a_desk()
    take_turn(desk, 1, after=40_000)
    take_turn(desk, 0, after=30_001)
    assert desk.table.banks == (59_999, 50_000)
    assert desk.table.deadline(Seat(1)) == desk.now + 80_000


def test_t7_each_action_of_a_seat_has_seconds_of_its_own() -> None:
    desk = a_desk()
    desk.act(1, Take("A"), after=29_000)
    assert desk.table.deadline(Seat(1)) == desk.now + 90_000
    assert desk.table.banks == (60_000, 60_000)


def test_t7_an_action_just_before_the_deadline_counts_and_empties_the_bank() -> None:
    desk = a_desk()
    desk.act(1, Take("A"), after=89_999)
    assert desk.table.banks == (60_000, 1)
    assert desk.table.deadline(Seat(1)) == desk.now + 30_001


@pytest.mark.parametrize("late", [0, 1, 10**9])
def test_t7_an_action_at_or_after_the_deadline_is_refused(late: int) -> None:
    desk = a_desk()
    desk.now += 90_000 + late
    assert desk.refused("player:p1", Act(Seat(1), Take("A"))) == ("table/too_late", "T7")


def test_t7_simultaneous_seats_keep_their_clocks_when_another_acts() -> None:
    desk = a_desk(3, woof=True)
    assert desk.table.to_act() == (1, 2, 0)
    desk.act(2, LayOut(), after=20_000)
    assert [desk.table.deadline(Seat(k)) for k in range(3)] == [AT + 90_000, AT + 90_000, None]
    desk.act(0, LayOut(), after=25_000)
    assert desk.table.banks == (45_000, 60_000, 60_000)
    assert desk.table.deadline(Seat(1)) == AT + 90_000
    assert due_times(desk.table).clock == AT + 90_000


def test_t7_the_due_time_is_the_earliest_deadline() -> None:
    desk = a_desk(3, woof=True)
    desk.act(1, LayOut(), after=50_000)  # 20 s of the bank
    desk.act(0, LayOut())
    desk.act(2, LayOut())
    desk.act(1, Take("A"), after=1000)
    assert due_times(desk.table).clock == desk.now + 70_000


def test_t7_a_refused_action_costs_no_time() -> None:
    desk = a_desk()
    desk.now += 10_000
    desk.refused("player:p1", Act(Seat(1), Pass()))
    assert desk.table.deadline(Seat(1)) == AT + 90_000


def test_t7_bots_turns_are_due_at_once() -> None:
    desk = a_desk()
    desk.now += 5000
    desk.do("player:p1", Leave(Seat(1)))
    assert due_times(desk.table) == DueTimes(desk.now, AT + 90_000)


def test_t7_a_closed_table_is_never_due() -> None:
    desk = a_desk(on_time_out="forfeit")
    desk.now += 90_000
    desk.time_out(1)
    assert due_times(desk.table) == DueTimes(None, None)


def test_t7_the_first_turn_of_a_seat_has_a_time_of_its_own() -> None:
    desk = a_desk(clock={**CLOCK, "first_turn": 50})
    assert desk.table.deadline(Seat(1)) == AT + 110_000
    desk.act(1, Take("A"), after=52_000)
    assert desk.table.banks == (60_000, 58_000)
    assert desk.table.deadline(Seat(1)) == desk.now + 88_000, "it has had its first turn"
    desk.act(1, Discard())
    desk.act(1, Pass())
    assert desk.table.deadline(Seat(0)) == desk.now + 110_000


def test_t7_a_first_turn_shorter_than_a_turn_is_as_long() -> None:
    assert a_desk(clock={**CLOCK, "first_turn": 5}).table.deadline(Seat(1)) == AT + 90_000


def test_t7_what_arrives_within_the_lag_behind_the_deadline_counts() -> None:
    desk = a_desk(lag=500)
    assert desk.table.deadline(Seat(1)) == AT + 90_000, "what is shown"
    assert due_times(desk.table) == DueTimes(None, AT + 90_500)
    desk.now += 90_499
    assert desk.refused("clock", TimeOut(Seat(1))) == ("table/too_early", "T8")
    desk.act(1, Take("A"))
    assert desk.table.banks == (60_000, 1), "the bank is charged beyond the lag alone"


def test_t7_from_the_end_of_the_lag_on_time_is_up() -> None:
    desk = a_desk(lag=500)
    desk.now += 90_500
    assert desk.refused("player:p1", Act(Seat(1), Take("A"))) == ("table/too_late", "T7")
    assert desk.time_out(1)[0] == events.TimedOut(Seat(1), AT + 90_000, "fallback")


# T8


def test_t8_time_is_never_up_early() -> None:
    desk = a_desk()
    desk.now += 89_999
    assert desk.refused("clock", TimeOut(Seat(1))) == ("table/too_early", "T8")
    assert desk.refused("clock", TimeOut(Seat(0))) == ("table/too_early", "T8")
    desk.now += 1
    desk.time_out(1)


def test_t8_only_the_clock_says_that_time_is_up() -> None:
    desk = a_desk()
    desk.now += 90_000
    for by in ("player:p0", "player:p1", "seat:1", "server"):
        assert desk.refused(by, TimeOut(Seat(1))) == ("table/not_the_clock", "T8")


@pytest.mark.parametrize("seat", [-1, 2])
def test_t8_a_seat_that_is_not_there_has_no_time(seat: int) -> None:
    assert a_desk().refused("clock", TimeOut(Seat(seat))) == ("table/no_such_seat", "T8")


def test_t8_fallback_plays_for_the_seat_and_empties_its_bank() -> None:
    desk = a_desk()
    desk.now += 90_000
    deadline = desk.now
    happened = desk.time_out(1)
    assert happened[0] == events.TimedOut(Seat(1), deadline, "fallback")
    assert type(happened[1]).__name__ == "DeckCardTaken"
    assert desk.table.banks == (60_000, 0)
    assert desk.table.holders[1] == SeatHolder("p1", None)


def test_t8_a_seat_that_goes_on_after_its_time_out_has_a_turns_seconds_again() -> None:
    desk = a_desk()
    desk.now += 91_000
    desk.time_out(1)
    assert desk.table.to_act() == (1,)
    assert desk.table.deadline(Seat(1)) == desk.now + 30_000
    assert due_times(desk.table) == DueTimes(None, desk.now + 30_000)
    assert desk.refused("clock", TimeOut(Seat(1))) == ("table/too_early", "T8")
    desk.act(1, Discard(), after=29_999)


def test_t8_a_bot_that_takes_over_after_a_time_out_has_time_to_play() -> None:
    desk = a_desk(on_time_out="bot")
    desk.now += 90_000
    deadline = desk.now
    assert desk.time_out(1) == [
        events.TimedOut(Seat(1), deadline, "bot"),
        events.HandedToBot(Seat(1), "regular"),
    ]
    assert desk.table.holders[1] == SeatHolder(None, "regular")
    assert due_times(desk.table) == DueTimes(desk.now, desk.now + 30_000)
    take_turn(desk, 1, after=10)
    assert desk.refused("player:p1", Act(Seat(1), Take("A"))) == ("table/not_your_seat", "T6")


def test_t8_in_a_simultaneous_phase_a_time_out_leaves_the_others_their_clocks() -> None:
    desk = a_desk(3, woof=True)
    desk.act(1, LayOut(), after=50_000)
    desk.now = AT + 90_000
    assert due_times(desk.table).clock == desk.now
    desk.time_out(2)
    assert desk.table.deadline(Seat(0)) == AT + 90_000
    assert desk.refused("player:p0", Act(Seat(0), CallWoof())) == ("table/too_late", "T7")
    desk.time_out(0)
    assert desk.table.to_act() == (1,)
    assert desk.table.deadline(Seat(1)) == desk.now + 30_000 + 40_000


def test_t7_a_call_that_ends_the_race_gives_the_next_seat_a_whole_turn() -> None:
    desk = a_desk(3, woof=True)
    desk.act(2, CallWoof(), after=85_000)  # seat 1 might have called too, and takes the first turn
    assert desk.table.to_act() == (1,)
    assert desk.table.deadline(Seat(1)) == desk.now + 30_000 + 60_000


@every("name")
def test_t8_a_table_where_nobody_ever_acts_still_ends(name: str) -> None:
    game = GAMES[name, 1]
    opening = an_open(name, game.seats[0], clock={"turn": 1}, options=dict(game.brief))
    desk = Desk().opened(opening).started()
    for _ in range(2000):
        when = due_times(desk.table).clock
        if when is None:
            break
        desk.now = when
        seat = next(k for k in desk.table.to_act() if desk.table.deadline(k) == when)
        desk.time_out(seat)
    assert desk.table.phase == "closed"


def test_t8_random_tables_refuse_acting_from_the_deadline_and_time_outs_before_it() -> None:
    luck = random.Random(8)
    outs = 0
    for _ in range(5):
        desk = a_desk(luck.choice([2, 3, 4]), woof=True, clock={"turn": 2, "bank": 1})
        for _ in range(60):
            if desk.table.phase == "closed":
                break
            seat = luck.choice(desk.table.to_act())
            deadline = desk.table.deadline(seat)
            assert deadline is not None
            assert desk.now < deadline
            if luck.random() < 0.2:
                earliest = due_times(desk.table).clock
                assert earliest is not None
                first = next(k for k in desk.table.to_act() if desk.table.deadline(k) == earliest)
                desk.now = earliest - 1
                assert desk.refused("clock", TimeOut(first)) == ("table/too_early", "T8")
                desk.now = earliest
                fallback = Act(first, desk.table.game.rules.fallback(desk.table.play, first))
                by = holder_name(desk.table, first)
                assert by is not None
                assert desk.refused(by, fallback) == ("table/too_late", "T7")
                overdue = [k for k in desk.table.to_act() if desk.table.deadline(k) == earliest]
                for k in overdue:
                    if desk.table.deadline(k) == earliest:
                        desk.time_out(k)
                        outs += 1
            else:
                action = desk.table.game.rules.choices(desk.table.play, seat).actions[0]
                desk.act(seat, action, after=luck.randrange(3) if deadline > desk.now + 3 else 0)
    assert outs > 20
