"""The tree of heads: what a server commits itself to, in one order for ever.

A leaf for every table that was opened, and that has closed; for the call that fixes the round of a
beacon; for every ruling on a dispute; for every change of the server's key. A table that plays
longer than its `term` is announced again.

The follower adds a leaf as an event of the stream `heads`, each once; event n holds leaf n - 1.
Leaves of one stream come in the order of their numbers. Every process that shows proofs folds that
stream in memory and reads only what is new. A leaf is shown, and signed for, only when it is
`settle` milliseconds old: by then it is on disk, so a power failure can't make an honest server
sign two histories.
"""

import logging
import threading
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NamedTuple, TypedDict

import orjson

from events.accounts.signed_tree import SignedSize, SignedTree, StoreBehind
from events.accounts.signing_keys import KeyFolder
from events.handle import Request, Streams, handle
from events.record import key_changes
from events.record.chain import Head
from events.record.checkpoints import KEY, Leaf, NoteText, signed
from events.record.receipts import PublicKey
from events.record.tiles import Tile, bundle, hashes
from events.store.client import links_of
from events.store.streams import Store
from games.core.errors import FairdealError
from games.core.records import Component, at_least
from games.core.words import many
from projections.cosigned import Cosigned
from projections.leaves import (
    EARLY,
    HEADS_DECIDER,
    LEAVES,
    STREAM,
    AddLeaf,
    LeafAdded,
    Leaves,
    leaves_of,
    running,
)
from projections.projection import Projection

SETTLE = (
    3_000  # milliseconds; with `everysec` Redis may lose what is younger than about two seconds
)
SETTLES = {"always": 0, "no": 60_000}  # with other settings of `appendfsync`
PATIENCE = 60_000  # milliseconds for which a cosigned checkpoint is shown instead of a newer one
Json = dict[str, Any]

logger = logging.getLogger("fairdeal.tree")
UNKNOWN, BEHIND = -1, -2  # in the place of a number of connections
TOLD = (
    "The store is behind: its tree of %d leaves does not begin with that of %d which was signed"
    " for. Nothing is accepted or signed until a newer copy of the data is put back; see"
    " docs/operating.md"
)


ProofPath = Annotated[list[Head], "The hashes of a proof, in the order of RFC 9162."]
Sizes = TypedDict("Sizes", {"from": Annotated[int, at_least(0)], "to": Annotated[int, at_least(0)]})


class Consistency(Sizes):
    """Proves that the tree of a checkpoint begins with an older one (RFC 9162, 2.1.4)."""

    path: ProofPath
    checkpoint: NoteText


class Proof(TypedDict):
    """Proves that a leaf is in the tree of a checkpoint (RFC 9162, 2.1.3)."""

    leaf: Annotated[Mapping[str, Any], Component("Leaf")]
    index: Annotated[int, at_least(0), "Which leaf, from 0."]
    path: ProofPath
    checkpoint: NoteText


class NoSuchSize(FairdealError):
    """There is no such proof; there are those for trees of `least` to `most` leaves."""

    code, status = "proof/no_such_size", 404

    def __init__(self, least: int, most: int) -> None:
        super().__init__(f"there are trees of {least} to {many(most, 'leaf', 'leaves')}")
        self.least, self.most = least, most
        self.detail = f"Here the signed tree has {least} to {many(most, 'leaf', 'leaves')}"


class Times(NamedTuple):
    """How many leaves may be signed for, and at what time."""

    most: int
    now: int


class Heads:
    """The tree as this process has read it, and the one place that adds to it.

    Safe to share between threads. `signed` is what was signed for already: a store that has not
    all of it is behind. `cosigned`: what witnesses have cosigned is shown in preference.
    """

    def __init__(
        self,
        store: Store,
        settle: int = SETTLE,
        signed: SignedTree | None = None,
        cosigned: Cosigned | None = None,
    ) -> None:
        self.store, self.settle, self.signed, self.cosigned = store, settle, signed, cosigned
        self.lock = threading.RLock()
        self.links = links_of(store.redis)
        self.compared = UNKNOWN  # what `links` said when the store was not behind
        self.streams = Streams(HEADS_DECIDER, store)

    def follow(self, stream: str) -> None:
        """Add the heads of a stream that are leaves and not there yet.

        Raises:
            Busy: others add leaves all the time; nothing was written.
        """
        with self.lock:
            after = self.leaves().newest(stream)
            for leaf in leaves_of(self.store, stream, after):
                self.add(leaf)

    def add(self, leaf: AddLeaf) -> None:
        """Add a leaf unless it is there."""
        with self.lock:
            handle(self.streams, Request(STREAM, "server", leaf))

    def announce(self) -> None:
        """Announce again the tables that run longer than was said of them.

        Raises:
            Busy: others add leaves all the time.
        """
        with self.lock:
            for table in self.leaves().ending(self.store.now() + EARLY):
                self.follow(table)  # it may have closed
                if table in self.leaves().ends:
                    self.add(running(self.store, table))

    def note_keys(self, keys: Sequence[PublicKey]) -> None:
        """Add the changes of the server's key (newest first) that are not there yet."""
        with self.lock:
            for n, head in key_changes.change_heads(keys):
                if n > self.leaves().newest(key_changes.STREAM):
                    self.add(AddLeaf(KEY, key_changes.STREAM, n, head))

    def require_current(self) -> None:
        """Refuse to sign while the store is behind; looked at anew when a connection was made.

        Raises:
            StoreBehind: it has not all leaves that were signed for.
        """
        made = self.links.made
        if made != self.compared:
            with self.lock:
                if made != self.compared:  # another thread may have looked meanwhile
                    self.require_signed(self.leaves())
                    self.compared = made

    def require_signed(self, leaves: Leaves) -> None:
        """Refuse a tree that does not begin with the one that was signed for last."""
        last = SignedSize() if self.signed is None else self.signed.newest()
        if not last.size:
            return
        if leaves.n < last.size or leaves.tree.root(last.size).hex() != last.root:
            if self.compared != BEHIND:  # it is said once
                logger.error(TOLD, leaves.n, last.size)
            self.compared = BEHIND
            raise StoreBehind

    def sign(self, keys: KeyFolder, leaves: Leaves, size: int, times: Times) -> str:
        """Return the checkpoint of a tree, and remember first that it was signed for.

        It is of a time at which this was the size signed for.
        """
        root, own, at = leaves.tree.root(size), keys.fresh(), times.now
        if size < times.most:
            at = leaves.times[size - 1] + self.settle if size else 0
        self.require_signed(leaves)
        if self.signed is not None:
            self.signed.note(size, root.hex())
        return signed(own.signer, own.origin, size, root, at)

    def leaves(self) -> Leaves:
        """Return the tree as the store has it now; to be used under the lock."""
        return self.streams.current(STREAM).state

    def settled(self) -> tuple[Leaves, Times]:
        """Return the tree, and which of its leaves are old enough to be signed for."""
        leaves, now = self.leaves(), self.store.now()
        return leaves, Times(leaves.added_by(now - self.settle), now)

    def checkpoint(self, keys: KeyFolder, size: int | None = None) -> str:
        """Return the signed checkpoint of the tree, or of the tree that it was at a size.

        Raises:
            NoSuchSize: the tree has not so many leaves.
        """
        with self.lock:
            leaves, times = self.settled()
            return self.shown(keys, leaves, times, size)[1]

    def fresh(self, keys: KeyFolder) -> str:
        """Return the newest checkpoint, signed by the server alone."""
        with self.lock:
            leaves, times = self.settled()
            return self.sign(keys, leaves, times.most, times)

    def shown(
        self, keys: KeyFolder, leaves: Leaves, times: Times, size: int | None, least: int = 0
    ) -> tuple[int, str]:
        """Return size and note of the checkpoint to show: if possible one with cosignatures.

        Where no size is asked for, that is the one cosigned last, unless it is older than a minute
        or does not reach what is asked for.
        """
        found = None if self.cosigned is None else self.cosigned.newest()
        if found is not None and least <= found.size <= times.most:
            recent = leaves.added_by(times.now - PATIENCE) <= found.size
            same = leaves.tree.root(found.size) == found.root
            if same and (size == found.size or (size is None and recent)):
                self.require_signed(leaves)
                return found.size, found.note.write()
        size = within(size, least, times.most)
        return size, self.sign(keys, leaves, size, times)

    def consistency(self, keys: KeyFolder, old: int, size: int | None = None) -> Consistency:
        """Return the proof that the tree of `size` leaves begins with that of `old` leaves.

        Raises:
            NoSuchSize: the tree has not so many leaves.
        """
        with self.lock:
            leaves, times = self.settled()
            old = within(old, 0, times.most)
            size, checkpoint = self.shown(keys, leaves, times, size, old)
            path = leaves.tree.consistency(old, size)
        return {"from": old, "to": size, "path": hexes(path), "checkpoint": checkpoint}

    def proof(self, keys: KeyFolder, stream: str, size: int | None = None) -> Proof | None:
        """Return the proof of the newest leaf of a stream; None if there is none yet.

        Raises:
            NoSuchSize: the tree has not so many leaves, or had not the leaf when it had so many.
        """
        with self.lock:
            leaves, times = self.settled()
            index = leaves.index.get(stream, times.most)
            if index >= times.most:
                return None
            size, checkpoint = self.shown(keys, leaves, times, size, index + 1)
            path = leaves.tree.inclusion(index, size)
        leaf = self.some(index, index + 1)[0]._asdict()
        return {"leaf": leaf, "index": index, "path": hexes(path), "checkpoint": checkpoint}

    def tile(self, tile: Tile) -> bytes | None:
        """Return a tile of the tree that is signed for, or the leaves below one; None: not there.

        It never changes: what it covers is complete, and old enough.
        """
        with self.lock:
            leaves, times = self.settled()
            if tile.leaves > times.most:
                return None
            if tile.level is not None:
                return hashes(leaves.tree, tile)
        return bundle(leaf.data for leaf in self.some(tile.first, tile.first + tile.width))

    def some(self, first: int, end: int) -> list[Leaf]:
        """Return leaves from the store; in memory there are only their hashes."""
        found = []
        for event in self.store.read(STREAM, first, end):
            public = orjson.loads(event.e)
            found.append(LeafAdded(**public["data"]).leaf(public["at"]))
        return found


def within(size: int | None, least: int, most: int) -> int:
    """Return a size that there is; the newest where none is named."""
    if size is None:
        return most
    if not least <= size <= most:
        raise NoSuchSize(least, most)
    return size


def hexes(path: list[bytes]) -> list[str]:
    """Return hashes as hex."""
    return [node.hex() for node in path]


TREE = Projection(
    name="tree",
    handles=frozenset(),  # nothing is folded: it only decides
    evolve=lambda row, name, event: None,
    standings=lambda row: (),
    stream=STREAM,
    decides=lambda store: Heads(store).follow,
    decides_on=LEAVES,
)
