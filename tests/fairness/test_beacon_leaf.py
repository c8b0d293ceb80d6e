"""The closing of the entropies is a leaf: who cosigned it before its round credits the beacon."""

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
    SETTLED,
    Leaf,
    announcement_interval,
    sign_checkpoint,
    stream_hash,
)
from events.history.notes import COSIGNATURE, NoteKey, SignedNote, cosignature_by, read_note
from events.record.receipts import Signer
from games.core.fairness.beacon import QUICKNET
from games.table.beacon import AHEAD
from service.commands.main import main
from tests.fairness.second import run_second
from tests.fairness.tables import SIGNER, played, text_of
from tests.fairness.test_checkpoints import LEAVES, NAME, grown

Json = dict[str, Any]
ROUND = 12040883  # of which the signature is known here
DUE = QUICKNET.due_at(ROUND) // 1000
ONE, TWO = (Signer(SigningKey(bytes([number] * 32))) for number in (1, 2))
DESK = played("boosh", 3, beacon=QUICKNET._asdict(), now=1000 * DUE - AHEAD - 1500)
PUBLIC = [orjson.loads(event.e) for event in DESK.log]
OPENING = PUBLIC[0]["data"]


def number_of(name: str) -> int:
    """Return the number of the one event of a type."""
    (event,) = [event for event in PUBLIC if event["type"] == f"table.{name}.v1"]
    return int(event["n"])


CALL, CLOSING = number_of("start_called"), number_of("entropy_closed")


def witness(signer: Signer) -> NoteKey:
    return NoteKey("witness.example/w", signer.public, COSIGNATURE)


def leaf_of(n: int, kind: str = SETTLED) -> Leaf:
    """Return the leaf of an event, three seconds after it."""
    stored = DESK.log[n - 1]
    at = PUBLIC[n - 1]["at"] + 3_000
    end = None if kind == CLOSED else at + announcement_interval(OPENING)
    return Leaf(kind, stream_hash(DESK.id), n, stored.h.hex(), at, end)


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
    table.write_bytes(text_of(DESK))
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
        if other["verdict"] != "bad":
            assert other["credited"] is (found["beacon"] == "credited"), (other, found)
    return found


def test_a_cosigned_leaf_of_the_closing_from_before_the_round_credits_the_beacon(
    tmp_path: Path,
) -> None:
    found = judged(tmp_path, proof(leaf_of(CLOSING), (ONE, DUE - 1)))
    assert (found["verdict"], found["beacon"]) == ("good", "credited")
    older = f"the cosignature of the leaf of event {CLOSING} is older"
    assert any(older in line for line in found["proven"])


@pytest.mark.parametrize("late", [0, 1, 100_000])
def test_a_cosignature_from_after_the_round_does_not_credit_it(tmp_path: Path, late: int) -> None:
    found = judged(tmp_path, proof(leaf_of(CLOSING), (ONE, DUE + late)))
    assert (found["verdict"], found["beacon"]) == ("good", "time unproven")


def test_as_many_witnesses_as_demanded_must_have_cosigned_before_it(tmp_path: Path) -> None:
    one_late = proof(leaf_of(CLOSING), (ONE, DUE - 2), (TWO, DUE))
    assert judged(tmp_path, one_late)["beacon"] == "credited"
    assert judged(tmp_path, one_late, quorum=2)["beacon"] == "time unproven"
    both = proof(leaf_of(CLOSING), (ONE, DUE - 2), (TWO, DUE - 1))
    assert judged(tmp_path, both, quorum=2)["beacon"] == "credited"


def test_a_leaf_from_before_the_closing_does_not_credit_it(tmp_path: Path) -> None:
    opening = judged(tmp_path, proof(leaf_of(1, OPENED), (ONE, DUE - 1)))
    assert (opening["verdict"], opening["beacon"]) == ("good", "time unproven")
    call = judged(tmp_path, proof(leaf_of(CALL, CALLED), (ONE, DUE - 1)))
    assert (call["verdict"], call["beacon"]) == ("good", "time unproven")


@pytest.mark.parametrize(
    ("n", "kind"),
    [(CALL, SETTLED), (CALL, OPENED), (CLOSING, CALLED), (CLOSING - 1, SETTLED), (1, CALLED)],
)
def test_a_leaf_of_another_kind_than_its_event_is_named(tmp_path: Path, n: int, kind: str) -> None:
    found = judged(tmp_path, proof(leaf_of(n, kind), (ONE, DUE - 1)))
    assert [one["kind"] for one in found["faults"]] == ["wrong_head"]


def test_no_leaf_that_proves_nothing_credits_it(tmp_path: Path) -> None:
    nobody = judged(tmp_path, proof(leaf_of(CLOSING)))
    assert [one["kind"] for one in nobody["faults"]] == ["unwitnessed"]
    forged = proof(leaf_of(CLOSING)._replace(head="ab" * 32), (ONE, DUE - 1))
    assert [one["kind"] for one in judged(tmp_path, forged)["faults"]] == ["fork"]
    stranger = judged(tmp_path, proof(leaf_of(CLOSING), (ONE, DUE - 1)), key=ONE.public)
    assert (stranger["verdict"], stranger["beacon"]) == ("bad", None)
