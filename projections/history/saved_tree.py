"""What is kept of the tree of heads, so that no process reads all of its leaves at its start.

Beside the stream of leaves, in its slot, lie the hashes of all complete tiles above level 0: 32
bytes for 256 leaves. The tiles of level 0 follow from the leaves themselves, and which leaf is the
newest of a stream is in the rows of the read model.
"""

from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import Any, Final, NamedTuple

import orjson

from events.cached_streams import CachedStream, Streams
from events.history.merkle import HASH, leaf_hash
from events.history.tiles import HEIGHT, LEVELS, WIDTH, TiledTree, subtree_root
from events.record.codec import StoredEvent
from events.store.streams import Store
from projections.history.leaves import (
    ADDED,
    HEADS_DECIDER,
    RECENT,
    STREAM,
    AddLeaves,
    LeafAdded,
    NewestLeaf,
    TreeState,
)
from projections.projection import IndexEntry, Projection, ReadModel, Row

SCRIPT = (Path(__file__).parent / "save_tree.lua").read_text()
PAGE = 1_000  # leaves a read
RUNS = "runs"  # the index of tables by the time until which there must be another leaf


class TreeTip(NamedTuple):
    """How far the tree is kept: so many leaves, the head of the last, and when it was added."""

    size: int = 0
    head: bytes = b""
    at: int = 0


def leaf_in(event: StoredEvent) -> tuple[LeafAdded, int]:
    """Return the leaf that an event of the stream adds, and when."""
    public = orjson.loads(event.e)
    return LeafAdded(**public["data"]), public["at"]


class SavedTree:
    """The kept hashes in a store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.script = store.redis.register_script(SCRIPT)

    def key(self, what: str) -> str:
        """Return a key in the slot of the stream of leaves."""
        return self.store.names.beside(STREAM, f"tree:{what}")

    def tip(self) -> TreeTip:
        """Return how far it goes."""
        fields: Any = self.store.redis.hgetall(self.key("tip"))
        return (
            TreeTip(int(fields[b"size"]), fields[b"head"], int(fields[b"at"]))
            if fields
            else TreeTip()
        )

    def hashes(self, level: int, first: int, end: int) -> bytes:
        """Return the hashes on a level of tiles from one place to before another."""
        if level == 0:
            leaves = (leaf_in(event) for event in self.store.read(STREAM, first, end))
            return b"".join(leaf_hash(leaf.leaf(at).data) for leaf, at in leaves)
        stored: Any = self.store.redis.getrange(self.key(str(level)), HASH * first, HASH * end - 1)
        if len(stored) == HASH * (end - first):
            return bytes(stored)
        below = range(WIDTH * first, WIDTH * end, WIDTH)  # somebody has deleted them
        return b"".join(subtree_root(self.hashes(level - 1, at, at + WIDTH)) for at in below)

    def save(self, tree: TiledTree, before: TreeTip, after: TreeTip, *, rewrite: bool) -> bool:
        """Keep the hashes of a tree up to a tip; False if the tip is not `before` any more."""
        start = 0 if rewrite else before.size
        levels = range(1, LEVELS)
        parts = [
            b"".join(
                tree.row(HEIGHT * level, at, min(end, at // WIDTH * WIDTH + WIDTH))
                for at, end in _tile_ranges(start >> HEIGHT * level, after.size >> HEIGHT * level)
            )
            for level in levels
        ]
        was = (before.size, before.head) if before.size else ("", "")
        keys = [self.key("tip"), *(self.key(str(level)) for level in levels)]
        return bool(self.script(keys=keys, args=[*was, int(rewrite), *after, *parts]))


def _tile_ranges(first: int, end: int) -> list[tuple[int, int]]:
    """Return where each tile begins between two places, and the place where all end."""
    starts = [first, *range(first // WIDTH * WIDTH + WIDTH, end, WIDTH)]
    return [(at, end) for at in starts if at < end]


class HeadsStream(Streams[TreeState, AddLeaves]):
    """The stream of leaves, folded from where the kept hashes end; not safe between threads."""

    def __init__(self, store: Store) -> None:
        super().__init__(HEADS_DECIDER, store)
        self.saved, self.model = SavedTree(store), ReadModel(store, LEAF_ROWS)
        self.tip = TreeTip()  # how far it was kept
        self.must_rewrite = False  # was that another tree?

    def unopened(self, stream: str) -> CachedStream[TreeState]:
        """Return the tree as it is before its first leaf."""
        return super().unopened(stream)._replace(state=TreeState(TiledTree(0, self.saved.hashes)))

    def reload(self, stream: str) -> CachedStream[TreeState]:
        """Read the tree on from where it is kept; all of it where that is another tree."""
        self.drop(stream)
        self.tip, self.must_rewrite = self.saved.tip(), False
        if self.tip.size:
            tree = TiledTree(self.tip.size, self.saved.hashes)
            caught_up = self.catch_up(
                stream, CachedStream(TreeState(tree, self.tip.at), self.tip.head)
            )
            if caught_up is not None:
                self.keep(stream, caught_up)
                return caught_up
        self.must_rewrite = True
        return super().reload(stream)

    def advance(
        self, stream: str, held: CachedStream[TreeState], events: Sequence[StoredEvent]
    ) -> CachedStream[TreeState]:
        """Take leaves in, and forget of older ones what the read model tells."""
        held = super().advance(stream, held, events)
        if len(held.state.recent) > 2 * RECENT:
            (row,) = self.model.find([STREAM])
            held.state.forget(row["n"] if row else 0)
        return held

    def save(self) -> None:
        """Keep the tiles that have become complete."""
        leaves = self.current(STREAM).state
        size = leaves.n // WIDTH * WIDTH
        if not size or (size <= self.tip.size and not self.must_rewrite):
            return
        (last,) = self.store.read(STREAM, size - 1, size)
        after = TreeTip(size, last.h, leaf_in(last)[1])
        if self.saved.save(leaves.tree, self.tip, after, rewrite=self.must_rewrite):
            self.tip, self.must_rewrite = after, False
        else:
            self.drop(STREAM)  # somebody else keeps them: go on from there

    def known(self, streams: Sequence[str]) -> dict[str, NewestLeaf]:
        """Return the newest leaves of those streams that have one."""
        leaves = self.current(STREAM).state
        rows = self.model.find([STREAM, *streams])
        read = rows[0]["n"] if rows[0] else 0
        if read < leaves.since:  # the read model has been put back, or is hours behind
            self.remember(leaves, read)
        newest = {
            stream: NewestLeaf(row["place"], row["leaf"], row.get("end"))
            for stream, row in zip(streams, rows[1:], strict=True)
            if row is not None
        }
        return newest | {one: leaves.recent[one] for one in streams if one in leaves.recent}

    def remember(self, leaves: TreeState, after: int) -> None:
        """Read again what was forgotten of the leaves behind a place."""
        since = leaves.since
        pages = (
            self.store.read(STREAM, first, min(since, first + PAGE))
            for first in range(after, since, PAGE)
        )
        events = chain.from_iterable(pages)
        leaves.remember(after, ((event.n - 1, leaf_in(event)[0]) for event in events))


def _evolve_leaf_row(row: Row | None, name: str, event: dict[str, Any]) -> Row | None:
    """Return a stream's row after a leaf was added; a leaf that is in it changes nothing."""
    if name == STREAM:
        return {"n": event["n"]}
    data, place = event["data"], event["n"] - 1
    if row is not None and row["place"] >= place:
        return row
    new: Row = {"place": place, "leaf": data["n"]}
    return new if data["end"] is None else {**new, "end": data["end"], "table": name}


def _leaf_renewal_entries(row: Row) -> list[IndexEntry]:
    """Return the place of a table of which there must be another leaf."""
    return [IndexEntry(RUNS, row["end"])] if "end" in row else []


LEAF_ROWS: Final = Projection(
    name="tree",
    handles=frozenset({ADDED}),
    evolve=_evolve_leaf_row,
    standings=_leaf_renewal_entries,
    folds=lambda stream: stream == STREAM,
    names=lambda stream, event: (stream, event["data"]["stream"]),
)
