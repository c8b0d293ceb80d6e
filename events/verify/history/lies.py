"""Lies that leaves of a tree tell, and files that prove one to anybody.

A file holds the signed checkpoint, and the leaves that contradict each other with their proofs; or
two checkpoints that contradict each other. Whoever has the server's keys can check it offline.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import orjson

from events.history.checkpoints import (
    ANNOUNCED,
    CLOSED,
    KEY,
    KINDS,
    LEAF,
    LONGEST,
    LOST,
    OF_TOURNAMENTS,
    OPENED,
    RULED,
    RUNNING,
    Checkpoint,
    Leaf,
)
from events.history.merkle import is_consistent, is_included, leaf_hash
from events.record.receipts import LATE, PublicKey
from events.verify.history.tree import (
    MissingProof,
    checkpoint_signature_fault,
    compare_checkpoints,
    find_checkpoint,
    hash_of,
    read_json_object,
)
from games.core.fairness.signature import is_hex

FORMAT = "fairdeal/lie/1"
HOUR = 3_600_000  # milliseconds of the tree's own time: a server that was away catches up before
LIES: Mapping[str, str] = {
    "malformed_leaf": "a leaf does not have the form of leaves",
    "endless": "a table's latest end is more than 30 days after it was announced",
    "two_openings": "a table opened twice",
    "two_ends": "a table has two ends",
    "after_end": "a table goes on after its end",
    "equal_numbers": "two leaves of a stream have the same number",
    "numbers_reversed": "a later leaf of a stream has a smaller number",
    "time_reversed": "a leaf is older than the one before it, or newer than the checkpoint",
    "unannounced": "a table has a leaf but never opened",
    "no_end": "a table opened, and neither ended nor was announced again before its latest end",
    "shrunk": "the tree had fewer leaves at a later time",
    "fork": "the server signed two trees of which neither begins with the other",
}
OF_LEAVES = (  # which leaves are missing has to be read in the tree
    "unannounced", "no_end",
)  # fmt: skip
Json = dict[str, Any]


class TreeFault(NamedTuple):
    """What is wrong: a word of LIES, a sentence, and the places of the leaves that show it."""

    kind: str
    why: str
    places: tuple[int, ...] = ()


def read_leaf(entry: bytes) -> Leaf | None:
    """Return the leaf in an entry of the tree; None for what is no leaf of ours."""
    try:
        name, *fields = orjson.loads(entry)
        leaf = Leaf(*fields)
    except (ValueError, TypeError):
        return None
    kinds = (str, str, int, str, int)
    plain = all(type(value) is kind for value, kind in zip(leaf, kinds, strict=False))
    if name != LEAF or not plain or leaf.kind not in KINDS or leaf.data != entry:
        return None
    ends = type(leaf.end) is int if leaf.kind in ANNOUNCED else leaf.end is None
    hashes = is_hex(leaf.stream, 64) and is_hex(leaf.head, 64)
    return leaf if ends and hashes and leaf.n > 0 else None


def lie_of_leaf(leaf: Leaf | None) -> str | None:
    """Return what is wrong with a leaf by itself; None where nothing is."""
    if leaf is None or (leaf.kind == OPENED and leaf.n != 1):
        return "malformed_leaf"
    if leaf.end is not None and not 0 < leaf.end - leaf.at <= LONGEST:
        return "endless"
    return None


def lie_between_leaves(first: Leaf, second: Leaf) -> str | None:
    """Return what is wrong between a leaf and a later one of its stream; None where nothing is."""
    if second.kind == OPENED:
        return "two_openings"
    if first.kind == CLOSED:
        return "two_ends" if second.kind == CLOSED else "after_end"
    if second.n < first.n:
        return "numbers_reversed"
    if second.n == first.n and (second.kind, second.head) != (RUNNING, first.head):
        return "equal_numbers"
    return None


def is_announced(leaf: Leaf) -> bool:
    """Say whether a leaf is of a kind that comes without an opening before it."""
    return leaf.kind in (OPENED, RULED, KEY, LOST, *OF_TOURNAMENTS)


class LeafProof(NamedTuple):
    """A leaf with the proof that it is in the tree."""

    place: int
    leaf: Leaf | None
    entry: bytes
    path: list[bytes]


def is_lie_proven(data: Any, keys: Sequence[PublicKey]) -> bool:
    """Say whether a file proves a lie of the server whose keys these are.

    Of a lie by which a leaf is missing (`OF_LEAVES`) it proves the rest.

    Raises:
        MissingProof: it is no such file.
    """
    lie = read_json_object(
        data, {"format": str, "kind": str, "checkpoints": list, "leaves": list}, "lie"
    )
    if lie["format"] != FORMAT or lie["kind"] not in LIES:
        raise MissingProof(f"it holds no lie in the form {FORMAT}")
    checkpoints = [find_checkpoint(note) for note in lie["checkpoints"]]
    if not checkpoints or any(checkpoint_signature_fault(one, keys) for one in checkpoints):
        return False
    if lie["kind"] in ("shrunk", "fork"):
        return _is_other_history(checkpoints, lie.get("consistency"), keys)
    leaves = [_read_leaf_proof(row) for row in lie["leaves"]]
    newest = checkpoints[0]
    if not all(_is_in(one, newest) for one in leaves):
        return False
    return _lie_in_leaves(leaves, newest) == str(lie["kind"])


def _read_leaf_proof(row: Any) -> LeafProof:
    """Return a leaf with its proof from its JSON."""
    fields = read_json_object(row, {"index": int, "entry": str, "path": list}, "leaf")
    entry = fields["entry"].encode()
    return LeafProof(fields["index"], read_leaf(entry), entry, [*map(hash_of, fields["path"])])


def _is_in(one: LeafProof, checkpoint: Checkpoint) -> bool:
    """Say whether a leaf is in the tree of a checkpoint."""
    hashed = leaf_hash(one.entry)
    return is_included(hashed, one.place, checkpoint.size, one.path, checkpoint.root)


def _lie_in_leaves(leaves: Sequence[LeafProof], checkpoint: Checkpoint) -> str | None:
    """Return the lie that leaves of a signed tree, in their order, show."""
    assert checkpoint.at is not None
    own = [one.leaf for one in leaves]
    for leaf in own:
        if (wrong := lie_of_leaf(leaf)) is not None:
            return wrong
    known = [leaf for leaf in own if leaf is not None]
    if [one.place for one in leaves] != sorted({one.place for one in leaves}) or not known:
        return None
    first, *others = known
    if len(known) == 1:
        if first.at > checkpoint.at + LATE:
            return "time_reversed"
        return None if is_announced(first) else "unannounced"
    if others[0].at < first.at:
        return "time_reversed"
    if others[0].stream == first.stream:
        return lie_between_leaves(first, others[0])
    if len(known) == 3 and first.end is not None:
        begun, still = (one.at for one in others)
        return "no_end" if first.end < begun and still >= begun + HOUR else None
    return None


def _is_other_history(
    checkpoints: Sequence[Checkpoint], proof: Any, keys: Sequence[PublicKey]
) -> bool:
    """Say whether two checkpoints contradict each other.

    Where the sizes differ, `proof` shows that the newer tree begins with another root of the older
    size than the one that was signed.
    """
    if len(checkpoints) != 2:
        raise MissingProof("it takes two checkpoints to show two histories")
    old, new = checkpoints
    verdict = compare_checkpoints(old, new, None, keys).verdict
    if verdict in ("fork", "shrunk"):
        return True
    if verdict == "published_loss":
        return False
    given = read_json_object(proof, {"root": str, "path": list}, "proof of another history")
    root, path = hash_of(given["root"]), [*map(hash_of, given["path"])]
    return root != old.root and is_consistent(old.size, new.size, root, new.root, path)
