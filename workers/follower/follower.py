"""Follow the feeds: bring read models forward, turn what is due into jobs.

Followers that run share the partitions, and each feed is read in order by one of them.
Everything here may happen twice or late.
"""

import logging
import math
import signal
import time
from contextlib import suppress
from typing import Any

from redis import Redis
from redis.exceptions import RedisError

from events.history.signed_heads import SignedHeads
from events.history.signed_tree import SignedTree, StoreBehind
from events.history.signing_keys import KeyFolder
from events.store.clock import VOUCH
from events.store.connections.client import connect_client, connect_reader
from events.store.connections.readiness import is_full, retry_pauses
from events.store.durability_check import WeakerDurability
from events.store.environment import data_folder, own_store, queue_url, store_durability, store_url
from events.store.feed import FeedReader
from events.store.names import Kind
from events.store.quarantine import failure_reason
from events.store.streams import Store
from projections.accounts.news import PlayerInboxes
from projections.history.guard import SigningGuard
from projections.history.tree import TREE, TransparencyLog
from projections.projection import ReadModel
from projections.ratings.corrections import RatingCorrector
from projections.ratings.ratings import Ratings
from projections.ratings.standings import STANDINGS
from projections.read_models.models import MODELS
from workers.follower.consumer import FeedConsumer
from workers.follower.dispatch import Dispatcher
from workers.follower.partitions import HeldPartitions
from workers.follower.timer import Timer
from workers.follower.upkeep import Upkeep
from workers.isolation import ModelIsolation
from workers.tables.archive import archive_after

TICK = 0.1  # seconds between looks at the due index
RENEW = 0.5  # seconds between renewals of the lease on partitions
ANNOUNCE = 1.0  # seconds between looks for leaves that no news brings
TRIM = 60.0  # seconds between trims of the feeds
MEMORY_CHECK = 30.0  # seconds between looks at the store's memory
PAGE = 500  # feed entries a read
SWEEP = 1.0  # seconds between looks for tables to archive
QUARANTINE_CHECK = 5.0  # seconds between looks at quarantined streams
JOBS_TIMEOUT = 1.0  # seconds that the Redis of the jobs may take, lest it holds up read models

WOKEN_FOR: tuple[Kind, ...] = ("bot", "thinking", "tournament", "alone", "hint", "analysis")

logger = logging.getLogger("fairdeal.follower")


class Follower:
    """One follower of a store: decides what is to be done when; others do it.

    `reader`: a connection that may block; `jobs`: the Redis of the queues; `keys`: without them
    nothing is signed; `durability`: what was found when the process began.
    """

    def __init__(
        self,
        store: Store,
        reader: Redis,
        jobs: Redis,
        keys: KeyFolder | None = None,
        durability: str = "",
    ) -> None:
        self.store = store
        self.heads = TransparencyLog(
            store, signed=None if keys is None else SignedTree(keys.folder)
        )
        self.guard = (
            None if keys is None else SigningGuard(self.heads, SignedHeads(keys.folder), durability)
        )
        ratings = Ratings(store)
        self.models = _read_models(store, self.heads, ratings)
        self.corrections, self.inboxes = RatingCorrector(store, ratings), PlayerInboxes(store)
        feeds, isolation = FeedReader(reader, PAGE), ModelIsolation(store)
        self.partitions = HeldPartitions(store, feeds, self.models, self.inboxes)
        self.consumer = FeedConsumer(
            store=store,
            partitions=self.partitions,
            isolation=isolation,
            archive_after=archive_after(),
        )
        self.dispatcher = Dispatcher(store, jobs)
        self.upkeep = Upkeep(
            store=store,
            partitions=self.partitions,
            isolation=isolation,
            heads=self.heads,
            keys=keys,
            corrections=self.corrections,
        )
        self.set_timers()
        self.stopping = False

    def set_timers(self) -> None:
        """Say what is done how often, all of it in the first step."""
        attempt = self.upkeep.attempt
        self.share, self.tick = Timer(RENEW, self.partitions.renew), Timer(TICK, self.take_in)
        self.retries = Timer(QUARANTINE_CHECK, self.retry_quarantined)
        self.sweeps = Timer(SWEEP, self.sweep)
        self.before_news = [
            Timer(MEMORY_CHECK, self.upkeep.warn_of_memory),  # a full store refuses what follows
            Timer(VOUCH, self.store.clock.vouch),
            self.share,
        ]
        self.after_news = [
            Timer(ANNOUNCE, lambda: attempt(self.upkeep.announce_leaves)),
            self.retries,
            Timer(TRIM, lambda: attempt(self.partitions.trim)),
            self.sweeps,
        ]

    def run(self) -> None:
        """Follow until asked to stop; outlast a Redis that is away, and whatever else it meets."""
        waits = retry_pauses()
        while not self.stopping:
            try:
                self.step()
                waits = retry_pauses()
            except Exception as error:
                logger.warning("%s, trying again", _what_is_wrong(error))
                self.partitions.places.clear()
                self.share.hurry()
                time.sleep(next(waits))
        with suppress(RedisError):  # then the others find out by themselves
            self.consumer.write_passed()
            self.partitions.leave()

    def stop(self, *_: Any) -> None:
        """Ask the follower to stop after the step it is in."""
        self.stopping = True

    def step(self) -> None:
        """Renew the share, wait for a wake-up up to a tick, enqueue due jobs, apply feeds."""
        if self.partitions.has_reconnected():
            self.share.hurry()
        if self.guard is not None:
            self.guard.require_current()  # a leaf that is added to an older tree would be a fork
        for one in self.before_news:
            one.run()
        if not self.partitions.places:
            time.sleep(TICK)
            return
        if woken := self.partitions.wait_for_wake_ups(max(1, int(1000 * self.tick.left()))):
            self.dispatcher.dispatch(woken, WOKEN_FOR)
        for one in (self.tick, *self.after_news):
            one.run()

    def take_in(self) -> None:
        """Take in what is new, and enqueue what is due."""
        news = self.consumer.consume()
        self.dispatcher.dispatch_due(self.partitions.places, news)
        self.upkeep.attempt(self.upkeep.correct_ratings)

    def retry_quarantined(self) -> None:
        """Try again what is set aside; all of it, the first time."""
        is_first = self.retries.last == -math.inf
        self.upkeep.attempt(self.upkeep.retry_quarantined, is_first)

    def sweep(self) -> None:
        """Have closed tables archived, where there is an archive."""
        if self.consumer.archive_after is not None:
            self.upkeep.attempt(self.dispatcher.sweep, self.partitions.places)


def _read_models(store: Store, heads: TransparencyLog, ratings: Ratings) -> list[ReadModel]:
    """Return all read models; one tree and one table of ratings in memory are enough."""
    models = [ReadModel(store, projection) for projection in MODELS]
    models[MODELS.index(TREE)].decide = heads.follow
    models[MODELS.index(STANDINGS)].decide = ratings.decide
    return models


def _what_is_wrong(error: Exception) -> str:
    """Return the beginning of a sentence about an error that is outlasted."""
    if isinstance(error, StoreBehind):
        return "The store lacks signed data"  # the guard has told what
    if isinstance(error, WeakerDurability):
        return f"The store keeps data less safely than before: {error}"
    if isinstance(error, RedisError):
        return f"Redis {'is full' if is_full(error) else 'does not answer'}: {error}"
    return f"A step failed: {failure_reason(error)}"


def main() -> None:
    """Follow the store that the environment names until a signal comes."""
    url = store_url()
    store = own_store()
    keys = KeyFolder(data_folder())
    jobs = connect_client(queue_url(), timeout=JOBS_TIMEOUT, retries=0)
    follower = Follower(store, connect_reader(url, TICK), jobs, keys, store_durability(store.redis))
    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, follower.stop)
    follower.run()
