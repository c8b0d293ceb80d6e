"""Follow the feeds: bring read models forward, turn what is due into jobs.

Partitions are leased, so several followers may run and each feed is read in order by one of them.
Everything here may happen twice or late.
"""

import logging
import os
import secrets
import signal
import time
from typing import Any

from redis import Redis
from redis.exceptions import RedisError, ResponseError

from events.feed import Feeds
from events.redis_client import connect, connect_reader
from events.store import Store, store_at
from projections.lobby import MODELS
from projections.projection import Entry, Model, entries_of
from workers.queues import enqueue, queue_url, redis_url

TICK = 0.1  # seconds between looks at the due index
RENEW = 1.0  # seconds between renewals of leases
TRIM = 60.0  # seconds between trims of the feeds
KEPT = 3_600_000  # milliseconds for which feed entries are kept in any case
PAGE = 500  # feed entries a read

logger = logging.getLogger("fairdeal.follower")


class Follower:
    """One follower of a store."""

    def __init__(self, store: Store, reader: Redis, jobs: Redis) -> None:
        self.store, self.reader, self.jobs = store, reader, jobs
        self.feeds = Feeds(store)
        self.models = [Model(store, projection) for projection in MODELS]
        self.name = f"{os.getpid()}-{secrets.token_hex(4)}"
        self.places: dict[int, str] = {}  # held partition -> feed id read so far
        self.versions: list[int] = []
        self.renewed = self.trimmed = -TRIM
        self.one_slot = True  # may a read span partitions? not on a cluster
        self.stopping = False

    def run(self) -> None:
        """Follow until asked to stop; outlast a Redis that is away."""
        while not self.stopping:
            try:
                self.step()
            except RedisError as error:
                logger.warning("Redis does not answer, trying again: %s", error)
                self.places.clear()
                self.renewed = -RENEW
                time.sleep(0.5)
        for partition in self.places:
            self.feeds.let_go(partition)

    def stop(self, *_: Any) -> None:
        """Ask the follower to stop after the step it is in."""
        self.stopping = True

    def step(self) -> None:
        """Renew leases, take in news, claim what is due; waits up to a tick for news."""
        now = time.monotonic()
        if now - self.renewed > RENEW:
            self.renew()
            self.renewed = now
        if not self.places:
            time.sleep(TICK)
            return
        for partition, entries in self.news().items():
            for model, version in zip(self.models, self.versions, strict=True):
                model.feed(partition, entries, version)
            self.places[partition] = entries[-1].id
        self.claim()
        if now - self.trimmed > TRIM:
            self.trim()
            self.trimmed = now

    def renew(self) -> None:
        """Keep the partitions that are held, take those that nobody holds; find our places."""
        partitions = range(self.store.names.partitions)
        held = {one for one in partitions if self.feeds.hold(one, self.name)}
        versions = [model.version() for model in self.models]
        if versions != self.versions:  # a rebuilt model reads on from its own place
            self.versions, self.places = versions, {}
        self.places = {one: self.places.get(one) or self.place(one) for one in held}

    def place(self, partition: int) -> str:
        """Return from where a partition must be read: the hindmost model's place."""
        models = zip(self.models, self.versions, strict=True)
        return min((model.place(partition, v) for model, v in models), key=ordered)

    def news(self) -> dict[int, list[Entry]]:
        """Return new feed entries by partition."""
        wanted = {self.store.names.feed(p): place for p, place in self.places.items()}
        partition_of = {self.store.names.feed(p): p for p in self.places}
        if self.one_slot:
            try:
                return {partition_of[key]: e for key, e in self.read(wanted, int(1000 * TICK))}
            except ResponseError as error:
                if "slot" not in str(error):
                    raise
                self.one_slot = False
        found = [self.read({key: place}, None) for key, place in wanted.items()]
        if not any(found):
            time.sleep(TICK / 4)
        return {partition_of[key]: entries for part in found for key, entries in part}

    def read(self, wanted: dict[str, str], block: int | None) -> list[tuple[str, list[Entry]]]:
        """Read feeds after the given places; `block` in milliseconds."""
        reply: Any = self.reader.xread(wanted, count=PAGE, block=block)  # type: ignore[arg-type]
        return list(entries_of(reply))

    def claim(self) -> None:
        """Turn what is due into jobs."""
        now = self.store.now()
        for claim in self.feeds.claim(self.places, now):
            enqueue(self.jobs, claim.kind, claim.table, now)

    def trim(self) -> None:
        """Forget feed entries that every read model has taken in."""
        kept = f"{self.store.now() - KEPT}-0"  # a read model under construction reads them later
        for partition, place in self.places.items():
            self.feeds.trim(partition, min(place, kept, key=ordered))


def ordered(place: str) -> tuple[int, int]:
    """Return a feed id as numbers."""
    ms, _, sequence = place.partition("-")
    return int(ms), int(sequence)


def main() -> None:
    """Follow the store that the environment names until a signal comes."""
    url = redis_url()
    follower = Follower(store_at(url), connect_reader(url, TICK), connect(queue_url()))
    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, follower.stop)
    follower.run()
