"""The leaves of the tree of heads: when one is added, and what is known of them in memory."""

import heapq
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import orjson

from events.disputes.state import RULED
from events.record.checkpoints import ANNOUNCED, CALLED, CLOSED, OPENED, RUNNING, Leaf, hashed, term
from events.record.checkpoints import RULED as RULED_LEAF
from events.record.decider import Decider
from events.record.merkle import Tree
from events.store.streams import Store
from games.table import Draft, Fact

STREAM = "heads"  # ids of tables begin with a t
ADDED = "tree.leaf_added.v1"
KINDS = {
    "table.opened.v1": OPENED, "table.readied.v1": CALLED, "table.closed.v1": CLOSED,
    RULED: RULED_LEAF,
}  # fmt: skip
LEAVES = frozenset(KINDS)  # the head after an event of these types is a leaf; see `kind_of`
EARLY = 3_600_000  # milliseconds before its time at which a table is announced again
LATEST = 2**53


@dataclass(frozen=True, slots=True)
class LeafAdded:
    """The head of a stream became a leaf, at the time of this event; see `Leaf`."""

    kind: str
    stream: str
    n: int
    head: str
    end: int | None

    def leaf(self, at: int) -> Leaf:
        """Return the leaf, which names the stream by a hash."""
        return Leaf(self.kind, hashed(self.stream), self.n, self.head, at, self.end)


class AddLeaf(NamedTuple):
    """Add a leaf unless there is one of its stream with this number or a higher one.

    `term`: the milliseconds after which its stream must have another one; None: it need not. A
    table that is announced again may have the number of before, where nothing has happened since.
    """

    kind: str
    stream: str
    n: int
    head: str
    term: int | None = None


class Leaves:
    """The tree as folded from its stream; it is changed in place, for it gets big."""

    def __init__(self) -> None:
        self.tree = Tree()
        self.index: dict[str, int] = {}  # of the newest leaf of each stream
        self.numbers = array("q")  # of the event in its own stream that each leaf names
        self.times = array("q")  # when each leaf was added
        self.ends: dict[str, int] = {}  # of tables that run: by when there must be another leaf
        self.queue: list[tuple[int, str]] = []  # the same, the earliest first; some are outdated

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

    def ending(self, at: int) -> list[str]:
        """Return the tables that must have another leaf by a time."""
        while self.queue and self.ends.get(self.queue[0][1]) != self.queue[0][0]:
            heapq.heappop(self.queue)
        if not self.queue or self.queue[0][0] > at:
            return []
        return [stream for stream, end in self.ends.items() if end <= at]


def decide(leaves: Leaves, by: str, command: AddLeaf, now: int) -> list[Draft]:
    """Return the leaf that is added; nothing if it is there."""
    kind, stream, n, head, lasts = command
    known = leaves.newest(stream)
    if kind == RUNNING:
        needed = known <= n and leaves.ends.get(stream, LATEST) - EARLY <= now
    else:
        needed = known < n
    return [Draft(LeafAdded(kind, stream, n, head, lasts and now + lasts))] if needed else []


def grow(leaves: Leaves, facts: Iterable[Fact]) -> Leaves:
    """Take leaves in, in place."""
    for fact in facts:
        event = fact.event
        leaves.index[event.stream] = len(leaves.tree)
        leaves.tree.append(event.leaf(fact.at).data)
        leaves.numbers.append(event.n)
        leaves.times.append(fact.at)
        leaves.ends.pop(event.stream, None)
        if event.end is not None:
            leaves.ends[event.stream] = event.end
            heapq.heappush(leaves.queue, (event.end, event.stream))
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


def leaves_of(store: Store, stream: str, after: int) -> Iterator[AddLeaf]:
    """Yield the leaves of a stream behind event `after`."""
    for event in store.read(stream, after) if stream != STREAM else ():
        public = orjson.loads(event.e)
        kind = kind_of(public)
        if kind is not None:
            lasts = term_of(store, stream) if kind in ANNOUNCED else None
            yield AddLeaf(kind, stream, event.n, event.h.hex(), lasts)


def kind_of(public: Mapping[str, Any]) -> str | None:
    """Return which leaf the head after an event is; of calls for the start the first with a round.

    That one fixes a table's round of its beacon (rule T21): who has it signed knows by when.
    """
    kind = KINDS.get(public["type"])
    return None if kind == CALLED and "round" not in public["data"] else kind


def term_of(store: Store, table: str) -> int:
    """Return the milliseconds after which a table is announced again."""
    return term(orjson.loads(store.read(table, 0, 1)[0].e)["data"])


def running(store: Store, table: str) -> AddLeaf:
    """Return the leaf with which a table that runs is announced again."""
    newest = store.read(table)[-1]
    return AddLeaf(RUNNING, table, newest.n, newest.h.hex(), term_of(store, table))
