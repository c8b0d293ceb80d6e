"""The signed tree over all logs: a table's end stands in it, and it only grows (RFC 9162).

Written from docs/reference/tree.md. Witnesses and published losses are left to `fairdeal verify`.
"""

import base64
import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from fairdeal_client.canonical import canonical, require, sha256
from fairdeal_client.ed25519 import is_signed

Json = dict[str, Any]
NOTE = re.compile(  # name, size, root, time, signatures
    r"([^\n]+)\n(0|[1-9]\d{0,15})\n([A-Za-z0-9+/=]+)\nat (\d{1,16})\n\n((?:[^\n]+\n)+)"
)
LATE = 60_000  # milliseconds by which the clocks of processes may differ


class Checkpoint(NamedTuple):
    """A size of the tree that the server has signed."""

    origin: str
    size: int
    root: bytes
    at: int


def key_id(key: Json) -> str:
    """Return the id by which receipts name a key."""
    return sha256(bytes.fromhex(key["public"])).hex()[:16]


def succeeding_keys(known: list[Json], shown: list[Json]) -> list[Json]:
    """Return the known keys, and those shown that a known one has signed as its successor."""
    found = {key["public"]: key for key in known}
    for before, after in pairwise(reversed(shown)):  # the newest is shown first
        row = ["fairdeal/key-change/1", before["public"], after["public"], after["from"]]
        if before["public"] in found and after.get("loss") is None and after["signature"]:
            signature, public = bytes.fromhex(after["signature"]), bytes.fromhex(before["public"])
            if is_signed(canonical(row), signature, public):
                one = found[before["public"]]
                if after["public"] not in found and one["until"] in (None, after["from"]):
                    found[before["public"]] = {**one, "until": after["from"]}
                    found[after["public"]] = after  # a key has one successor
    return [*found.values()]


def read_checkpoint(text: str, keys: Sequence[Json]) -> Checkpoint:
    """Return a checkpoint that one of the keys has signed (c2sp.org/tlog-checkpoint)."""
    found = NOTE.fullmatch(text)
    require(found is not None, "a checkpoint is not a signed note")
    assert found is not None
    origin, size, root, at, signatures = found.groups()
    signed = text[: found.start(5) - 1].encode()
    publics = [bytes.fromhex(key["public"]) for key in keys]
    raws = [
        base64.b64decode(line.rpartition(" ")[2])
        for line in signatures.splitlines()
        if line.startswith(f"\u2014 {origin} ")
    ]
    good = any(
        raw[:4] == sha256(f"{origin}\n\x01".encode(), public)[:4]
        and is_signed(signed, raw[4:], public)
        for raw in raws
        for public in publics
    )
    require(good, f"the checkpoint of {size} leaves is not signed with the key")
    return Checkpoint(origin, int(size), base64.b64decode(root), int(at))


def _climb(index: int, size: int, start: bytes, path: Sequence[bytes]) -> tuple[bytes, bytes]:
    """Return the hash of the tree up to a leaf, and of all of it, from the nodes on the way."""
    at, last, before, after = index, size - 1, start, start
    for node in path:
        require(last > 0, "the path through the tree is too long")
        if at % 2 == 1 or at == last:
            before, after = sha256(b"\x01", node, before), sha256(b"\x01", node, after)
            while at and at % 2 == 0:
                at, last = at // 2, last // 2
        else:
            after = sha256(b"\x01", after, node)
        at, last = at // 2, last // 2
    require(last == 0, "the path through the tree is too short")
    return before, after


def check_included(proof: Any, keys: Sequence[Json], leaf: Json) -> Checkpoint:
    """See that a leaf with these members is in the tree of a checkpoint; return that."""
    checkpoint = read_checkpoint(proof["checkpoint"], keys)
    found, index = proof["leaf"], proof["index"]
    wrong = [name for name, value in leaf.items() if found[name] != value]
    require(not wrong, f"the tree has another leaf of this table: {', '.join(wrong)}")
    names = ("kind", "stream", "n", "head", "at", "end")
    row = canonical(["fairdeal/leaf/1", *(found[name] for name in names)])
    require(0 <= index < checkpoint.size, "there is no such leaf")
    path = [*map(bytes.fromhex, proof["path"])]
    _, root = _climb(index, checkpoint.size, sha256(b"\x00", row), path)
    require(root == checkpoint.root, "the path does not lead to the root of the tree")
    return checkpoint


def check_grown(old: Checkpoint, answer: Any, keys: Sequence[Json]) -> None:
    """See that a tree begins with that of an older checkpoint."""
    new = read_checkpoint(answer["checkpoint"], keys)
    require(old.origin == new.origin, "two trees are signed")
    require((answer["from"], answer["to"]) == (old.size, new.size), "the proof is of other sizes")
    path = [*map(bytes.fromhex, answer["path"])]
    if old.size in (0, new.size):
        require(old.size == 0 or old.root == new.root, "two roots of one size are signed")
        return
    require(old.size < new.size and old.at <= new.at + LATE, "the tree has shrunk")
    if old.size & (old.size - 1) == 0:
        path.insert(0, old.root)
    require(bool(path), "the path through the tree is too short")
    at, last = old.size - 1, new.size - 1
    while at % 2 == 1:
        at, last = at // 2, last // 2
    before, after = _climb(at, last + 1, path[0], path[1:])
    require(before == old.root, "the tree does not begin with the one that was signed before")
    require(after == new.root, "the path does not lead to the root of the tree")
