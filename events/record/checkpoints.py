"""Checkpoints of the tree of heads: what a leaf is, and what the server signs over a root."""

import base64
import hashlib
from typing import Any, NamedTuple

from events.record.chain import canonical
from events.record.receipts import Signer
from games.core.signature import is_signed

PURPOSE = "fairdeal/checkpoint/1"
LEAF = "fairdeal/leaf/1"
ED25519 = b"\x01"  # the kind of signature in a note


class Leaf(NamedTuple):
    """The head at which a stream ended, or was ruled on: of a table after `table.closed.v1`."""

    stream: str
    n: int
    head: str

    @property
    def data(self) -> bytes:
        """Return the bytes that stand in the tree."""
        return canonical([LEAF, *self])


def signed(signer: Signer, size: int, root: bytes, at: int) -> dict[str, Any]:
    """Return the checkpoint of a tree: the server says that its first `size` leaves give `root`."""
    fields = {"size": size, "root": root.hex(), "at": at}
    message = canonical([PURPOSE, *fields.values()])
    return {**fields, "key": signer.id, "signature": signer.sign(message)}


def note(signer: Signer, origin: str, size: int, root: bytes) -> str:
    """Return a checkpoint as C2SP's signed note, the form that witnesses of other logs cosign."""
    text = f"{origin}\n{size}\n{base64.b64encode(root).decode()}\n"
    named = origin.encode() + b"\n" + ED25519 + bytes.fromhex(signer.public)
    signature = hashlib.sha256(named).digest()[:4] + bytes.fromhex(signer.sign(text.encode()))
    return f"{text}\n\u2014 {origin} {base64.b64encode(signature).decode()}\n"


def is_genuine(checkpoint: dict[str, Any], public: str) -> bool:
    """Say whether a checkpoint was signed with the key whose public half (hex) is given."""
    message = canonical([PURPOSE, *(checkpoint[name] for name in ("size", "root", "at"))])
    return is_signed(public, message, checkpoint["signature"])
