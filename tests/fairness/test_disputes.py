"""Logs of disputes: the command that verifies them with their table, and the second verifier."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from events.disputes.verdict import verify_disputes
from events.history.checkpoints import Leaf, sign_checkpoint, stream_hash
from events.history.merkle import leaf_hash
from events.record.receipts import PublicKey
from service.commands.main import main
from tests.events.disputes.case import a_case, disputes, of_table
from tests.events.forge import Forged
from tests.fairness.second import run_second
from tests.fairness.tables import SIGNER
from tests.table.desk import AT


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "disputes.jsonl"
    path.write_bytes(a_case().text())
    return path


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "table.jsonl"
    path.write_bytes(a_case().table_text())
    return path


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["verify", *map(str, arguments), "--key", SIGNER.public])


def told_otherwise(log: Forged) -> Forged:
    """Let the holder of the key tell of another remedy than the table's log."""
    ruled = next(row["e"] for row in log.events if row["e"]["type"] == "dispute.ruled.v1")
    ruled["data"].update(remedy="none", points=[])
    return log.rechained().signed()


def test_disputes_are_verified_alone_and_with_their_table(log: Path, table: Path) -> None:
    alone = run(log)
    assert alone.exit_code == 0, alone.output
    assert alone.output.startswith("GOOD: disputes d1: 11 events, head ")
    assert "table t1: its log was not given" in alone.output
    for files in ((log, table), (table, log)):
        both = run(*files)
        assert both.exit_code == 0, both.output
        assert both.output.endswith("2 logs: 2 good, 0 bad, 0 unreadable\n")
    (found,) = (json.loads(line) for line in run(log, "--json").output.splitlines())
    assert (found["verdict"], found["table"], found["game"]) == ("good", "d1", None)


def test_a_ruling_that_the_tables_log_does_not_tell_is_named_with_both_files(
    log: Path, table: Path
) -> None:
    told_otherwise(disputes()).write(log)
    assert run(log).exit_code == 0
    both = run(log, table)
    assert both.exit_code == 1
    assert f"{log}: BAD: disputes d1: wrong_ruling: points of event 3 is []" in both.output
    assert f"{table}: GOOD: table t1" in both.output


def test_a_ruling_in_the_tables_log_that_its_disputes_lack_is_named(log: Path, table: Path) -> None:
    cut = disputes()
    del cut.events[2:]
    cut.rechained().signed().write(log)
    both = run(table, log)
    assert both.exit_code == 1
    assert "wrong_ruling: event" in both.output
    assert "of the table's log rules d1.1; here it was never ruled" in both.output


def test_receipts_of_disputes_and_tables_find_their_logs(
    log: Path, table: Path, tmp_path: Path
) -> None:
    rows = [disputes().events[0], of_table().events[4]]
    given: list[Any] = [
        SIGNER.receipt(name, row["e"]["n"], bytes.fromhex(row["h"]), row["e"]["at"], "always")
        for name, row in zip(("d1", "t1"), rows, strict=True)
    ]
    path = tmp_path / "receipts.json"
    path.write_text(json.dumps(given))
    assert run(log, table, "--receipt", path).exit_code == 0
    path.write_text(json.dumps({**given[0], "head": "00" * 32}))
    assert "forged_receipt" in run(log, "--receipt", path).output


def test_no_command_takes_a_log_of_disputes_for_one_of_a_table(log: Path, table: Path) -> None:
    shown = CliRunner().invoke(main, ["replay", str(log)])
    assert shown.exit_code == 1
    assert isinstance(shown.exception, SystemExit)
    assert "is no log of a table" in shown.output
    assert run(table, "--earlier", log).exit_code in (0, 2)


def second(path: Path, *options: object) -> Any:
    """Return what the second verifier says."""
    done = run_second("--key", SIGNER.public, *options, path)
    assert done.stdout, done.stderr
    return json.loads(done.stdout)


def test_both_verifiers_agree_on_the_bytes_of_disputes(log: Path, tmp_path: Path) -> None:
    assert second(log)["verdict"] == "good"
    assert second(log)["head"] == a_case().log[-1].h.hex()
    for n in range(1, 12):
        changed = disputes()
        changed.events[n - 1]["e"]["by"] = "player:max"
        changed.write(log)
        assert second(log)["verdict"] == "bad"
        assert verify_disputes(log, [PublicKey(SIGNER.public)]).verdict == "bad"
        changed.rechained().write(log)  # by somebody without the key
        assert "is not signed" in second(log)["why"]


FORMS: dict[str, Any] = {
    "complete": lambda log: log.end.update(complete=True),
    "sealed": lambda log: log.events[0]["e"]["seals"].update({"0": "ff" * 32}),
    "of a table": lambda log: log.events[0]["e"].update(type="table.opened.v1"),
    "about another": lambda log: log.events[0]["e"]["data"].update(table="t2"),
    "by the clock": lambda log: log.events[0]["e"].update(by="clock"),
    "a long command": lambda log: log.events[0]["e"]["cause"].update(last=2),
    "of one more field": lambda log: log.header.update(game="boosh"),
    "of another stream": lambda log: log.header.update(table="t1"),
}


@pytest.mark.parametrize("form", FORMS)
def test_both_verifiers_refuse_what_is_no_log_of_disputes(form: str, log: Path) -> None:
    changed = disputes()
    FORMS[form](changed)
    changed.end.update(table=changed.header["table"])
    changed.rechained().signed().write(log)
    assert second(log)["verdict"] == "bad"
    assert run(log).exit_code in (1, 2)


def test_both_verifiers_hold_receipts_and_leaves_to_the_disputes(log: Path, tmp_path: Path) -> None:
    row = disputes().events[9]
    head, path, at = bytes.fromhex(row["h"]), tmp_path / "given.json", AT + 10**9
    good = SIGNER.receipt("d1", 10, head, row["e"]["at"], "always")
    for receipt, verdict in (
        (good, "good"), (SIGNER.receipt("d1", 9, head, row["e"]["at"], "always"), "bad"),
        ({**good, "table": "t1"}, "bad"), ({**good, "n": 11}, "bad"),
    ):  # fmt: skip
        path.write_text(json.dumps(receipt))
        assert second(log, "--receipt", path)["verdict"] == verdict
        assert run(log, "--receipt", path).exit_code == (verdict == "bad")
    for kind, verdict in (("ruled", "good"), ("closed", "bad"), ("key", "bad")):
        leaf = Leaf(kind, stream_hash("d1"), 10, row["h"], at, None)
        note = sign_checkpoint(SIGNER, "fairdeal/x", 1, leaf_hash(leaf.data), at)
        proof = {"leaf": leaf._asdict(), "index": 0, "path": [], "checkpoint": note}
        path.write_text(json.dumps(proof))
        assert second(log, "--proof", path)["verdict"] == verdict
        assert run(log, "--proof", path).exit_code == (verdict == "bad")
