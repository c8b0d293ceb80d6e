"""Rule T9a: a table at which play does not begin expires."""

from typing import Any

import pytest

from games.core.contract import Outcome, Seat
from games.core.type_hints.values import BadValue
from games.table import Close, CloseEntropy, Expire, Leave, Sit, Start, due_times, events, view
from games.table.rules import DueTimes
from games.table.state import REVEAL_TIME
from tests.table.desk import AT, OPENER, Desk, an_open, commitment

DAY = 86_400_000  # milliseconds
HOUR = 3_600_000


def a_desk(**changes: Any) -> Desk:
    """Return an open table that nobody sits at; it expires after an hour."""
    return Desk().opened(an_open(expires_after=3600, **changes))


def expires(desk: Desk) -> int:
    """Return when a table expires, after checking that it does so then and not before."""
    at, now = desk.table.expires_at(), desk.now
    assert at is not None
    assert view(desk.table, None)["expires_at"] == at
    desk.now = at - 1
    assert desk.refused("clock", Expire()) == ("table/not_expired", "T9a")
    desk.now = now
    return at


def test_t9a_a_table_expires_a_day_after_its_opening_unless_it_says_otherwise() -> None:
    assert expires(Desk().opened(an_open())) == AT + DAY
    assert expires(a_desk()) == AT + HOUR


def test_t9a_an_expired_table_is_closed_without_places() -> None:
    desk = a_desk()
    desk.now = AT + HOUR
    assert desk.do("clock", Expire()) == [events.Closed("expired", (), ())]
    assert (desk.table.phase, desk.table.outcome) == ("closed", Outcome((), (), "expired"))
    assert due_times(desk.table) == DueTimes(None, None)
    shown = view(desk.table, None)
    assert (shown["expires_after"], shown["expires_at"]) == (3600, None)
    assert shown["notes"] == ["The table is closed. Play did not begin in time"]
    assert desk.refused("clock", Expire()) == ("table/closed", "T9")
    assert desk.refused("player:p1", Sit(Seat(0))) == ("table/closed", "T9")


def test_t9a_only_the_clock_says_that_a_table_has_expired() -> None:
    desk = a_desk().seated()
    desk.now = AT + HOUR
    for by in (OPENER, "player:p1", "player:p9", "seat:0", "server"):
        assert desk.refused(by, Expire()) == ("table/not_the_clock", "T9a")


def test_t9a_a_seat_that_is_taken_renews_the_time() -> None:
    desk = a_desk(seats=3)
    desk.now += 1000
    desk.do("player:p1", Sit(Seat(0)))
    assert expires(desk) == AT + 1000 + HOUR
    desk.now += 1000
    desk.do(OPENER, Sit(Seat(1), bot="regular"))
    assert expires(desk) == AT + 2000 + HOUR
    desk.now += 1000
    desk.do("player:p2", Sit(Seat(2), commitment=commitment("p2", "two")))
    assert expires(desk) == AT + 3000 + HOUR


def test_t9a_leaving_renews_nothing() -> None:
    desk = a_desk(seats=3)
    desk.do(OPENER, Sit(Seat(0), bot="regular"))
    desk.do("player:p2", Sit(Seat(2)))
    desk.now += 1000
    desk.do("player:p2", Leave(Seat(2)))
    assert expires(desk) == AT + HOUR
    desk.do(OPENER, Leave(Seat(0)))
    assert expires(desk) == AT + HOUR


def test_t9a_a_table_whose_seats_are_all_taken_and_that_nobody_starts_expires_too() -> None:
    desk = a_desk().seated(["zero", None])
    assert due_times(desk.table) == DueTimes(None, AT + HOUR)
    desk.now = expires(desk)
    desk.do("clock", Expire())
    assert desk.table.phase == "closed"


def test_t9a_after_the_call_a_table_does_not_expire() -> None:
    desk = a_desk().seated(["zero", "one"])
    desk.now = AT + HOUR - 1
    desk.do("player:p0", Start())
    assert desk.table.expires_at() is None
    assert due_times(desk.table) == DueTimes(None, AT + HOUR - 1 + REVEAL_TIME)
    desk.now = AT + 2 * HOUR
    assert desk.refused("clock", Expire()) == ("table/started", "T9a")
    desk.do("clock", CloseEntropy())
    assert desk.table.phase == "playing"


def test_t9a_as_long_as_the_clock_has_not_said_so_play_may_begin_and_seats_be_taken() -> None:
    late = a_desk().seated()
    late.now = AT + 2 * HOUR
    late.do(OPENER, Start())
    assert late.table.phase == "playing"
    renewed = a_desk()
    renewed.now = AT + 2 * HOUR
    renewed.do("player:p1", Sit(Seat(0)))
    assert expires(renewed) == AT + 3 * HOUR


def test_t9a_a_table_that_plays_does_not_expire() -> None:
    desk = a_desk().started()
    assert due_times(desk.table) == DueTimes(None, None)
    assert view(desk.table, None)["expires_at"] is None
    desk.now += 40 * DAY
    assert desk.refused("clock", Expire()) == ("table/started", "T9a")


def test_t9a_a_withdrawn_table_does_not_expire() -> None:
    desk = a_desk()
    desk.do(OPENER, Close())
    assert due_times(desk.table) == DueTimes(None, None)


@pytest.mark.parametrize("seconds", [0, -1, 2_592_001, 1.5, "60", True, None])
def test_t9a_a_table_waits_for_30_days_at_most(seconds: Any) -> None:
    with pytest.raises(BadValue) as refusal:
        Desk().do(OPENER, an_open(expires_after=seconds))
    assert refusal.value.path == "expires_after"
    longest = Desk().opened(an_open(expires_after=2_592_000))
    assert expires(longest) == AT + 30 * DAY
