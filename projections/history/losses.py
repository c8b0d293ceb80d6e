"""What a store that is behind has lost of all that was signed for."""

from collections.abc import Iterable
from typing import Any

import orjson

from events.history.signed_heads import NewestAppend
from events.history.signed_tree import SignedSize
from events.record.losses import Loss
from events.record.receipts import PublicKey
from events.store.connections.many_servers import primary_clients
from events.store.feed import read_feed_entry
from events.store.streams import Store
from projections.history.guard import SigningGuard
from projections.history.tree import TransparencyLog

MAX_APPENDS = 100  # appends of a partition


def loss_of(guard: SigningGuard) -> Loss | None:
    """Return what a store has lost of what was signed for; None: nothing.

    No leaf that is kept is newer than the loss: a loss that excused signatures from before such a
    leaf would excuse what the store can't have lost.
    """
    heads, lost = guard.heads, guard.lost()
    is_behind = heads.behind() is not None
    if not is_behind and not lost:
        return None
    last = SignedSize() if heads.signed is None else heads.signed.newest()
    leaf_count = _remaining_leaf_count(heads, last) if is_behind else last.size
    leaves, times = heads.leaves(), [_time_before(guard.store, one) for one in lost.values()]
    newest = heads.added_at(leaves, leaf_count - 1) if leaf_count else 0
    after = min([*times, newest] if is_behind else times)
    if len(primary_clients(guard.store.redis)) == 1:
        after = max(after, newest)  # it has all that it had when it took that leaf in
    else:  # another server may have lost more than the one with the tree: fewer leaves are sure
        leaf_count = min(leaf_count, heads.added_by(leaves, after))
    return Loss(after, last.size, last.root or None, leaf_count)


def newest_loss(keys: Iterable[PublicKey]) -> int:
    """Return when the newest loss of signed data was published, in milliseconds; 0: none was.

    From then on the guard has forgotten what was lost: it may be of all that was there.
    """
    return max((key.since for key in keys if key.loss is not None), default=0)


def _remaining_leaf_count(heads: TransparencyLog, last: SignedSize) -> int:
    """Return how many leaves of the signed tree are there; to be on the safe side, or fewer.

    Its smaller sizes are compared; where all that the store reaches are its own, it was cut.
    """
    leaves = heads.leaves()
    sizes = [(last.size, last.root), *last.before]
    own = [size for size, root in sizes
           if size <= leaves.n and leaves.tree.root(size).hex() == root]  # fmt: skip
    others = [size for size, _ in sizes if size <= leaves.n and size not in own]
    return max(own, default=0) if others else min(leaves.n, last.size)


def _time_before(store: Store, lost: NewestAppend) -> int:
    """Return the time of the newest event of a partition that is there and older than a lost one.

    Where the feed does not tell, that of the stream; 0 where nothing is left.
    """
    feed = store.names.feed(store.names.partition(lost.stream))
    rows: Any = store.redis.xrevrange(feed, f"({lost.place}", count=MAX_APPENDS)
    for one in map(read_feed_entry, rows):
        if events := store.live(one.stream, f"{one.last}-0", f"{one.last}-0"):
            return _at_of(events[0].e)
    events = store.live(lost.stream, "-", f"{lost.n}-0")
    return _at_of(events[-1].e) if events else 0


def _at_of(public: bytes) -> int:
    """Return the time of an event."""
    at: int = orjson.loads(public)["at"]
    return at
