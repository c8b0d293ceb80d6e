"""Tournaments: the command that verifies logs and exports of them, and the second verifier."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from events.history.checkpoints import (
    CLOSED,
    RULED,
    RUNNING,
    SETTLED,
    TOURNAMENT_CALLED,
    TOURNAMENT_SETTLED,
    Leaf,
    sign_checkpoint,
    stream_hash,
)
from games.table.planned import table_id
from service.commands.main import main
from tests.events.forge import Forged, pieces
from tests.events.tournaments.cup import SWISS, Cup, ruled, swiss, waiting_for_rounds, write, zipped
from tests.events.tournaments.test_verdict import place
from tests.fairness.second import run_second
from tests.fairness.tables import SIGNER
from tests.fairness.test_checkpoints import LEAVES, NAME, grown
from tests.tournaments.case import ID

BAD = {"verdict": "bad", "tournament": ID, "events": 27, "tables": 3}


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["verify", *map(str, arguments), "--key", SIGNER.public])


def test_an_export_is_verified_by_one_command_zipped_or_not(tmp_path: Path) -> None:
    folder, file = write(ruled().files(), tmp_path / "cup"), zipped(ruled().files(), tmp_path / "z")
    for path in (folder, file):
        done = run(path)
        assert done.exit_code == 0, done.output
        assert done.output.startswith(f"GOOD: tournament {ID}: 27 events, 4 tables, head ")
    (folder / f"tables/{table_id(ID, 2)}.jsonl").unlink()
    done = run(folder, "--json")
    told = json.loads(done.stdout)
    assert (done.exit_code, {name: told[name] for name in BAD}) == (1, BAD)
    (fault,) = told["faults"]
    assert (fault["file"], fault["kind"]) == ("tournament.jsonl", "missing_table")
    assert fault["why"].startswith("table 2 was opened; its log, tables/t")


def test_moves_of_bots_are_chosen_again_in_an_export_when_asked_for(tmp_path: Path) -> None:
    done = run(write(swiss().files(), tmp_path), "--bots")
    assert (done.exit_code, done.output[:4]) == (0, "GOOD"), done.output


def test_a_folder_without_a_tournament_is_unreadable(tmp_path: Path) -> None:
    for given in ((tmp_path,), (tmp_path, tmp_path)):
        done = run(*given)
        assert done.exit_code == 2
        assert "is no exported tournament: it has no tournament.jsonl" in done.output
    path = write(swiss().files(), tmp_path / "cup")
    proof = tmp_path / "proof"
    proof.write_text("{}")
    assert run(path, "--proof", proof).exit_code == 2


def test_several_logs_of_tournaments_are_verified_side_by_side(tmp_path: Path) -> None:
    other = Cup(SWISS, "c" + "9" * 18).entered(4).played()
    early = Cup(SWISS).entered(5)
    texts = {"a": swiss().text(), "b": other.text(), "c": early.text()}
    write(texts, tmp_path)
    done = run(*(tmp_path / name for name in texts))
    assert done.exit_code == 0, done.output
    assert done.output.count("GOOD, but not checked: tables (not given): tournament c") == 2
    assert done.output.endswith("3 logs: 3 good, 0 bad, 0 unreadable\n")
    fork = Cup(SWISS).entered(5, promise=False).played()
    (tmp_path / "d").write_bytes(fork.text())
    done = run(tmp_path / "a", tmp_path / "d")
    assert done.exit_code == 1
    assert "BAD: fork:" in done.output
    done = run(tmp_path / "a", write(swiss().files(), tmp_path / "cup"))
    assert done.output.endswith("2 logs: 2 good, 0 bad, 0 unreadable\n"), done.output


def test_a_log_that_goes_on_behind_its_close_is_no_fork_of_the_shorter_one(tmp_path: Path) -> None:
    write({"a": swiss().text(), "b": ruled().text()}, tmp_path)
    done = run(tmp_path / "a", tmp_path / "b")
    assert (done.exit_code, "fork" in done.output) == (0, False), done.output


def second(path: Path) -> Any:
    """Return what the second verifier says."""
    done = run_second("--key", SIGNER.public, path)
    assert done.stdout, done.stderr
    return json.loads(done.stdout)


def test_both_verifiers_agree_on_the_bytes_of_a_tournament(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    path.write_bytes(ruled().text())
    assert second(path)["verdict"] == "good"
    assert second(path)["head"] == ruled().stream.log[-1].h.hex()
    for n in range(1, 28, 5):
        changed = pieces(ruled().text())
        changed.events[n - 1]["e"]["data"]["more"] = 1
        changed.write(path)
        assert second(path)["verdict"] == "bad"
        changed.rechained().signed().write(path)
        assert second(path)["why"].startswith(f"more of event {n}")
    changed = pieces(ruled().text())
    changed.end["at"] += 1  # by somebody without the key
    changed.write(path)
    assert "is not signed" in second(path)["why"]


def a_part_is_withheld(log: Forged) -> None:
    log.events[place(log, "result_taken")]["p"] = None


FORMS: dict[str, Callable[[Forged], Any]] = {
    "not complete": lambda log: log.end.update(complete=False),
    "withheld": a_part_is_withheld,
    "of a table": lambda log: log.events[0]["e"].update(type="table.opened.v1"),
    "by a seat": lambda log: log.events[1]["e"].update(by="seat:1"),
    "a longer command": lambda log: log.events[0]["e"]["cause"].update(last=2),
    "an endless command": lambda log: log.events[-1]["e"]["cause"].update(last=99),
    "more asked": lambda log: log.events[1]["e"]["cause"]["action"].update(more=1),
    "of one more field": lambda log: log.header.update(game="boosh"),
    "of another stream": lambda log: log.header.update(table="t1"),
}


@pytest.mark.parametrize("form", FORMS)
def test_both_verifiers_refuse_what_is_no_log_of_a_tournament(form: str, tmp_path: Path) -> None:
    changed = pieces(swiss().text())
    FORMS[form](changed)
    changed.end.update(table=changed.header["table"])
    path = changed.rechained().signed().write(tmp_path / "c.jsonl")
    assert second(path)["verdict"] == "bad"
    assert run(path).exit_code in (1, 2)


# The call and the start are leaves of the tree


def proven(folder: Path, kind: str, event_type: str, cup: Cup | None = None) -> str:
    """Return the verdict of both verifiers on a tournament and a proof that it has such a leaf."""
    own = cup or swiss()
    log = own.stream.log
    public = [json.loads(event.e) for event in log]
    n = next(one["n"] for one in public if one["type"] == f"tournament.{event_type}.v1")
    at = public[n - 1]["at"] + 3_000
    leaf = Leaf(kind, stream_hash(ID), n, log[n - 1].h.hex(), at, None)
    tree, place = grown(*LEAVES, leaf), len(LEAVES)
    proof = {
        "leaf": leaf._asdict(),
        "index": place,
        "path": [node.hex() for node in tree.inclusion(place, place + 1)],
        "checkpoint": sign_checkpoint(SIGNER, NAME, place + 1, tree.root(place + 1), at + 1_000),
    }
    (given := folder / "proof").write_text(json.dumps(proof))
    (path := folder / "log").write_bytes(own.text())
    words = ("--key", SIGNER.public, "--proof", given, path)
    done = CliRunner().invoke(main, ["verify", *map(str, words), "--json"])
    verdict: str = json.loads(done.stdout)["verdict"]
    if shutil.which("node"):
        assert json.loads(run_second(*words).stdout)["verdict"] == verdict
    return verdict


@pytest.mark.parametrize(
    ("kind", "event_type"),
    [(TOURNAMENT_CALLED, "called"), (TOURNAMENT_SETTLED, "started")],
)
def test_the_leaf_of_a_tournament_is_held_to_its_log(
    tmp_path: Path, kind: str, event_type: str
) -> None:
    assert proven(tmp_path, kind, event_type) == "good"


@pytest.mark.parametrize("event_type", ["round_planned", "table_replayed"])
def test_the_leaf_of_a_plan_with_a_round_of_a_beacon_is_held_to_its_log(
    tmp_path: Path, event_type: str
) -> None:
    cup = waiting_for_rounds()
    assert proven(tmp_path, TOURNAMENT_SETTLED, event_type, cup) == "good"
    assert proven(tmp_path, TOURNAMENT_CALLED, event_type, cup) == "bad"


@pytest.mark.parametrize(
    ("kind", "event_type"),
    [
        (TOURNAMENT_CALLED, "started"), (TOURNAMENT_SETTLED, "called"), (RUNNING, "called"),
        (SETTLED, "started"), (RULED, "called"), (CLOSED, "closed"),
        (TOURNAMENT_SETTLED, "round_planned"),  # without a beacon it fixes nothing
    ],
)  # fmt: skip
def test_a_leaf_of_a_tournament_of_another_kind_than_its_event_is_named(
    tmp_path: Path, kind: str, event_type: str
) -> None:
    assert proven(tmp_path, kind, event_type) == "bad"
