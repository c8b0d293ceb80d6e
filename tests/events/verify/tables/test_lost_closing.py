"""Tables aborted for a receipt that their logs contradict (T9b): good, or found to be no loss."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games.core.contract import Seat
from games.core.type_hints.values import BadValue
from games.table import Abort, Invite, Invitee, Leave, Sit, Start
from games.table.endings import ABORTED, CLOSING_LOST
from games.table.events import Closed, InvitationEnded
from tests.events.forge import Forged, pieces
from tests.events.lies import OTHER, lie, report_of, rigged
from tests.fairness.tables import SIGNER, text_of
from tests.table.desk import OPENER, Desk, Salts, an_open, commitment
from tests.table.planned import planned_desk

EITHER = pytest.mark.parametrize("reveal", ["table", "auditors"])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "log.jsonl"


def seated(reveal: str = "table") -> Desk:
    """Return a table at which everybody sits."""
    desk = Desk("t-lost").opened(an_open("boosh", 2, reveal=reveal))
    return desk.seated(["zero", "one"])


def receipt_of(desk: Desk, n: int | None = None, **changes: Any) -> dict[str, Any]:
    """Return the receipt of an event of a table, the newest unless told otherwise."""
    event = desk.log[(n or len(desk.log)) - 1]
    fields: dict[str, Any] = {
        "table": desk.id,
        "n": event.n,
        "head": event.h,
        "at": desk.now,
    } | changes
    return {**SIGNER.receipt(**fields, durability="everysec")}


def called(reveal: str = "table") -> dict[str, Any]:
    """Return the receipt of a call for the start."""
    desk = seated(reveal)
    desk.do(OPENER, Start())
    return receipt_of(desk)


def aborted(reveal: str = "table") -> Desk:
    """Return a table that was aborted: somebody has sat down anew since the closing was lost."""
    desk = seated(reveal)
    desk.do("player:p1", Leave(Seat(1)))
    desk.do("player:p1", Sit(Seat(1), commitment=commitment("p1", "searched")))
    desk.do("player:p0", Abort(called(reveal)))
    return desk


def log_of(reveal: str) -> Forged:
    """Return the log of an aborted table; that for auditors without its parts."""
    log = pieces(text_of(aborted(reveal)))
    for event in log.events if reveal == "auditors" else ():
        event["p"] = None
    return log


# The rule


def test_a_receipt_that_the_log_contradicts_aborts_a_table_before_play() -> None:
    desk, receipt = seated(), called()
    assert desk.do("player:p1", Abort(receipt)) == [Closed(CLOSING_LOST, (), (), receipt=receipt)]
    assert CLOSING_LOST in ABORTED
    assert desk.refused(OPENER, Start()) == ("table/closed", "T9")


def test_a_table_that_was_called_for_again_is_aborted_too() -> None:
    desk, receipt = seated(), called()
    desk.now += 1
    desk.do(OPENER, Start())
    assert desk.table.closing is not None
    assert desk.table.closing.head != receipt["head"]
    desk.do("player:p1", Abort(receipt))
    assert desk.table.outcome is not None


def test_open_invitations_end_with_the_abort() -> None:
    desk = Desk("t-lost").opened(an_open("boosh", 3))
    desk.do(OPENER, Invite((Invitee(Seat(2), "p2", 60),)))
    ended, closed = desk.do("player:p1", Abort(called()))
    assert ended == InvitationEnded(Seat(2), "p2", "closed")
    assert closed.why == CLOSING_LOST


def test_nothing_is_aborted_for_a_receipt_once_play_has_begun() -> None:
    desk = seated().begun(["zero", "one"])
    assert desk.refused("player:p0", Abort(called())) == ("table/started", "T9b")


def test_a_table_of_a_tournament_is_not_aborted_for_a_receipt() -> None:
    desk = planned_desk()
    assert desk.refused("player:p0", Abort(called()))[0] in ("table/started", "table/of_tournament")


@pytest.mark.parametrize(
    "change",
    [
        {"table": "t-other"},
        {"n": "7"},
        {"n": True},
        {"head": None},
        {"more": 1},
        {"key": "0" * 300},
    ],
)
def test_what_is_no_receipt_of_the_table_aborts_nothing(change: dict[str, Any]) -> None:
    with pytest.raises(BadValue, match="receipt"):
        seated().do("player:p0", Abort({**called(), **change}))


# Its log


@EITHER
def test_an_aborted_table_is_good(path: Path, reveal: str) -> None:
    log = log_of(reveal)
    report = rigged(path, log)
    assert (report.verdict, report.complete, report.deal) == ("good", True, None)
    told = "the table was aborted after the server had lost event 4, signed by it"
    assert told in report.proven


@pytest.mark.parametrize("key", [False, True])
def test_without_the_key_of_its_receipt_that_is_not_proven(path: Path, key: bool) -> None:
    log = pieces(text_of(aborted()))
    if key:  # of another time than the receipt's
        log.events[-1]["e"]["data"]["receipt"]["key"] = OTHER.id
        log.events[-1]["e"]["cause"]["action"]["receipt"]["key"] = OTHER.id
    text = b"".join(log.rechained().signed().lines())
    report = report_of(path, text, key=key)
    assert report.verdict == "good"
    assert any("had signed the event 4 which the table was" in one for one in report.not_proven)


def in_both(log: Forged, **changes: Any) -> None:
    """Change the receipt in the last event, and in what was asked."""
    event = log.events[-1]["e"]
    for box in (event["data"], event["cause"]["action"]):
        box["receipt"] = {**box["receipt"], **changes}


@EITHER
def test_a_table_that_was_aborted_for_a_forged_receipt_is_found(path: Path, reveal: str) -> None:
    log = log_of(reveal)
    in_both(log, at=1)
    assert lie(path, log) == ("wrong_result", len(log.events))


@EITHER
def test_a_table_that_was_aborted_though_nothing_was_lost_is_found(path: Path, reveal: str) -> None:
    log = log_of(reveal)
    head = bytes.fromhex(log.events[2]["h"])
    own = SIGNER.receipt("t-lost", 3, head, log.events[2]["e"]["at"], "everysec")
    in_both(log, **own)
    assert lie(path, log) == ("wrong_result", len(log.events))


LIES: dict[str, tuple[str, Callable[[dict[str, Any]], Any]]] = {
    "without a receipt": ("wrong_holder", lambda e: e["cause"]["action"].pop("receipt")),
    "with places": ("wrong_result", lambda e: e["data"].update(places=[1, 2])),
    "with scores": ("wrong_result", lambda e: e["data"].update(scores=[1, 0])),
    "for a beacon": ("wrong_result", lambda e: e["data"].update(why="beacon_failed")),
    "with another receipt": ("wrong_result", lambda e: e["data"]["receipt"].update(n=9)),
    "of another table": (
        "illegal_action",
        lambda e: e["cause"]["action"]["receipt"].update(table="t-other"),
    ),
}


@EITHER
@pytest.mark.parametrize("what", LIES)
def test_a_lie_about_an_abort_is_named(path: Path, what: str, reveal: str) -> None:
    kind, change = LIES[what]
    log = log_of(reveal)
    change(log.events[-1]["e"])
    assert lie(path, log) == (kind, len(log.events))


@EITHER
def test_an_abort_after_the_start_of_play_is_found(path: Path, reveal: str) -> None:
    desk = Desk("t-lost", Salts("again")).opened(an_open("boosh", 2, reveal=reveal))
    log = pieces(text_of(desk.started()))
    for event in log.events if reveal == "auditors" else ():
        event["p"] = None
    log.events.append(log_of(reveal).events[-1])
    last = log.events[-1]["e"]
    last["n"] = last["cause"]["last"] = len(log.events)
    log.end["complete"] = True
    assert lie(path, log) == ("illegal_action", len(log.events))
