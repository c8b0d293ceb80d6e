"""Rules T8, T8a and T8b: what time-outs cost, forfeits, claims, and who has deserted."""

import random
from typing import Any

import pytest

from games import GAMES
from games.boosh.actions import Discard, Take
from games.core.contract import Seat
from games.table import Adjourn, Claim, Leave, Release, Return, Sit, Start, due_times, events, view
from games.table.attendance import Attendance, Deserter, rank_behind
from games.table.state import SILENCE, SeatHolder
from tests.games.every import every
from tests.table.desk import AT, OPENER, Desk, an_open, any_action
from tests.table.planned import RUNNER, planned_desk

CLOCK = {"turn": 30, "bank": 0}


def a_desk(seats: int = 2, max_hands: int = 12, **changes: Any) -> Desk:
    """Return a table of Boosh that plays, with people in all seats; seat 1 begins."""
    options = {"first_dealer": 0, "max_hands": max_hands}
    fields = {"clock": CLOCK, "options": options, **changes}
    return Desk().opened(an_open(seats=seats, **fields)).started()


def deadline_of(desk: Desk, seat: int) -> int:
    """Return when the time of a seat that is to act is up."""
    found = desk.table.deadline(Seat(seat))
    assert found is not None
    return found


def let_time_run_out(desk: Desk, seat: int) -> list[Any]:
    """Say that the time of a seat is up, at the moment at which it is."""
    up = desk.table.time_up_at(Seat(seat))
    assert up is not None
    desk.now = up
    return desk.time_out(seat)


def play_on(desk: Desk, until: str = "closed") -> None:
    """Let whoever may act do what the game does for who is late, until the table has ended."""
    while desk.table.phase != until:
        seat = desk.table.to_act()[0]
        desk.act(seat, desk.table.game.rules.fallback(desk.table.play, seat))


def names_of(happened: list[Any]) -> list[str]:
    """Return the types of events."""
    return [type(one).__name__ for one in happened]


# T8: time-outs in a row, and in all


def test_t8_a_second_time_out_in_a_row_costs_the_seat() -> None:
    desk = a_desk()
    assert let_time_run_out(desk, 1)[0].policy == "fallback"
    deadline = deadline_of(desk, 1)
    assert let_time_run_out(desk, 1) == [
        events.TimedOut(Seat(1), deadline, "bot"),
        events.HandedToBot(Seat(1), "regular"),
    ]
    desk.do("player:p1", Return(Seat(1)))
    assert desk.table.holders[1] == SeatHolder("p1", None)


def test_t8_an_action_between_two_time_outs_keeps_the_seat_until_the_fifth() -> None:
    desk = a_desk()
    for missed in range(1, 6):
        while 1 not in desk.table.to_act():
            desk.act(0, desk.table.game.rules.fallback(desk.table.play, Seat(0)))
        happened = let_time_run_out(desk, 1)
        assert happened[0].policy == ("bot" if missed == 5 else "fallback")
        if missed < 5:
            while 1 not in desk.table.to_act():
                desk.act(0, desk.table.game.rules.fallback(desk.table.play, Seat(0)))
            desk.act(1, desk.table.game.rules.fallback(desk.table.play, Seat(1)))
    assert desk.table.is_bot(Seat(1))
    desk.do("player:p1", Return(Seat(1)))
    desk.act(1, desk.table.game.rules.fallback(desk.table.play, Seat(1)))
    while 1 not in desk.table.to_act():
        desk.act(0, desk.table.game.rules.fallback(desk.table.play, Seat(0)))
    assert let_time_run_out(desk, 1)[0].policy == "bot", "the sixth costs it at once"


def last_chances(desk: Desk) -> list[bool]:
    """Return by seat what each view tells of who will lose the seat with the next time-out."""
    told = [
        [seat.get("last_chance", False) for seat in view(desk.table, viewer)["seats"]]
        for viewer in (None, *map(Seat, range(desk.table.seats)))
    ]
    assert all(one == told[0] for one in told)
    return told[0]


def test_t8_views_tell_whose_next_time_out_costs_the_seat() -> None:
    desk = a_desk()
    assert last_chances(desk) == [False, False]
    let_time_run_out(desk, 1)
    assert last_chances(desk) == [False, True]
    desk.act(1, desk.table.game.rules.fallback(desk.table.play, Seat(1)))
    assert last_chances(desk) == [False, False], "an action ends those in a row"
    for _ in range(3):
        assert last_chances(desk) == [False, False]
        while 1 not in desk.table.to_act():
            desk.act(0, desk.table.game.rules.fallback(desk.table.play, Seat(0)))
        let_time_run_out(desk, 1)
        while 1 not in desk.table.to_act():
            desk.act(0, desk.table.game.rules.fallback(desk.table.play, Seat(0)))
        desk.act(1, desk.table.game.rules.fallback(desk.table.play, Seat(1)))
    assert last_chances(desk) == [False, True], "the fifth in all is next"
    while 1 not in desk.table.to_act():
        desk.act(0, desk.table.game.rules.fallback(desk.table.play, Seat(0)))
    let_time_run_out(desk, 1)
    assert desk.table.is_bot(Seat(1))
    assert last_chances(desk) == [False, False], "nothing is lost any more"


@pytest.mark.parametrize("changes", [{"clock": None}, {"on_time_out": "bot"}])
def test_t8_no_view_tells_it_where_the_policy_or_the_lack_of_a_clock_does(
    changes: dict[str, Any],
) -> None:
    desk = a_desk(**changes)
    assert last_chances(desk) == [False, False]


def test_t8_a_bot_whose_time_is_up_keeps_the_seat_and_forfeits_nothing() -> None:
    for policy in ("fallback", "forfeit"):
        desk = Desk().opened(an_open(clock=CLOCK, on_time_out=policy, options={"first_dealer": 0}))
        desk.do(OPENER, Sit(Seat(0)))
        desk.do(OPENER, Sit(Seat(1), bot="novice"))
        desk.do(OPENER, Start())
        for _ in range(3):
            assert let_time_run_out(desk, 1)[0].policy == "fallback"
            if 1 not in desk.table.to_act():
                break
        assert desk.table.holders[1] == SeatHolder(None, "novice")


@every("name")
def test_t8_where_nobody_ever_acts_bots_play_after_two_turns_of_each(name: str) -> None:
    game = GAMES[name, 1]
    opening = an_open(name, game.seats[0], clock={"turn": 60}, options=dict(game.brief))
    desk = Desk().opened(opening).started()
    outs = 0
    while desk.table.phase != "closed":
        acting = desk.table.to_act()
        if all(map(desk.table.is_bot, acting)):
            desk.act(acting[0], desk.table.game.rules.fallback(desk.table.play, acting[0]))
            continue
        seat = next(k for k in acting if not desk.table.is_bot(k))
        let_time_run_out(desk, seat)
        outs += 1
    assert 0 < outs <= 2 * game.seats[0]
    assert desk.now <= AT + outs * 60_000


# T8a: forfeits


def test_t8a_a_forfeit_that_leaves_one_player_ends_the_table_with_the_scores_as_they_stand() -> (
    None
):
    desk = a_desk(on_time_out="forfeit", max_hands=9)
    luck = random.Random(8)
    while not any(desk.table.play.totals) or desk.table.play.totals[0] < desk.table.play.totals[1]:
        seat = desk.table.to_act()[0]
        desk.act(seat, any_action(desk.table, seat, luck))
    ahead, totals = desk.table.to_act()[0], desk.table.play.totals
    deadline = deadline_of(desk, ahead)
    assert let_time_run_out(desk, ahead) == [
        events.TimedOut(ahead, deadline, "forfeit"),
        events.Closed(
            "forfeit",
            tuple(2 if seat == ahead else 1 for seat in range(2)),
            totals,
            (Deserter(ahead, "forfeited", True),),
        ),
    ]
    assert desk.table.to_act() == ()


def test_t8a_with_more_players_a_bot_plays_on_and_the_seat_is_last_whatever_it_reaches() -> None:
    for seed in range(12):
        desk = a_desk(3, on_time_out="forfeit", max_hands=3)
        assert names_of(let_time_run_out(desk, 1)) == ["TimedOut", "HandedToBot"]
        assert desk.refused("player:p1", Return(Seat(1))) == ("table/forfeited", "T8a")
        luck = random.Random(seed)
        while desk.table.phase == "playing":
            seat = desk.table.to_act()[0]
            desk.act(seat, any_action(desk.table, seat, luck))
        outcome = desk.table.outcome
        assert outcome is not None
        assert (outcome.why, outcome.places[1]) == ("hand_limit", 3)
        assert (outcome.places[0] < outcome.places[2]) == (outcome.scores[0] > outcome.scores[2])
        assert desk.table.deserters == (Deserter(Seat(1), "forfeited", False),)
        if outcome.scores[1] == max(outcome.scores):
            return
    pytest.fail("the bot never had the best score")


def test_t8a_the_second_forfeit_of_three_ends_the_table_and_both_share_the_last_place() -> None:
    desk = a_desk(3, on_time_out="forfeit")
    let_time_run_out(desk, 1)
    while 1 in desk.table.to_act():
        desk.act(1, desk.table.game.rules.fallback(desk.table.play, Seat(1)))
    happened = let_time_run_out(desk, 2)
    assert names_of(happened) == ["TimedOut", "Closed"]
    assert happened[1].places == (1, 2, 2)
    assert [one.seat for one in happened[1].deserters] == [1, 2]


def test_t8a_a_forfeit_beside_bots_alone_ends_the_table() -> None:
    desk = Desk().opened(an_open(seats=3, clock=CLOCK, on_time_out="forfeit"))
    desk.do(OPENER, Sit(Seat(0)))
    for seat in (1, 2):
        desk.do(OPENER, Sit(Seat(seat), bot="novice"))
    desk.do(OPENER, Start())
    while 0 not in desk.table.to_act():
        seat = desk.table.to_act()[0]
        desk.act(seat, desk.table.game.rules.fallback(desk.table.play, seat))
    assert let_time_run_out(desk, 0)[1].why == "forfeit"


def test_t8a_a_tournaments_table_finishes_by_a_forfeit_and_closes_as_it_has_ended() -> None:
    desk = planned_desk(on_time_out="forfeit")
    seat = desk.table.to_act()[0]
    happened = let_time_run_out(desk, seat)
    assert names_of(happened) == ["TimedOut", "Finished"]
    assert happened[1].deserters == (Deserter(seat, "forfeited", False),)
    (closed,) = desk.do(RUNNER, Release())
    assert (closed.why, closed.places, closed.scores) == ("forfeit", happened[1].places, (0, 0))
    assert closed.deserters == happened[1].deserters


def test_t8a_places_behind_are_shared() -> None:
    assert rank_behind((2, 1, 3, 3), {Seat(1), Seat(2)}) == (1, 3, 3, 2)
    assert rank_behind((1, 1), {Seat(0), Seat(1)}) == (1, 1)


# T8a: who has deserted


def test_t8a_whose_seat_a_bot_holds_at_the_end_has_deserted() -> None:
    desk = a_desk(3, max_hands=1)
    desk.do("player:p2", Leave(Seat(2)))
    play_on(desk)
    assert desk.table.deserters == (Deserter(Seat(2), "away", False),)
    assert desk.facts[-1].event.deserters == desk.table.deserters


def test_t8a_who_is_back_and_has_played_three_quarters_has_not_deserted() -> None:
    desk = a_desk(2, max_hands=9)
    desk.do("player:p1", Leave(Seat(1)))
    desk.act(1, Take("A"))
    desk.do("player:p1", Return(Seat(1)))
    play_on(desk)
    assert desk.table.attendance[1].own > 3
    assert desk.table.deserters == ()
    assert desk.facts[-1].event.deserters is None


def test_t8a_who_is_back_for_the_last_actions_alone_has_deserted() -> None:
    desk = a_desk(2, max_hands=2)
    desk.do("player:p1", Leave(Seat(1)))
    while desk.table.hand < 2:
        seat = desk.table.to_act()[0]
        desk.act(seat, desk.table.game.rules.fallback(desk.table.play, seat))
    desk.do("player:p1", Return(Seat(1)))
    play_on(desk)
    assert desk.table.deserters == (Deserter(Seat(1), "mostly_away", True),)


@pytest.mark.parametrize(
    ("own", "by_bot", "missed", "is_mostly_away"),
    [(3, 1, 0, False), (2, 1, 0, True), (30, 5, 5, False), (29, 5, 5, True), (0, 0, 0, False)],
)
def test_t8a_mostly_away_is_more_than_a_quarter_of_the_decisions(
    own: int, by_bot: int, missed: int, is_mostly_away: bool
) -> None:
    assert Attendance(own, by_bot, missed).is_mostly_away == is_mostly_away


def test_t8a_a_bot_that_was_seated_deserts_nothing() -> None:
    desk = Desk().opened(an_open(seats=2, options={"max_hands": 1}))
    desk.do(OPENER, Sit(Seat(0)))
    desk.do(OPENER, Sit(Seat(1), bot="novice"))
    desk.do(OPENER, Start())
    play_on(desk)
    assert desk.table.deserters == ()


def test_t8a_a_table_without_a_result_names_no_deserters() -> None:
    desk = a_desk(2)
    desk.do("player:p1", Leave(Seat(1)))
    assert desk.do("player:p0", Adjourn())[-1] == events.Closed("adjourned", (), ())


# T8b: claims at a table without a clock


def test_t8b_after_three_days_of_silence_a_bot_takes_the_seat() -> None:
    desk = a_desk(3, clock=None)
    desk.now += SILENCE - 1
    assert desk.refused("player:p0", Claim(Seat(1))) == ("table/too_early", "T8b")
    desk.now += 1
    assert desk.do("player:p0", Claim(Seat(1))) == [
        events.SeatClaimed(Seat(1), Seat(0)),
        events.HandedToBot(Seat(1), "regular"),
    ]
    desk.do("player:p1", Return(Seat(1)))
    assert due_times(desk.table).clock is None
    desk.act(1, Take("A"))


def test_t8b_at_a_table_for_two_a_claim_is_a_forfeit() -> None:
    desk = a_desk(2, clock=None)
    desk.act(1, Take("A"))
    desk.now += SILENCE
    assert desk.do("player:p0", Claim(Seat(1))) == [
        events.SeatClaimed(Seat(1), Seat(0)),
        events.Closed("forfeit", (1, 2), (0, 0), (Deserter(Seat(1), "forfeited", True),)),
    ]


def test_t8b_nobody_claims_a_seat_that_is_not_to_act_or_a_bots_or_ones_own() -> None:
    desk = a_desk(3, clock=None)
    desk.now += SILENCE
    assert desk.refused("player:p0", Claim(Seat(2))) == ("table/not_awaited", "T8b")
    assert desk.refused("player:p1", Claim(Seat(1))) == ("table/not_seated", "T8b")
    assert desk.refused("player:p9", Claim(Seat(1))) == ("table/not_seated", "T8b")
    assert desk.refused("player:p0", Claim(Seat(3))) == ("table/no_such_seat", "T8b")
    desk.do("player:p1", Leave(Seat(1)))
    assert desk.refused("player:p0", Claim(Seat(1))) == ("table/not_awaited", "T8b")


def test_t8b_an_action_begins_the_silence_anew() -> None:
    desk = a_desk(2, clock=None)
    desk.act(1, Take("A"), after=SILENCE)
    assert desk.refused("player:p0", Claim(Seat(1))) == ("table/too_early", "T8b")
    desk.act(1, Discard())


def test_t8b_at_a_table_with_a_clock_nothing_is_claimed() -> None:
    desk = a_desk(2, clock={"turn": 2_592_000})
    desk.now += SILENCE
    assert desk.refused("player:p0", Claim(Seat(1))) == ("table/has_clock", "T8b")


def test_t8b_the_view_says_from_when_on_a_seat_may_be_claimed() -> None:
    desk = a_desk(3, clock=None)
    assert view(desk.table, Seat(0))["claims"] == [None, AT + SILENCE, None]
    desk.do("player:p1", Leave(Seat(1)))
    assert view(desk.table, Seat(0))["claims"] == [None, None, None], "a bot is waited for"
    assert [*view(a_desk(3).table, None)["claims"]] == [None, None, None], "there is a clock"


def test_t8b_nothing_is_claimed_before_play() -> None:
    desk = Desk().opened(an_open()).seated()
    assert desk.refused("player:p0", Claim(Seat(1))) == ("table/not_started", "T8b")


def test_t11_while_somebody_is_silent_a_table_is_adjourned_by_a_claim_and_all_the_others() -> None:
    desk = a_desk(3, clock=None)
    desk.do("player:p0", Adjourn())
    desk.do("player:p2", Adjourn())
    assert desk.table.phase == "playing", "who is silent has not agreed"
    desk = a_desk(3, clock=None)
    desk.now += SILENCE
    desk.do("player:p0", Claim(Seat(1)))
    desk.do("player:p0", Adjourn())
    assert desk.table.phase == "playing", "one alone ends nothing"
    assert desk.do("player:p2", Adjourn())[-1] == events.Closed("adjourned", (), ())
