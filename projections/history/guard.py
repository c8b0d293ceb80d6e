"""What stands between a store and the signing key: nothing is signed that the store may not have.

Whenever a connection is made anew, or the server turns out to go on from another history, it is
held to all that was signed for: the tree of heads, and the newest signed event of each partition.
"""

import logging
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from redis import Redis
from redis.exceptions import RedisError

from events.history.signed_heads import NewestAppend, SignedHeads
from events.history.signed_tree import SignedTree, StoreBehind
from events.store.connections.client import links_of
from events.store.connections.many_servers import primary_clients
from events.store.durability_check import DurabilityCheck
from events.store.streams import Store, read_stream_entry
from projections.history.tree import TransparencyLog

CHECK_INTERVAL = 1.0  # seconds between looks at whose history the server goes on from
UNKNOWN, BEHIND = -1, -2  # in the place of a number of connections
LACKS_SIGNED_DATA = (
    "The store lacks data that this server has signed: %s. The server accepts and signs nothing"
    " until you restore a newer copy, or publish the loss with `fairdeal accept-loss`; see"
    " docs/how-to/recover-from-a-loss.md"
)

logger = logging.getLogger("fairdeal.guard")


class SigningGuard:
    """Watches that a store has what was signed for; safe to share between threads.

    `durability`: what receipts say of its events; empty: nobody checks whether that still holds.

    On a cluster a master may be away: then the other partitions go on, and those of that master are
    compared before anything is signed in them.
    """

    def __init__(self, heads: TransparencyLog, signed: SignedHeads, durability: str = "") -> None:
        self.store, self.heads, self.signed = heads.store, heads, signed
        self.durability_check = DurabilityCheck(heads.store.redis, durability)
        self.links = links_of(heads.store.redis)
        self.lock = threading.RLock()
        self.compared = UNKNOWN  # what `links` said when the store was not behind
        self.uncompared: set[int] = set()  # partitions that could not be compared then
        self.checked_at, self.history = 0.0, ""

    def require_current(self) -> None:
        """Refuse to sign while the store is behind, as far as it can be told now.

        Raises:
            StoreBehind: it lacks something that was signed for.
            WeakerDurability: receipts would say too much.
        """
        if time.monotonic() - self.checked_at >= CHECK_INTERVAL:
            self.check_history()
        if self.links.count != self.compared:
            with self.lock:
                if self.links.count != self.compared:  # another thread may have looked meanwhile
                    self.look_again()

    def require_current_now(self, stream: str) -> None:
        """Refuse what must never be done twice while the store is behind, as it is at this moment.

        A look costs two trips, so it is for what is rare: everything else trusts the last look.

        Raises:
            StoreBehind: it lacks something that was signed for, perhaps of this stream.
            WeakerDurability: receipts would say too much.
        """
        with self.lock:
            self.check_history()
            self.look_again()
        partition = self.store.names.partition(stream)
        if partition in self.uncompared:
            self.require_partition(partition)

    def look_again(self) -> None:
        """Compare the store over the connections that there are now."""
        made = self.links.count
        self.compare()
        self.compared = made

    def check_history(self) -> None:
        """Notice a server that goes on from another history, though no connection was lost."""
        self.checked_at = time.monotonic()
        history = _history_of(self.store.redis)
        if history != self.history:
            self.history, self.compared = history, UNKNOWN

    def compare(self) -> None:
        """Hold the store to what was signed for."""
        self.durability_check.check()
        newest, uncompared = self.signed.newest(), set()
        try:
            why = self.difference()
        except RedisError:
            if len(primary_clients(self.store.redis)) == 1:
                raise
            why, uncompared = None, {*range(self.store.names.partitions)}
        self.require(why)
        self.uncompared = uncompared if newest else set()

    def require(self, why: str | None) -> None:
        """Refuse to go on if there is a reason why the store is behind."""
        if why is None:
            return
        if self.compared != BEHIND:  # it is said once
            logger.error(LACKS_SIGNED_DATA, why)
        self.compared = BEHIND
        raise StoreBehind

    def difference(self) -> str | None:
        """Say what the store lacks of what was signed for; None: nothing."""
        return self.heads.behind() or _first_of(self.lost())

    def lost(self) -> dict[int, NewestAppend]:
        """Return the signed events that the store lacks, by partition."""
        newest = self.signed.newest()
        with self.store.redis.pipeline(transaction=False) as pipe:
            for one in newest.values():
                pipe.xrange(self.store.names.of(one.stream).log, f"{one.n}-0", f"{one.n}-0")
            replies = pipe.execute()
        return {
            partition: one
            for (partition, one), rows in zip(newest.items(), replies, strict=True)
            if not _has_event(self.store, one, rows)
        }

    def require_partition(self, partition: int) -> None:
        """Compare a partition that could not be compared with the others."""
        one = self.signed.newest().get(partition)
        if one is not None:
            rows: Any = self.store.redis.xrange(
                self.store.names.of(one.stream).log, f"{one.n}-0", f"{one.n}-0"
            )
            self.require(None if _has_event(self.store, one, rows) else _first_of({partition: one}))
        self.uncompared.discard(partition)

    def cover(self, stream: str, n: int, head: bytes, written: NewestAppend | None = None) -> None:
        """Make sure that an event may be signed for, and remember that it is.

        `written`: what this request has appended itself; what was only read is looked at again.

        Raises:
            StoreBehind: the store lacks something that was signed for.
            TooFewReplicas, ReadBefore: it could lose the event, or has lost it.
        """
        newest = written or self.store.confirm(stream, n, head)
        self.require_current()
        partition = self.store.names.partition(stream)
        if partition in self.uncompared:
            self.require_partition(partition)
        if newest is not None:
            self.signed.note(partition, newest)


def guard_of(store: Store, folder: Path) -> SigningGuard:
    """Return what watches over a store for the key in a folder."""
    return SigningGuard(TransparencyLog(store, signed=SignedTree(folder)), SignedHeads(folder))


def _first_of(lost: Mapping[int, NewestAppend]) -> str | None:
    """Say which signed event a store lacks; None where it lacks none."""
    for one in lost.values():
        return f"event {one.n} of {one.stream} was signed for, and is not there or is another"
    return None


def _has_event(store: Store, one: NewestAppend, rows: list[Any]) -> bool:
    """Say whether a store has an event; `rows` is what its stream holds in that place."""
    if rows:
        return read_stream_entry(rows[0]).h == one.head
    first = store.live(one.stream, most=1)
    return first[0].n > one.n if first else store.knows(one.stream)  # else it is archived


def _history_of(redis: Redis) -> str:
    """Return the ids of the histories that the servers go on from, as far as they are told."""
    histories = []
    for one in primary_clients(redis):
        with suppress(RedisError, KeyError):  # it is away, or some hosts forbid INFO
            replication: Any = one.info("replication")
            histories.append(str(replication["master_replid"]))
    return " ".join(sorted(histories))
