"""Numbers and names that not every reader of JSON takes alike are refused wherever they stand."""

from pathlib import Path
from typing import Any

import pytest

from events.verify.log import verify_log
from tests.events.forge import Forged, pieces
from tests.fairness.tables import SIGNER, played, text_of
from tests.table.desk import Desk, an_open

ODD = [2**53, -(2**53), 1.5, 1.0, 1e30, {"\u00e4": 1}, [0.5], {"a": {"b": [2**60]}}]
LOG = text_of(played("boosh", 3))
CARRIED = {"table": "t0", "n": 5, "head": "00" * 32, "players": ["p0", "p1", "p2"],
           "data": {"totals": [0, 1, 2], "order": [2, 1, 0]}}  # fmt: skip


def kinds(path: Path, log: Forged) -> list[tuple[str, int]]:
    """Verify a log that was chained again; return its faults but for the signature."""
    report = verify_log(log.rechained().write(path), [SIGNER.public])
    return [(fault.kind, fault.n) for fault in report.faults if fault.kind != "unsigned"]


def report_of_a_bot(log: Forged) -> tuple[int, dict[str, Any]]:
    """Return the number of an event with what a bot reported, and the report."""
    for event in log.events:
        hand = (event["p"] or {}).get("hand", {"data": {}})["data"]
        if "bot" in hand:
            return event["e"]["n"], hand["bot"]
    raise AssertionError("no bot has acted")


@pytest.mark.parametrize("value", ODD, ids=repr)
def test_in_what_a_bot_reports(tmp_path: Path, value: Any) -> None:
    log = pieces(LOG)
    n, report = report_of_a_bot(log)
    report["seed"] = value
    assert kinds(tmp_path / "log", log) == [("malformed", n)]


def test_in_the_names_of_what_a_bot_reports(tmp_path: Path) -> None:
    log = pieces(LOG)
    n, report = report_of_a_bot(log)
    report["\u00e4"] = 1
    assert kinds(tmp_path / "log", log) == [("malformed", n)]


@pytest.mark.parametrize("value", [7, "7", True, None, 2**53 - 1, {"a": [1, "\u00e4"]}], ids=repr)
def test_all_else_may_stand_there(tmp_path: Path, value: Any) -> None:
    log = pieces(LOG)
    _, report = report_of_a_bot(log)
    report["remark"] = value
    assert kinds(tmp_path / "log", log) == []


@pytest.mark.parametrize("value", [5, True, "seed", [], [["seed", 1]]], ids=repr)
def test_what_a_bot_reports_is_an_object(tmp_path: Path, value: Any) -> None:
    log = pieces(LOG)
    n, _ = report_of_a_bot(log)
    log.events[n - 1]["p"]["hand"]["data"]["bot"] = value
    (first, *_) = kinds(tmp_path / "log", log)
    assert first == ("illegal_action", n)


@pytest.mark.parametrize("value", ODD, ids=repr)
def test_in_what_was_carried_over(tmp_path: Path, value: Any) -> None:
    log = pieces(text_of(Desk().opened(an_open("bum", 3, carried=CARRIED))))
    log.events[0]["e"]["data"]["carried"]["n"] = value
    assert kinds(tmp_path / "log", log) == [("malformed", 1)]


@pytest.mark.parametrize("value", [2**53, 1.0, 1e30], ids=repr)
@pytest.mark.parametrize("where", ["at", "seat", "last"])
def test_in_the_frame_of_an_event(tmp_path: Path, where: str, value: Any) -> None:
    log = pieces(LOG)
    n, _ = report_of_a_bot(log)
    event = log.events[n - 1]["e"]
    (event if where == "at" else event["cause"])[where] = value
    (first, *_) = kinds(tmp_path / "log", log)
    assert first == ("malformed", n)
