"""Verdicts say who could have influenced the deal in the words in which the server says it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from events.verify.influence import WHO
from events.verify.report import LogReport
from games.core.contract import Seat
from games.core.fairness.beacon import QUICKNET
from games.table import Abort, CloseEntropy, Leave, Sit, Start
from games.table.beacon import AHEAD
from games.table.influence import influence
from games.table.state import REVEAL_TIME
from tests.events.forge import pieces
from tests.events.lies import report_of, rigged
from tests.fairness.tables import SIGNER, played, started, text_of
from tests.table.desk import AUDITOR, OPENER, Desk, an_open, commitment
from tests.table.planned import planned_desk, played_out

ABORTED = "tables aborted before this one, also by auditors, are not in its log"
SETTLED = QUICKNET.due_at(12040883) - AHEAD
NOBODY = "nobody, unless drand and the server collude"
TOGETHER = "the server and seats 0 and 1 together"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "log.jsonl"


def told(report: LogReport) -> tuple[list[str], list[str]]:
    """Return what a verdict says of who could have influenced the deal, proven and not."""
    assert report.faults == ()
    proven, not_proven = (
        [one for one in side if one.startswith(WHO)] for side in (report.proven, report.not_proven)
    )
    return proven, not_proven


def with_seats(count: int, *words: str | None) -> Desk:
    """Return a table at which play has begun, with these entropies."""
    return Desk("t-boosh").opened(an_open("boosh", count)).started(words)


def with_withheld() -> Desk:
    """Return a table at which two promised entropies did not come."""
    desk = Desk("t-boosh").opened(an_open("boosh", 4)).seated(["a", "b", "c", None])
    desk.do(OPENER, Start())
    desk.reveal(1, "b")
    desk.do("player:p2", Leave(Seat(2)))
    desk.now += REVEAL_TIME
    desk.do("clock", CloseEntropy())
    return desk


def with_one_person() -> Desk:
    """Return a table with a beacon that nobody waits for, since one person plays alone."""
    desk = Desk("t-boosh").opened(an_open("boosh", 2, beacon=QUICKNET._asdict()))
    desk.do(OPENER, Sit(Seat(0), commitment=commitment("p0", "a")))
    desk.do(OPENER, Sit(Seat(1), "regular"))
    return desk.begun(["a"])


WITHOUT_BEACON: Mapping[str, tuple[Desk, str]] = {
    "nobody brought anything": (with_seats(2), "the server alone"),
    "one did": (with_seats(3, None, "b"), "the server and seat 1 together"),
    "all did": (with_seats(3, "a", "b", "c"), "the server and seats 0, 1 and 2 together"),
    "two of three withheld": (
        with_withheld(),
        "the server and seat 1 together; and the server alone among 4 deals, if it dropped what"
        " seats 0 and 2 revealed",
    ),
    "one person and bots": (with_one_person(), "the server and seat 0 together"),
    "a tournament": (
        played_out(planned_desk()),
        "the server and all entrants who revealed their entropy together",
    ),
}


@pytest.mark.parametrize("what", WITHOUT_BEACON)
def test_without_a_beacon_a_log_proves_who_could(what: str, path: Path) -> None:
    desk, text = WITHOUT_BEACON[what]
    report = report_of(path, text_of(desk))
    assert told(report) == ([f"{WHO}: {text}"], [])
    assert influence(desk.table)["text"] == text, "the server says the same"
    assert ABORTED in report.not_proven


def test_a_dropped_reveal_is_not_excluded(path: Path) -> None:
    report = report_of(path, text_of(with_withheld()))
    dropped = "that the server did not drop what seat 0, 2 revealed: it counts as withheld"
    assert dropped in report.not_proven
    assert report.entropy == ("withheld", "revealed", "withheld", "none")


def with_beacon(**changes: Any) -> Desk:
    """Return a table that was played with a beacon."""
    return played("boosh", 3, beacon=QUICKNET._asdict(), now=SETTLED - 1500, **changes)


def settled_receipt(desk: Desk) -> dict[str, Any]:
    """Return the receipt of the closing of the entropies."""
    settled = desk.table.settled
    assert settled is not None
    head = bytes.fromhex(settled.head)
    return {**SIGNER.receipt(desk.id, settled.n, head, settled.at, "always")}


def test_with_a_beacon_it_takes_a_receipt_from_before_the_round(path: Path) -> None:
    desk = with_beacon()
    text = text_of(desk)
    assert influence(desk.table)["text"] == NOBODY
    assert told(report_of(path, text, settled_receipt(desk))) == ([f"{WHO}: {NOBODY}"], [])
    unproven = f"{WHO}, with a proven time of reveals: {NOBODY}"
    assert told(report_of(path, text)) == ([f"{WHO}: {TOGETHER}"], [unproven])


def test_of_sealed_shuffles_it_is_not_proven(path: Path) -> None:
    log = pieces(text_of(with_beacon(reveal="auditors")))
    for event in log.events:
        event["p"] = None
    unproven = f"{WHO}, with its shuffles checked and a proven time of reveals: {NOBODY}"
    assert told(rigged(path, log)) == ([], [unproven])


def test_before_play_there_is_nothing_to_say(path: Path) -> None:
    desk = Desk("t-boosh").opened(an_open("boosh", 2)).seated(["a", "b"])
    desk.do(OPENER, Start())
    report = report_of(path, text_of(desk))
    assert told(report) == ([], [])
    assert ABORTED not in report.not_proven


def test_of_a_table_that_ended_before_play_it_is_proven_that_there_is_no_deal(path: Path) -> None:
    desk = Desk("t-boosh").opened(an_open("boosh", 2)).seated(["a", "b"])
    desk.do(OPENER, Start())
    desk.reveal(0, "a")
    desk.do(AUDITOR, Abort(reason="ab" * 32))
    report = report_of(path, text_of(desk))
    nobody = f"{WHO}: nobody, since the table ended before any cards were dealt"
    assert told(report) == ([nobody], [])
    assert nobody == f"{WHO}: {influence(desk.table)['text']}", "the server says the same"


def test_a_table_that_runs_says_it_too(path: Path) -> None:
    assert told(report_of(path, text_of(started("boosh", 1)))) == ([f"{WHO}: {TOGETHER}"], [])
