"""The first call for the start is a leaf: who cosigned it before its round credits the beacon."""

import json
import shutil
from pathlib import Path
from typing import Any

import orjson
import pytest
from click.testing import CliRunner
from nacl.signing import SigningKey

from events.history.checkpoints import (
    CALLED,
    CLOSED,
    OPENED,
    Leaf,
    announcement_interval,
    sign_checkpoint,
    stream_hash,
)
from events.history.notes import COSIGNATURE, NoteKey, SignedNote, cosignature_by, read_note
from events.record.receipts import Signer
from games.core.fairness.beacon import QUICKNET
from service.commands.main import main
from tests.events.verify.test_beacon import ROUND, desk, log, text
from tests.fairness.second import run_second
from tests.fairness.tables import SIGNER
from tests.fairness.test_checkpoints import LEAVES, NAME, grown

Json = dict[str, Any]
DUE = QUICKNET.due_at(ROUND) // 1000
ONE, TWO = (Signer(SigningKey(bytes([number] * 32))) for number in (1, 2))
OPENING = orjson.loads(desk().log[0].e)["data"]
CALL = next(
    n for n, one in enumerate(log().events, 1) if one["e"]["type"] == "table.readied.v1"
)  # fmt: skip


def witness(signer: Signer) -> NoteKey:
    return NoteKey("witness.example/w", signer.public, COSIGNATURE)


def leaf_of(n: int, kind: str = CALLED) -> Leaf:
    """Return the leaf of an event, three seconds after it."""
    stored = desk().log[n - 1]
    at = orjson.loads(stored.e)["at"] + 3_000
    end = None if kind == CLOSED else at + announcement_interval(OPENING)
    return Leaf(kind, stream_hash(desk().id), n, stored.h.hex(), at, end)


def proof(leaf: Leaf, *cosigned: tuple[Signer, int]) -> Json:
    """Return the proof of a leaf, in a checkpoint that witnesses cosigned at these seconds."""
    tree = grown(*LEAVES, leaf)
    size, place = len(tree), len(LEAVES)
    note = read_note(sign_checkpoint(SIGNER, NAME, size, tree.root(size), leaf.at + 1_000))
    lines = [cosignature_by(witness(one), one.sign, note.text, at) for one, at in cosigned]
    path = [node.hex() for node in tree.inclusion(place, size)]
    shown = SignedNote(note.text, (*note.signatures, *lines)).write()
    return {"leaf": leaf._asdict(), "index": place, "path": path, "checkpoint": shown}


def judged(folder: Path, proven: Json, quorum: int = 1, key: str = SIGNER.public) -> Json:
    """Return our verdict, with which the second verifier must agree."""
    table, given = folder / "log", folder / "proof"
    table.write_bytes(text())
    given.write_bytes(orjson.dumps(proven))
    words = ["--key", key, "--proof", str(given)]
    for one in (ONE, TWO):
        words += ["--witness", witness(one).text()]
    words += ["--quorum", str(quorum)]
    done = CliRunner().invoke(main, ["verify", str(table), *words, "--json"])
    found: Json = json.loads(done.output)
    if shutil.which("node"):
        run = run_second(*words, table)
        other = json.loads(run.stdout)
        assert other["verdict"] == found["verdict"], (other, found)
        assert other.get("credited", False) == (found["beacon"] == "credited"), (other, found)
    return found


def test_a_cosigned_leaf_of_the_first_call_from_before_the_round_credits_the_beacon(
    tmp_path: Path,
) -> None:
    found = judged(tmp_path, proof(leaf_of(CALL), (ONE, DUE - 1)))
    assert (found["verdict"], found["beacon"]) == ("good", "credited")
    older = f"the cosignature of the leaf of event {CALL} is older"
    assert any(older in line for line in found["proven"])


@pytest.mark.parametrize("late", [0, 1, 100_000])
def test_a_cosignature_from_after_the_round_does_not_credit_it(tmp_path: Path, late: int) -> None:
    found = judged(tmp_path, proof(leaf_of(CALL), (ONE, DUE + late)))
    assert (found["verdict"], found["beacon"]) == ("good", "time unproven")


def test_as_many_witnesses_as_demanded_must_have_cosigned_before_it(tmp_path: Path) -> None:
    one_late = proof(leaf_of(CALL), (ONE, DUE - 60), (TWO, DUE))
    assert judged(tmp_path, one_late)["beacon"] == "credited"
    assert judged(tmp_path, one_late, quorum=2)["beacon"] == "time unproven"
    both = proof(leaf_of(CALL), (ONE, DUE - 60), (TWO, DUE - 1))
    assert judged(tmp_path, both, quorum=2)["beacon"] == "credited"


def test_no_other_leaf_credits_it(tmp_path: Path) -> None:
    opening = judged(tmp_path, proof(leaf_of(1, OPENED), (ONE, DUE - 1)))
    assert (opening["verdict"], opening["beacon"]) == ("good", "time unproven")
    nobody = judged(tmp_path, proof(leaf_of(CALL)))
    assert [one["kind"] for one in nobody["faults"]] == ["unwitnessed"]
    before = judged(tmp_path, proof(leaf_of(CALL - 1), (ONE, DUE - 1)))
    assert [one["kind"] for one in before["faults"]] == ["wrong_head"]
    forged = proof(leaf_of(CALL)._replace(head="ab" * 32), (ONE, DUE - 1))
    assert [one["kind"] for one in judged(tmp_path, forged)["faults"]] == ["fork"]
    stranger = judged(tmp_path, proof(leaf_of(CALL), (ONE, DUE - 1)), key=ONE.public)
    assert (stranger["verdict"], stranger["beacon"]) == ("bad", None)
