"""Checkpoints of the tree of heads: what a leaf is, and what the server signs over a root."""

from typing import Any, NamedTuple

from events.chain import canonical
from events.receipts import Signer
from games.core.signature import is_signed

PURPOSE = "fairdeal/checkpoint/1"
LEAF = "fairdeal/leaf/1"


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


def is_genuine(checkpoint: dict[str, Any], public: str) -> bool:
    """Say whether a checkpoint was signed with the key whose public half (hex) is given."""
    message = canonical([PURPOSE, *(checkpoint[name] for name in ("size", "root", "at"))])
    return is_signed(public, message, checkpoint["signature"])
