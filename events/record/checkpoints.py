"""Checkpoints of the tree of heads: what a leaf is, and what the server signs over a root."""

import base64
import hashlib
from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple, TypedDict

from events.record.chain import Head, canonical
from events.record.receipts import Signer
from games.core.records import at_least
from games.core.signature import is_signed

PURPOSE = "fairdeal/checkpoint/1"
LEAF = "fairdeal/leaf/1"
ED25519 = b"\x01"  # the kind of signature in a note


class Leaf(NamedTuple):
    """What stands in the tree: the canonical JSON of ["fairdeal/leaf/1", stream, n, head].

    The head is that at which a stream ended, or was ruled on: of a table after `table.closed.v1`.
    """

    stream: Annotated[str, "The table."]
    n: Annotated[int, "Number of its last event."]
    head: Head

    @property
    def data(self) -> bytes:
        """Return the bytes that stand in the tree."""
        return canonical([LEAF, *self])


class Checkpoint(TypedDict):
    """The server's promise that the first `size` leaves of its tree of heads have this root.

    See RFC 9162, 2.1.1.
    """

    size: Annotated[int, at_least(0)]
    root: Head
    at: Annotated[int, "When it was signed."]
    key: Annotated[str, "Id of the signing key."]
    signature: Annotated[
        str, 'Ed25519 over the canonical JSON of ["fairdeal/checkpoint/1", size, root, at].'
    ]


def signed(signer: Signer, size: int, root: bytes, at: int) -> Checkpoint:
    """Return the checkpoint of a tree: the server says that its first `size` leaves give `root`."""
    message = canonical([PURPOSE, size, root.hex(), at])
    return {
        "size": size,
        "root": root.hex(),
        "at": at,
        "key": signer.id,
        "signature": signer.sign(message),
    }


def note(signer: Signer, origin: str, size: int, root: bytes) -> str:
    """Return a checkpoint as C2SP's signed note, the form that witnesses of other logs cosign."""
    text = f"{origin}\n{size}\n{base64.b64encode(root).decode()}\n"
    named = origin.encode() + b"\n" + ED25519 + bytes.fromhex(signer.public)
    signature = hashlib.sha256(named).digest()[:4] + bytes.fromhex(signer.sign(text.encode()))
    return f"{text}\n\u2014 {origin} {base64.b64encode(signature).decode()}\n"


def is_genuine(checkpoint: Mapping[str, Any], public: str) -> bool:
    """Say whether a checkpoint was signed with the key whose public half (hex) is given."""
    message = canonical([PURPOSE, *(checkpoint[name] for name in ("size", "root", "at"))])
    return is_signed(public, message, checkpoint["signature"])
