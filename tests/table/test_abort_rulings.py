"""Rule T9b: an auditor aborts a table between the call and play, and names a reason."""

from typing import Any

import pytest

from games.core.contract import Outcome, Seat
from games.core.type_hints.values import BadValue
from games.table import (
    Abort,
    Beacon,
    CloseEntropy,
    Leave,
    Release,
    Reveal,
    Sit,
    Start,
    due_times,
    events,
)
from games.table.beacon import AHEAD
from games.table.endings import ABORTED, WITHOUT_RESULT
from games.table.rules import DueTimes
from games.table.state import PATIENCE, REVEAL_TIME
from tests.beacons import chain, signed
from tests.table.desk import AUDITOR, OPENER, Desk, an_open, entropy
from tests.table.planned import RUNNER, planned_desk

RULING = Abort(reason="ab" * 32)
CLOSED = [events.Closed("abort_ruled", (), ())]


def called(*words: str | None, beacon: bool = False) -> Desk:
    """Return a table of two whose start was called for."""
    own = chain()._asdict() if beacon else None
    desk = Desk().opened(an_open("boosh", 2, beacon=own)).seated(words or ["zero", "one"])
    desk.do(OPENER, Start())
    return desk


def closing(desk: Desk) -> str:
    """Return the head of the call."""
    assert desk.table.closing is not None
    return desk.table.closing.head


def test_t9b_an_auditor_aborts_a_table_whose_entropies_are_awaited() -> None:
    desk = called()
    reveal = Reveal(entropy("zero"), closing(desk))
    desk.do("player:p0", reveal)
    assert desk.do(AUDITOR, RULING) == CLOSED
    cause: Any = desk.facts[-1].cause
    assert cause["action"] == {"type": "table.abort", "reason": "ab" * 32}
    assert desk.table.outcome == Outcome((), (), "abort_ruled")
    assert (desk.table.was_played, desk.table.former) == (False, ("p0", "p1"))
    assert {"abort_ruled"} <= {*ABORTED} & {*WITHOUT_RESULT}


def test_t9b_nothing_goes_on_behind_an_auditors_abort() -> None:
    desk = called("zero", None, beacon=True)
    desk.reveal(0, "zero")
    number = desk.table.round
    assert number is not None
    desk.do(AUDITOR, RULING)
    desk.now += AHEAD + PATIENCE + REVEAL_TIME
    assert due_times(desk.table) == DueTimes(None, None)
    for by, command in (
        ("clock", CloseEntropy()), ("clock", Beacon(signed(number))), ("clock", Abort()),
        (OPENER, Start()), (AUDITOR, RULING),
    ):  # fmt: skip
        assert desk.refused(by, command) == ("table/closed", "T9")


def test_t9b_an_auditor_aborts_a_table_that_awaits_its_beacon() -> None:
    desk = called("zero", None, beacon=True)
    desk.reveal(0, "zero")
    due_at = desk.table.beacon_due()
    assert due_at is not None
    desk.now = due_at - 1
    assert desk.do(AUDITOR, RULING) == CLOSED


@pytest.mark.parametrize("planned", [False, True])
def test_t9b_when_the_round_is_due_no_auditor_chooses_another_deal(planned: bool) -> None:
    desk = planned_desk(beacon=chain()._asdict()) if planned else called("zero", None, beacon=True)
    if not planned:
        desk.reveal(0, "zero")
    due_at, number = desk.table.beacon_due(), desk.table.round
    assert due_at is not None
    assert number is not None
    desk.now = due_at
    assert desk.refused(AUDITOR, RULING) == ("table/started", "T9b")
    desk.do("clock", Beacon(signed(number)))
    assert desk.table.phase == "playing"


def test_t9b_an_auditor_aborts_nothing_before_the_call_or_in_play() -> None:
    desk = Desk().opened(an_open("boosh", 2))
    assert desk.refused(AUDITOR, RULING) == ("table/not_aborted", "T9b")
    desk.seated(["zero", "one"])
    assert desk.refused(AUDITOR, RULING) == ("table/not_aborted", "T9b")
    desk.begun(["zero", "one"])
    assert desk.table.phase == "playing"
    assert desk.refused(AUDITOR, RULING) == ("table/started", "T9b")


def test_t9b_who_holds_or_held_a_seat_aborts_nothing() -> None:
    desk = called()
    desk.do("player:p1", Leave(Seat(1)))
    for by in ("player:p0", "player:p1", "seat:1", "clock", "server"):
        assert desk.refused(by, RULING) == ("table/not_impartial", "T15")


@pytest.mark.parametrize("reason", ["", "It is so", "ab" * 31, "AB" * 32])
def test_t9b_an_auditors_abort_names_a_reason(reason: str) -> None:
    with pytest.raises(BadValue, match="salted hash of the reason"):
        called().do(AUDITOR, Abort(reason=reason))
    assert called().refused(AUDITOR, Abort()) == ("table/not_the_clock", "T9b")


def test_t9b_an_abort_has_a_receipt_or_a_reason() -> None:
    with pytest.raises(BadValue, match="without a receipt"):
        called().do(AUDITOR, Abort({"table": "t1"}, RULING.reason))


def test_t9b_a_table_of_a_tournament_that_an_auditor_aborts_waits_for_its_group() -> None:
    desk = planned_desk(beacon=chain()._asdict())
    for by in (RUNNER, "clock", "player:p0"):
        assert desk.refused(by, RULING) == ("table/not_impartial", "T15")
    number = desk.table.round
    assert number is not None
    assert desk.do(AUDITOR, RULING) == [events.Finished("abort_ruled", (), ())]
    assert desk.refused("clock", Beacon(signed(number))) == ("table/finished", "T26")
    for by, command in (("clock", Abort()), (AUDITOR, RULING)):
        assert desk.refused(by, command) == ("table/started", "T9b")
    assert desk.do(RUNNER, Release()) == CLOSED
    assert desk.table.was_played is False


def test_t9b_an_auditor_aborts_no_table_of_a_tournament_in_play() -> None:
    desk = planned_desk()
    assert desk.table.phase == "playing"
    assert desk.refused(AUDITOR, RULING) == ("table/started", "T9b")


def test_t9b_a_player_who_left_before_the_call_may_rule_as_an_auditor() -> None:
    desk = Desk().opened(an_open("boosh", 2))
    desk.do(AUDITOR, Sit(Seat(0)))
    desk.do(AUDITOR, Leave(Seat(0)))
    desk.seated(["zero", "one"])
    desk.do(OPENER, Start())
    assert desk.do(AUDITOR, RULING) == CLOSED


OPERATORS_CLOSE = Abort(reason="ab" * 32, operator=True)
CLOSED_SO = events.Closed("closed_by_operator", (), ())


@pytest.mark.parametrize("by", ["server", AUDITOR])
def test_t9b_an_operator_closes_a_table_before_the_call_after_it_and_in_play(by: str) -> None:
    waiting, playing = Desk().opened(an_open("boosh", 2)), called()
    assert waiting.do(by, OPERATORS_CLOSE) == [CLOSED_SO]
    assert called(beacon=True).do(by, OPERATORS_CLOSE) == [CLOSED_SO]
    for seat, word in enumerate(["zero", "one"]):
        playing.reveal(seat, word)
    assert playing.table.phase == "playing"
    assert playing.do(by, OPERATORS_CLOSE) == [CLOSED_SO]
    assert playing.table.outcome == Outcome((), (), "closed_by_operator")
    assert due_times(playing.table) == DueTimes(None, None)
    assert playing.refused(by, OPERATORS_CLOSE) == ("table/closed", "T9")


def test_t9b_an_operator_who_plays_at_a_table_cannot_close_it() -> None:
    for by in ("player:p0", "seat:1", "clock"):
        assert called().refused(by, OPERATORS_CLOSE) == ("table/not_impartial", "T15")


@pytest.mark.parametrize("reason", [None, "", "It is so", "AB" * 32])
def test_t9b_an_operators_close_names_a_reason(reason: str | None) -> None:
    with pytest.raises(BadValue, match="salted hash of the reason"):
        called().do("server", Abort(reason=reason, operator=True))


def test_t9b_an_operator_closes_no_table_of_a_tournament() -> None:
    assert planned_desk().refused("server", OPERATORS_CLOSE)[0] == "table/of_tournament"
