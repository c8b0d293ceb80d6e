"""A server of a tree, on loopback, that tells what a test wants it to tell."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Event

from events.history.checkpoints import (
    CLOSED,
    LONGEST,
    OPENED,
    ORIGIN,
    Leaf,
    sign_checkpoint,
    stream_hash,
)
from events.history.merkle import Tree
from events.history.tiles import encode_entry_bundle, read_tile, tile_hashes
from events.record.receipts import PublicKey, Signer
from tests.fairness.tables import SIGNER
from tests.loopback import answering
from tests.waiting import PATIENCE

AT = 1_700_000_000_000
NAME = ORIGIN.format(SIGNER.id)


def opened(table: str, at: int = AT, end: int | None = None) -> Leaf:
    return Leaf(OPENED, stream_hash(table), 1, stream_hash(f"{table} 1"), at, end or at + LONGEST)


def closed(table: str, at: int = AT, n: int = 9, head: str = "end") -> Leaf:
    return Leaf(CLOSED, stream_hash(table), n, stream_hash(f"{table} {head}"), at, None)


def played(count: int, first: int = 0, at: int = AT) -> list[Leaf]:
    """Return the leaves of so many tables."""
    names = [f"t{k}" for k in range(first, first + count)]
    return [leaf for name in names for leaf in (opened(name, at), closed(name, at))]


def tree_of(entries: Sequence[bytes]) -> Tree:
    tree = Tree()
    for entry in entries:
        tree.append(entry)
    return tree


@dataclass
class Log:
    """A tree that is shown; `at` is the time of its checkpoint, `hole` a tile it never answers."""

    entries: list[bytes] = field(default_factory=list)
    at: int = AT + 1_000
    signer: Signer = SIGNER
    name: str = NAME
    size: int | None = None
    keys: list[PublicKey] = field(default_factory=lambda: [PublicKey(SIGNER.public)])
    url: str = ""
    away: bool = False
    hole: str = ""
    asked: Event = field(default_factory=Event)
    proceed: Event = field(default_factory=Event)
    cosigned: str = ""  # lines of witnesses

    def add(self, *leaves: Leaf) -> None:
        """Go on with leaves, a second later."""
        self.entries += [leaf.data for leaf in leaves]
        self.at = max([self.at, *(leaf.at for leaf in leaves)]) + 1_000

    def checkpoint(self) -> str:
        """Return the newest checkpoint."""
        size = len(self.entries) if self.size is None else self.size
        root = tree_of(self.entries).root(size)
        return sign_checkpoint(self.signer, self.name, size, root, self.at) + self.cosigned

    def tile(self, path: str) -> bytes | None:
        """Return a tile."""
        tile = read_tile(path)
        if tile is None or tile.leaves > len(self.entries):
            return None
        if tile.level is None:
            return encode_entry_bundle(self.entries[tile.first : tile.first + tile.width])
        return tile_hashes(tree_of(self.entries), tile)

    def answer(self, path: str) -> bytes | None:
        """Return what is served at a path."""
        if self.away:
            return None
        if path == "/v1/keys":
            return json.dumps({"keys": [key.as_json() for key in self.keys]}).encode()
        if path == "/v1/tree/checkpoint":
            return self.checkpoint().encode()
        if self.hole and self.hole in path:
            self.asked.set()
            self.proceed.wait(PATIENCE)
        return self.tile(path.removeprefix("/v1/tree/tile/"))


@contextmanager
def serving(log: Log) -> Iterator[Log]:
    """Serve a log at its `url`."""
    with answering(log.answer) as log.url:
        try:
            yield log
        finally:
            log.proceed.set()
