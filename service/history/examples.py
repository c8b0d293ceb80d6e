"""Examples of the signed tree: a checkpoint, a tile, and proofs about one table."""

import hashlib
from collections.abc import Sequence

import orjson

from events.history.checkpoints import (
    CALLED,
    CLOSED,
    OPENED,
    ORIGIN,
    announcement_interval,
    sign_checkpoint,
)
from events.history.merkle import Tree
from events.history.tiles import encode_entry_bundle
from events.record.codec import StoredEvent
from events.record.receipts import Signer
from projections.history.leaves import AddLeaf, LeafAdded
from projections.history.tree import hex_hashes
from service.wire.json_schema import Json

DIGEST = hashlib.sha256(b"c0ffee5eed9a7d1b3f20e4c86a5b1d7e").hexdigest()
BEFORE, AFTER = (AddLeaf(CLOSED, f"t{k}e2a3b4c5d6e7f809", 150 + k, DIGEST) for k in range(2))


def checkpoint_examples(table: str, log: Sequence[StoredEvent], signer: Signer, at: int) -> Json:
    """Return the examples of checkpoints: a table became a leaf between two others."""
    lasts = announcement_interval(orjson.loads(log[0].e)["data"])
    call = next(event for event in log if orjson.loads(event.e)["type"] == "table.start_called.v1")
    ends = [(event.n, event.h.hex()) for event in (log[0], call, log[-1])]
    added = (
        LeafAdded(*BEFORE),
        LeafAdded(OPENED, table, *ends[0], at + lasts),
        LeafAdded(CALLED, table, *ends[1], at + lasts),
        LeafAdded(CLOSED, table, *ends[2], None),
        LeafAdded(*AFTER),
    )
    size, closed = len(added), 3
    tree, leaves = Tree(), [one.leaf(at) for one in added]
    for leaf in leaves:
        tree.append(leaf.data)
    checkpoint = sign_checkpoint(signer, ORIGIN.format(signer.id), size, tree.root(size), at)
    path, grown = hex_hashes(tree.inclusion(closed, size)), hex_hashes(tree.consistency(1, size))
    return {
        "Checkpoint": checkpoint,
        "Tile": encode_entry_bundle([leaves[0].data]).decode("latin-1"),
        "Consistency": {"from": 1, "to": size, "path": grown, "checkpoint": checkpoint},
        "Proof": {
            "leaf": leaves[closed]._asdict(),
            "index": closed,
            "path": path,
            "checkpoint": checkpoint,
        },
    }
