"""What fails at one table is set aside, and the others go on."""

import logging
from collections.abc import Callable, Collection, Iterable
from functools import partial

from rq.timeouts import BaseTimeoutException

from events.store.due import KINDS
from events.store.feed import FeedEntry, Feeds
from events.store.quarantine import Quarantine, is_transient_error
from events.store.streams import Store
from projections.history.tree import TransparencyLog
from projections.projection import ReadModel, affected_streams

logger = logging.getLogger("fairdeal.aside")


class Isolation:
    """Does something for streams one by one, and sets those aside that fail.

    `known` are the streams that were in quarantine, which may be forgotten when it goes well.
    """

    def __init__(self, store: Store, where: str, known: Collection[str]) -> None:
        self.quarantine, self.where, self.known = Quarantine(store), where, known

    def __call__(self, stream: str, do: Callable[[str], object]) -> bool:
        """Do it for a stream; False where that failed."""
        try:
            do(stream)
        except Exception as error:  # whatever rules, or a log that is not what they take it for
            if is_transient_job_error(error):
                raise
            self.quarantine_stream(stream, error)
            return False
        if stream in self.known:
            self.quarantine.clear(stream, self.where)
            logger.info(
                "%s works again, no longer set aside: %s",
                stream,
                self.where,
                extra={"table": stream},
            )
        return True

    def quarantine_stream(self, stream: str, error: Exception) -> None:
        """Set a stream aside, and say so."""
        quarantined = self.quarantine.add(stream, self.where, error)
        if quarantined is not None:
            wait = (quarantined.again - self.quarantine.store.now()) // 1000
            logger.error(
                "%s is set aside, trying again in %d s: %s: %s",
                stream,
                wait,
                self.where,
                quarantined.why,
                extra={"table": stream},
            )


def is_transient_job_error(error: Exception) -> bool:
    """Say whether an error tells nothing of the table, or of what was done for it."""
    return isinstance(error, BaseTimeoutException) or is_transient_error(error)


class ModelIsolation:
    """Brings read models forward, but for the streams that they fail at."""

    def __init__(self, store: Store) -> None:
        self.store, self.quarantine, self.feeds = store, Quarantine(store), Feeds(store)
        self.known: dict[str, set[str]] = {}  # streams set aside, by where

    def decide(self, model: ReadModel, entries: Collection[FeedEntry]) -> None:
        """Decide what new entries of feeds call for; stream by stream where that fails."""
        streams = list(affected_streams(entries, model.projection.decides_on))
        try:
            model.decide_on(entries)
        except Exception as error:
            if is_transient_job_error(error):
                raise
            self.each(model, streams, lambda stream: model.decide([stream]))
        else:
            self.each(model, self.known_of(model).intersection(streams), lambda stream: None)

    def feed(
        self, model: ReadModel, partition: int, entries: list[FeedEntry], version: int, after: str
    ) -> None:
        """Take in the news of a partition behind `after`, but for streams that can't be folded."""
        streams = list(affected_streams(entries, model.projection.handles))
        try:
            model.feed(partition, entries, version, after)
        except Exception as error:
            if is_transient_job_error(error):
                raise
            failed = self.each(model, streams, lambda stream: model.folded(stream, version))
            model.feed(partition, entries, version, after, without=failed)
        else:
            self.each(model, self.known_of(model).intersection(streams), lambda stream: None)

    def known_of(self, model: ReadModel) -> set[str]:
        """Return the streams at which a read model has failed."""
        return self.known.get(model.projection.name, set())

    def each(
        self, model: ReadModel, streams: Iterable[str], do: Callable[[str], object]
    ) -> frozenset[str]:
        """Do something for streams one by one; return those for which it failed."""
        if not (streams := [*streams]):
            return frozenset()
        isolation = Isolation(self.store, model.projection.name, self.known_of(model))
        failed = frozenset(stream for stream in streams if not isolation(stream, do))
        self.known.setdefault(model.projection.name, set()).update(failed)
        return failed

    def announce(self, model: ReadModel, heads: TransparencyLog) -> None:
        """Announce again the tables that run long; table by table where that fails."""
        tables = [one for one in heads.ending() if one not in self.known_of(model)]
        try:
            heads.announce(tables)
        except Exception as error:
            if is_transient_job_error(error):
                raise
            self.each(model, tables, lambda table: heads.announce([table]))

    def retry_due(
        self, models: Iterable[ReadModel], partitions: Iterable[int], at_once: bool
    ) -> None:
        """Have what is set aside in partitions tried again when its time has come, or at once."""
        self.known, now = {}, self.store.now()
        by_name = {model.projection.name: model for model in models}
        for quarantined in self.quarantine.in_partitions(partitions):
            self.known.setdefault(quarantined.where, set()).add(quarantined.stream)
            if at_once:
                self.quarantine.retry(quarantined)
            if quarantined.where in KINDS:
                if not self.quarantine.is_due(quarantined):
                    self.quarantine.clear(quarantined.stream, quarantined.where)
            elif quarantined.where not in by_name:
                # there is no such read model any more
                self.quarantine.clear(quarantined.stream, quarantined.where)
            elif at_once or quarantined.again <= now:
                isolation = Isolation(self.store, quarantined.where, ())
                isolation(quarantined.stream, partial(self.republish, by_name[quarantined.where]))

    def republish(self, model: ReadModel, stream: str) -> None:
        """Make news of all that a read model asks for in a stream."""
        newest = self.store.newest(stream)
        types = model.projection.handles | model.projection.decides_on
        self.feeds.republish(stream, newest.n if newest else len(self.store.read(stream)), types)
