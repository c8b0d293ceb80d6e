"""Read models: rows folded from public parts, with a place in each feed that moves with them.

A row is brought forward from the log itself, so feeding an entry twice or late changes nothing. How
a model is built again: see `rebuild`.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, islice
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeVar

import orjson
from redis.exceptions import RedisError

from events.record.codec import StoredEvent
from events.store.connections.reading_script import ReadOnlyScript
from events.store.feed import FeedEntry
from events.store.streams import Store

HERE = Path(__file__).parent
ALL = "all"  # the index that a reader means who names none
TYPE = b'"type":"'
DROPPED = 1_000  # indexes at once
START = "0-0"  # the feed id before the first
WENT_BACK = -1  # what the script gives where a place is older than it was
FIRST = 2  # the first version whose rows are laid out as they are now
T = TypeVar("T")
Row = dict[str, Any]
Cursor = tuple[int, str]  # score and name of a row


class IndexEntry(NamedTuple):
    """The place of a row in the index `name`, of which `note` tells."""

    name: str
    score: int
    note: str = ""


@dataclass(frozen=True, slots=True)
class Projection:
    """A read model: pure steps from row and public event to row, or None where it has no row.

    Attributes:
        name: of its keys.
        handles: the types of events that it asks for.
        evolve: (row or None, stream id, public event) -> row or None; a row holds `n`, the number
            of the newest event in it that was asked for.
        standings: the indexes in which a row stands; what is not installed any more stands in none.
        folds: whether it folds a stream.
        names: (stream id, public event) -> the rows that an event changes. The row named like the
            stream holds in `n` how far it has been read, so `evolve` keeps one for it.
        is_final: whether a row changes no more, so that a rebuild may take it over from the version
            before; who has such rows keeps them of tables that are over.
        decides: (store) -> what to call with the ids of all streams in whose news one of
            `decides_on` is, before anything is folded: a decision that depends on the order of
            streams is made once and written as an event of a stream of its own.
    """

    name: str
    handles: frozenset[str]
    evolve: Callable[[Row | None, str, dict[str, Any]], Row | None]
    standings: Callable[[Row], Sequence[IndexEntry]]
    folds: Callable[[str], bool] = lambda stream: True
    names: Callable[[str, dict[str, Any]], Iterable[str]] = lambda stream, event: (stream,)
    is_final: Callable[[Row], bool] | None = None
    decides: Callable[[Store], Callable[[Iterable[str]], None]] = lambda store: lambda streams: None
    decides_on: frozenset[str] = frozenset()


class PlaceWentBack(RedisError):
    """A store goes on from an older state than that from which news was read.

    A server that comes back without its last writes lacks rows that stand between: were the place
    moved over them, they would be missing for ever.
    """

    def __init__(self) -> None:
        super().__init__("it is not as far on as when the news was read")


class PassedNews(NamedTuple):
    """News of a feed that changed no row of a read model: its place is not written yet.

    Attributes:
        version: of the read model.
        after: the place that is written.
        newest: what was read last.
    """

    version: int
    after: str
    newest: FeedEntry


class PlaceScript:
    """Moves places in feeds forward: `move.lua`, together with rows, or `advance.lua`, without."""

    def __init__(self, store: Store, name: Literal["move", "advance"]) -> None:
        text = (HERE / "is_older.lua").read_text() + (HERE / f"{name}.lua").read_text()
        self.script = store.redis.register_script(text)

    def __call__(self, keys: Sequence[str], arguments: Sequence[Any]) -> None:
        """Run the script.

        Raises:
            PlaceWentBack: a place is older than that behind which the news was read.
        """
        if self.script(keys=keys, args=arguments) == WENT_BACK:
            raise PlaceWentBack


class ReadModel:
    """A projection in a store."""

    def __init__(self, store: Store, projection: Projection) -> None:
        self.store, self.projection = store, projection
        self.move_script = PlaceScript(store, "move")
        self.advance_script = PlaceScript(store, "advance")
        self.passed: dict[int, PassedNews] = {}  # by partition
        self.page_script = ReadOnlyScript(store.redis, (HERE / "page.lua").read_text())

    @cached_property
    def decide(self) -> Callable[[Iterable[str]], None]:
        """What decides on news of streams."""
        return self.projection.decides(self.store)

    @property
    def pointer(self) -> str:
        """Return the key of the version that readers use."""
        return f"fd:{{{self.projection.name}}}:version"

    def version(self) -> int:
        """Return the version that readers use."""
        version: Any = self.store.redis.get(self.pointer)
        return FIRST if version is None else max(int(version), FIRST)

    def keys(self, version: int) -> tuple[str, str, str]:
        """Return the keys of rows, places and the names of indexes that have rows."""
        tag = f"fd:{{{self.projection.name}.v{version}}}:"
        return tag + "rows", tag + "places", tag + "indexes"

    def index(self, version: int, name: str) -> str:
        """Return the key of an index."""
        return f"fd:{{{self.projection.name}.v{version}}}:index:{name}"

    def places(self, version: int) -> dict[int, str]:
        """Return the feed id up to which a version has read each partition that it has read."""
        places: Any = self.store.redis.hgetall(self.keys(version)[1])
        return {int(partition): place.decode() for partition, place in places.items()}

    def decide_on(self, entries: Iterable[FeedEntry]) -> None:
        """Decide what new entries of feeds call for."""
        if streams := affected_streams(entries, self.projection.decides_on):
            self.decide(streams)

    def feed(
        self,
        partition: int,
        entries: Iterable[FeedEntry],
        version: int,
        after: str = START,
        without: Collection[str] = (),
    ) -> None:
        """Take in new entries of a partition's feed, on which is decided, in one write.

        They are all of those behind the feed id `after`. Streams of `without` are left as they
        are; later news of them bring them forward. Where no row changes, nothing is written until
        `write_passed`: to read the same news again changes nothing.

        Raises:
            PlaceWentBack: the store has read less than up to `after`.
        """
        entries, own = list(entries), self.projection
        rows: dict[str, Row | None] = {}
        newest = {entry.stream: entry.last for entry in entries}
        for stream in affected_streams(entries, own.handles):
            if own.folds(stream) and stream not in without:
                rows |= self.folded(stream, version, newest[stream])
        after = self._written_place(partition, version, after)
        if rows:
            self.move(partition, entries[-1].id, rows.items(), version, after)
            self.passed.pop(partition, None)
        else:
            self.passed[partition] = PassedNews(version, after, entries[-1])

    def _written_place(self, partition: int, version: int, after: str) -> str:
        """Return the place in the store of a version that has read a feed up to `after`."""
        passed = self.passed.get(partition)
        if passed is None or (passed.version, passed.newest.id) != (version, after):
            return after
        return passed.after

    def write_passed(self) -> None:
        """Write how far feeds were read whose news changed no row.

        Raises:
            PlaceWentBack: the store has read less than what was written.
        """
        by_version: dict[int, list[str]] = {}
        for partition, one in self.passed.items():
            arguments = by_version.setdefault(one.version, [])
            arguments += [str(partition), one.newest.id, one.after]
        for version, arguments in by_version.items():
            self.advance_script(self.keys(version)[1:2], arguments)
        self.passed.clear()

    def folded(self, stream: str, version: int, upto: int | None = None) -> dict[str, Row | None]:
        """Return the rows of a stream brought forward to event `upto`, or the newest."""
        known = self.row(stream, version)
        events = self.store.read(stream, known["n"] if known else 0, upto)
        return {stream: known} | self.evolved({stream: self.handled_events(events)}, version)

    def handled_events(self, events: Iterable[StoredEvent]) -> list[dict[str, Any]]:
        """Return the public parts of those events that the projection handles."""
        handles = self.projection.handles
        return [orjson.loads(event.e) for event in events if type_of(event.e) in handles]

    def evolved(
        self, news: Mapping[str, Iterable[dict[str, Any]]], version: int
    ) -> dict[str, Row | None]:
        """Return the rows that events of some streams, which it handles, bring forward."""
        own = self.projection
        steps = [
            (name, event)
            for stream, events in news.items()
            for event in events
            for name in own.names(stream, event)
        ]
        rows = self.some_rows([*dict.fromkeys(name for name, _ in steps)], version)
        for name, event in steps:
            rows[name] = own.evolve(rows[name], name, event)
        return rows

    def some_rows(self, names: Sequence[str], version: int) -> dict[str, Row | None]:
        """Return rows of a version by name."""
        texts: Any = self.store.redis.hmget(self.keys(version)[0], names) if names else []
        return {
            name: None if text is None else _row_in(text)
            for name, text in zip(names, texts, strict=True)
        }

    def row(self, name: str, version: int) -> Row | None:
        """Return a row of a version."""
        return self.some_rows([name], version)[name]

    def find(self, names: Sequence[str]) -> list[Row | None]:
        """Return rows by name, as readers see them."""
        return self.read(lambda version: [*self.some_rows(names, version).values()], any)

    def move(
        self,
        partition: int,
        place: str,
        rows: Iterable[tuple[str, Row | None]],
        version: int,
        after: str = "",
    ) -> None:
        """Write rows, where they stand in indexes, and the new place in one script call.

        Without a place (an empty one) it stays where it is, whatever that is; with `?` too, and
        nothing is written where there is one. `after`: see `feed`.
        """
        arguments: list[Any] = [partition, place, self.index(version, ""), after]
        for name, row in rows:
            standings = () if row is None else self.projection.standings(row)
            text = "" if row is None else orjson.dumps(row)
            arguments += [name, text, len(standings), *chain.from_iterable(standings)]
        self.move_script(self.keys(version), arguments)

    def rows(self, limit: int, before: Cursor | None = None, index: str = ALL) -> list[Row]:
        """Return rows of an index, highest (score, name) first, after the one at `before`."""
        return self.page("down", limit, before, [index])

    def lowest(self, limit: int, after: Cursor | None, indexes: Sequence[str]) -> list[Row]:
        """Return rows of some indexes together, lowest (score, name) first, after `after`."""
        return self.page("up", limit, after, indexes)

    def page(
        self, way: Literal["up", "down"], limit: int, past: Cursor | None, indexes: Sequence[str]
    ) -> list[Row]:
        """Return a page of indexes in one script call, so that nothing moves meanwhile."""

        def texts(version: int) -> Any:
            keys = [self.keys(version)[0], *(self.index(version, name) for name in indexes)]
            return self.page_script(keys, [way, limit, *(past or ("", ""))])

        return [_row_in(text) for text in self.read(texts, bool)]

    def notes(self) -> dict[str, str]:
        """Return the indexes that have rows, and what each says of itself."""
        notes: Any = self.read(
            lambda version: self.store.redis.hgetall(self.keys(version)[2]), bool
        )
        return {name.decode(): note.decode() for name, note in notes.items()}

    def read(self, ask: Callable[[int], T], is_there: Callable[[T], bool]) -> T:
        """Return what the version of the readers says; a rebuild may just have dropped it."""
        version = self.version()
        while True:
            answer = ask(version)
            if is_there(answer) or (newer := self.version()) == version:
                return answer
            version = newer

    def sizes(self, indexes: Sequence[str]) -> dict[str, int]:
        """Return how many rows stand in each of these indexes that has some."""
        version = self.version()
        with self.store.redis.pipeline(transaction=False) as pipe:
            for name in indexes:
                pipe.zcard(self.index(version, name))
            sizes = zip(indexes, pipe.execute(), strict=True)
        return {name: size for name, size in sizes if size}

    def newest(self, limit: int, indexes: Sequence[str]) -> dict[str, list[str]]:
        """Return the names of the highest rows of each index, in one trip."""

        def names(version: int) -> list[list[bytes]]:
            with self.store.redis.pipeline(transaction=False) as pipe:
                for index in indexes:
                    pipe.zrevrange(self.index(version, index), 0, limit - 1)
                return pipe.execute()

        found = self.read(names, any)
        return {
            index: [name.decode() for name in its]
            for index, its in zip(indexes, found, strict=True)
        }

    def drop(self, version: int) -> None:
        """Delete a version, by and by: it may have indexes for every player."""
        redis, keys = self.store.redis, self.keys(version)
        names = redis.hscan_iter(keys[2], count=DROPPED)
        while some := [*islice(names, DROPPED)]:
            redis.unlink(*(self.index(version, name.decode()) for name, _ in some))
        redis.unlink(*keys)

    def all_rows(self) -> dict[str, Row]:
        """Return every row by stream, as readers see them."""
        texts: Any = self.store.redis.hgetall(self.keys(self.version())[0])
        return {stream.decode(): _row_in(text) for stream, text in texts.items()}


def _row_in(text: bytes) -> Row:
    """Return a row as it is stored: behind a line with the indexes in which it stands."""
    row: Row = orjson.loads(text[text.index(b"\n") + 1 :])
    return row


def type_of(e: bytes) -> str:
    """Return the type of an event from its public part, in which it comes last.

    >>> type_of(b'{"n":1,"type":"table.opened.v1"}')
    'table.opened.v1'
    """
    return e[e.rindex(TYPE) + len(TYPE) : -2].decode()


def affected_streams(entries: Iterable[FeedEntry], types: frozenset[str]) -> Collection[str]:
    """Return the streams in whose news is one of these types, each once."""
    return dict.fromkeys(entry.stream for entry in entries if entry.types & types)


def is_after(score: int, name: str, before: tuple[int, str] | None) -> bool:
    """Say whether a row comes after a cursor in descending order of score and stream."""
    return before is None or (score, name) < before
