"""`fairdeal verify` with several logs: a verdict each, the worst exit code, receipts by table."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from games import NEWEST
from service.commands.main import main
from tests.events.forge import Forged, pieces
from tests.fairness.tables import SIGNER, played, text_of


@cache
def log_of(game: str) -> bytes:
    """Return the log of a table of a game."""
    return text_of(played(game, 4))


@pytest.fixture
def paths(tmp_path: Path) -> dict[str, Path]:
    """Return a good log of every game."""
    made = {game: tmp_path / f"{game}.jsonl" for game in NEWEST}
    for game, path in made.items():
        path.write_bytes(log_of(game))
    return made


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["verify", *map(str, arguments), "--key", SIGNER.public])


def objects(done: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in done.stdout.splitlines()]


def receipt(game: str, n: int) -> dict[str, Any]:
    """Return the receipt of an event."""
    event = pieces(log_of(game)).events[n - 1]
    head = bytes.fromhex(event["h"])
    return {**SIGNER.receipt(f"t-{game}-4", n, head, event["e"]["at"], "everysec")}


def test_good_logs_are_told_in_a_line_each_in_their_order(paths: dict[str, Path]) -> None:
    done = run(*paths.values())
    assert done.exit_code == 0
    *lines, last = done.stdout.splitlines()
    for (game, path), line in zip(paths.items(), lines, strict=True):
        assert line.startswith(f"{path}: GOOD: table t-{game}-4, {game}: ")
    assert last == "5 logs: 5 good, 0 bad, 0 unreadable"


def test_the_exit_code_is_that_of_the_worst(paths: dict[str, Path], tmp_path: Path) -> None:
    log = pieces(log_of("boon"))
    del log.events[10]
    log.write(paths["boon"])
    done = run(*paths.values())
    assert done.exit_code == 1
    assert f"{paths['boon']}: BAD: table t-boon-4, boon: dropped: event 11 is missing" in (
        done.stdout
    )
    assert done.stdout.endswith("5 logs: 4 good, 1 bad, 0 unreadable\n")
    done = run(*paths.values(), tmp_path / "none")
    assert done.exit_code == 2
    assert f"UNREADABLE: {tmp_path / 'none'} cannot be read" in done.stdout
    assert done.stdout.endswith("6 logs: 4 good, 1 bad, 1 unreadable\n")


def test_machines_get_an_object_a_line(paths: dict[str, Path], tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("Dear aunt\n")
    done = run(*paths.values(), tmp_path / "letter", "--json")
    assert done.exit_code == 2
    *good, bad = objects(done)
    assert [one["file"] for one in good] == [str(path) for path in paths.values()]
    alone = objects(run(paths["boosh"], "--json"))[0]
    assert {"file": str(paths["boosh"]), **alone} in good
    assert (bad["verdict"], bad["file"]) == ("unreadable", str(tmp_path / "letter"))
    assert done.stderr == "6 logs: 5 good, 0 bad, 1 unreadable\n"


def test_a_receipt_goes_to_the_log_of_its_table(paths: dict[str, Path], tmp_path: Path) -> None:
    one = tmp_path / "receipts"
    one.write_text(json.dumps([receipt("boon", 5), receipt("bum", 7), receipt("bum", 9)]))
    done = run(*paths.values(), "--receipt", one, "--json")
    assert done.exit_code == 0
    said = {told["game"]: " ".join(told["proven"]) for told in objects(done)}
    assert "1 receipt is genuine" in said["boon"]
    assert "2 receipts are genuine" in said["bum"]
    assert "receipts" not in said["boosh"]
    one.write_text(json.dumps([{**receipt("boon", 5), "at": 1}]))
    done = run(*paths.values(), "--receipt", one, "--json")
    assert done.exit_code == 1
    assert [told["kind"] for told in objects(done) if told["kind"]] == ["forged_receipt"]


@pytest.mark.parametrize("how", [["--json"], []])
def test_a_receipt_of_which_no_log_was_given_is_told(
    paths: dict[str, Path], tmp_path: Path, how: list[str]
) -> None:
    one = tmp_path / "receipt"
    one.write_text(json.dumps(receipt("boon", 5)))
    done = run(paths["boosh"], paths["bum"], "--receipt", one, *how)
    assert done.exit_code == 1
    assert "a receipt is of table t-boon-4, of which no log was given" in done.stdout
    assert "2 logs: 2 good, 0 bad, 0 unreadable; and 1 fault that no log alone shows" in done.output


def retold(game: str) -> bytes:
    """Return another log of a table, made to fit and signed by the server: a later last event."""
    log = pieces(log_of(game))
    last = log.events[-1]["e"]
    first = last["n"] if isinstance(last["cause"], dict) else last["cause"]
    for event in log.events[first - 1 :]:
        event["e"]["at"] += 1
    return b"".join(log.rechained().signed().lines())


def test_two_signed_logs_of_one_table_that_differ_are_a_fork(
    paths: dict[str, Path], tmp_path: Path
) -> None:
    other = tmp_path / "other"
    other.write_bytes(retold("boon"))
    assert run(other).exit_code == 0
    done = run(*paths.values(), other, "--json")
    assert done.exit_code == 1
    *good, fork = objects(done)
    assert {told["verdict"] for told in good} == {"good"}
    files = [str(paths["boon"]), str(other)]
    said = (fork["verdict"], fork["kind"], fork["table"], fork["files"])
    assert said == ("bad", "fork", "t-boon-4", files)
    assert done.stderr == (
        "6 logs: 6 good, 0 bad, 0 unreadable; and 1 fault that no log alone shows\n"
    )
    assert f"BAD: fork: {files[0]} and {files[1]}: " in run(*paths.values(), other).stdout


def running(log: Forged, n: int) -> bytes:
    """Return a log as it was served while its table ran: up to event n, and sealed."""
    events = [{**event, "p": None} for event in log.events[:n]]
    end = {**log.end, "n": n, "head": events[-1]["h"], "complete": False}
    return b"".join(Forged(log.header, events, end).signed().lines())


def a_whole_number(log: Forged, n: int) -> int:
    """Return the number of the first event from n on that is all of its command."""
    causes = [event["e"]["cause"] for event in log.events]
    own = [k for k, cause in enumerate(causes, 1) if isinstance(cause, dict) and cause["last"] == k]
    return next(k for k in own if k >= n)


def told_logs(game: str) -> tuple[bytes, bytes, bytes, bytes]:
    """Return a log whole and twice running; and another story, shorter than the second."""
    honest = pieces(log_of(game))
    n, more = (a_whole_number(honest, k) for k in (60, 80))
    lie = honest.copy()
    for event in lie.events[n - 1 :]:
        event["e"]["at"] += 1
    return log_of(game), running(honest, n), running(honest, more), running(lie.rechained(), n)


@pytest.mark.parametrize("first", [0, 2], ids=["complete", "running"])
@pytest.mark.parametrize("swapped", [False, True])
def test_signed_logs_of_one_table_of_unequal_length_that_contradict_each_other_are_a_fork(
    tmp_path: Path, first: int, swapped: bool
) -> None:
    logs = told_logs("boon")
    files = [tmp_path / "one", tmp_path / "other"]
    for path, text in zip(files, (logs[first], logs[3]), strict=True):
        path.write_bytes(text)
        assert run(path).exit_code == 0
    given = files[::-1] if swapped else files
    done = run(*given, "--json")
    assert done.exit_code == 1
    *_, fork = objects(done)
    assert (fork["kind"], fork["files"]) == ("fork", [*map(str, given)])
    n = pieces(logs[3]).end["n"]
    assert f"from event {n} on they are two histories of table t-boon-4" in fork["why"]


def test_logs_of_one_table_of_unequal_length_that_go_on_are_no_fork(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("complete", "sooner", "later")]
    for path, text in zip(files, told_logs("boon"), strict=False):
        path.write_bytes(text)
    done = run(*files, "--json")
    assert done.exit_code == 0, done.output
    assert [told["verdict"] for told in objects(done)] == ["good"] * 3


def test_a_log_that_goes_on_after_the_signed_end_of_another_is_a_fork(tmp_path: Path) -> None:
    honest = pieces(log_of("boon"))
    n = a_whole_number(honest, 60)
    ended = pieces(running(honest, n))
    ended.end["complete"] = True
    files = ended.signed().write(tmp_path / "ended"), tmp_path / "whole"
    files[1].write_bytes(log_of("boon"))
    done = run(*files, "--json")
    assert [told["kind"] for told in objects(done)] == ["wrong_end", None, "fork"]


def test_without_a_key_two_histories_are_told_and_prove_nothing(tmp_path: Path) -> None:
    files = [tmp_path / "one", tmp_path / "other"]
    for path, text in zip(files, (log_of("boon"), told_logs("boon")[3]), strict=True):
        path.write_bytes(text)
    done = CliRunner().invoke(main, ["verify", *map(str, files), "--json"])
    assert done.exit_code == 1
    *_, fork = objects(done)
    assert fork["kind"] == "unproven_fork"
    assert "give --key to see which one is false" in fork["why"]


def test_a_log_given_twice_is_no_fork(paths: dict[str, Path], tmp_path: Path) -> None:
    (tmp_path / "copy").write_bytes(log_of("boon"))
    assert run(*paths.values(), tmp_path / "copy").exit_code == 0


def test_what_the_server_did_not_sign_makes_no_fork(paths: dict[str, Path], tmp_path: Path) -> None:
    log = pieces(retold("boon"))
    log.end["signature"] = "00" * 64
    done = run(*paths.values(), log.write(tmp_path / "other"), "--json")
    assert [told["kind"] for told in objects(done) if told["kind"]] == ["unsigned"]


def test_what_is_given_beside_the_logs_must_be_readable(
    paths: dict[str, Path], tmp_path: Path
) -> None:
    done = run(*paths.values(), "--receipt", tmp_path / "none")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "cannot be read" in done.stderr


def test_the_log_of_an_earlier_table_is_read_with_one_log_and_with_several(
    paths: dict[str, Path], tmp_path: Path
) -> None:
    for files in ([paths["boon"]], [paths["boon"], paths["bum"]]):
        assert run(*files, "--earlier", paths["boosh"]).exit_code == 0
        done = run(*files, "--earlier", tmp_path / "none")
        assert done.exit_code == 2
        assert "none cannot be read" in done.output
