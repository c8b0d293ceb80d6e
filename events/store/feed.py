"""What follows the store: entries of the feeds, their reader, shares, tables to archive."""

import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from redis import Redis
from redis.exceptions import ResponseError

from events.store.connections.many_servers import ClusterClient
from events.store.names import FOLLOWERS, HOLDERS
from events.store.streams import Store

HERE = Path(__file__).parent
LEASE = 2_000  # milliseconds for which a follower that says nothing still holds its partitions
CLOSED_CLAIM = 60_000  # milliseconds until a lost claim of a table to archive comes back
CLOSED_MOST = 20  # of those, a call and partition
MIN_RETENTION = 3_600_000  # milliseconds for which entries are kept in any case
PAUSE = 0.025  # seconds between two reads of several slots, which cannot wait for news


class FeedEntry(NamedTuple):
    """One entry of a feed: an append to a stream; `news` is what players are told of it."""

    id: str
    stream: str
    first: int
    last: int
    types: frozenset[str]
    news: bytes = b""


def read_feed_entry(raw: Any) -> FeedEntry:
    """Return a feed entry from its raw form."""
    place, fields = raw
    values = dict(zip(fields[::2], fields[1::2], strict=True))
    return FeedEntry(
        place.decode(),
        values[b"t"].decode(),
        int(values[b"f"]),
        int(values[b"l"]),
        frozenset(values[b"y"].decode().split(",")),
        values.get(b"m", b""),
    )


def entries_of(reply: Any) -> Iterator[tuple[str, list[FeedEntry]]]:
    """Yield (feed key, entries) of a raw XREAD reply."""
    for key, raw in reply or ():
        yield key.decode(), [read_feed_entry(one) for one in raw]


class FeedReader:
    """Reads on in several streams: in one trip, or one a server where they lie in several slots."""

    def __init__(self, redis: Redis, page: int) -> None:
        self.redis, self.page = redis, page
        self.one_slot = not isinstance(redis, ClusterClient)  # may a read span partitions?

    def read(self, places: Mapping[str, str], block: int | None = None) -> list[Any]:
        """Return a raw reply with what stands behind the places, a page a stream at most.

        `block`: for how many milliseconds to wait for news; in several slots, a moment only.
        """
        if not places:
            return []
        if self.one_slot:
            try:
                return self.page_of(places, block)
            except ResponseError as error:
                if "slot" not in str(error):
                    raise
                self.one_slot = False
        reply = self.pages(places)
        if not reply and block is not None:
            time.sleep(min(PAUSE, block / 1000))
        return reply

    def page_of(self, places: Mapping[str, str], block: int | None = None) -> list[Any]:
        """Return the raw reply of one read."""
        wanted: Any = dict(places)
        reply: Any = self.redis.xread(wanted, count=self.page, block=block)
        return reply or []

    def pages(self, places: Mapping[str, str]) -> list[Any]:
        """Return the reply of a read in several slots, in one trip a server."""
        with self.redis.pipeline(transaction=False) as pipe:
            for key, place in places.items():
                pipe.xrange(key, f"({place}", "+", count=self.page)
            pages: Any = pipe.execute()
        return [(key.encode(), page) for key, page in zip(places, pages, strict=True) if page]

    def entries(self, places: Mapping[str, str]) -> Iterator[tuple[str, list[FeedEntry]]]:
        """Yield (key, entries) of the feeds that have some behind the places."""
        return entries_of(self.read(places))


class Feeds:
    """Shares of partitions and claims of what is to be archived."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.share_script = store.redis.register_script((HERE / "share.lua").read_text())
        self.due_script = store.redis.register_script((HERE / "due.lua").read_text())

    def share(self, follower: str) -> list[int]:
        """Take or keep a fair share of the partitions; return those held from now on."""
        partitions = self.store.names.partitions
        partitions_held: Any = self.share_script(
            [FOLLOWERS, HOLDERS], [follower, LEASE, partitions]
        )
        return sorted(partitions_held)

    def leave(self, follower: str) -> None:
        """Leave all partitions to the others at once."""
        self.store.redis.zrem(FOLLOWERS, follower)

    def note_closed(self, partition: int, due: Mapping[str, int]) -> None:
        """Note at what time closed tables move to the archive; those of one partition."""
        self.store.redis.zadd(self.store.names.closed(partition), dict(due))

    def claim_closed(self, partitions: Iterable[int], now: int) -> list[str]:
        """Return tables to archive; from an index of their own, lest they hold up what is due."""
        indexes = [self.store.names.closed(partition) for partition in partitions]
        with self.store.redis.pipeline(transaction=False) as pipe:
            for index in indexes:
                pipe.zcount(index, "-inf", now)
            due = pipe.execute()
        arguments = [now, CLOSED_CLAIM, CLOSED_MOST]
        claimed = [
            self.due_script([index], arguments) for index, count in zip(indexes, due, strict=True)
            if count
        ]  # fmt: skip
        return [table.decode() for tables in claimed for table in tables]

    def postpone(self, table: str, until: int) -> None:
        """Let a table move to the archive later."""
        index = self.store.names.closed(self.store.names.partition(table))
        self.store.redis.zadd(index, {table: until}, xx=True)

    def republish(self, stream: str, last: int, types: Iterable[str]) -> None:
        """Make news of a stream again, for who could not take it in."""
        feed = self.store.names.of(stream).feed
        news: Any = {"t": stream, "f": 1, "l": last, "y": ",".join(sorted(types))}
        self.store.redis.xadd(feed, news)

    def trim(self, partition: int, before: str) -> None:
        """Forget entries that every registered read model has taken in."""
        self.store.redis.xtrim(self.store.names.feed(partition), minid=before, approximate=True)
