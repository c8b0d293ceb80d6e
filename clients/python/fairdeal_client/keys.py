"""The keys of a server as they were first seen, those that follow from them, and what they sign."""

import base64
from itertools import pairwise
from typing import Any

from fairdeal_client.canonical import canonical, require, sha256
from fairdeal_client.ed25519 import is_signed

Json = dict[str, Any]
LATE = 60_000  # milliseconds by which processes and clocks may differ
NOTE = b"\x01"  # kind of the signature of a note, by Ed25519 (c2sp.org/signed-note)


def take_later_keys(known: list[Json], shown: list[Json]) -> None:
    """Add to the known keys those shown that each have the signature of the one before them."""
    found = {key["public"]: key for key in known}
    for before, after in pairwise(reversed(shown)):
        one = found.get(before["public"])
        if one is None or after["public"] in found or not _is_successor(before, after):
            continue
        if one["until"] in (None, after["from"]):  # else it has another successor
            one["until"] = after["from"]
            found[after["public"]] = after
            known.insert(0, after)


def _is_successor(before: Json, after: Json) -> bool:
    """Say whether a key has signed that another one follows."""
    loss, row = after["loss"], [before["public"], after["public"], after["from"]]
    lost = [] if loss is None else [loss[one] for one in ("after", "size", "root", "kept")]
    kind = "fairdeal/key-change/1" if loss is None else "fairdeal/loss/1"
    signature = bytes.fromhex(after["signature"] or "")
    return is_signed(canonical([kind, *row, *lost]), signature, bytes.fromhex(before["public"]))


def is_signed_receipt(receipt: Json, keys: list[Json]) -> bool:
    """Say whether one of the keys has signed a receipt, while it counted."""
    fields = [receipt[one] for one in ("table", "n", "head", "at", "durability")]
    message, signature = canonical(["fairdeal/receipt/1", *fields]), receipt["signature"]
    return any(
        sha256(public).hex()[:16] == receipt["key"]
        and is_signed(message, bytes.fromhex(signature), public)
        and (key["until"] is None or receipt["at"] <= key["until"] + LATE)
        for key, public in ((one, bytes.fromhex(one["public"])) for one in keys)
    )


def require_signed_checkpoint(checkpoint: str, keys: list[Json]) -> None:
    """Refuse a checkpoint of the server's history that none of the keys has signed."""
    text, _, lines = checkpoint.rpartition("\n\n")
    text += "\n"
    origin, size, *_ = text.split("\n")
    signatures = [line.split(" ") for line in lines.splitlines()]
    by_server = [base64.b64decode(found) for _, name, found in signatures if name == origin]
    signed = any(
        raw[:4] == sha256(f"{origin}\n".encode(), NOTE, public)[:4]
        and is_signed(text.encode(), raw[4:], public)
        for raw in by_server
        for public in (bytes.fromhex(key["public"]) for key in keys)
    )
    require(signed, f"the checkpoint of {size} leaves is not signed with the key")
