"""`fairdeal verify`: verdicts for people and machines, exit codes, keys and receipts from files."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from service.commands.main import main
from service.commands.tables import verify as command
from tests.events.forge import pieces
from tests.fairness.tables import SIGNER, played, text_of

LOG = text_of(played("boosh", 3))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "log.jsonl"
    made.write_bytes(LOG)
    return made


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["verify", *map(str, arguments)])


def test_a_good_log_ends_with_0_and_says_what_is_proven(path: Path) -> None:
    done = run(path, "--key", SIGNER.public)
    assert done.exit_code == 0
    assert done.stdout.startswith("GOOD: table t-boosh-3, boosh: ")
    assert (
        "shuffles follow from the secret sealed in event 1 (with the players' entropy of seat 0, 1)"
        in (done.stdout)
    )
    assert "not proven: that the server looked at no cards" in done.stdout


def test_a_bad_log_ends_with_1_and_names_the_fault_first(path: Path) -> None:
    log = pieces(LOG)
    del log.events[10]
    done = run(log.write(path), "--key", SIGNER.public)
    assert done.exit_code == 1
    first, second = done.stdout.splitlines()
    assert first == (
        "BAD: table t-boosh-3, boosh: dropped: event 11 is missing: event 12 stands in its place"
    )
    assert second == "  the first 10 events are sound"


def test_no_log_ends_with_2(tmp_path: Path) -> None:
    done = run(tmp_path / "none")
    assert (done.exit_code, done.stdout) == (2, "")
    assert (
        done.stderr
        == f"UNREADABLE: {tmp_path / 'none'} cannot be read: No such file or directory\n"
    )
    (tmp_path / "text").write_text("hello\n")
    assert "is no log of fairdeal" in run(tmp_path / "text").stderr
    answer = {"status": 409, "detail": "The log is opened when the table has ended"}
    (tmp_path / "answer").write_text(json.dumps(answer))
    assert "it holds the answer 'The log is opened" in run(tmp_path / "answer").stderr
    done = run(tmp_path / "text", "--json")
    assert (done.exit_code, json.loads(done.stdout)["verdict"]) == (2, "unreadable")


def test_one_json_object_is_for_machines(path: Path) -> None:
    done = run(path, "--key", SIGNER.public, "--json")
    assert done.exit_code == 0
    shown: dict[str, Any] = json.loads(done.stdout)
    assert (shown["verdict"], shown["signature"], shown["complete"]) == ("good", "good", True)
    assert (shown["kind"], shown["first_bad"], shown["faults"]) == (None, None, [])
    log = pieces(LOG)
    log.events[-1]["e"]["data"]["scores"][0] += 1
    done = run(log.rechained().write(path), "--key", SIGNER.public, "--json")
    assert done.exit_code == 1
    shown = json.loads(done.stdout)
    assert (shown["verdict"], shown["kind"]) == ("bad", "wrong_result")
    assert shown["first_bad"] == shown["good"] + 1 == len(log.events)
    assert [fault["kind"] for fault in shown["faults"]] == ["wrong_result", "unsigned"]


@pytest.mark.parametrize(
    "text",
    [
        SIGNER.public,
        f"{SIGNER.public}\n",
        json.dumps({"keys": [{"key": "x", "public": SIGNER.public}]}),
    ],
)
def test_the_key_may_stand_in_a_file(path: Path, tmp_path: Path, text: str) -> None:
    (tmp_path / "key").write_text(text)
    done = run(path, "--key", tmp_path / "key")
    assert done.exit_code == 0
    assert "the log ends where the server signed it" in done.stdout


@pytest.mark.parametrize("text", ["", "x", "[]", '{"keys": [{"public": 5}]}', '{"keys": []}', "00"])
def test_a_file_without_a_key_is_unreadable(path: Path, tmp_path: Path, text: str) -> None:
    (tmp_path / "key").write_text(text)
    done = run(path, "--key", tmp_path / "key")
    assert done.exit_code == 2
    assert "holds no public key: 64 hex digits, or the JSON of /v1/keys" in done.stderr
    assert run(path, "--key", tmp_path / "none").exit_code == 2


def test_receipts_may_stand_alone_or_in_answers_of_the_api(path: Path, tmp_path: Path) -> None:
    event = pieces(LOG).events[20]
    head, n = bytes.fromhex(event["h"]), event["e"]["n"]
    receipt = SIGNER.receipt("t-boosh-3", n, head, event["e"]["at"], "everysec")
    one, two, three = (tmp_path / name for name in "abc")
    one.write_text(json.dumps(receipt))
    two.write_text(json.dumps({"view": {}, "receipt": receipt}))
    three.write_text(json.dumps([receipt, {"receipt": receipt}]))
    given = [word for file in (one, two, three) for word in ("--receipt", file)]
    done = run(path, "--key", SIGNER.public, *given)
    assert done.exit_code == 0
    assert "4 receipts are genuine and of this log" in done.stdout
    one.write_text(json.dumps({**receipt, "head": "00" * 32}))
    done = run(path, "--key", SIGNER.public, "--receipt", one)
    assert done.exit_code == 1
    assert "forged_receipt" in done.stdout


@pytest.mark.parametrize("text", ["", "x", "[]", "5"])
def test_a_file_without_a_receipt_is_unreadable(path: Path, tmp_path: Path, text: str) -> None:
    (tmp_path / "receipt").write_text(text)
    assert run(path, "--receipt", tmp_path / "receipt").exit_code == 2
    assert run(path, "--receipt", tmp_path / "none").exit_code == 2


def test_progress_is_shown_on_a_terminal_for_a_big_file(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    quiet = command.progress_of(path, command.BIG)
    quiet(path.stat().st_size)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    show = command.progress_of(path, 1)
    show(path.stat().st_size // 2)  # less than a step
    show(path.stat().st_size)
    assert capsys.readouterr().err == "\r100 %\n"
    thinking = command.progress_of(path, 0)  # whatever its size: its bots think again
    thinking(-(-path.stat().st_size // 2))
    assert capsys.readouterr().err == "\r 50 %"
