"""Checkpoints and proofs of the tree of heads as files, held to keys and to each other, offline."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from events.history.checkpoints import (
    Checkpoint,
    Leaf,
    is_checkpoint_signed_by,
    origin_of,
    read_checkpoint,
)
from events.history.merkle import is_consistent
from events.history.notes import BadNote, NoteKey
from events.record.losses import Loss
from events.record.receipts import LATE, PublicKey
from events.verify.report import Fault, LogReport
from games.core.fairness.signature import is_hex
from games.core.words import count_phrase

PROOF = {"leaf": dict, "index": int, "path": list, "checkpoint": str}
CONSISTENCY = {"from": int, "to": int, "path": list}
LEAF = {"kind": str, "stream": str, "n": int, "head": str, "at": int}
EXITS: Mapping[str, int] = {  # what may become of two checkpoints, and the exit code
    "one_history": 0, "fork": 1, "shrunk": 1, "wrong_proof": 1, "forged_checkpoint": 1,
    "outside_validity": 1, "unwitnessed": 1, "undecided": 2, "published_loss": 3,
}  # fmt: skip
Json = dict[str, Any]


class MissingProof(Exception):
    """What is looked for is not there, or not in its form."""


def read_json_object(data: Any, fields: Mapping[str, type], what: str) -> Json:
    """Return a JSON object that has these fields; Missing says which are wrong."""
    given = data if isinstance(data, dict) else {}
    wrong = [name for name, kind in fields.items() if type(given.get(name)) is not kind]
    if wrong:
        raise MissingProof(f"it holds no {what} with a valid {', '.join(wrong)}")
    return given


def hash_of(text: Any) -> bytes:
    """Return a hash from its hex."""
    if not isinstance(text, str) or not is_hex(text, 64):
        raise MissingProof(f"{text!r} is no hash: it must have 64 lower-case hex digits")
    return bytes.fromhex(text)


def find_checkpoint(data: Any) -> Checkpoint:
    """Return the checkpoint in a note, or in an answer of the API that holds one."""
    text = data.get("checkpoint") if isinstance(data, dict) else data
    if not isinstance(text, str):
        raise MissingProof("it holds no checkpoint, which is a text")
    try:
        checkpoint = read_checkpoint(text)
    except BadNote as bad:
        raise MissingProof(f"it holds no checkpoint: {bad}") from None
    if checkpoint.at is None:
        raise MissingProof(
            "it holds a checkpoint of another kind of server: a line with `at` is missing"
        )
    return checkpoint


class InclusionProof(NamedTuple):
    """The proof that a leaf is in the tree of a checkpoint."""

    leaf: Leaf
    place: int
    path: list[bytes]
    checkpoint: Checkpoint


def find_proof(data: Any) -> InclusionProof:
    """Return the proof that a leaf is in the tree."""
    proof = read_json_object(data, PROOF, "proof of a table")
    given = read_json_object(proof["leaf"], LEAF, "proof of a table")
    end = given.get("end")
    if end is not None and type(end) is not int:
        raise MissingProof("it holds no proof of a table with a proper end")
    leaf = Leaf(**{name: given[name] for name in LEAF}, end=end)  # what else is there is not proven
    path = [hash_of(node) for node in proof["path"]]
    return InclusionProof(leaf, proof["index"], path, find_checkpoint(proof))


def find_consistency(data: Any) -> Json | None:
    """Return the proof that the tree has only grown, if there is one in JSON."""
    if not isinstance(data, dict) or "path" not in data:
        return None
    proof = read_json_object(data, CONSISTENCY, "proof of consistency")
    return {**proof, "path": [hash_of(node) for node in proof["path"]]}


def _leaf_count_text(size: int) -> str:
    """Return the size of a tree in words."""
    return count_phrase(size, "leaf", "leaves")


def checkpoint_signature_fault(checkpoint: Checkpoint, keys: Sequence[PublicKey]) -> Fault | None:
    """Return why the server has not signed a checkpoint with one of the keys."""
    what = f"the checkpoint of {_leaf_count_text(checkpoint.size)}"
    signers = [key for key in keys if is_checkpoint_signed_by(checkpoint, key.public)]
    if not signers:
        return Fault("forged_checkpoint", 0, f"{what} is not signed by the key")
    assert checkpoint.at is not None
    if all(key.ended_before(checkpoint.at) for key in signers):
        why = f"{what} is of {checkpoint.at}, when its key had been destroyed"
        return Fault("outside_validity", 0, why)
    return None


class Quorum(NamedTuple):
    """The witnesses that count, and how many of them must have cosigned a checkpoint."""

    witnesses: Sequence[NoteKey] = ()
    least: int = 0

    def times(self, checkpoint: Checkpoint) -> list[tuple[int, str]]:
        """Return the seconds at which they cosigned a checkpoint, in order, with their names."""
        times = {
            key.public: (at, key.name)
            for key in self.witnesses
            if (at := checkpoint.note.cosigned_at(key)) is not None
        }
        return sorted(times.values())

    def cosigned(self, checkpoint: Checkpoint) -> str | None:
        """Return a sentence on who has cosigned a checkpoint, and when; None where nobody has.

        Raises:
            Fault: they are too few.
        """
        times = self.times(checkpoint)
        who = ", ".join(f"{name} at {at}" for at, name in times)
        if len(times) < self.least:
            some = f"{len(times)} of the {self.least} demanded" + (f": {who}" if who else "")
            raise Fault("unwitnessed", 0, f"witnesses have cosigned the checkpoint, but {some}")
        if not times:
            return None
        number = count_phrase(len(times), "witness", "witnesses")
        return f"the checkpoint was cosigned by {number}: {who}"


NOBODY = Quorum()


def report_with_witnesses(report: LogReport, checkpoint: Checkpoint, quorum: Quorum) -> LogReport:
    """Return the report with who of the given witnesses has cosigned a checkpoint, and when."""
    try:
        claim = quorum.cosigned(checkpoint)
    except Fault as fault:
        return report._replace(faults=(*report.faults, fault), proven=())
    if report.faults or claim is None:
        return report
    return report._replace(proven=(*report.proven, claim))


class Comparison(NamedTuple):
    """What became of two checkpoints: a word of EXITS, and a sentence."""

    verdict: str
    why: str


def compare_checkpoints(
    one: Checkpoint,
    other: Checkpoint,
    proof: Json | None,
    keys: Sequence[PublicKey],
    quorum: Quorum = NOBODY,
) -> Comparison:
    """Say whether two checkpoints are of one history, of which the newer one has a quorum.

    `proof` is from `find_consistency`.
    """
    old, new = _in_order(one, other, keys)
    comparison = _compare_histories(old, new, proof, keys)
    if comparison.verdict != "one_history":
        return comparison
    try:
        more = quorum.cosigned(new)
    except Fault as fault:
        return Comparison(fault.kind, f"{comparison.why}; {fault.why}")
    return comparison if more is None else comparison._replace(why=f"{comparison.why}; {more}")


def _in_order(
    one: Checkpoint, other: Checkpoint, keys: Sequence[PublicKey]
) -> tuple[Checkpoint, Checkpoint]:
    """Return two checkpoints, that of the older tree first, or else the smaller one."""
    if one.origin != other.origin and published_loss(other, one, keys) is not None:
        return other, one
    if one.origin != other.origin and published_loss(one, other, keys) is not None:
        return one, other
    return (other, one) if other.size < one.size else (one, other)


def published_loss(old: Checkpoint, new: Checkpoint, keys: Sequence[PublicKey]) -> Loss | None:
    """Return what the server has published as lost between two of its trees, by its keys.

    None where it has published none, or signed for more than it has admitted; of several losses
    the sum.
    """
    names = [origin_of(keys[place:]) for place in range(len(keys))]  # of the tree of each key
    if old.origin not in names or new.origin not in names:
        return None
    first, last = names.index(old.origin), names.index(new.origin)
    losses = [key.loss for key in keys[last:first][::-1] if key.loss is not None]
    if not losses or not _has_admitted(losses[0], old):
        return None
    return losses[0]._replace(kept=min(loss.kept for loss in losses))


def _has_admitted(loss: Loss, checkpoint: Checkpoint) -> bool:
    """Say whether a loss is of a tree at least as large as one that was signed for."""
    if checkpoint.size == loss.size and loss.size:
        return loss.root == checkpoint.root.hex()
    return checkpoint.size <= loss.size


def loss_text(loss: Loss) -> str:
    """Return a published loss in words."""
    lost = _leaf_count_text(loss.size - loss.kept)
    return f"the server has published that it lost {lost} of the {loss.size} that it had signed for"


def _compare_histories(
    old: Checkpoint, new: Checkpoint, proof: Json | None, keys: Sequence[PublicKey]
) -> Comparison:
    """Say whether a checkpoint and a newer one are of one history."""
    for checkpoint in (old, new):
        if distrust := checkpoint_signature_fault(checkpoint, keys):
            return Comparison(distrust.kind, distrust.why)
    sizes, roots = (old.size, new.size), (old.root, new.root)
    if old.origin != new.origin and (loss := published_loss(old, new, keys)) is not None:
        if old.size > loss.kept:
            why = f"{loss_text(loss)}; the tree of {_leaf_count_text(old.size)} had some of them"
            return Comparison("published_loss", why)
    elif old.origin != new.origin:
        why = f"the server signed trees of two names: {old.origin} and {new.origin}"
        return Comparison("fork", why)
    if sizes[0] == sizes[1]:
        if roots[0] == roots[1]:
            return Comparison(
                "one_history", f"both are of the same tree of {_leaf_count_text(sizes[0])}"
            )
        two = f"{old.root.hex()} and {new.root.hex()}"
        why = f"the server signed two roots of {_leaf_count_text(sizes[0])}: {two}"
        return Comparison("fork", why)
    assert old.at is not None
    assert new.at is not None
    if old.at > new.at + LATE:
        earlier = f"the tree had {_leaf_count_text(sizes[1])} at {new.at}"
        why = f"{earlier}, and only {sizes[0]} later, at {old.at}"
        return Comparison("shrunk", why)
    if proof is None or (proof["from"], proof["to"]) != sizes:
        ask = f"GET /v1/tree/consistency?from={sizes[0]}&to={sizes[1]}"
        return Comparison("undecided", f"there is no proof for these sizes; {ask} gives it")
    if is_consistent(*sizes, *roots, proof["path"]):
        why = f"the tree of {_leaf_count_text(sizes[1])} begins with that of {sizes[0]}"
        return Comparison("one_history", why)
    why = "the path does not lead from one root to the other; a server that has none shows"
    return Comparison("wrong_proof", f"{why} two histories")
