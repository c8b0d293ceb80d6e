"""Rules T3a, T11 and T13: come back to one's seat, adjourn, go on another day."""

from collections.abc import Sequence
from typing import Any

import pytest

from games.core.contract import Outcome, Seat
from games.core.options import BadOptions
from games.core.type_hints.values import BadValue
from games.table import Act, Adjourn, Leave, Return, Sit, Start, due_times, events, view
from games.table.rules import DueTimes
from games.table.state import SeatHolder
from tests.table.desk import OPENER, Desk, an_open

CLOCK = {"turn": 30, "bank": 60}
DATA = {"totals": [2, 1, 0], "order": [2, 0, 1]}


def a_desk(**changes: Any) -> Desk:
    """Return a table of Boosh at which seat 1 lays out first."""
    return Desk().opened(an_open(options={"first_dealer": 0}, **changes)).started()


def carried(players: Sequence[str | None], data: dict[str, Any] = DATA) -> dict[str, Any]:
    """Return what a table hands on."""
    return {"table": "t0", "n": 90, "head": "0f" * 32, "data": data, "players": list(players)}


# T3a


def test_t3a_who_left_comes_back_and_the_bot_has_nothing_more_to_do() -> None:
    desk = a_desk()
    desk.do("player:p1", Leave(Seat(1)))
    assert (desk.table.away(Seat(1)), desk.table.away(Seat(0))) == ("p1", None)
    assert view(desk.table, None)["seats"][1]["away"] == "p1"
    assert due_times(desk.table) == DueTimes(desk.now, None)
    assert desk.do("player:p1", Return(Seat(1))) == [events.TakenBack(Seat(1), "p1")]
    assert desk.table.holders[1] == SeatHolder("p1", None)
    assert (desk.table.away(Seat(1)), due_times(desk.table)) == (None, DueTimes(None, None))
    fallback = desk.table.game.rules.fallback(desk.table.play, Seat(1))
    assert desk.refused("seat:1", Act(Seat(1), fallback)) == ("table/not_your_seat", "T6")
    desk.act(1, fallback)


def test_t3a_a_player_whose_time_was_up_comes_back_too() -> None:
    desk = a_desk(clock=CLOCK, on_time_out="bot")
    desk.now += 90_000
    desk.time_out(1)
    assert desk.table.holders[1] == SeatHolder(None, "regular")
    desk.do("player:p1", Return(Seat(1)))
    assert desk.table.holders[1] == SeatHolder("p1", None)
    assert (desk.table.deadline(Seat(1)), desk.table.banks[1]) == (desk.now + 30_000, 0)


def test_t3a_leaving_and_coming_back_gain_no_time() -> None:
    desk = a_desk(clock=CLOCK)
    before = desk.table.deadline(Seat(1))
    desk.now += 40_000
    desk.do("player:p1", Leave(Seat(1)))
    desk.now += 10_000
    desk.do("player:p1", Return(Seat(1)))
    assert desk.table.deadline(Seat(1)) == before
    assert due_times(desk.table) == DueTimes(None, before)


def test_t3a_only_who_held_the_seat_when_play_began_takes_it_back() -> None:
    desk = a_desk()
    desk.do("player:p1", Leave(Seat(1)))
    for other in ("player:p0", "player:p7", "seat:1", "server"):
        assert desk.refused(other, Return(Seat(1))) == ("table/not_your_seat", "T3a")
    assert desk.refused("player:p1", Return(Seat(0))) == ("table/not_your_seat", "T3a")
    assert desk.refused("player:p1", Return(Seat(2))) == ("table/no_such_seat", "T3a")


def test_t3a_a_seat_that_one_holds_is_not_taken_back() -> None:
    assert a_desk().refused("player:p1", Return(Seat(1))) == ("table/seated", "T3a")


def test_t3a_a_bots_own_seat_is_nobodys_to_take_back() -> None:
    desk = Desk().opened(an_open())
    desk.do(OPENER, Sit(Seat(0)))
    desk.do(OPENER, Sit(Seat(1), bot="regular"))
    assert desk.refused("player:p1", Return(Seat(1))) == ("table/not_started", "T3a")
    desk.do(OPENER, Start())
    assert desk.table.away(Seat(1)) is None
    assert desk.refused("player:p1", Return(Seat(1))) == ("table/not_your_seat", "T3a")


def test_t3a_nobody_comes_back_to_a_closed_table() -> None:
    desk = a_desk()
    desk.do("player:p1", Leave(Seat(1)))
    desk.do(OPENER, Adjourn())
    assert desk.refused("player:p1", Return(Seat(1))) == ("table/closed", "T9")


# T11


def test_t11_the_table_closes_when_all_have_agreed() -> None:
    desk = a_desk()
    assert desk.do("player:p1", Adjourn()) == [events.AdjournAgreed(Seat(1))]
    assert view(desk.table, None)["adjourn_agreed"] == [1]
    assert desk.table.phase == "playing"
    closed = events.Closed("adjourned", (), ())
    assert desk.do("player:p0", Adjourn()) == [events.AdjournAgreed(Seat(0)), closed]
    assert (desk.table.phase, desk.table.outcome) == ("closed", Outcome((), (), "adjourned"))
    assert desk.refused("player:p0", Adjourn()) == ("table/closed", "T9")


def test_t11_one_agrees_once() -> None:
    desk = a_desk()
    desk.do("player:p1", Adjourn())
    assert desk.refused("player:p1", Adjourn()) == ("table/agreed", "T11")


def test_t11_bots_agree_and_so_does_the_bot_of_who_left() -> None:
    desk = a_desk()
    desk.do("player:p1", Adjourn())
    desk.do("player:p0", Leave(Seat(0)))
    assert desk.table.phase == "playing"
    assert desk.do("player:p1", Adjourn())[-1] == events.Closed("adjourned", (), ())


def test_t11_the_agreement_of_who_left_and_came_back_counts_no_more() -> None:
    desk = a_desk()
    desk.do("player:p1", Adjourn())
    desk.do("player:p1", Leave(Seat(1)))
    desk.do("player:p1", Return(Seat(1)))
    assert desk.table.agreed == frozenset()
    desk.do("player:p0", Adjourn())
    assert desk.table.phase == "playing"


def test_t11_an_agreement_lasts_until_the_next_deal() -> None:
    desk = a_desk()
    desk.do("player:p1", Adjourn())
    while desk.table.hand == 1:
        assert desk.table.agreed == {1}
        seat = desk.table.to_act()[0]
        desk.act(seat, desk.table.game.rules.fallback(desk.table.play, seat))
    assert desk.table.agreed == frozenset()


def test_t11_only_players_with_a_seat_adjourn_and_only_during_play() -> None:
    desk = Desk().opened(an_open()).seated()
    assert desk.refused(OPENER, Adjourn()) == ("table/not_started", "T11")
    desk.do(OPENER, Start())
    for other in ("player:p7", "seat:1", "server"):
        assert desk.refused(other, Adjourn()) == ("table/not_seated", "T11")


# T13


def test_t13_a_table_goes_on_with_what_another_hands_on() -> None:
    desk = Desk().opened(an_open("bum", 3, carried=carried(["p0", "p1", "p2"]))).started()
    assert (desk.table.play.totals, desk.table.play.seated) == ((2, 1, 0), (2, 0, 1))
    assert view(desk.table, None)["continues"] == "t0"


def test_t13_what_does_not_fit_is_refused_at_the_opening() -> None:
    with pytest.raises(BadOptions, match="higher than all carried totals"):
        Desk().do(OPENER, an_open("bum", 3, options={"target": 2}, carried=carried(["p0"] * 3)))
    for players in (["p0"] * 4, ["p0"] * 3):
        with pytest.raises(BadOptions, match="a table with 4 seats"):
            Desk().do(OPENER, an_open("bum", 4, carried=carried(players)))
    with pytest.raises(BadValue, match="takes table, n, head, data and players"):
        Desk().do(OPENER, an_open("bum", 3, carried={"table": "t0", "data": DATA}))


def test_t13_each_seat_is_kept_for_its_player_or_given_to_a_bot() -> None:
    desk = Desk().opened(an_open("bum", 3, carried=carried(["p0", "p1", None])))
    assert [one["kept_for"] for one in view(desk.table, None)["seats"]] == ["p0", "p1", None]
    assert desk.refused("player:p7", Sit(Seat(1))) == ("table/seat_kept", "T13")
    assert desk.refused("player:p1", Sit(Seat(0))) == ("table/seat_kept", "T13")
    desk.do("player:p7", Sit(Seat(2)))
    desk.do("player:p1", Sit(Seat(1)))
    desk.do(OPENER, Sit(Seat(0), bot="regular"))
    assert [one and one.player for one in desk.table.holders] == [None, "p1", "p7"]


# T1


@pytest.mark.parametrize("delay", [-1, 1001, True, "7"])
def test_t1_the_delay_of_spectators_has_bounds(delay: Any) -> None:
    with pytest.raises(BadValue, match="spectator_delay: must be a whole number from 0 to 1000"):
        Desk().do(OPENER, an_open(spectator_delay=delay))
