"""A table's beacon: lies about it are found, and it is credited only if it can't be a late one."""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from py_arkworks_bls12381 import Scalar

from events.verify.report import LogReport
from games.core.fairness.beacon import QUICKNET, round_randomness
from games.table import Abort
from games.table.beacon import AHEAD
from tests.beacons import QUICKNET_ROUNDS, chain, signed
from tests.events.forge import Forged, pieces
from tests.events.lies import OTHER, at, lie, report_of, rigged
from tests.fairness.tables import SIGNER, played, seated, text_of
from tests.fairness.tables import started as begun
from tests.table.desk import Desk

ROUND = 12040883
SETTLED = QUICKNET.due_at(ROUND) - AHEAD  # when the last entropy must be revealed for this round


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "log.jsonl"


@cache
def text(name: str = "quicknet", reveal: str = "table") -> bytes:
    """Return the log of a Boosh table with a beacon."""
    return text_of(desk(name, reveal))


@cache
def desk(name: str = "quicknet", reveal: str = "table") -> Desk:
    """Return a Boosh table with a beacon, settled at the time for a published round."""
    own = QUICKNET if name == "quicknet" else chain(name)
    return played("boosh", 3, beacon=own._asdict(), reveal=reveal, now=SETTLED - 1500)


def log() -> Forged:
    return pieces(text())


def event(forged: Forged, name: str) -> dict[str, Any]:
    found: dict[str, Any] = forged.events[at(forged, name)]["e"]
    return found


def receipt(forged: Forged, n: int, **changes: Any) -> dict[str, Any]:
    """Return the receipt that the server gave of an event."""
    own = forged.events[n - 1]
    fields: Any = {"n": n, "head": bytes.fromhex(own["h"]), "at": own["e"]["at"], **changes}
    return {**SIGNER.receipt("t-boosh-3", durability="always", **fields)}


# Lies


def test_a_round_that_another_key_signed_is_found(path: Path) -> None:
    forged = log()
    found = event(forged, "beacon_came")
    false = signed(ROUND, Scalar(99))
    found["data"] |= {"signature": false, "randomness": round_randomness(false)}
    found["cause"]["action"]["signature"] = false
    assert lie(path, forged) == ("wrong_beacon", found["n"])


def test_another_round_of_the_chain_is_found(path: Path) -> None:
    forged = log()
    found, other = event(forged, "beacon_came"), QUICKNET_ROUNDS[1000]
    found["data"] |= {"round": 1000, "signature": other, "randomness": round_randomness(other)}
    found["cause"]["action"]["signature"] = other
    assert lie(path, forged) == ("wrong_beacon", found["n"])


def test_a_round_that_does_not_follow_from_the_closed_entropies_is_found(path: Path) -> None:
    forged = log()
    found = event(forged, "entropy_closed")
    found["data"]["round"] += 1
    assert lie(path, forged) == ("wrong_beacon", found["n"])


def test_randomness_that_is_not_that_of_the_signature_is_found(path: Path) -> None:
    forged = log()
    found = event(forged, "beacon_came")
    found["data"]["randomness"] = "00" * 32
    assert lie(path, forged) == ("wrong_beacon", found["n"])


def test_a_round_that_is_there_before_it_can_be_is_found(path: Path) -> None:
    forged = log()
    n = event(forged, "beacon_came")["n"]
    for later in forged.events[n - 1 : event(forged, "beacon_came")["cause"]["last"]]:
        later["e"]["at"] = QUICKNET.due_at(ROUND) - 1
    assert lie(path, forged) == ("wrong_beacon", n)


def test_quicknet_with_another_key_is_found(path: Path) -> None:
    forged = log()
    event(forged, "opened")["data"]["beacon"]["public_key"] = chain().public_key
    assert lie(path, forged) == ("wrong_beacon", 1)


def test_a_deal_without_the_beacon_that_was_named_is_found(path: Path) -> None:
    plain = pieces(text_of(played("boosh", 3, now=SETTLED - 1500)))
    forged = log()
    deal, other = at(forged, "hand_dealt"), at(plain, "hand_dealt")
    forged.events[deal]["p"] = plain.events[other]["p"]
    assert lie(path, forged)[0] == "wrong_card"


@pytest.mark.parametrize(
    "change",
    [
        {"period": 0},
        {"genesis": 10**14},
        {"genesis": None},
        {"public_key": []},
        {"chain": "\x1b[2J"},
        {"hash": 5},
        {"more": 1},
    ],
)
def test_an_odd_chain_is_no_chain(path: Path, change: Mapping[str, Any]) -> None:
    forged = log()
    event(forged, "opened")["data"]["beacon"] |= change
    assert lie(path, forged) == ("illegal_action", 1)


# What is credited


def judged(path: Path, *receipts: dict[str, Any], name: str = "quicknet", **how: Any) -> LogReport:
    report = report_of(path, text(name), *receipts, **how)
    assert report.faults == ()
    return report


def said(report: LogReport, word: str) -> bool:
    return any(word in sentence for sentence in report.not_proven)


def test_a_beacon_without_a_receipt_is_of_no_proven_time(path: Path) -> None:
    report = judged(path)
    assert report.beacon == "time unproven"
    assert report.deal == "with the players' entropy and a beacon"
    n = event(log(), "entropy_closed")["n"]
    assert said(report, f"beacon: time of reveals unproven: no receipt of event {n}, which closed")
    assert "not proven: beacon: time of reveals unproven" in report.as_text()


def test_a_receipt_of_the_closed_entropies_from_before_the_round_credits_the_beacon(
    path: Path,
) -> None:
    n = event(log(), "entropy_closed")["n"]
    assert event(log(), "beacon_came")["n"] == n + 1
    report = judged(path, receipt(log(), n))
    assert report.beacon == "credited"
    assert not said(report, "time of reveals unproven")
    name = f"round {ROUND} of quicknet was there after all else had been settled"
    assert f"{name}: a receipt of event {n} is older" in report.proven


WORTHLESS: dict[str, Callable[[Forged], dict[str, Any]]] = {
    "sitting down, since the call was not made yet": lambda log: receipt(log, 3),
    "the call, since nothing was revealed yet": lambda log: receipt(
        log, event(log, "start_called")["n"]
    ),
    "the first reveal, since another could come": lambda log: receipt(
        log, event(log, "entropy_revealed")["n"]
    ),
    "the beacon itself": lambda log: receipt(log, event(log, "beacon_came")["n"]),
    "the end": lambda log: receipt(log, len(log.events)),
}


@pytest.mark.parametrize("what", WORTHLESS)
def test_a_receipt_of_anything_else_does_not_credit_it(path: Path, what: str) -> None:
    assert judged(path, WORTHLESS[what](log())).beacon == "time unproven"


def test_a_receipt_that_no_key_proves_does_not_credit_it(path: Path) -> None:
    settled = receipt(log(), event(log(), "entropy_closed")["n"])
    assert judged(path, settled, key=False).beacon == "time unproven"


def test_a_receipt_by_another_key_or_of_another_closing_is_a_fault(path: Path) -> None:
    n = event(log(), "entropy_closed")["n"]
    head = bytes.fromhex(log().events[n - 1]["h"])
    forged = OTHER.receipt("t-boosh-3", n, head, SETTLED, "always")
    assert rigged(path, log(), {**forged}).faults[0].kind == "forged_receipt"
    early = receipt(log(), n, at=SETTLED - 3000)
    assert rigged(path, log(), early).faults[0].kind == "fork"


def test_a_chain_that_is_unknown_is_named(path: Path) -> None:
    own = pieces(text("test"))
    report = judged(path, receipt(own, event(own, "entropy_closed")["n"]), name="test")
    assert report.beacon == "unknown chain"
    assert said(report, "the chain test with the key")


def test_a_table_without_a_beacon_says_nothing_of_one(path: Path) -> None:
    report = report_of(path, text_of(played("boosh", 3)))
    assert report.beacon is None
    assert "beacon" not in report.as_text()


def test_a_table_that_waits_for_its_beacon_is_a_good_log(path: Path) -> None:
    waiting = seated("boosh", 3, beacon=QUICKNET._asdict(), now=SETTLED).begun(
        ["zero \u00e4", "one"]
    )
    assert waiting.table.round == ROUND
    report = report_of(path, text_of(waiting))
    assert (report.faults, report.beacon) == ((), None)
    assert not said(report, "who could have influenced the deal"), "there is none yet"


def test_a_table_that_was_aborted_when_its_beacon_failed_is_a_good_log(path: Path) -> None:
    aborted = pieces(text_of(failed()))
    report = rigged(path, aborted)
    assert (report.faults, report.complete, report.deal) == ((), True, None)


def failed(**changes: Any) -> Desk:
    """Return a table whose beacon did not come in time."""
    waiting = seated("boosh", 3, beacon=QUICKNET._asdict(), now=SETTLED, **changes)
    waiting.begun(["zero \u00e4", "one"])
    waiting.now = waiting.table.beacon_fails_at() or 0
    waiting.do("clock", Abort())
    return waiting


@pytest.mark.parametrize("reveal", ["table", "auditors"])
def test_a_table_that_was_aborted_while_its_beacon_could_come_is_found(
    path: Path, reveal: str
) -> None:
    aborted = pieces(text_of(failed(reveal=reveal)))
    for one in aborted.events if reveal == "auditors" else ():
        one["p"] = None
    aborted.events[-1]["e"]["at"] -= 1
    assert lie(path, aborted) == ("illegal_action", len(aborted.events))
    aborted.events[-1]["e"]["at"] += 1
    aborted.events[-1]["e"]["by"] = "player:p0"
    assert lie(path, aborted) == ("wrong_holder", len(aborted.events))


@pytest.mark.parametrize("reveal", ["hand", "auditors"])
def test_what_is_not_open_does_not_keep_the_beacon_from_being_checked(
    path: Path, reveal: str
) -> None:
    assert report_of(path, text(reveal=reveal)).beacon == "time unproven"
    forged = pieces(text(reveal=reveal))
    for one in forged.events:
        one["p"] = {}
    found = event(forged, "beacon_came")
    found["data"]["randomness"] = "00" * 32
    report = rigged(path, forged)
    assert ("wrong_beacon", found["n"]) in [(fault.kind, fault.n) for fault in report.faults]


def test_a_beacon_changes_every_deal() -> None:
    plain = begun("boosh", 3)
    with_beacon = begun("boosh", 3, beacon=chain()._asdict())
    assert plain.table.play != with_beacon.table.play
