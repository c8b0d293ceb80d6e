"""The tree of heads: a leaf for every table that has closed, and for every ruling on a dispute.

The follower adds a leaf as an event of the stream `heads`, each once, in one order for ever; event
n holds leaf n - 1. Leaves of one stream come in the order of their numbers. Every process that
shows proofs folds that stream in memory and reads only what is new. A leaf is shown, and signed
for, only when it is `settle` milliseconds old: by then it is on disk, so a power failure can't make
an honest server sign two histories.
"""

import logging
import threading
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, TypedDict

import orjson

from events.accounts.signed_tree import SignedSize, SignedTree, StoreBehind
from events.disputes.state import RULED
from events.handle import Request, Streams, handle
from events.record.chain import Head
from events.record.checkpoints import Checkpoint, Leaf, signed
from events.record.decider import Decider
from events.record.merkle import Tree
from events.record.receipts import Signer
from events.store.client import links_of
from events.store.streams import Store
from games.core.errors import FairdealError
from games.core.records import Component, at_least
from games.core.words import many
from games.table import Draft, Fact
from projections.projection import Projection

STREAM = "heads"  # ids of tables begin with a t
ADDED = "tree.leaf_added.v1"
ENDS = frozenset({"table.closed.v1", RULED})  # the head after an event of these is a leaf
SETTLE = (
    3_000  # milliseconds; with `everysec` Redis may lose what is younger than about two seconds
)
SETTLES = {"always": 0, "no": 60_000}  # with other settings of `appendfsync`
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
    checkpoint: Checkpoint


class Proof(TypedDict):
    """Proves that a leaf is in the tree of a checkpoint (RFC 9162, 2.1.3)."""

    leaf: Annotated[Mapping[str, Any], Component("Leaf")]
    index: Annotated[int, at_least(0), "Which leaf, from 0."]
    path: ProofPath
    checkpoint: Checkpoint


class NoSuchSize(FairdealError):
    """There is no such proof; there are those for trees of `least` to `most` leaves."""

    code, status = "proof/no_such_size", 404

    def __init__(self, least: int, most: int) -> None:
        super().__init__(f"there are trees of {least} to {many(most, 'leaf', 'leaves')}")
        self.least, self.most = least, most
        self.detail = f"Here the signed tree has {least} to {many(most, 'leaf', 'leaves')}"


@dataclass(frozen=True, slots=True)
class LeafAdded:
    """The head of a stream became a leaf; the fields are those of `Leaf`."""

    stream: str
    n: int
    head: str


@dataclass(frozen=True, slots=True)
class AddLeaf:
    """Add a leaf unless there is one of its stream with this number or a higher one."""

    leaf: Leaf


class Leaves:
    """The tree as folded from its stream; it is changed in place, for it gets big."""

    def __init__(self) -> None:
        self.tree = Tree()
        self.index: dict[str, int] = {}  # of the newest leaf of each stream
        self.numbers = array("q")  # of the event in its own stream that each leaf names
        self.times = array("q")  # when each leaf was added

    @property
    def n(self) -> int:
        """The number of the newest event."""
        return len(self.times)

    @property
    def at(self) -> int:
        """When it happened."""
        return self.times[-1] if self.times else 0

    def newest(self, stream: str) -> int:
        """Return the number of the event that the newest leaf of a stream names; 0 without one."""
        index = self.index.get(stream)
        return 0 if index is None else self.numbers[index]

    def added_by(self, at: int) -> int:
        """Return how many leaves were there at a time."""
        return bisect_right(self.times, at)


def decide(leaves: Leaves, by: str, command: AddLeaf, now: int) -> list[Draft]:
    """Return the leaf that is added; nothing if it is there."""
    leaf = command.leaf
    return [Draft(LeafAdded(*leaf))] if leaves.newest(leaf.stream) < leaf.n else []


def grow(leaves: Leaves, facts: Iterable[Fact]) -> Leaves:
    """Take leaves in, in place."""
    for fact in facts:
        event = fact.event
        leaves.index[event.stream] = len(leaves.tree)
        leaves.tree.append(Leaf(event.stream, event.n, event.head).data)
        leaves.numbers.append(event.n)
        leaves.times.append(fact.at)
    return leaves


HEADS_DECIDER: Final[Decider[Leaves, AddLeaf]] = Decider(
    "heads",
    {ADDED: LeafAdded},
    {AddLeaf: "tree.add"},
    lambda stream: Leaves(),
    decide,
    grow,
    endless=True,
)


class Heads:
    """The tree as this process has read it, and the one place that adds to it.

    Safe to share between threads. `signed` is what was signed for already: a store that has not
    all of it is behind.
    """

    def __init__(
        self, store: Store, settle: int = SETTLE, signed: SignedTree | None = None
    ) -> None:
        self.store, self.settle, self.signed = store, settle, signed
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

    def add(self, leaf: Leaf) -> None:
        """Add a leaf unless it is there."""
        with self.lock:
            handle(self.streams, Request(STREAM, "server", AddLeaf(leaf)))

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

    def sign(self, signer: Signer, leaves: Leaves, size: int) -> Checkpoint:
        """Return the checkpoint of a tree, and remember first that it was signed for."""
        root = leaves.tree.root(size)
        self.require_signed(leaves)
        if self.signed is not None:
            self.signed.note(size, root.hex())
        return signed(signer, size, root, self.store.now())

    def leaves(self) -> Leaves:
        """Return the tree as the store has it now; to be used under the lock."""
        return self.streams.current(STREAM).state

    def settled(self) -> tuple[Leaves, int]:
        """Return the tree, and how many of its leaves are old enough to be signed for."""
        leaves = self.leaves()
        return leaves, leaves.added_by(self.store.now() - self.settle)

    def checkpoint(self, signer: Signer, size: int | None = None) -> Checkpoint:
        """Return the signed checkpoint of the tree, or of the tree that it was at a size.

        Raises:
            NoSuchSize: the tree has not so many leaves.
        """
        with self.lock:
            leaves, most = self.settled()
            return self.sign(signer, leaves, within(size, 0, most))

    def consistency(self, signer: Signer, old: int, size: int | None = None) -> Consistency:
        """Return the proof that the tree of `size` leaves begins with that of `old` leaves.

        Raises:
            NoSuchSize: the tree has not so many leaves.
        """
        with self.lock:
            leaves, most = self.settled()
            tree, old = leaves.tree, within(old, 0, most)
            size = within(size, old, most)
            path = tree.consistency(old, size)
            checkpoint = self.sign(signer, leaves, size)
        return {"from": old, "to": size, "path": hexes(path), "checkpoint": checkpoint}

    def proof(self, signer: Signer, stream: str, size: int | None = None) -> Proof | None:
        """Return the proof of the newest leaf of a stream; None if there is none yet.

        Raises:
            NoSuchSize: the tree has not so many leaves, or had not the leaf when it had so many.
        """
        with self.lock:
            leaves, most = self.settled()
            index = leaves.index.get(stream, most)
            if index >= most:
                return None
            size = within(size, index + 1, most)
            path = leaves.tree.inclusion(index, size)
            checkpoint = self.sign(signer, leaves, size)
        leaf = self.leaf(index)
        return {"leaf": leaf, "index": index, "path": hexes(path), "checkpoint": checkpoint}

    def leaf(self, index: int) -> Json:
        """Return a leaf from the store; in memory there is only its hash."""
        (event,) = self.store.read(STREAM, index, index + 1)
        found: Json = orjson.loads(event.e)["data"]
        return found


def leaves_of(store: Store, stream: str, after: int) -> Iterator[Leaf]:
    """Yield the leaves of a stream behind event `after`."""
    for event in store.read(stream, after) if stream != STREAM else ():
        if orjson.loads(event.e)["type"] in ENDS:
            yield Leaf(stream, event.n, event.h.hex())


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
    score=lambda row: 0,
    stream=STREAM,
    decides=lambda store: Heads(store).follow,
    decides_on=ENDS,
)
