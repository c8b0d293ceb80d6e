"""A published loss is no way to be rid of what was signed: what it excuses is never good."""

import shutil
from pathlib import Path
from typing import Any

import orjson
import pytest
from click.testing import CliRunner
from nacl.signing import SigningKey

from events.history.checkpoints import CLOSED, Leaf, sign_checkpoint, stream_hash
from events.history.merkle import Tree
from events.history.signing_keys import SigningKeys
from events.record import logfile
from events.record.losses import Loss
from events.record.receipts import PublicKey
from service.commands.main import main
from tests.events.forge import pieces
from tests.fairness.second import run_second
from tests.fairness.tables import SIGNER, played
from tests.folders import Put

DESK = played("boosh", 3)
HALF = DESK.log[40]
AT, HALFWAY = (orjson.loads(event.e)["at"] for event in (DESK.log[-1], HALF))
CRASH = AT + 30_000  # when the new key took over
YEAR = 31_536_000_000  # milliseconds
OWN, MIDDLE = len(DESK.log), HALF.n
NEW = SigningKey(bytes([7]) * 32)
FIRST = Leaf(CLOSED, "00" * 32, 5, "11" * 32, HALFWAY - 1, None)
END = Leaf(CLOSED, stream_hash(DESK.id), OWN, DESK.log[-1].h.hex(), AT + 5, None)
LATER = FIRST._replace(stream="22" * 32, at=AT + 9_000)
LEAVES = (FIRST, END, LATER)
Json = dict[str, Any]


def tree() -> Tree:
    grown = Tree()
    for leaf in LEAVES:
        grown.append(leaf.data)
    return grown


TREE = tree()
ROOT = TREE.root(len(LEAVES)).hex()


def keys(after: int, kept: int = len(LEAVES)) -> Json:
    """Return the keys of a server that has published a loss, as it answers."""
    old = SigningKeys(SIGNER, (PublicKey(SIGNER.public, 0),))
    rows = old.rotated(NEW, CRASH, Loss(after, len(LEAVES), ROOT, kept)).public
    return {"keys": [key.as_json() for key in rows]}


def proof(index: int) -> Json:
    """Return the proof that a leaf is in the tree that was signed before the loss."""
    name = f"fairdeal/{PublicKey(SIGNER.public).id}"
    path = [node.hex() for node in TREE.inclusion(index, len(LEAVES))]
    note = sign_checkpoint(SIGNER, name, len(LEAVES), TREE.root(len(LEAVES)), AT + 10_000)
    return {"leaf": LEAVES[index]._asdict(), "index": index, "path": path, "checkpoint": note}


def other_story() -> Json:
    """Return a receipt of another story of the table, signed when it was half over."""
    return {**SIGNER.receipt(DESK.id, MIDDLE, b"\1" * 32, HALFWAY, "always")}


def log_file(put: Put) -> Path:
    return put("log.jsonl", b"".join(logfile.log_file_lines(DESK.id, DESK.log, AT + 1_000, SIGNER)))


def retold(put: Put) -> Path:
    """Return another log of the table, which the server signed too: its last event is later."""
    log = pieces(log_file(put).read_bytes())
    last = log.events[-1]["e"]
    first = last["n"] if isinstance(last["cause"], dict) else last["cause"]
    for event in log.events[first - 1 :]:
        event["e"]["at"] += 1
    return put("retold.jsonl", b"".join(log.rechained().signed().lines()))


def run(*arguments: object) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["verify", *map(str, arguments)])
    return done.exit_code, done.output


def both(*words: object) -> tuple[int, str]:
    """Return the exit code on which both verifiers agree, and what ours says of the last word."""
    *more, log = words
    code, text = run(log, *more)
    if shutil.which("node") is not None:
        second = run_second(*more, log)
        assert second.returncode == code or (code, second.returncode) == (2, 1), second
    return code, text


@pytest.mark.parametrize(
    ("after", "kept", "length", "missing"),
    [
        (HALFWAY - 1, 1, "2 minutes 28 seconds", "2 of 3 leaves of its signed tree are gone"),
        (AT + 9_000, 3, "21.0 seconds", "no leaf of its signed tree is missing, as after a crash"),
    ],
)
def test_a_contradiction_that_a_loss_excuses_is_never_good(
    put: Put, after: int, kept: int, length: str, missing: str
) -> None:
    """It is no lie either: how long the loss is, and what is missing, is said."""
    receipt = {**SIGNER.receipt(DESK.id, OWN, b"\1" * 32, after, "always")}
    words = ("--key", put("keys", keys(after, kept)), "--receipt", put("receipt", receipt))
    code, text = both(*words, log_file(put))
    assert (code, text[:8], "GOOD" in text, "BAD" in text) == (3, "EXCUSED:", False, False), text
    assert f"may have lost all that it signed in {length}, from {after} to {CRASH}" in text
    assert missing in text
    found = orjson.loads(run(log_file(put), *words, "--json")[1])
    assert (found["verdict"], found["kind"], found["faults"]) == ("excused", "fork", [])
    assert [one["kind"] for one in found["excused"]] == ["fork"]
    code, text = run(log_file(put), retold(put), *words[:2])
    assert (code, "EXCUSED: published_loss" in text, missing in text) == (3, True, True), text
    assert "2 logs: 2 good, 0 bad, 0 unreadable; and 1 excused contradiction" in text


@pytest.mark.parametrize(
    ("after", "kept"), [(0, len(LEAVES)), (0, 1), (CRASH + 1, 1)],
)  # fmt: skip
def test_a_loss_that_no_store_can_have_is_refused(put: Put, after: int, kept: int) -> None:
    """All that was ever signed, though leaves are left; or what was signed by the next key."""
    words = ("--key", put("keys", keys(after, kept)), "--receipt", put("receipt", other_story()))
    code, text = both(*words, log_file(put))
    assert (code, "publishes a malformed loss" in text) == (2, True), text
    assert both(*words[:2], log_file(put))[0] == 2, "though nothing contradicts the log"
    assert both("--key", put("keys", keys(0, 0)), *words[2:], log_file(put))[0] == 3


@pytest.mark.parametrize("index", [0, 1, 2])
def test_a_loss_from_before_a_leaf_that_is_kept_is_wrong_and_excuses_nothing(
    put: Put, index: int
) -> None:
    """A store that has kept the leaf has kept all that it had when it took it in."""
    shown, receipt = put("keys", keys(AT - YEAR)), put("receipt", other_story())
    own = ("--key", shown, "--proof", put("proof", proof(index)))
    code, text = both(*own, "--receipt", receipt, log_file(put))
    assert code == 1, text
    if index != 1:
        assert "foreign_proof" in text
    found = orjson.loads(run(log_file(put), *own, "--receipt", receipt, "--json")[1])
    kinds = {one["kind"] for one in found["faults"]}
    assert {"wrong_loss", "fork"} <= kinds
    assert found["excused"] == []
    code, text = both(*own, log_file(put))
    assert (code, "wrong_loss" in text) == (1, True), text
    code, text = run(log_file(put), retold(put), *own[:2], "--proof", put("proof", proof(1)))
    assert (code, "published_loss" in text, "BAD: fork" in text) == (1, False, True), text


def test_a_table_whose_end_is_kept_was_not_lost(put: Put) -> None:
    """The loss may be right; but it took nothing of this table, so two stories of it are a lie."""
    shown = put("keys", keys(AT + 5, 2))
    late = {**SIGNER.receipt(DESK.id, OWN, b"\1" * 32, AT, "always")}
    words = ("--key", shown, "--receipt", put("late", late))
    assert both(*words, log_file(put))[0] == 3
    code, text = both(*words, "--proof", put("proof", proof(1)), log_file(put))
    assert (code, "wrong_loss" in text, "BAD" in text) == (1, False, True), text
    code, text = run(log_file(put), retold(put), "--key", shown, "--proof", put("proof", proof(1)))
    assert (code, "published_loss" in text, "BAD: fork" in text) == (1, False, True), text


def test_behind_an_end_that_is_kept_nothing_was_lost_either(put: Put) -> None:
    """A receipt of an event beyond the end is of another story, in which the table went on."""
    beyond = {**SIGNER.receipt(DESK.id, OWN + 5, b"\1" * 32, AT + 9, "always")}
    words = ("--key", put("keys", keys(AT + 5, 2)), "--receipt", put("beyond", beyond))
    assert both(*words, log_file(put))[0] == 3
    assert both(*words, "--proof", put("proof", proof(1)), log_file(put))[0] == 1


def test_a_leaf_that_was_lost_itself_convicts_nobody(put: Put) -> None:
    shown = put("keys", keys(HALFWAY, 1))
    late = {**SIGNER.receipt(DESK.id, OWN, b"\1" * 32, AT, "always")}
    given = ("--receipt", put("late", late), "--proof", put("proof", proof(1)))
    assert both("--key", shown, *given, log_file(put))[0] == 3


def test_a_kept_leaf_that_the_log_contradicts_is_not_excused(put: Put) -> None:
    """The leaf of a lost tree is excused; one that is kept is not."""
    words = ("--proof", put("proof", proof(1)), retold(put))
    assert both("--key", put("keys", keys(HALFWAY, 1)), *words)[0] == 3
    assert both("--key", put("keys", keys(AT + 5, 2)), *words)[0] == 1
