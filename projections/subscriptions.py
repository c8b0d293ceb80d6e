"""The process's one reader of news: it follows the feeds and wakes whoever waits for a table.

It looks at the feeds a few times a second instead of blocking on them, and only while somebody
waits: a blocked read would wake this process for every append, and one read a client would stall
Redis for all.
"""

import threading
import time
from collections import defaultdict
from typing import Any, Self

from redis import Redis
from redis.exceptions import RedisError, ResponseError

from events.store.streams import Store
from projections.projection import entries_of

PERIOD = 0.03  # seconds between looks
PAGE = 2_000  # entries a look and partition
LOST = 1 << 40  # what a listener hears when the feeds can't be read


class Listener:
    """Somebody who waits for news of one table; `heard` is the newest event known to be there."""

    def __init__(self, news: "News", table: str) -> None:
        self.news, self.table = news, table
        self.heard = 0
        self.rung = threading.Event()

    def wait(self, seconds: float) -> bool:
        """Wait until news comes or has come since the last call; False when the time is up."""
        rung = self.rung.wait(max(0.0, seconds))
        self.rung.clear()  # what comes from here on rings again, and whoever waited looks after it
        return rung

    def __enter__(self) -> Self:
        """Begin to listen; from here on no append to the table is missed."""
        self.news.enter(self)
        return self

    def __exit__(self, *_: object) -> None:
        """Stop listening."""
        self.news.leave(self)


class News:
    """Waiting for tables to move on; safe to share between threads."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.lock = threading.Condition()
        self.listeners: dict[str, set[Listener]] = defaultdict(set)
        self.places: dict[str, str] = {}  # feed -> newest entry seen; empty: nobody listens
        self.thread: threading.Thread | None = None
        self.one_slot = True  # may a read span partitions? not on a cluster

    def enter(self, listener: Listener) -> None:
        """Let a listener hear of every append from now on."""
        with self.lock:
            if not self.places:
                self.places = self.newest()
            self.listeners[listener.table].add(listener)
            if self.thread is None or not self.thread.is_alive():
                self.thread = threading.Thread(target=self.read_on, daemon=True, name="news")
                self.thread.start()
            self.lock.notify()

    def leave(self, listener: Listener) -> None:
        """Forget a listener."""
        with self.lock:
            self.listeners[listener.table].discard(listener)
            if not self.listeners[listener.table]:
                del self.listeners[listener.table]

    def newest(self) -> dict[str, str]:
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

    def read_on(self) -> None:
        """Look at the feeds for as long as somebody listens; runs in a thread of its own."""
        while True:
            with self.lock:
                if not self.listeners:
                    self.places = {}
                    self.lock.wait()
            try:
                self.look()
            except RedisError:  # whoever listens finds out by a read of its own
                with self.lock:
                    self.tell(dict.fromkeys(self.listeners, LOST))
            time.sleep(PERIOD)

    def look(self) -> None:
        """Read what is new and tell who listens."""
        with self.lock:
            places = dict(self.places)
        moved: dict[str, int] = {}
        for key, entries in entries_of(self.read(places)):
            moved.update((entry.stream, entry.last) for entry in entries)
            places[key] = entries[-1].id
        with self.lock:
            if self.places:
                self.places = places
            self.tell(moved)

    def tell(self, moved: dict[str, int]) -> None:
        """Ring for everybody who listens to one of the tables."""
        for table in moved.keys() & self.listeners.keys():
            for listener in self.listeners[table]:
                listener.heard = moved[table]
                listener.rung.set()

    def read(self, places: dict[str, str]) -> list[Any]:
        """Return new entries as a raw reply."""
        redis: Redis = self.store.redis
        if self.one_slot and places:
            try:
                return redis.xread(places, count=PAGE) or []  # type: ignore[arg-type,return-value]
            except ResponseError as error:
                if "slot" not in str(error):
                    raise
                self.one_slot = False
        found: list[Any] = []
        for key, place in places.items():
            found += redis.xread({key: place}, count=PAGE) or []
        return found
