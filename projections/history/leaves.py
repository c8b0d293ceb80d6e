"""The leaves of the tree of heads: when one is added, and what is known of them in memory."""

from array import array
from collections import ChainMap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import orjson

from events.history.checkpoints import (
    ANNOUNCED,
    RUNNING,
    Leaf,
    announcement_interval,
    stream_hash,
)
from events.history.leaf_kinds import leaf_kind
from events.history.tiles import TiledTree
from events.record.codec import StoredEvent
from events.record.decider import Decider
from events.store.streams import Store
from games.table import Draft, Fact

STREAM = "heads"  # ids of tables begin with a t
ADDED = "tree.leaf_added.v1"
EARLY = 3_600_000  # milliseconds before its time at which a table is announced again
LATEST = 2**53
RECENT = 10_000  # leaves of which more than the hash is in memory


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
        return Leaf(self.kind, stream_hash(self.stream), self.n, self.head, at, self.end)


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


class NewestLeaf(NamedTuple):
    """The newest leaf of a stream: its place, the number of its event, when another must follow."""

    place: int
    n: int
    end: int | None


class AddLeaves(NamedTuple):
    """Add these leaves where they are needed; `known` is what the read model says of their streams.

    It may be behind: what has become a leaf since is in the state.
    """

    leaves: Sequence[AddLeaf]
    known: Mapping[str, NewestLeaf]


class TreeState:
    """The tree as folded from its stream; it is changed in place, for it gets big.

    Of what is older than it was at first, and of what has been read long ago, it knows the hashes
    alone; the rest is in the read model and in the stream. `sure`: how many replicas have.
    """

    def __init__(self, tree: TiledTree, at: int = 0) -> None:
        self.tree, self.at = tree, at  # `at`: when the newest leaf was added
        self.sure = 0
        self.since = len(tree)  # the place from which leaves are in `recent`
        self.recent: dict[str, NewestLeaf] = {}
        self.first = len(tree)  # the place from which their times are here
        self.times = array("q")

    @property
    def n(self) -> int:
        """The number of the newest event."""
        return len(self.tree)

    def add(self, leaf: LeafAdded, at: int) -> None:
        """Take a leaf in."""
        self.recent[leaf.stream] = NewestLeaf(self.n, leaf.n, leaf.end)
        self.tree.append(leaf.leaf(at).data)
        self.times.append(at)
        self.at = at
        if len(self.times) >= 2 * RECENT:
            del self.times[:RECENT]
            self.first += RECENT

    def remember(self, since: int, found: Iterable[tuple[int, LeafAdded]]) -> None:
        """Take in again what was forgotten of leaves from a place on."""
        for place, leaf in found:
            known = self.recent.get(leaf.stream)
            if known is None or known.place < place:
                self.recent[leaf.stream] = NewestLeaf(place, leaf.n, leaf.end)
        self.since = since

    def forget(self, before: int) -> None:
        """Forget which leaves stand before a place."""
        self.recent = {one: known for one, known in self.recent.items() if known.place >= before}
        self.since = max(self.since, before)


def _is_needed(leaf: AddLeaf, known: NewestLeaf | None, now: int) -> bool:
    """Say whether a leaf is not there yet."""
    if leaf.kind == RUNNING:
        return known is not None and known.n <= leaf.n and (known.end or LATEST) - EARLY <= now
    return known is None or known.n < leaf.n


def _decide_leaves(leaves: TreeState, by: str, command: AddLeaves, now: int) -> list[Draft]:
    """Return the leaves that are added; nothing of those that are there."""
    added: list[LeafAdded] = []
    newest: ChainMap[str, NewestLeaf] = ChainMap({}, leaves.recent, dict(command.known))
    for leaf in command.leaves:
        if _is_needed(leaf, newest.get(leaf.stream), now):
            end = leaf.term and now + leaf.term
            newest[leaf.stream] = NewestLeaf(leaves.n + len(added), leaf.n, end)
            added.append(LeafAdded(leaf.kind, leaf.stream, leaf.n, leaf.head, end))
    return [Draft(one) for one in added]


def _add_leaves(leaves: TreeState, facts: Iterable[Fact]) -> TreeState:
    """Take leaves in, in place."""
    for fact in facts:
        assert fact.n == leaves.n + 1, f"leaf {fact.n} after {leaves.n}"
        leaves.add(fact.event, fact.at)
    return leaves


def _no_saved_hashes(level: int, first: int, end: int) -> bytes:
    """Say that nothing of a tree is kept elsewhere."""
    raise LookupError(f"no hashes of level {level} from {first} to {end}")


HEADS_DECIDER: Final[Decider[TreeState, AddLeaves]] = Decider(
    "heads",
    {ADDED: LeafAdded},
    {AddLeaves: "tree.add"},
    lambda stream: TreeState(TiledTree(0, _no_saved_hashes)),
    _decide_leaves,
    _add_leaves,
    endless=True,
)


def leaves_of(store: Store, stream: str, after: int) -> Iterator[AddLeaf]:
    """Yield the leaves of a stream behind event `after`."""
    for event in store.read(stream, after):
        public = orjson.loads(event.e)
        kind = leaf_kind(public)
        if kind is not None:
            _require_replicas(store, stream, event)
            lasts = _term_of(store, stream) if kind in ANNOUNCED else None
            yield AddLeaf(kind, stream, event.n, event.h.hex(), lasts)


def _require_replicas(store: Store, stream: str, event: StoredEvent) -> None:
    """Refuse to make a leaf of an event that a fail-over could lose while the leaf stays."""
    if store.replicas:
        store.confirm(stream, event.n, event.h)


def _term_of(store: Store, table: str) -> int:
    """Return the milliseconds after which a table is announced again."""
    return announcement_interval(orjson.loads(store.read(table, 0, 1)[0].e)["data"])


def running_table_leaf(store: Store, table: str) -> AddLeaf:
    """Return the leaf with which a table that runs is announced again."""
    newest = store.read(table)[-1]
    _require_replicas(store, table, newest)
    return AddLeaf(RUNNING, table, newest.n, newest.h.hex(), _term_of(store, table))
