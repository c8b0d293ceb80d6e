"""Build read models again from the logs: version k + 1 beside version k, then readers switch.

Partitions are built apart from each other, by as many processes as there are, each in one walk over
its streams for all models together. What was not decided on, because its news came before us, is
decided on the way; streams that such decisions make longer come last. What is done is noted: a
rebuild that was broken off goes on with the rest. The feeds are kept as far as it needs, unless it
has not moved for an hour: then it begins anew.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import orjson

from events.disputes.names import is_dispute_stream, subject_of
from events.history.leaf_kinds import LEAVES, leaf_kind
from events.record.codec import StoredEvent
from events.store.feed import MIN_RETENTION
from events.store.quarantine import Quarantine, is_transient_error
from events.store.streams import Store, read_stream_entry
from events.transfer.archiving import CLOSED
from projections.history.tree import TREE, TransparencyLog, in_batches
from projections.projection import Projection, ReadModel, type_of
from projections.ratings import ratings
from projections.ratings.standings import STANDINGS
from projections.read_models.models import ENDLESS

REBUILD = "fd:{store}:rebuild"  # the versions that are built, since when, and how far
SINCE, MOVED = "since", "moved"  # milliseconds
UNBUILT = "?"  # as a place: write nothing where another rebuild was faster, and followers go on
STREAMS = 200  # at once
EVENTS = 1_000  # of a stream without an end, at once

Versions = Mapping[str, int]  # by the name of the projection
Logs = Mapping[str, Sequence[StoredEvent]]  # by stream


def begin_rebuild(store: Store, projections: Sequence[Projection]) -> Versions:
    """Return the versions to build: those of a rebuild that was broken off, or new ones."""
    progress: Any = store.redis.hgetall(REBUILD)
    models = [ReadModel(store, one) for one in projections]
    known = {name.decode(): int(value) for name, value in progress.items()}
    begun = {one.name: known[one.name] for one in projections if one.name in known}
    is_alive = store.now() - known.get(MOVED, 0) < MIN_RETENTION // 2
    if is_alive and begun == {one.projection.name: one.version() + 1 for one in models}:
        return begun
    versions = {one.projection.name: one.version() + 1 for one in models}
    store.redis.delete(REBUILD)
    for model in models:
        model.drop(versions[model.projection.name])
    now = store.now()
    noted: dict[Any, Any] = {**versions, SINCE: now, MOVED: now}
    store.redis.hset(REBUILD, mapping=noted)
    return versions


def needed_since(store: Store) -> int:
    """Return the time from which a rebuild needs the feeds; one that has died needs nothing."""
    since, moved = store.redis.hmget(REBUILD, [SINCE, MOVED])
    now = store.now()
    return int(since) if since and moved and now - int(moved) < MIN_RETENTION else now


def switch_versions(store: Store, projections: Sequence[Projection], versions: Versions) -> None:
    """Switch readers to the versions that were built, and drop all before them."""
    for model in (ReadModel(store, one) for one in projections):
        new = versions[model.projection.name]
        store.redis.set(model.pointer, new)
        for old in range(1, new):  # of other layouts too; a follower that died may have left one
            model.drop(old)
    store.redis.delete(REBUILD)


def stream_count(store: Store) -> int:
    """Return how many streams there are."""
    with store.redis.pipeline(transaction=False) as pipe:
        for partition in range(store.names.partitions):
            pipe.zcard(store.names.all(partition))
        return sum(pipe.execute())


def streams_read(store: Store) -> int:
    """Return how many streams the rebuild that runs has read."""
    progress: Any = store.redis.hgetall(REBUILD)
    return sum(int(value) for name, value in progress.items() if name.isdigit())


def rebuild_models(
    store: Store,
    projections: Sequence[Projection],
    progress: Callable[[int], None] = lambda count: None,
) -> int:
    """Build models again in this process alone; return how many streams were read."""
    versions = begin_rebuild(store, projections)
    builder, count = ReadModelBuilder(store, projections, versions), 0
    for partition in range(store.names.partitions):
        count += builder.build(partition)
        progress(count)
    for stream in ENDLESS:
        builder.build_endless(stream)
    switch_versions(store, projections, versions)
    return count


class ReadModelBuilder:
    """Builds the given versions of models, one partition after the other."""

    def __init__(self, store: Store, projections: Sequence[Projection], versions: Versions) -> None:
        self.store, self.heads, self.quarantine = store, TransparencyLog(store), Quarantine(store)
        self.models = [(ReadModel(store, one), versions[one.name]) for one in projections]
        for model, _ in self.models:
            if model.projection is TREE:
                model.decide = self.heads.follow

    def build(self, partition: int) -> int:
        """Build a partition, unless that is done; return how many streams it has."""
        count: int = self.store.redis.zcard(self.store.names.all(partition))
        if all(partition in model.places(version) for model, version in self.models):
            return count
        again = self.store.redis.hexists(REBUILD, str(partition))
        newest: Any = self.store.redis.xrevrange(self.store.names.feed(partition), count=1)
        place = newest[0][0].decode() if newest else "0-0"
        count = 0
        for streams in in_batches(self.store.streams(partition), STREAMS):
            self.take(partition, [one for one in streams if one not in ENDLESS], again=again)
            count += len(streams)
            self.note(str(partition), count)
        for model, version in self.models:
            model.move(partition, place, (), version)
        return count

    def build_endless(self, stream: str) -> None:
        """Fold a stream without an end, unless that is done."""
        is_read = any(model.projection.folds(stream) for model, _ in self.models)
        if not is_read or self.store.redis.hexists(REBUILD, stream):
            return
        n, partition = 0, self.store.names.partition(stream)
        while events := self.store.read(stream, n, n + EVENTS):
            self.fold(partition, {stream: events}, "")
            n = events[-1].n
        self.note(stream, n)

    def note(self, name: str, count: int) -> None:
        """Note how far something has got."""
        self.store.redis.hset(REBUILD, mapping={name: count, MOVED: self.store.now()})

    def take(self, partition: int, streams: Sequence[str], *, again: bool) -> None:
        """Take in some streams, but for those that fail: these are set aside."""
        try:
            self.take_all(partition, streams, again=again)
        except Exception as error:
            if is_transient_error(error):
                raise
            if len(streams) == 1:
                for model, _ in self.models:  # a follower finds out which of them it is
                    self.quarantine.add(streams[0], model.projection.name, error)
            else:
                for one in streams:
                    self.take(partition, [one], again=again)

    def take_all(self, partition: int, streams: Sequence[str], *, again: bool) -> None:
        """Decide what is not decided of some streams, and fold them."""
        logs = self.logs_of_those_in_play(streams)
        self.decide(logs)
        self.fold(partition, logs, UNBUILT)
        over = [one for one in streams if one not in logs]
        for model, version in self.models:
            if model.projection.is_final is not None:
                self.keep(partition, over, model, version)
            elif again:  # a table may have closed since it was folded
                model.move(partition, UNBUILT, [(one, None) for one in over], version)

    def keep(self, partition: int, over: Sequence[str], model: ReadModel, version: int) -> None:
        """Write the rows of tables that are over: as they are now, or else from their logs."""
        is_final = model.projection.is_final
        assert is_final is not None, f"{model.projection.name} keeps no rows of such tables"
        known = model.some_rows(over, model.version())
        rows = {name: row for name, row in known.items() if row is not None and is_final(row)}
        rest = [one for one in over if one not in rows]
        news = {one: model.handled_events(log) for one, log in self.whole(rest).items()}
        rows |= {name: row for name, row in model.evolved(news, version).items() if row}
        if rows:
            model.move(partition, UNBUILT, rows.items(), version)

    def decide(self, logs: Logs) -> None:
        """Decide what the events of some streams call for, and is not decided yet."""
        types = {stream: {type_of(event.e) for event in log} for stream, log in logs.items()}
        for model, _ in self.models:
            on = model.projection.decides_on
            called = [stream for stream, own in types.items() if own & on]
            tables = [
                subject_of(one) for one in called if is_dispute_stream(one)
            ]  # it may say more
            if model.projection is TREE:
                called, tables = self.without_leaves(called, logs), []
            elif model.projection is STANDINGS:
                called = self.unrated(called, logs)
            if called:
                model.decide([*called, *tables])

    def without_leaves(self, streams: Sequence[str], logs: Logs) -> list[str]:
        """Return those streams that lack a leaf."""
        known = self.heads.known(streams) if streams else {}
        return [one for one in streams if one not in known or known[one].n < _last_leaf(logs[one])]

    def unrated(self, streams: Sequence[str], logs: Logs) -> list[str]:
        """Return those streams of which there may be something to rate."""
        rated = self.rated([one for one in streams if not is_dispute_stream(one)])
        return [
            one
            for one in streams
            if is_dispute_stream(one)
            or any((found.stream, one) not in rated for found in ratings.results_of(logs[one]))
        ]

    def fold(self, partition: int, logs: Logs, place: str) -> None:
        """Write the rows of some streams."""
        for model, version in self.models:
            own = {one: log for one, log in logs.items() if model.projection.folds(one)}
            news = {one: model.handled_events(log) for one, log in own.items()}
            rows = model.evolved(news, version)
            if rows:
                model.move(partition, place, rows.items(), version)

    def logs_of_those_in_play(self, streams: Sequence[str]) -> dict[str, Sequence[StoredEvent]]:
        """Return the events of streams, but for tables that are over and decided on.

        Those have no rows that change, and most streams are such.
        """
        newest = self.newest(streams)
        over = [one for one in streams if _is_closed_table(one, newest[one])]
        rated = {  # levels of bots first, people last
            table for stream, table in self.rated(over) if not ratings.is_of_bots(stream)
        }
        decided = rated & self.announced(over, newest)
        return self.whole([one for one in streams if one not in decided])

    def whole(self, streams: Sequence[str]) -> dict[str, Sequence[StoredEvent]]:
        """Return the events of streams, live and archived ones."""
        return {
            stream: events or self.store.read(stream)
            for stream, events in self.live(streams).items()
        }

    def newest(self, streams: Sequence[str]) -> dict[str, StoredEvent | None]:
        """Return the newest event of each stream that is not archived."""
        with self.store.redis.pipeline(transaction=False) as pipe:
            for stream in streams:
                pipe.xrevrange(self.store.names.of(stream).log, count=1)
            replies: Any = pipe.execute()
        return {
            stream: read_stream_entry(entries[0]) if entries else None
            for stream, entries in zip(streams, replies, strict=True)
        }

    def live(self, streams: Sequence[str]) -> dict[str, Sequence[StoredEvent]]:
        """Return the events of streams as they are in the store: none of archived ones."""
        with self.store.redis.pipeline(transaction=False) as pipe:
            for stream in streams:
                pipe.xrange(self.store.names.of(stream).log)
            replies: Any = pipe.execute()
        return {
            stream: [read_stream_entry(entry) for entry in entries]
            for stream, entries in zip(streams, replies, strict=True)
        }

    def rated(self, tables: Sequence[str]) -> set[tuple[str, str]]:
        """Return those tables that were rated, each with the stream of ratings that says so."""
        found: Any = [
            (stream, self.store.redis.hmget(self.store.names.of(stream).once, tables))
            for stream in filter(ratings.is_ratings, ENDLESS if tables else ())
        ]
        return {
            (stream, table)
            for stream, places in found
            for table, place in zip(tables, places, strict=True)
            if place is not None
        }

    def announced(
        self, tables: Sequence[str], newest: Mapping[str, StoredEvent | None]
    ) -> set[str]:
        """Return those tables that are over and have a leaf for it."""
        known, announced = self.heads.known(tables), set()
        for table, leaf in known.items():
            last = newest[table]
            if leaf.end is None and (last is None or leaf.n >= last.n):
                announced.add(table)
        return announced


def _last_leaf(log: Sequence[StoredEvent]) -> int:
    """Return the number of the newest event of a stream that must be a leaf; 0 without one."""
    for event in reversed(log):
        if type_of(event.e) in LEAVES and leaf_kind(orjson.loads(event.e)) is not None:
            return event.n
    return 0


def _is_closed_table(stream: str, newest: StoredEvent | None) -> bool:
    """Say whether a stream is a table that has closed, from its newest event if it is live."""
    if newest is None:
        return not is_dispute_stream(stream)
    return type_of(newest.e) == CLOSED
