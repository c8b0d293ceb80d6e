"""Follow the feeds: bring read models forward, turn what is due into jobs.

Followers that run share the partitions, and each feed is read in order by one of them.
Everything here may happen twice or late.
"""

import logging
import os
import secrets
import signal
import time
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from itertools import chain
from typing import Any

from redis import Redis
from redis.exceptions import RedisError, ResponseError

from events.disputes.names import is_dispute_stream
from events.handle import WriteContention
from events.history.signed_heads import SignedHeads
from events.history.signed_tree import SignedTree, StoreBehind
from events.history.signing_keys import KeyFolder
from events.store.archive.log_archive import ArchiveAway, BadArchive
from events.store.clock import VOUCH
from events.store.connections.client import connect_client, connect_reader, links_of
from events.store.connections.memory import memory_of
from events.store.connections.readiness import is_full, retry_pauses
from events.store.durability_check import WeakerDurability
from events.store.environment import data_folder, kept_by, own_store, queue_url, store_url
from events.store.feed import KEPT, FeedEntry, FeedReader, Feeds
from events.store.quarantine import failure_reason, is_transient_error
from events.store.streams import Store
from events.transfer.archiving import CLOSED
from projections.accounts.news import PlayerInboxes
from projections.history.guard import SigningGuard
from projections.history.leaves import STREAM
from projections.history.tree import TREE, TransparencyLog
from projections.projection import ReadModel
from projections.ratings.corrections import RatingCorrector
from projections.ratings.ratings import PREFIX, Ratings
from projections.ratings.standings import STANDINGS
from projections.read_models.models import MODELS
from projections.read_models.rebuild import needed_since
from workers.follower.dispatch import Dispatcher
from workers.isolation import ModelIsolation
from workers.tables.archive import archive_after

TICK = 0.1  # seconds between looks at the due index
RENEW = 0.5  # seconds between renewals of what is held
ANNOUNCE = 1.0  # seconds between looks for leaves that no news brings
TRIM = 60.0  # seconds between trims of the feeds
WEIGH = 30.0  # seconds between looks at the store's memory
MOMENT = 0.02  # seconds a tick for rating tables again
PAGE = 500  # feed entries a read
PAUSE = 10.0  # seconds before an archive that was away is asked again
SWEEP = 1.0  # seconds between looks for tables to archive
LOOK = 5.0  # seconds between looks at what is set aside
REST = 30.0  # seconds for which something that failed is left alone
JOBS_TIMEOUT = 1.0  # seconds that the Redis of the jobs may take, lest it holds up read models

logger = logging.getLogger("fairdeal.follower")


class Follower:
    """One follower of a store."""

    def __init__(
        self,
        store: Store,
        reader: Redis,
        jobs: Redis,
        keys: KeyFolder | None = None,
        kept: str = "",
    ) -> None:
        self.store, self.jobs, self.keys = store, jobs, keys
        self.heads = TransparencyLog(
            store, signed=None if keys is None else SignedTree(keys.folder)
        )
        self.guard = (
            None if keys is None else SigningGuard(self.heads, SignedHeads(keys.folder), kept)
        )
        self.reader = FeedReader(reader, PAGE)
        self.links = (links_of(store.redis), links_of(reader))
        self.made: list[int] = []  # what they said when the places were found
        self.feeds, self.dispatcher = Feeds(store), Dispatcher(store, jobs)
        self.isolation = ModelIsolation(store)
        self.models = [ReadModel(store, projection) for projection in MODELS]
        self.models[MODELS.index(TREE)].decide = self.heads.follow  # one tree in memory is enough
        ratings = Ratings(store)
        self.models[MODELS.index(STANDINGS)].decide = ratings.decide
        self.corrections, self.news = RatingCorrector(store, ratings), PlayerInboxes(store)
        self.name = f"{os.getpid()}-{secrets.token_hex(4)}"
        self.places: dict[int, str] = {}  # held partition -> feed id read so far
        self.versions: list[int] = []
        self.bells: dict[int, str] = {}  # partition -> newest ring heard
        self.weighed = self.vouched = self.renewed = self.ticked = -TRIM
        self.trimmed = self.swept = self.announced = self.looked = -TRIM
        self.again = 0.0  # when read models are brought forward again, after an archive was away
        self.archive_after = archive_after()
        self.resting: dict[str, float] = {}  # what has failed, and until when it is left alone
        self.stopping = False

    def run(self) -> None:
        """Follow until asked to stop; outlast a Redis that is away, and whatever else it meets."""
        waits = retry_pauses()
        while not self.stopping:
            try:
                self.step()
                waits = retry_pauses()
            except Exception as error:
                logger.warning("%s, trying again", _what_is_wrong(error))
                self.places.clear()
                self.renewed = -RENEW
                time.sleep(next(waits))
        with suppress(RedisError):  # then the others find out by themselves
            self.feeds.leave(self.name)

    def stop(self, *_: Any) -> None:
        """Ask the follower to stop after the step it is in."""
        self.stopping = True

    def step(self) -> None:
        """Renew what is held, wait for a bell up to a tick, put in due jobs, take in news."""
        now, made = time.monotonic(), [one.made for one in self.links]
        if made != self.made:  # the server may have come back with older feeds, places and news
            self.made, self.places, self.bells, self.renewed = made, {}, {}, -RENEW
            self.news.begun.clear()
        if self.guard is not None:
            self.guard.require_current()  # a leaf that is added to an older tree would be a fork
        if now - self.weighed > WEIGH:  # first: a store that is full refuses all that follows
            self.weigh()
            self.weighed = now
        if now - self.vouched > VOUCH:
            self.store.clock.vouch()
            self.vouched = now
        if now - self.renewed > RENEW:
            self.renew()
            self.renewed = now
        if not self.places:
            time.sleep(TICK)
            return
        if rung := self.wait():
            self.dispatcher.dispatch(rung, ("bot", "thinking", "tournament"))
        if time.monotonic() - self.ticked > TICK:
            self.ticked = time.monotonic()
            self.dispatcher.dispatch_due(self.places, self.take_in())
            self.carefully(self.correct)
        if now - self.announced > ANNOUNCE:
            self.announced = now
            self.carefully(self.announce)
        if now - self.looked > LOOK:
            self.carefully(self.look)
            self.looked = now
        if now - self.trimmed > TRIM:
            self.trimmed = now
            self.carefully(self.trim)
        if self.archive_after is not None and now - self.swept > SWEEP:
            self.swept = now
            self.carefully(self.sweep)

    def carefully(self, do: Callable[[], None]) -> None:
        """Do what nothing else waits for; where it fails, leave it alone for a while."""
        now = time.monotonic()
        if now < self.resting.get(do.__name__, 0.0):
            return
        try:
            do()
        except Exception as error:
            if is_transient_error(error):
                raise
            self.resting[do.__name__] = now + REST
            logger.warning(
                "`%s` failed, again in %d s: %s", do.__name__, REST, failure_reason(error)
            )

    def look(self) -> None:
        """Have what is set aside tried again, all of it when we have just begun."""
        self.isolation.look(self.models, self.places, at_once=self.looked < 0)

    def sweep(self) -> None:
        """Put in jobs for tables to archive."""
        self.dispatcher.sweep(self.places)

    def weigh(self) -> None:
        """Warn while the store will be full soon."""
        with suppress(ResponseError):  # some hosts forbid INFO
            if warning := memory_of(self.store.redis).warning():
                logger.warning("%s", warning)

    def take_in(self) -> Collection[int]:
        """Bring the read models forward; where that takes an archive that is away, later.

        Return the partitions that had news.
        """
        if time.monotonic() < self.again:
            return ()
        new = self.new_entries()
        try:
            for model in self.models:
                self.isolation.decide(model, [*chain.from_iterable(new.values())])
            for partition, entries in new.items():
                self.fold(partition, entries)
        except WriteContention as error:
            logger.warning("Others decide too, again at once: %s", error)
        except (ArchiveAway, BadArchive) as error:
            logger.warning("Read models wait for the archive: %s", error)
            self.again = time.monotonic() + PAUSE
        return new

    def fold(self, partition: int, entries: list[FeedEntry]) -> None:
        """Bring the read models forward by the news of a partition, and tell its players."""
        self.note_closed(partition, entries)
        for model, version in zip(self.models, self.versions, strict=True):
            self.isolation.feed(model, partition, entries, version)
        self.news.take_in(partition, entries)
        self.places[partition] = entries[-1].id

    def correct(self) -> None:
        """Let ratings follow rulings, a moment at a time: many tables may be rated again."""
        if self.store.names.partition(PREFIX) not in self.places:
            return
        end = time.monotonic() + MOMENT
        try:
            while time.monotonic() < end and self.corrections.step():
                pass
        except (WriteContention, ArchiveAway, BadArchive) as error:
            logger.warning("Ratings follow a ruling later: %s", error)

    def announce(self) -> None:
        """Add leaves of keys that were changed, and of tables that run longer than was said."""
        if self.store.names.partition(STREAM) not in self.places:
            return
        try:
            if self.keys is not None:
                self.heads.note_keys(self.keys.public)
            self.isolation.announce(self.models[MODELS.index(TREE)], self.heads)
            self.heads.save()
        except (WriteContention, ArchiveAway, BadArchive) as error:
            logger.warning("Tables are announced later: %s", error)

    def renew(self) -> None:
        """Keep our share of the partitions, take or give what makes it fair; find our places."""
        held = self.feeds.share(self.name)
        versions = [model.version() for model in self.models]
        if versions != self.versions:  # a rebuilt model reads on from its own place
            self.drop_old(versions)
            self.versions, self.places = versions, {}
        found = self.hindmost() if not self.places.keys() >= set(held) else {}
        self.places = {one: self.places.get(one) or found.get(one, "0-0") for one in held}

    def drop_old(self, versions: list[int]) -> None:
        """Delete the versions that we wrote to until now, perhaps after the rebuild did."""
        for model, old, new in zip(self.models, self.versions, versions, strict=False):
            if old != new:
                model.drop(old)

    def hindmost(self) -> dict[int, str]:
        """Return from where each partition must be read: the place of what is least far on."""
        models = zip(self.models, self.versions, strict=True)
        places = [self.news.places(), *(model.places(version) for model, version in models)]
        common = set.intersection(*map(set, places))
        return {one: min((each[one] for each in places), key=parse_feed_id) for one in common}

    def new_entries(self) -> dict[int, list[FeedEntry]]:
        """Return new feed entries by partition."""
        feeds = {self.store.names.feed(p): p for p in self.places}
        new = self.reader.entries({key: self.places[p] for key, p in feeds.items()})
        return {feeds[key]: entries for key, entries in new}

    def wait(self) -> list[int]:
        """Wait until bells ring, a tick at most; return their partitions."""
        bells = {self.store.names.bell(p): p for p in self.places}
        block = max(1, int(1000 * (TICK - time.monotonic() + self.ticked)))
        raw = self.reader.read({key: self.bells.get(p, "0-0") for key, p in bells.items()}, block)
        for key, entries in raw:
            self.bells[bells[key.decode()]] = entries[-1][0].decode()
        return [bells[key.decode()] for key, _ in raw]

    def note_closed(self, partition: int, entries: Iterable[FeedEntry]) -> None:
        """Note when the tables that have closed move to the archive, and disputes that went on."""
        if self.archive_after is None:
            return
        at = self.store.now() + self.archive_after  # feeds are dated by Redis's own clock
        due = {
            one.stream: at
            for one in entries
            if CLOSED in one.types or is_dispute_stream(one.stream)
        }
        if due:
            self.feeds.note_closed(partition, due)

    def trim(self) -> None:
        """Forget feed entries that every read model has taken in, or will not ask for."""
        kept = f"{min(self.store.now() - KEPT, needed_since(self.store))}-0"
        for partition, place in self.places.items():
            self.feeds.trim(partition, min(place, kept, key=parse_feed_id))


def _what_is_wrong(error: Exception) -> str:
    """Return the beginning of a sentence about an error that is outlasted."""
    if isinstance(error, StoreBehind):
        return f"The store is behind what was signed for: {error}"
    if isinstance(error, WeakerDurability):
        return f"The store is not what it was: {error}"
    if isinstance(error, RedisError):
        return f"Redis {'is full' if is_full(error) else 'does not answer'}: {error}"
    return f"A step failed: {failure_reason(error)}"


def parse_feed_id(place: str) -> tuple[int, int]:
    """Return a feed id as numbers."""
    ms, _, sequence = place.partition("-")
    return int(ms), int(sequence)


def main() -> None:
    """Follow the store that the environment names until a signal comes."""
    url = store_url()
    store = own_store()
    keys = KeyFolder(data_folder())
    jobs = connect_client(queue_url(), timeout=JOBS_TIMEOUT, retries=0)
    follower = Follower(store, connect_reader(url, TICK), jobs, keys, kept_by(store.redis))
    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, follower.stop)
    follower.run()
