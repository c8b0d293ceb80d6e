"""The partitions that one follower reads, and how far it has read their feeds."""

import os
import secrets
from collections.abc import Sequence
from itertools import chain
from typing import Any

from events.store.connections.client import links_of
from events.store.feed import MIN_RETENTION, FeedEntry, FeedReader, Feeds, read_feed_entry
from events.store.streams import Store
from projections.accounts.news import PlayerInboxes
from projections.projection import START, ReadModel
from projections.read_models.rebuild import needed_since


class HeldPartitions:
    """A follower's share of a store's partitions, each with the place from which it reads on.

    Attributes:
        name: under which the follower takes its share.
        places: held partition -> id of the last feed entry read.
        unchecked: those of them whose places were found in the store, and not in the feed yet.
        versions: of each read model, that which readers use and the follower writes.
    """

    def __init__(
        self,
        store: Store,
        reader: FeedReader,
        models: Sequence[ReadModel],
        inboxes: PlayerInboxes,
    ) -> None:
        self.store, self.reader = store, reader
        self.links = (links_of(store.redis), links_of(reader.redis))
        self.connection_counts: list[int] = []  # what they said when the places were found
        self.name = f"{os.getpid()}-{secrets.token_hex(4)}"
        self.models, self.inboxes, self.feeds = models, inboxes, Feeds(store)
        self.places: dict[int, str] = {}
        self.unchecked: set[int] = set()
        self.versions: list[int] = []
        self.wake_ups: dict[int, str] = {}  # partition -> id of the newest wake-up seen

    def forget(self) -> None:
        """Know no place any more, until they are looked up, nor what players have been told."""
        self.places, self.wake_ups, self.connection_counts = {}, {}, []
        self.inboxes.begun.clear()
        for model in self.models:
            model.passed.clear()

    def passed(self) -> dict[int, FeedEntry]:
        """Return by partition the newest entry that a read model has passed and not written."""
        newest: dict[int, FeedEntry] = {}
        for partition, one in chain.from_iterable(model.passed.items() for model in self.models):
            known = newest.setdefault(partition, one.newest)
            newest[partition] = max(known, one.newest, key=lambda entry: parse_feed_id(entry.id))
        return newest

    def has_reconnected(self) -> bool:
        """Say whether the server may be another, with older feeds, than when places were found."""
        return [one.count for one in self.links] != self.connection_counts

    def holds(self, stream: str) -> bool:
        """Say whether the partition of a stream is among those held."""
        return self.store.names.partition(stream) in self.places

    def renew(self) -> None:
        """Renew the lease on a fair share of the partitions; find the places of new ones."""
        held = self.feeds.share(self.name)
        if self.has_reconnected():
            self.forget()
            self.reader.redis.ping()  # so that its first connection is not taken for a new one
            self.connection_counts = [one.count for one in self.links]
        versions = [model.version() for model in self.models]
        if versions != self.versions:  # a rebuilt model reads on from its own place
            self.drop_old_versions(versions)
            self.versions, self.places = versions, {}
        new = {*held} - self.places.keys()
        self.unchecked |= new
        places = self.least_places() if new else {}
        self.places = {one: self.places.get(one) or places.get(one, "0-0") for one in held}

    def drop_old_versions(self, versions: Sequence[int]) -> None:
        """Delete the versions that we wrote to until now, perhaps after the rebuild did."""
        for model, old, new in zip(self.models, self.versions, versions, strict=False):
            if old != new:
                model.drop(old)

    def least_places(self) -> dict[int, str]:
        """Return from where each partition must be read: the place of what is least far on."""
        places = self.all_places()
        common = set.intersection(*map(set, places))
        return {one: min((each[one] for each in places), key=parse_feed_id) for one in common}

    def all_places(self) -> list[dict[int, str]]:
        """Return the places of the inboxes and of each model, by partition."""
        models = zip(self.models, self.versions, strict=True)
        return [self.inboxes.places(), *(model.places(version) for model, version in models)]

    def without_entry(self) -> set[int]:
        """Return the partitions, of those unchecked, of which the store has lost a place's entry.

        Whoever was about to build models anew for that may have been killed. An entry that is older
        than all in its feed was trimmed.
        """
        places = {
            (partition, place)
            for own in self.all_places()
            for partition, place in own.items()
            if partition in self.unchecked and place != START
        }
        with self.store.redis.pipeline(transaction=False) as pipe:
            for partition, place in places:
                feed = self.store.names.feed(partition)
                pipe.xrevrange(feed, place, "-", count=1)
                pipe.xrange(feed, place, "+", count=1)
            found = pipe.execute()
        self.unchecked.clear()
        rows = zip(places, found[::2], found[1::2], strict=True)
        return {one for (one, place), until, since in rows if _is_lost(place, until, since)}

    def new_entries(self) -> dict[int, list[FeedEntry]]:
        """Return new feed entries by partition."""
        new = self._read_feeds()
        while self.has_reconnected():  # rows may be older there than the places that we know
            self.renew()
            new = self._read_feeds()
        return new

    def _read_feeds(self) -> dict[int, list[FeedEntry]]:
        """Return the entries behind the known places."""
        feeds = {self.store.names.feed(p): p for p in self.places}
        new = self.reader.entries({key: self.places[p] for key, p in feeds.items()})
        return {feeds[key]: entries for key, entries in new}

    def has_entry(self, partition: int, entry: FeedEntry) -> bool:
        """Say whether a feed has an entry, and no other in its place."""
        feed = self.store.names.feed(partition)
        found: Any = self.store.redis.xrange(feed, entry.id, entry.id)
        return [*map(read_feed_entry, found)] == [entry]

    def wait_for_wake_ups(self, milliseconds: int) -> list[int]:
        """Wait until an action made something due; return the partitions of such."""
        keys = {self.store.names.wake_ups(p): p for p in self.places}
        seen = {key: self.wake_ups.get(p, "0-0") for key, p in keys.items()}
        raw = self.reader.read(seen, milliseconds)
        for key, entries in raw:
            self.wake_ups[keys[key.decode()]] = entries[-1][0].decode()
        return [keys[key.decode()] for key, _ in raw]

    def trim(self) -> None:
        """Delete feed entries that every read model has consumed, or will not ask for."""
        oldest = f"{min(self.store.now() - MIN_RETENTION, needed_since(self.store))}-0"
        for partition, place in self.places.items():
            self.feeds.trim(partition, min(place, oldest, key=parse_feed_id))

    def leave(self) -> None:
        """Leave all partitions to the other followers at once."""
        self.feeds.leave(self.name)


def _is_lost(place: str, until: Sequence[Any], since: Sequence[Any]) -> bool:
    """Say whether a feed has lost an entry, by the newest `until` it and the oldest `since` it."""
    if until:
        return bool(until[0][0].decode() != place)
    return not since


def parse_feed_id(place: str) -> tuple[int, int]:
    """Return a feed id as numbers."""
    ms, _, sequence = place.partition("-")
    return int(ms), int(sequence)
