"""The process's one reader for all who wait for tables: it follows the feeds and wakes them.

It looks at the feeds a few times a second instead of blocking on them, and only while somebody
waits: a blocked read would wake this process for every append, and one read a client would stall
Redis for all.
"""

import threading
import time
from collections import defaultdict
from typing import Any, Self

from redis.exceptions import RedisError

from events.store.client import links_of
from events.store.feed import Reader
from events.store.streams import Store

PERIOD = 0.03  # seconds between looks
PAGE = 2_000  # entries a look and partition
LOST = 1 << 40  # as the newest event, when the feeds can't be read


class Subscription:
    """Somebody who waits for one table; `newest` is the newest event known to be there."""

    def __init__(self, subscriptions: "Subscriptions", table: str) -> None:
        self.subscriptions, self.table = subscriptions, table
        self.newest = 0
        self.moved_on = threading.Event()

    def wait(self, seconds: float) -> bool:
        """Wait until the table moves on or has since the last call; False when the time is up."""
        has_moved = self.moved_on.wait(max(0.0, seconds))
        self.moved_on.clear()  # what comes from here on sets it again; who waited looks after
        return has_moved

    def __enter__(self) -> Self:
        """Subscribe; from here on no append to the table is missed."""
        self.subscriptions.add(self)
        return self

    def __exit__(self, *_: object) -> None:
        """Unsubscribe."""
        self.subscriptions.remove(self)


class Subscriptions:
    """All who wait for tables of a store to move on; safe to share between threads."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.lock = threading.Condition()
        self.by_table: dict[str, set[Subscription]] = defaultdict(set)
        self.places: dict[str, str] = {}  # feed -> newest entry seen; empty: nobody waits
        self.thread: threading.Thread | None = None
        self.reader = Reader(store.redis, PAGE)
        self.links = links_of(store.redis)
        self.made = 0  # what `links` said when the places were found

    def add(self, subscription: Subscription) -> None:
        """Tell a subscription of every append from now on."""
        with self.lock:
            if not self.places:
                self.made = self.links.made
                self.places = self.newest_entries()
            self.by_table[subscription.table].add(subscription)
            if self.thread is None or not self.thread.is_alive():
                self.thread = threading.Thread(target=self.follow, daemon=True, name="feeds")
                self.thread.start()
            self.lock.notify()

    def remove(self, subscription: Subscription) -> None:
        """Forget a subscription."""
        with self.lock:
            self.by_table[subscription.table].discard(subscription)
            if not self.by_table[subscription.table]:
                del self.by_table[subscription.table]

    def newest_entries(self) -> dict[str, str]:
        """Return the newest entry of every feed."""
        feeds = [self.store.names.feed(one) for one in range(self.store.names.partitions)]
        with self.store.redis.pipeline(transaction=False) as pipe:
            for feed in feeds:
                pipe.xrevrange(feed, "+", "-", count=1)
            found: Any = pipe.execute()
        return {
            feed: newest[0][0].decode() if newest else "0-0"
            for feed, newest in zip(feeds, found, strict=True)
        }

    def follow(self) -> None:
        """Look at the feeds for as long as somebody waits; runs in a thread of its own."""
        while True:
            with self.lock:
                if not self.by_table:
                    self.places = {}
                    self.lock.wait()
            try:
                self.poll()
            except RedisError:  # whoever waits finds out by a read of its own
                with self.lock:
                    self.notify(dict.fromkeys(self.by_table, LOST))
            time.sleep(PERIOD)

    def poll(self) -> None:
        """Read what is new and wake those who wait for it."""
        with self.lock:
            places = dict(self.places)
        moved: dict[str, int] = {}
        for key, entries in self.reader.entries(places):
            moved.update((entry.stream, entry.last) for entry in entries)
            places[key] = entries[-1].id
        made = self.links.made
        if made != self.made:  # the feeds may be older ones: whoever waits looks at the log itself
            self.made, places = made, self.newest_entries()
            moved = dict.fromkeys(self.by_table, LOST)
        with self.lock:
            if self.places:
                self.places = places
            self.notify(moved)

    def notify(self, moved: dict[str, int]) -> None:
        """Wake everybody who waits for one of the tables."""
        for table in moved.keys() & self.by_table.keys():
            for subscription in self.by_table[table]:
                subscription.newest = moved[table]
                subscription.moved_on.set()
