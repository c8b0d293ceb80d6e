"""Receipts held to a log: genuine, forged, foreign, or the proof of a fork."""

from pathlib import Path
from typing import Any

import pytest

from events.record.receipts import LATE, PublicKey, Signer
from events.verify.log import verify_log
from events.verify.report import BESIDES
from games.core.contract import Seat
from games.table import Sit, Start
from tests.events.forge import Forged, pieces
from tests.events.lies import BOON, OTHER, boon, commands, report_of, rigged
from tests.fairness.tables import SIGNER, started, text_of
from tests.table.desk import AT, OPENER, Desk, Salts, an_open, commitment


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "log.jsonl"


def receipt_at(log: Forged, index: int, signer: Signer = SIGNER, **changes: Any) -> dict[str, Any]:
    event = log.events[index]
    fields: dict[str, Any] = {
        "table": log.header["table"],
        "n": event["e"]["n"],
        "head": bytes.fromhex(event["h"]),
        "at": event["e"]["at"],
        "durability": "everysec",
    }
    return {**signer.receipt(**{**fields, **changes})}


def test_genuine_receipts_of_a_log_are_counted(path: Path) -> None:
    receipts = [receipt_at(boon(), index) for index in (3, 20, -1)]
    report = report_of(path, BOON, *receipts)
    assert report.verdict == "good"
    assert "3 receipts are genuine and of this log" in report.proven


def receipt_fault(path: Path, receipt: dict[str, Any], key: bool = True) -> str:
    report = report_of(path, BOON, receipt, key=key)
    assert [fault.kind for fault in report.faults] != []
    besides = report.faults[0].kind in BESIDES
    assert (report.first_bad is None, report.good == report.events) == (besides, besides)
    return report.faults[0].kind


def test_a_receipt_that_nobody_signed_is_forged(path: Path) -> None:
    genuine = receipt_at(boon(), 20)
    for change in ({"n": 22}, {"head": "00" * 32}, {"at": 1}, {"signature": "00" * 64},
                   {"key": OTHER.id}, {"durability": "always"}, {"table": "t2"},
                   {"signature": None}, {"n": "21"}, {"signature": "xyz"}):  # fmt: skip
        assert receipt_fault(path, {**genuine, **change}) == "forged_receipt", change
    assert receipt_fault(path, receipt_at(boon(), 20, OTHER)) == "forged_receipt"
    assert receipt_fault(path, {}) == "forged_receipt"


def test_a_receipt_of_another_table_is_foreign(path: Path) -> None:
    assert receipt_fault(path, receipt_at(boon(), 20, table="t2")) == "foreign_receipt"


def test_a_genuine_receipt_with_another_head_proves_a_fork(path: Path) -> None:
    report = report_of(path, BOON, receipt_at(boon(), 20, head=b"0" * 32))
    assert (report.faults[0].kind, report.faults[0].n, report.good) == ("fork", 21, 20)
    assert "the server signed both" in report.faults[0].why
    assert receipt_fault(path, receipt_at(boon(), 20, at=AT - 1)) == "fork"


def test_a_genuine_receipt_shows_that_a_log_was_cut_even_by_who_signs(path: Path) -> None:
    log = boon()
    last = receipt_at(log, -1)
    first = commands(log)[-3].start
    del log.events[first:]
    log.end["complete"] = False
    assert rigged(path, log).verdict == "good"
    report = rigged(path, log, last)
    assert (report.faults[0].kind, report.faults[0].n) == ("cut", first + 1)


def test_a_receipt_newer_than_a_running_log_proves_nothing_against_it(path: Path) -> None:
    log = pieces(text_of(started("boosh", 1)))
    later = receipt_at(log, -1, n=99, at=log.end["at"] + 1)
    report = verify_log(log.write(path), [SIGNER.public], [later])
    assert report.verdict == "good"
    assert "the receipt of event 99 is newer than this log" in report.not_proven


def test_without_a_key_a_receipt_that_differs_is_unproven(path: Path) -> None:
    assert receipt_fault(path, receipt_at(boon(), 20, head=b"0" * 32), key=False) == (
        "unproven_receipt"
    )
    report = report_of(path, BOON, receipt_at(boon(), 20), key=False)
    assert report.verdict == "good"


def told_with(secret: str) -> Forged:
    """Return the log of one table as the holder of the key may tell it, with any secret."""
    desk = Desk("t-told", Salts(secret))
    desk.do(OPENER, an_open("boon", 3, secret=secret))
    desk.do(OPENER, Sit(Seat(0), commitment=commitment("p0", "zero")))
    desk.do("player:p1", Sit(Seat(1), commitment=commitment("p1", "one")))
    desk.do(OPENER, Sit(Seat(2), "regular"))
    desk.do(OPENER, Start())
    desk.reveal(0, "zero")
    desk.reveal(1, "one")
    return pieces(text_of(desk))


def test_a_secret_searched_when_all_entropies_are_seen_is_found_by_the_receipt_of_sitting_down(
    path: Path,
) -> None:
    shown, searched = told_with("11" * 32), told_with("22" * 32)
    sitting, playing = receipt_at(shown, 2), receipt_at(searched, -1)
    searched.write(path)
    report = verify_log(path, [SIGNER.public], [playing])
    assert report.verdict == "good"  # the receipts of play are of the story that was made up
    assert (
        "that the secret was fixed before entropies were seen: no receipt from before event 6"
        " was given; keep the one of sitting down"
    ) in report.not_proven
    faults = verify_log(path, [SIGNER.public], [sitting, playing]).faults
    assert [(fault.kind, fault.n) for fault in faults] == [("fork", 3)]


def test_the_verdict_says_what_each_receipt_binds(path: Path) -> None:
    log = boon()
    end = len(log.events)
    receipts = [receipt_at(log, index) for index in (0, 2, 20, 30, -1)]
    report = report_of(path, BOON, *receipts)
    assert [one for one in report.proven if "of event" in one] == [
        "receipts of events 1, 3 are from before the first reveal: the secret was fixed",
        "receipts of events 21, 31 are from later: all up to event 31 is what it was then",
        f"the receipt of event {end} is of the end: all of the table is what it was then",
    ]
    assert not any("receipt" in one for one in report.not_proven)


HOUR = 3_600_000
END = boon().end["at"]


def kinds_by(path: Path, key: PublicKey, *receipts: dict[str, Any]) -> list[str]:
    """Return the faults that a key with these times makes of the good log."""
    path.write_bytes(BOON)
    return [fault.kind for fault in verify_log(path, [key], receipts).faults]


def test_a_last_line_of_another_time_than_its_keys_is_named(path: Path) -> None:
    public = SIGNER.public
    for key, kinds in (
        (PublicKey(public, END - HOUR, END + HOUR), []),
        (PublicKey(public, END + LATE, None), []),  # clocks differ
        (PublicKey(public, 0, END - LATE), []),  # taken up late
        (PublicKey(public, END + LATE + 1, None), ["outside_validity"]),
        (PublicKey(public, 0, END - LATE - 1), ["outside_validity"]),
    ):
        assert kinds_by(path, key) == kinds


def test_a_receipt_of_a_key_that_was_gone_is_named(path: Path) -> None:
    last = receipt_at(boon(), -1)
    key = PublicKey(OTHER.public, 0, last["at"] - LATE - 1)
    mine = receipt_at(boon(), -1, OTHER)
    path.write_bytes(BOON)
    faults = verify_log(path, [PublicKey(SIGNER.public), key], [mine, last]).faults
    assert [(fault.kind, fault.n) for fault in faults] == [("outside_validity", mine["n"])]
    late = key._replace(until=last["at"] - LATE)
    assert verify_log(path, [PublicKey(SIGNER.public), late], [mine, last]).faults == ()


def test_a_receipt_may_be_older_than_its_key_since_answers_are_repeated(path: Path) -> None:
    early = receipt_at(boon(), 3)
    assert kinds_by(path, PublicKey(SIGNER.public, END - LATE, None), early) == []
