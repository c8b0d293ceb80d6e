"""Rules T24 and T25: bots leave people time to follow, and one that thinks takes its time."""

import random
from typing import Any

import pytest

from games import GAMES, OWN
from games.core.bots import LEVELS
from games.core.contract import Seat
from games.core.type_hints.values import BadValue
from games.table import Act, Leave, Open, Return, Sit, Start, due_times, events, view
from games.table.bots import allowed_budgets, bot_in, planned_playouts
from tests.games.bots import with_bot, with_search
from tests.table.desk import OPENER, Desk, an_open, any_action

PACE = 3000  # milliseconds
LONG = {"max_hands": 9, "target": 9999}


def a_desk(people: int = 1, level: str = "regular", **changes: Any) -> Desk:
    """Return a table with a pace at which players and bots have begun to play."""
    desk = Desk().opened(an_open(seats=4, options=LONG, **{"pace": PACE, **changes}))
    for seat in range(4):
        is_player = seat < people
        by = f"player:p{seat}" if is_player else OPENER
        desk.do(by, Sit(Seat(seat), None if is_player else level))
    desk.do(OPENER, Start())
    return desk


def at_a_bots_turn(desk: Desk) -> Seat:
    """Let people and bots play until it is a bot's turn just after a person's; return its seat."""
    luck = random.Random("pace")
    while True:
        (seat, *_) = desk.table.to_act()
        has_person = not desk.table.is_bot(seat)
        desk.now = max(desk.now, desk.table.bot_due(seat))
        desk.act(seat, any_action(desk.table, seat, luck))
        acting = desk.table.to_act()
        if has_person and acting and desk.table.is_bot(acting[0]):
            return acting[0]


def waits(desk: Desk, seat: Seat, rule: str = "T24") -> int:
    """Return for how long a bot must wait, after checking that it may not act before."""
    begin, action = desk.now, any_action(desk.table, seat, random.Random("pace"))
    until = desk.table.bot_due(seat)
    assert due_times(desk.table).bot == until
    if until > begin:
        desk.now = until - 1
        refused = desk.refused(f"seat:{seat}", Act(seat, action))
        assert refused == ("table/too_soon", rule)
    desk.now = until
    desk.act(seat, action)
    return until - begin


def test_t24_without_a_pace_bots_act_at_once() -> None:
    desk = a_desk()
    assert "pace" not in Desk().opened(an_open()).log[0].e.decode()
    desk = Desk().opened(an_open(seats=2, pace=0))
    assert view(desk.table, None)["pace"] == 0
    desk.do(OPENER, Sit(Seat(0)))
    desk.do(OPENER, Sit(Seat(1), "regular"))
    desk.do(OPENER, Start())
    assert desk.table.bot_due(Seat(1)) == desk.table.at


def test_t24_a_bot_waits_after_an_action_while_a_player_holds_a_seat() -> None:
    desk = a_desk()
    assert view(desk.table, None)["pace"] == PACE
    assert waits(desk, at_a_bots_turn(desk)) == PACE


def test_t24_a_bot_waits_after_another_bot() -> None:
    desk = a_desk()
    seat = at_a_bots_turn(desk)
    while desk.table.is_bot(seat):
        assert waits(desk, seat) == PACE
        (seat, *_) = desk.table.to_act()


def test_t24_people_wait_for_nobody() -> None:
    desk = a_desk(people=4)
    luck = random.Random("people")
    for _ in range(20):
        (seat, *_) = desk.table.to_act()
        desk.act(seat, any_action(desk.table, seat, luck))
    assert due_times(desk.table).bot is None


def test_t24_bots_alone_wait_for_nobody_and_again_when_a_player_is_back() -> None:
    desk = a_desk()
    seat = at_a_bots_turn(desk)
    desk.now += 1000
    desk.do("player:p0", Leave(Seat(0)))
    assert due_times(desk.table).bot == desk.now
    desk.now += 1000
    desk.do("player:p0", Return(Seat(0)))
    assert due_times(desk.table).bot == desk.now + PACE
    assert waits(desk, seat) == PACE


@pytest.mark.parametrize(("turn", "waited"), [(60, PACE), (6, PACE), (2, 1000), (1, 500)])
def test_t24_no_bot_waits_longer_than_half_of_its_turn(turn: int, waited: int) -> None:
    desk = a_desk(clock={"turn": turn, "bank": 0}, on_time_out="forfeit")
    seat = at_a_bots_turn(desk)
    assert waits(desk, seat) == waited
    assert desk.table.phase == "playing"


def test_t24_where_half_of_the_turn_is_over_a_bot_waits_no_more() -> None:
    desk = a_desk(people=2, clock={"turn": 10, "bank": 0})
    seat = at_a_bots_turn(desk)
    desk.now += 2900
    desk.do("player:p0", Leave(Seat(0)))
    assert due_times(desk.table).bot == desk.now + 2100
    desk.now += 2000
    desk.do("player:p0", Return(Seat(0)))
    assert waits(desk, seat) == 100


def test_t24_a_bot_that_thinks_is_asked_when_it_may_act(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, ("boosh", 1), with_search(GAMES["boosh", 1], 8))
    desk = a_desk(level="expert")
    seat = at_a_bots_turn(desk)
    due = due_times(desk.table)
    assert (due.bot, due.thinking) == (desk.table.at + PACE, desk.table.at)
    assert desk.table.bot_due(seat) == desk.table.at + PACE


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("playouts", "waited", "rule"), [(0, 0, "T24"), (8, 1000, "T25")])
def test_t25_whether_a_bot_thinks_follows_from_its_playouts_and_not_from_its_level(
    monkeypatch: pytest.MonkeyPatch, level: str, playouts: int, waited: int, rule: str
) -> None:
    game = GAMES["boosh", 1]
    own = with_bot(game, game.bots.levels["novice"].choose, level, playouts)
    monkeypatch.setitem(GAMES, ("boosh", 1), own)
    desk = a_desk(level=level, pace=0)
    assert waits(desk, at_a_bots_turn(desk), rule) == waited


def test_t25_of_our_levels_the_expert_thinks() -> None:
    thinking = [
        (game.name, level) for game in OWN for level in LEVELS if game.bots.levels[level].playouts
    ]
    assert thinking == [(game.name, "expert") for game in OWN]


@pytest.mark.parametrize(
    ("pace", "turn", "waited"),
    [(0, None, 1000), (500, None, 1000), (3000, None, 3000), (0, 60, 1000), (0, 1, 500)],
)
def test_t25_an_expert_acts_no_earlier_than_a_second_after_what_happened_before(
    pace: int, turn: int | None, waited: int
) -> None:
    clock = None if turn is None else {"turn": turn, "bank": 0}
    desk = a_desk(level="expert", pace=pace, clock=clock)
    seat = at_a_bots_turn(desk)
    assert waits(desk, seat, "T25") == waited


def test_t25_experts_alone_wait_for_nobody() -> None:
    desk = a_desk(people=0, level="expert", pace=0)
    (seat, *_) = desk.table.to_act()
    assert desk.table.bot_due(seat) == desk.table.at
    desk.act(seat, any_action(desk.table, seat, random.Random("alone")))


def test_t25_an_expert_waits_for_players_who_may_come_back() -> None:
    desk = a_desk(level="expert", pace=0)
    seat = at_a_bots_turn(desk)
    desk.now += 10
    desk.do("player:p0", Leave(Seat(0)))
    assert waits(desk, seat, "T25") == 1000


@pytest.mark.parametrize(("turn", "before"), [(60, 2000), (8, 2000), (4, 1000), (1, 250)])
def test_t25_before_its_deadline_an_expert_acts_with_what_it_has(turn: int, before: int) -> None:
    desk = a_desk(level="expert", clock={"turn": turn, "bank": 5}, pace=0)
    seat = at_a_bots_turn(desk)
    deadline = desk.table.deadline(seat)
    assert deadline is not None
    assert desk.table.hurry_at(seat) == deadline - before
    assert a_desk(level="expert").table.hurry_at(seat) is None


@pytest.mark.parametrize(
    ("settings", "given"),
    [({"rated": False}, [64, 64, 32, 16, 8, 8]), ({}, [64] * 6), ({"rated": True}, [64] * 6),
     ({"rated": False, "group": "cup"}, [64] * 6)],
)  # fmt: skip
def test_t25_only_at_casual_tables_a_bot_is_given_fewer_playouts_while_many_wait(
    monkeypatch: pytest.MonkeyPatch, settings: dict[str, Any], given: list[int]
) -> None:
    monkeypatch.setitem(GAMES, ("boosh", 1), with_search(GAMES["boosh", 1], 64))
    desk = a_desk(level="expert", **settings)
    seat, table = at_a_bots_turn(desk), desk.table
    bot = bot_in(table, seat)
    assert [
        planned_playouts(table, bot, late) for late in (-5, 1999, 2000, 4000, 6000, 10**6)
    ] == given
    assert allowed_budgets(table, seat, table.at + 10**6) == {*given}
    timed = a_desk(level="expert", clock={"turn": 60}, **settings)
    seat, table = at_a_bots_turn(timed), timed.table
    assert allowed_budgets(table, seat, table.at + 57_999) == {*given}
    assert allowed_budgets(table, seat, table.at + 58_000) == {*given, 0}


@pytest.mark.parametrize("pace", [-1, 60_001, True])
def test_t24_a_pace_out_of_bounds_is_refused(pace: Any) -> None:
    with pytest.raises(BadValue) as refusal:
        Desk().opened(an_open(pace=pace))
    assert refusal.value.path == "pace"


def test_t23_a_table_that_is_not_rated_says_so_in_its_first_event() -> None:
    for rated, told in ((None, True), (True, True), (False, False)):
        desk = Desk().opened(an_open(rated=rated))
        (opened,) = [fact.event for fact in desk.facts]
        assert isinstance(opened, events.Opened)
        assert (opened.rated, desk.table.terms.rated) == (None if told else False, told)
        assert view(desk.table, None)["rated"] is told
        assert isinstance(an_open(rated=rated), Open)
