"""Checkpoints and proofs of the tree of heads, held to a log and to each other, offline."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from events.record.checkpoints import Leaf, is_genuine
from events.record.merkle import is_consistent, is_included, leaf_hash
from events.record.receipts import PublicKey
from events.verify.report import Fault, Report
from games.core.signature import is_hex
from games.core.words import many

CHECKPOINT = {"size": int, "root": str, "at": int, "key": str, "signature": str}
PROOF = {"leaf": dict, "index": int, "path": list, "checkpoint": dict}
CONSISTENCY = {"from": int, "to": int, "path": list}
LEAF = {"stream": str, "n": int, "head": str}
EXITS: Mapping[str, int] = {  # what may become of two checkpoints, and the exit code
    "one_history": 0, "fork": 1, "wrong_proof": 1, "forged_checkpoint": 1, "outside_validity": 1,
    "undecided": 2,
}  # fmt: skip
Json = dict[str, Any]


class Missing(Exception):
    """What is looked for is not there, or not in its form."""


def shaped(data: Any, fields: Mapping[str, type], what: str) -> Json:
    """Return a JSON object that has these fields; Missing says which are wrong."""
    given = data if isinstance(data, dict) else {}
    odd = [name for name, kind in fields.items() if type(given.get(name)) is not kind]
    if odd:
        raise Missing(f"it holds no {what} with a proper {', '.join(odd)}")
    return given


def hash_of(text: Any) -> bytes:
    """Return a hash from its hex."""
    if not isinstance(text, str) or not is_hex(text, 64):
        raise Missing(f"{text!r} is no hash: it must have 64 lower-case hex digits")
    return bytes.fromhex(text)


def find_checkpoint(data: Any) -> Json:
    """Return the checkpoint in JSON: itself, or in an answer of the API that holds one."""
    inner = data.get("checkpoint", data) if isinstance(data, dict) else data
    found = shaped(inner, CHECKPOINT, "checkpoint")
    hash_of(found["root"])
    return found


def find_proof(data: Any) -> Json:
    """Return the proof that a leaf is in the tree."""
    proof = shaped(data, PROOF, "proof of a table")
    leaf = shaped(proof["leaf"], LEAF, "proof of a table")
    find_checkpoint(proof)
    named = {name: leaf[name] for name in LEAF}  # what else stands there is not proven
    return {**proof, "leaf": named, "path": [hash_of(node) for node in proof["path"]]}


def find_consistency(data: Any) -> Json | None:
    """Return the proof that the tree has only grown, if there is one in JSON."""
    if not isinstance(data, dict) or "path" not in data:
        return None
    proof = shaped(data, CONSISTENCY, "proof of consistency")
    return {**proof, "path": [hash_of(node) for node in proof["path"]]}


def leaves(size: int) -> str:
    """Return the size of a tree in words."""
    return many(size, "leaf", "leaves")


def distrusted(checkpoint: Json, keys: Sequence[PublicKey]) -> Fault | None:
    """Return why the server has not signed a checkpoint with one of the keys."""
    what = f"the checkpoint of {leaves(checkpoint['size'])}"
    signers = [key for key in keys if checkpoint["key"] == key.id]
    signers = [key for key in signers if is_genuine(checkpoint, key.public)]
    if not signers:
        return Fault("forged_checkpoint", 0, f"{what} is not signed by the key")
    if not any(key.is_valid(checkpoint["at"]) for key in signers):
        why = f"{what} is of {checkpoint['at']}, when its key was not the one that signs"
        return Fault("outside_validity", 0, why)
    return None


def in_tree(report: Report, proof: Json, keys: Sequence[PublicKey]) -> Report:
    """Return the report on a log with what a proof from `find_proof` adds to it."""
    found = [*faults(report, proof, keys)]
    if found or report.faults:
        return report._replace(faults=(*report.faults, *found), proven=())
    leaf, checkpoint = Leaf(**proof["leaf"]), proof["checkpoint"]
    proven, unproven = list(report.proven), list(report.not_proven)
    if leaf.n > report.events:
        unproven.append(f"the tree holds the head after event {leaf.n}: this log is older")
    else:
        where = f"leaf {proof['index']} of the {checkpoint['size']} in the tree"
        proven.append(f"its head is {where} with the root {checkpoint['root']}")
    if not keys:
        unproven.append("the signature of the checkpoint was not checked: no key was given")
    return report._replace(proven=tuple(proven), not_proven=tuple(unproven))


def faults(report: Report, proof: Json, keys: Sequence[PublicKey]) -> Iterator[Fault]:
    """Yield what does not hold between a log and a proof."""
    leaf, checkpoint = Leaf(**proof["leaf"]), proof["checkpoint"]
    root = hash_of(checkpoint["root"])
    if keys and (distrust := distrusted(checkpoint, keys)):
        yield distrust
    elif leaf.stream != report.header["table"]:
        yield Fault("foreign_proof", 0, f"the proof is of {leaf.stream}, not of this table")
    elif not is_included(
        leaf_hash(leaf.data), proof["index"], checkpoint["size"], proof["path"], root
    ):
        yield Fault("wrong_proof", 0, "the path does not lead from the leaf to the signed root")
    elif leaf.n > report.events and not report.complete:
        return  # the log was taken before the table ended
    elif (leaf.n, leaf.head) != (report.events, report.head):
        kind = "fork" if keys and report.signature == "good" else "wrong_head"
        ends = f"the log ends with head {report.head} after event {report.events}"
        yield Fault(kind, leaf.n, f"the tree holds head {leaf.head} after event {leaf.n}; {ends}")


class Comparison(NamedTuple):
    """What became of two checkpoints: a word of EXITS, and a sentence."""

    verdict: str
    why: str


def compare(one: Json, other: Json, proof: Json | None, keys: Sequence[PublicKey]) -> Comparison:
    """Say whether two checkpoints are of one history; `proof` is from `find_consistency`."""
    old, new = sorted((one, other), key=lambda checkpoint: checkpoint["size"])
    for checkpoint in (old, new):
        if distrust := distrusted(checkpoint, keys):
            return Comparison(distrust.kind, distrust.why)
    sizes, roots = (old["size"], new["size"]), (hash_of(old["root"]), hash_of(new["root"]))
    if sizes[0] == sizes[1]:
        if roots[0] == roots[1]:
            return Comparison("one_history", f"both are of the same tree of {leaves(sizes[0])}")
        two = f"{old['root']} and {new['root']}"
        why = f"the server signed two roots of {leaves(sizes[0])}: {two}"
        return Comparison("fork", why)
    if proof is None or (proof["from"], proof["to"]) != sizes:
        ask = f"GET /v1/checkpoints/consistency?from={sizes[0]}&to={sizes[1]}"
        return Comparison("undecided", f"there is no proof for these sizes; {ask} gives it")
    if is_consistent(*sizes, *roots, proof["path"]):
        why = f"the tree of {leaves(sizes[1])} begins with that of {sizes[0]}"
        return Comparison("one_history", why)
    why = "the path does not lead from one root to the other; a server that has none shows"
    return Comparison("wrong_proof", f"{why} two histories")
