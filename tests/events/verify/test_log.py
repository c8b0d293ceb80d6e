"""What a verified log proves, and what is said of it."""

import re
import subprocess
import sys
import tracemalloc
from pathlib import Path
from typing import Any

import orjson
import pytest

from events.record import logfile
from events.record.logfile import BadLog, LogReader
from events.verify import ending
from events.verify.log import verify_log
from events.verify.report import KINDS, Fault, Unreadable
from games.core.contract import Seat
from games.table import Close, Leave, Sit, Start
from tests.events.forge import pieces
from tests.events.lies import BOON, OTHER, at, boon, lie, report_of
from tests.fairness.tables import SIGNER, seated, started, text_of
from tests.folders import TESTS
from tests.table.desk import OPENER, Desk, an_open


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "log.jsonl"


def test_a_good_log_says_what_is_proven_and_what_is_not(path: Path) -> None:
    report = report_of(path, BOON)
    assert (report.verdict, report.signature, report.complete) == ("good", "good", True)
    assert report.good == report.events == len(boon().events)
    assert report.head == boon().end["head"]
    assert report.deal == "with the players' entropy"
    proven, not_proven = " | ".join(report.proven), " | ".join(report.not_proven)
    shuffles = BOON.count(b"hand_secret")
    assert f"{shuffles} shuffles follow from the secret sealed in event 1" in proven
    assert "commands were judged again" in proven
    assert "the log ends where the server signed it" in proven
    assert "they are not signed" in not_proven
    assert "looked at no cards, told nobody, and dropped no request" in not_proven


def test_without_a_key_the_report_says_that_no_signature_was_checked(path: Path) -> None:
    report = report_of(path, BOON, key=False)
    assert (report.verdict, report.signature) == ("good", "not checked")
    assert "the signature was not checked: no key was given" in report.not_proven


def test_a_deal_without_entropy_is_named_as_chosen_by_the_server(path: Path) -> None:
    desk = Desk().opened(an_open("boosh", 2, options={"max_hands": 1})).started()
    report = report_of(path, text_of(desk))
    assert report.deal == "chosen by the server"
    assert "that the server drew its secret at random: no player added entropy" in report.not_proven


def test_any_of_several_keys_may_have_signed(path: Path) -> None:
    path.write_bytes(BOON)
    assert verify_log(path, [OTHER.public, SIGNER.public]).signature == "good"
    report = verify_log(path, [OTHER.public])
    assert (report.signature, report.faults[0].kind) == ("bad", "unsigned")


def test_the_signature_of_the_last_line_is_checked_once(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked: list[str] = []

    def is_sealed_by(end: dict[str, Any], public: str) -> bool:
        checked.append(public)
        return logfile.is_sealed_by(end, public)

    monkeypatch.setattr(ending, "is_sealed_by", is_sealed_by)
    path.write_bytes(BOON)
    assert verify_log(path, [OTHER.public, SIGNER.public]).signature == "good"
    assert checked == [OTHER.public, SIGNER.public]


def test_a_table_that_still_runs_is_good_and_not_complete(path: Path) -> None:
    report = report_of(path, text_of(started("boosh", 1)))
    assert (report.verdict, report.complete) == ("good", False)
    assert "which has not ended" in report.as_text()


def test_a_withdrawn_table_is_good(path: Path) -> None:
    desk = seated("boosh", 1)
    desk.do(OPENER, Close())
    report = report_of(path, text_of(desk))
    assert (report.verdict, report.complete, report.deal) == ("good", True, None)


@pytest.mark.parametrize(
    "text", [b"", b"x", b"{}\n", b"[1]\n", b'{"format":"fairdeal/log/2","table":"t"}\n']
)
def test_what_is_no_log_is_unreadable(path: Path, text: bytes) -> None:
    with pytest.raises(Unreadable, match="is no log of fairdeal"):
        report_of(path, text)


def test_a_file_that_is_not_there_is_unreadable(path: Path) -> None:
    with pytest.raises(Unreadable, match="cannot be read"):
        verify_log(path)


def test_the_verifier_needs_neither_store_nor_server() -> None:
    code = (
        "import sys, events.verify; print([m for m in sys.modules if m.split('.')[0] in"
        " ('redis', 'rq', 'flask', 'marshmallow', 'service', 'workers', 'projections')])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"


def test_a_long_log_is_read_in_bounded_memory(path: Path) -> None:
    desk = Desk().opened(an_open("boosh", 2))
    for _ in range(1500):
        desk.do("player:p1", Sit(Seat(0)))
        desk.do("player:p1", Leave(Seat(0)))
    path.write_bytes(text_of(desk))
    size = path.stat().st_size
    tracemalloc.start()
    report = verify_log(path, [SIGNER.public])
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert report.verdict == "good"
    assert size > 1_000_000
    assert peak < size / 4


def test_a_fault_has_a_word_of_the_list() -> None:
    with pytest.raises(AssertionError, match="odd"):
        Fault("odd", 1, "never")


OTHERS = ("attacks", "events/tournaments", "events/transfer", "events/verify", "fairness")


def test_every_word_is_shown_to_be_used() -> None:
    files = [path for name in OTHERS for path in (TESTS / name).rglob("test_*.py")]
    used = set(re.findall(r'"(\w+)[":]', "".join(path.read_text() for path in files)))
    assert KINDS.keys() - used == set()


def test_reading_stops_where_the_chain_breaks(path: Path) -> None:
    log = boon()
    del log.events[10]
    with log.write(path).open("rb") as file, pytest.raises(BadLog):
        list(LogReader(file))
    report = verify_log(path)
    assert (report.events, report.good) == (10, 10)
    assert orjson.loads(orjson.dumps(report.as_json()))["first_bad"] == 11


def test_of_a_table_without_a_game_it_is_told_that_it_is_a_table(path: Path) -> None:
    log = boon()
    log.header["game"] = None
    report = verify_log(log.write(path))
    assert report.verdict == "bad"
    assert report.as_text().startswith(f"BAD: table {log.header['table']}: ")


def test_a_start_that_nobody_may_ask_for_is_found(path: Path) -> None:
    desk = Desk().opened(an_open("boosh", 2)).seated()
    desk.do(OPENER, Start())
    log = pieces(text_of(desk))
    called = at(log, "start_called")
    for event in log.events[called:]:
        event["e"]["by"] = "player:stranger"
    assert lie(path, log) == ("wrong_holder", called + 1)
