"""Logs of open tables that expired (T9a): good, or closed before their time and found."""

from pathlib import Path

import pytest

from games.table import Close, Expire, Start
from tests.events.forge import Forged, pieces
from tests.events.lies import at, lie, report_of
from tests.fairness.tables import seated, text_of
from tests.table.desk import OPENER, Desk

EXPIRES_AFTER = 3600  # seconds


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "log.jsonl"


def expired(reveal: str = "table") -> Desk:
    """Return a table that expired when all seats were taken and nobody called for the start."""
    desk = seated("boosh", 1, expires_after=EXPIRES_AFTER, reveal=reveal)
    desk.now = desk.table.expires_at() or 0
    desk.do("clock", Expire())
    return desk


def log_of(reveal: str) -> Forged:
    """Return the log of an expired table; that for auditors without its parts."""
    log = pieces(text_of(expired(reveal)))
    if reveal == "auditors":
        for event in log.events:
            event["p"] = None
    return log


EITHER = pytest.mark.parametrize("reveal", ["table", "auditors"])


def test_an_expired_table_is_good(path: Path) -> None:
    report = report_of(path, text_of(expired()))
    assert (report.verdict, report.complete, report.deal) == ("good", True, None)


@EITHER
def test_an_expiry_before_its_time_is_found(path: Path, reveal: str) -> None:
    log = log_of(reveal)
    log.events[-1]["e"]["at"] -= 1
    assert lie(path, log) == ("early_expiry", len(log.events))


@EITHER
def test_an_expiry_by_anybody_but_the_clock_is_found(path: Path, reveal: str) -> None:
    for by in ("server", OPENER, "seat:0"):
        log = log_of(reveal)
        log.events[-1]["e"]["by"] = by
        assert lie(path, log) == ("wrong_holder", len(log.events))


@EITHER
def test_a_seating_after_which_the_table_had_to_wait_is_not_passed_over(
    path: Path, reveal: str
) -> None:
    log = log_of(reveal)
    seating = at(log, "seat_taken", -1)
    for event in log.events[seating:]:
        event["e"]["at"] += 1000
    log.events[-1]["e"]["at"] -= 1000
    assert lie(path, log) == ("early_expiry", len(log.events))


@EITHER
def test_a_longer_agreement_than_the_table_was_given_is_found(path: Path, reveal: str) -> None:
    log = log_of(reveal)
    log.events[0]["e"]["data"]["expires_after"] += 1
    assert lie(path, log) == ("early_expiry", len(log.events))
    log.events[0]["e"]["data"]["expires_after"] = 2_592_001
    assert lie(path, log) == ("illegal_action", 1)


@EITHER
@pytest.mark.parametrize(
    "data",
    [{"why": "withdrawn"}, {"why": "adjourned"}, {"places": [1, 2]}, {"scores": [1, 0]}],
)
def test_an_expired_table_has_no_other_result(path: Path, reveal: str, data: object) -> None:
    log = log_of(reveal)
    assert isinstance(data, dict)
    log.events[-1]["e"]["data"].update(data)
    assert lie(path, log) == ("wrong_result", len(log.events))


@EITHER
def test_a_withdrawal_that_is_passed_off_as_an_expiry_is_found(path: Path, reveal: str) -> None:
    desk = seated("boosh", 1, expires_after=EXPIRES_AFTER, reveal=reveal)
    desk.do(OPENER, Close())
    log = pieces(text_of(desk))
    if reveal == "auditors":
        for event in log.events:
            event["p"] = None
    log.events[-1]["e"]["data"]["why"] = "expired"
    assert lie(path, log) == ("wrong_result", len(log.events))
    log.events[-1]["e"]["cause"]["action"]["type"] = "table.expire"
    log.events[-1]["e"]["by"] = "clock"
    assert lie(path, log) == ("early_expiry", len(log.events))


@EITHER
def test_an_expiry_after_a_call_for_the_start_is_found(path: Path, reveal: str) -> None:
    desk = seated("boosh", 1, expires_after=EXPIRES_AFTER, reveal=reveal)
    desk.do("player:p1", Start())
    log = pieces(text_of(desk))
    expiry = log_of(reveal).events[-1]
    log.events.append(expiry)
    expiry["e"]["n"] = expiry["e"]["cause"]["last"] = len(log.events)
    log.end.update(complete=True, at=expiry["e"]["at"] + 1000)
    assert lie(path, log) == ("illegal_action", len(log.events))
