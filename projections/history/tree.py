"""The tree of heads: what a server commits itself to, in one order for ever.

A leaf for every table that was opened, and that has closed; for the call that fixes the round of a
beacon; for every ruling on a dispute; for every change of the server's key. A table that plays
longer than its `term` is announced again.

The follower adds a leaf as an event of the stream `heads`, each once; event n holds leaf n - 1.
Leaves of one stream come in the order of their numbers. Every process that shows proofs follows
that stream from where complete tiles are kept (see `saved_tree`), and reads older tiles when they
are asked for. A leaf is shown, and signed for, only when it is
`settle` milliseconds old: by then it is on disk, so a power failure can't make an honest server
sign two histories.
"""

import threading
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Annotated, Any, NamedTuple, TypedDict

from events.handle import CommandRequest, handle
from events.history import key_changes
from events.history.checkpoints import KEY, LOST, Leaf, NoteText, sign_checkpoint
from events.history.leaf_kinds import LEAVES
from events.history.signed_tree import SignedSize, SignedTree, StoreBehind
from events.history.signing_keys import KeyFolder
from events.history.tiles import Tile, encode_entry_bundle, tile_hashes
from events.record.chain import Head
from events.record.receipts import PublicKey
from events.store.archive.log_archive import StoreAway
from events.store.streams import Store
from games.core.errors import FairdealError
from games.core.type_hints.records import Component, at_least
from games.core.words import count_phrase
from projections.history.cosigned import CosignedCheckpoint
from projections.history.leaves import (
    EARLY,
    STREAM,
    AddLeaf,
    AddLeaves,
    NewestLeaf,
    TreeState,
    leaves_of,
    running_table_leaf,
)
from projections.history.saved_tree import LEAF_ROWS, RUNS, HeadsStream, leaf_in

SETTLE = (
    3_000  # milliseconds; with `everysec` Redis may lose what is younger than about two seconds
)
SETTLES = {"always": 0, "no": 60_000}  # with other settings of `appendfsync`
MOST = 500  # leaves, or streams that may have some, at once
PATIENCE = 60_000  # milliseconds for which a cosigned checkpoint is shown instead of a newer one
Json = dict[str, Any]


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
        super().__init__(f"there are trees of {least} to {count_phrase(most, 'leaf', 'leaves')}")
        self.least, self.most = least, most
        self.detail = (
            f"Here are proofs for signed trees of {least} to {count_phrase(most, 'leaf', 'leaves')}"
        )


class SettledSize(NamedTuple):
    """How many leaves may be signed for, and at what time."""

    most: int
    now: int


class TransparencyLog:
    """The tree as this process has read it, and the one place that adds to it.

    Safe to share between threads. `signed` is what was signed for already: a store that has not
    all of it is behind. `cosigned`: what witnesses have cosigned is shown in preference.
    """

    def __init__(
        self,
        store: Store,
        settle: int = SETTLE,
        signed: SignedTree | None = None,
        cosigned: CosignedCheckpoint | None = None,
    ) -> None:
        self.store, self.settle, self.signed, self.cosigned = store, settle, signed, cosigned
        self.lock = threading.RLock()
        self.streams = HeadsStream(store)

    def follow(self, streams: Iterable[str]) -> None:
        """Add the heads of streams that are leaves and not there yet, all of them at once.

        Raises:
            WriteContention: others add leaves all the time; nothing was written.
        """
        with self.lock:
            others = dict.fromkeys(stream for stream in streams if stream != STREAM)
            for some in in_batches(others, MOST):
                known = self.streams.known(some)
                since = {stream: _newest_leaf_event_number(known, stream) for stream in some}
                self.add(
                    *(
                        leaf
                        for stream, n in since.items()
                        for leaf in leaves_of(self.store, stream, n)
                    )
                )

    def known(self, streams: Sequence[str]) -> dict[str, NewestLeaf]:
        """Return the newest leaves of those streams that have one."""
        with self.lock:
            return self.streams.known(streams)

    def add(self, *leaves: AddLeaf) -> None:
        """Add those leaves that are not there."""
        if not leaves:
            return
        with self.lock:
            known = self.streams.known([*dict.fromkeys(leaf.stream for leaf in leaves)])
            handle(self.streams, CommandRequest(STREAM, "server", AddLeaves(leaves, known)))

    def announce(self, tables: Sequence[str]) -> None:
        """Announce again those of some tables that run longer than was said of them.

        Raises:
            WriteContention: others add leaves all the time.
        """
        with self.lock:
            self.follow(tables)  # they may have closed
            known = self.streams.known(tables)
            late = [one for one in tables if known[one].end is not None]
            self.add(*(running_table_leaf(self.store, table) for table in late))

    def ending(self) -> list[str]:
        """Return tables that must soon have another leaf, the most pressing ones."""
        at = self.store.now() + EARLY
        rows = self.streams.model.lowest(MOST, None, [RUNS])
        return [row["table"] for row in rows if row["end"] <= at]

    def save(self) -> None:
        """Keep the tiles that have become complete, so that others need not read their leaves."""
        with self.lock:
            self.streams.save()

    def note_keys(self, keys: Sequence[PublicKey]) -> None:
        """Add the changes of the server's key (newest first) that are not there yet."""
        with self.lock:
            changed = zip(keys[-2::-1], key_changes.change_heads(keys), strict=True)
            self.add(
                *(AddLeaf(LOST if key.loss else KEY, key_changes.STREAM, n, head)
                  for key, (n, head) in changed)
            )  # fmt: skip

    def behind(self) -> str | None:
        """Say how the tree is behind what was signed for; None: it begins with that."""
        with self.lock:
            return self.difference(self.leaves())

    def difference(self, leaves: TreeState) -> str | None:
        """Say how a tree does not begin with the one that was signed for last; None: it does."""
        last = SignedSize() if self.signed is None else self.signed.newest()
        if not last.size:
            return None
        if leaves.n >= last.size and leaves.tree.root(last.size).hex() == last.root:
            return None
        return f"its tree of {leaves.n} leaves does not begin with the signed one of {last.size}"

    def require_signed(self, leaves: TreeState) -> None:
        """Refuse a tree that does not begin with the one that was signed for last."""
        if self.difference(leaves) is not None:
            raise StoreBehind

    def sign(self, keys: KeyFolder, leaves: TreeState, size: int, times: SettledSize) -> str:
        """Return the checkpoint of a tree, and remember first that it was signed for.

        It is of a time at which this was the size signed for.
        """
        root, at = leaves.tree.root(size), times.now
        if size < times.most:
            at = self.added_at(leaves, size - 1) + self.settle if size else 0
        self.require_signed(leaves)
        self.require_replicas(size)
        if self.signed is not None:
            try:
                self.signed.note(size, root.hex())
            except OSError as error:  # such as a full disk: what is not noted is not signed
                raise StoreAway(f"The size of the tree can't be noted: {error}") from error
        own = keys.recent()  # last: it is a new one before a loss is forgotten
        return sign_checkpoint(own.signer, own.origin, size, root, at)

    def require_replicas(self, size: int) -> None:
        """Refuse a tree of which a fail-over could lose leaves."""
        held = self.streams.at_least(STREAM, size)
        if self.store.replicas and size > held.state.sure:
            self.store.confirm(STREAM, held.state.n, held.head)
            held.state.sure = held.state.n

    def leaves(self) -> TreeState:
        """Return the tree as the store has it now; to be used under the lock."""
        return self.streams.current(STREAM).state

    def settled(self) -> tuple[TreeState, SettledSize]:
        """Return the tree, and which of its leaves are old enough to be signed for."""
        leaves, now = self.leaves(), self.store.now()
        return leaves, SettledSize(self.added_by(leaves, now - self.settle), now)

    def added_by(self, leaves: TreeState, at: int) -> int:
        """Return how many leaves were there at a time."""
        if at >= leaves.at:
            return leaves.n
        if leaves.times and at >= leaves.times[0]:
            return leaves.first + bisect_right(leaves.times, at)
        return bisect_right(range(leaves.first), at, key=partial(self.added_at, leaves))

    def added_at(self, leaves: TreeState, index: int) -> int:
        """Return when a leaf was added."""
        if index >= leaves.first:
            return leaves.times[index - leaves.first]
        (event,) = self.store.read(STREAM, index, index + 1)
        return leaf_in(event)[1]

    def checkpoint(self, keys: KeyFolder, size: int | None = None) -> str:
        """Return the signed checkpoint of the tree, or of the tree that it was at a size.

        Raises:
            NoSuchSize: the tree has not so many leaves.
        """
        with self.lock:
            leaves, times = self.settled()
            return self.checkpoint_to_serve(keys, leaves, times, size)[1]

    def newest_checkpoint(self, keys: KeyFolder) -> str:
        """Return the newest checkpoint, signed by the server alone."""
        with self.lock:
            leaves, times = self.settled()
            return self.sign(keys, leaves, times.most, times)

    def checkpoint_to_serve(
        self,
        keys: KeyFolder,
        leaves: TreeState,
        times: SettledSize,
        size: int | None,
        least: int = 0,
    ) -> tuple[int, str]:
        """Return size and note of the checkpoint to show: if possible one with cosignatures.

        Where no size is asked for, that is the one cosigned last, unless it is older than a minute
        or does not reach what is asked for.
        """
        cosigned = None if self.cosigned is None else self.cosigned.newest()
        if cosigned is not None and least <= cosigned.size <= times.most:
            recent = self.added_by(leaves, times.now - PATIENCE) <= cosigned.size
            same = leaves.tree.root(cosigned.size) == cosigned.root
            same &= cosigned.origin == keys.recent().origin
            if same and (size == cosigned.size or (size is None and recent)):
                self.require_signed(leaves)
                return cosigned.size, cosigned.note.write()
        size = _valid_tree_size(size, least, times.most)
        return size, self.sign(keys, leaves, size, times)

    def consistency(self, keys: KeyFolder, old: int, size: int | None = None) -> Consistency:
        """Return the proof that the tree of `size` leaves begins with that of `old` leaves.

        Raises:
            NoSuchSize: the tree has not so many leaves.
        """
        with self.lock:
            leaves, times = self.settled()
            old = _valid_tree_size(old, 0, times.most)
            size, checkpoint = self.checkpoint_to_serve(keys, leaves, times, size, old)
            path = leaves.tree.consistency(old, size)
        return {"from": old, "to": size, "path": hex_hashes(path), "checkpoint": checkpoint}

    def proof(self, keys: KeyFolder, stream: str, size: int | None = None) -> Proof | None:
        """Return the proof of the newest leaf of a stream; None if there is none yet.

        Raises:
            NoSuchSize: the tree has not so many leaves, or had not the leaf when it had so many.
        """
        with self.lock:
            leaves, times = self.settled()
            known = self.streams.known([stream]).get(stream)
            if known is None or known.place >= times.most:
                return None
            index = known.place
            size, checkpoint = self.checkpoint_to_serve(keys, leaves, times, size, index + 1)
            path = leaves.tree.inclusion(index, size)
        leaf = self.entries(index, index + 1)[0]._asdict()
        return {"leaf": leaf, "index": index, "path": hex_hashes(path), "checkpoint": checkpoint}

    def tile(self, tile: Tile) -> bytes | None:
        """Return a tile of the tree that is signed for, or the leaves below one; None: not there.

        It never changes: what it covers is complete, and old enough.
        """
        with self.lock:
            leaves, times = self.settled()
            if tile.leaves > times.most:
                return None
            if tile.level is not None:
                return tile_hashes(leaves.tree, tile)
        return encode_entry_bundle(
            leaf.data for leaf in self.entries(tile.first, tile.first + tile.width)
        )

    def entries(self, first: int, end: int) -> list[Leaf]:
        """Return leaves from the store; in memory there are only their hashes."""
        added = map(leaf_in, self.store.read(STREAM, first, end))
        return [leaf.leaf(at) for leaf, at in added]


def _valid_tree_size(size: int | None, least: int, most: int) -> int:
    """Return a size that there is; the newest where none is named."""
    if size is None:
        return most
    if not least <= size <= most:
        raise NoSuchSize(least, most)
    return size


def hex_hashes(path: list[bytes]) -> list[str]:
    """Return hashes as hex."""
    return [node.hex() for node in path]


def _newest_leaf_event_number(known: Mapping[str, NewestLeaf], stream: str) -> int:
    """Return the number of the event that the newest leaf of a stream names; 0 without one."""
    return known[stream].n if stream in known else 0


def in_batches(items: Iterable[str], most: int) -> Iterator[list[str]]:
    """Yield so many at a time."""
    left = iter(items)
    while some := [*islice(left, most)]:
        yield some


TREE = replace(LEAF_ROWS, decides=lambda store: TransparencyLog(store).follow, decides_on=LEAVES)
