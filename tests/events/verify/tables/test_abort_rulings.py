"""Tables that an auditor has aborted (T9b): good, or found to be aborted by who may not."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games.table import Abort, Start
from tests.events.forge import Forged, pieces
from tests.events.lies import lie, rigged
from tests.fairness.tables import text_of
from tests.table.desk import AUDITOR, OPENER, Desk, an_open

EITHER = pytest.mark.parametrize("reveal", ["table", "auditors"])
REASON = "ab" * 32


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "log.jsonl"


def log_of(reveal: str) -> Forged:
    """Return the log of a table that an auditor has aborted; that for auditors without parts."""
    desk = Desk("t-ruled").opened(an_open("boosh", 2, reveal=reveal)).seated(["zero", "one"])
    desk.do(OPENER, Start())
    desk.reveal(0, "zero")
    desk.do(AUDITOR, Abort(reason=REASON))
    log = pieces(text_of(desk))
    for event in log.events if reveal == "auditors" else ():
        event["p"] = None
    return log


@EITHER
def test_a_table_that_an_auditor_has_aborted_is_good(path: Path, reveal: str) -> None:
    report = rigged(path, log_of(reveal))
    assert (report.verdict, report.complete, report.deal) == ("good", True, None)
    assert "that who ruled was an auditor: the log says which player it was" in report.not_proven


LIES: dict[str, tuple[str, Callable[[dict[str, Any]], Any]]] = {
    "without a reason": ("wrong_holder", lambda e: e["cause"]["action"].pop("reason")),
    "with a reason that is no hash": (
        "illegal_action",
        lambda e: e["cause"]["action"].update(reason="It is so"),
    ),
    "with a reason that is no text": (
        "illegal_action",
        lambda e: e["cause"]["action"].update(reason=7),
    ),
    "by a player with a seat": ("wrong_holder", lambda e: e.update(by="player:p1")),
    "by the clock": ("wrong_holder", lambda e: e.update(by="clock")),
    "by a bot": ("wrong_holder", lambda e: e.update(by="seat:1")),
    "for a beacon": ("wrong_result", lambda e: e["data"].update(why="beacon_failed")),
    "for a lost closing": ("wrong_result", lambda e: e["data"].update(why="closing_lost")),
    "with places": ("wrong_result", lambda e: e["data"].update(places=[1, 2])),
}


@EITHER
@pytest.mark.parametrize("what", LIES)
def test_a_lie_about_an_auditors_abort_is_named(path: Path, what: str, reveal: str) -> None:
    kind, change = LIES[what]
    log = log_of(reveal)
    change(log.events[-1]["e"])
    assert lie(path, log) == (kind, len(log.events))


@EITHER
def test_an_auditors_abort_in_play_is_found(path: Path, reveal: str) -> None:
    desk = Desk("t-ruled").opened(an_open("boosh", 2, reveal=reveal))
    log = pieces(text_of(desk.started(["zero", "one"])))
    for event in log.events if reveal == "auditors" else ():
        event["p"] = None
    log.events.append(log_of(reveal).events[-1])
    last = log.events[-1]["e"]
    last["n"] = last["cause"]["last"] = len(log.events)
    log.end["complete"] = True
    assert lie(path, log) == ("illegal_action", len(log.events))


@EITHER
def test_an_auditors_abort_before_the_call_is_found(path: Path, reveal: str) -> None:
    log = log_of(reveal)
    del log.events[-3:-1]  # the call and the reveal
    last = log.events[-1]["e"]
    last["n"] = last["cause"]["last"] = len(log.events)
    assert lie(path, log) == ("illegal_action", len(log.events))


def log_of_closed(by: str, in_play: bool) -> Forged:
    """Return the log of a table that its operator has closed."""
    desk = Desk("t-closed").opened(an_open("boosh", 2)).seated(["zero", "one"])
    if in_play:
        desk.begun(["zero", "one"])
    desk.do(by, Abort(reason=REASON, operator=True))
    return pieces(text_of(desk))


@pytest.mark.parametrize("in_play", [False, True])
@pytest.mark.parametrize("by", ["server", AUDITOR])
def test_a_table_that_its_operator_has_closed_is_good(path: Path, by: str, in_play: bool) -> None:
    report = rigged(path, log_of_closed(by, in_play))
    assert (report.verdict, report.complete) == ("good", True)
    proven_not = "that who closed the table runs the server: the log says who it was"
    assert proven_not in report.not_proven


LIES_OF_CLOSED: dict[str, tuple[str, Callable[[dict[str, Any]], Any]]] = {
    "without a reason": ("illegal_action", lambda e: e["cause"]["action"].pop("reason")),
    "by no operator": ("illegal_action", lambda e: e["cause"]["action"].pop("operator")),
    "by a player with a seat": ("wrong_holder", lambda e: e.update(by="player:p1")),
    "as a game ends": ("wrong_result", lambda e: e["data"].update(why="hand_limit")),
    "with places": ("wrong_result", lambda e: e["data"].update(places=[1, 2])),
}


@pytest.mark.parametrize("what", LIES_OF_CLOSED)
def test_a_lie_about_an_operators_close_is_named(path: Path, what: str) -> None:
    kind, change = LIES_OF_CLOSED[what]
    log = log_of_closed("server", in_play=False)
    change(log.events[-1]["e"])
    assert lie(path, log) == (kind, len(log.events))
