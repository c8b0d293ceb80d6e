"""Read models: rows folded from public parts, with a place in each feed that moves with them.

A row is brought forward from the log itself, so feeding an entry twice or late changes nothing. A
model is rebuilt by building version k + 1 beside version k and then switching readers over.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from events.store.feed import Entry
from events.store.streams import Store

SCRIPT = (Path(__file__).parent / "move.lua").read_text()
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Projection:
    """A read model: pure steps from row and public event to row, or None where it has no row.

    Attributes:
        name: of its keys.
        handles: the types of events that it asks for.
        evolve: (row or None, stream id, public event) -> row or None; a row holds `n`, the number
            of the newest event in it that was asked for.
        score: what rows are sorted by, a number; rows of the same score are sorted by name.
        stream: the only stream that it folds; None: all of them, each into a row of its own name.
        names: (stream id, public event) -> the rows that an event changes. The row named like the
            stream holds in `n` how far it has been read, so `evolve` keeps one for it.
        groups, group: rows are sorted in groups; a row of no group (None) is in no order.
        decides: (store) -> what to call with the id of every stream in whose news one of
            `decides_on` is, before anything is folded: a decision that depends on the order of
            streams is made once and written as an event of a stream of its own.
    """

    name: str
    handles: frozenset[str]
    evolve: Callable[[Row | None, str, dict[str, Any]], Row | None]
    score: Callable[[Row], int]
    stream: str | None = None
    names: Callable[[str, dict[str, Any]], Iterable[str]] = lambda stream, event: (stream,)
    groups: tuple[str, ...] = ("",)
    group: Callable[[Row], str | None] = lambda row: ""
    decides: Callable[[Store], Callable[[str], None]] = lambda store: lambda stream: None
    decides_on: frozenset[str] = frozenset()


class Model:
    """A projection in a store."""

    def __init__(self, store: Store, projection: Projection) -> None:
        self.store, self.projection = store, projection
        self.script = store.redis.register_script(SCRIPT)
        self.decide = projection.decides(store)

    @property
    def pointer(self) -> str:
        """Return the key of the version that readers use."""
        return f"fd:{{{self.projection.name}}}:version"

    def version(self) -> int:
        """Return the version that readers use."""
        found: Any = self.store.redis.get(self.pointer)
        return 1 if found is None else int(found)

    def keys(self, version: int) -> tuple[str, ...]:
        """Return the keys of rows, places and the index of each group of a version."""
        tag = f"fd:{{{self.projection.name}.v{version}}}:"
        indexes = (f"{tag}index:{group}".rstrip(":") for group in self.projection.groups)
        return tag + "rows", tag + "places", *indexes

    def places(self, version: int) -> dict[int, str]:
        """Return the feed id up to which a version has read each partition that it has read."""
        found: Any = self.store.redis.hgetall(self.keys(version)[1])
        return {int(partition): place.decode() for partition, place in found.items()}

    def feed(self, partition: int, entries: Iterable[Entry], version: int) -> None:
        """Take in new entries of a partition's feed, in one write."""
        entries, own = list(entries), self.projection
        for stream in touched(entries, own.decides_on):
            self.decide(stream)
        rows: dict[str, Row | None] = {}
        newest = {entry.stream: entry.last for entry in entries}
        for stream in touched(entries, own.handles):
            if own.stream in (None, stream):
                rows |= self.folded(stream, version, newest[stream])
        self.move(partition, entries[-1].id, rows.items(), version)

    def folded(self, stream: str, version: int, upto: int | None = None) -> dict[str, Row | None]:
        """Return the rows of a stream brought forward to event `upto`, or the newest."""
        own = self.projection
        rows = {stream: self.row(stream, version)}
        known = rows[stream]
        for event in self.store.read(stream, known["n"] if known else 0, upto):
            public = orjson.loads(event.e)
            for name in own.names(stream, public) if public["type"] in own.handles else ():
                if name not in rows:
                    rows[name] = self.row(name, version)
                rows[name] = own.evolve(rows[name], name, public)
        return rows

    def row(self, name: str, version: int) -> Row | None:
        """Return a row of a version."""
        found: Any = self.store.redis.hget(self.keys(version)[0], name)
        return None if found is None else orjson.loads(found)

    def find(self, names: Sequence[str]) -> list[Row | None]:
        """Return rows by name, as readers see them."""
        found: Any = self.store.redis.hmget(self.keys(self.version())[0], names)
        return [None if text is None else orjson.loads(text) for text in found]

    def move(
        self, partition: int, place: str, rows: Iterable[tuple[str, Row | None]], version: int
    ) -> None:
        """Write rows and the new place in one script call."""
        arguments: list[Any] = [partition, place]
        for name, row in rows:
            arguments += [name, *self.place_of(row), "" if row is None else orjson.dumps(row)]
        self.script(keys=self.keys(version), args=arguments)

    def place_of(self, row: Row | None) -> tuple[int, int]:
        """Return the number of the index in which a row stands (0: in none), and its score."""
        group = None if row is None else self.projection.group(row)
        if row is None or group not in self.projection.groups:  # of a game no longer installed, too
            return 0, 0
        return 1 + self.projection.groups.index(group), self.projection.score(row)

    def rows(self, limit: int, before: tuple[int, str] | None = None, group: str = "") -> list[Row]:
        """Return rows of a group, highest (score, name) first, after the one at `before`."""
        rows, _, *indexes = self.keys(self.version())
        index = indexes[self.projection.groups.index(group)]
        most = "+inf" if before is None else before[0]
        found: list[Row] = []
        start = 0
        while len(found) < limit:
            ids: Any = self.store.redis.zrevrangebyscore(
                index, most, "-inf", start=start, num=limit, withscores=True
            )
            names = [name for name, score in ids if is_after(int(score), name.decode(), before)]
            texts: Any = self.store.redis.hmget(rows, names) if names else []
            found += [orjson.loads(text) for text in texts if text is not None]
            if len(ids) < limit:
                break
            start += limit
        return found[:limit]

    def rebuild(self, progress: Callable[[int], None]) -> int:
        """Build the next version from the logs, switch readers to it, drop the old ones."""
        new = self.version() + 1
        self.drop(new)
        if self.projection.decides_on:  # what is not decided yet, since its news came before us
            for stream in self.streams():
                self.decide(stream)
        count = 0
        for partition in range(self.store.names.partitions):
            newest: Any = self.store.redis.xrevrange(
                self.store.names.feed(partition), "+", "-", count=1
            )
            place = newest[0][0].decode() if newest else "0-0"
            rows: dict[str, Row | None] = {}
            for stream in self.store.streams(partition):
                if self.projection.stream in (None, stream):
                    rows |= self.folded(stream, new)
                count += 1
                progress(count)
            self.move(partition, place, rows.items(), new)
        self.store.redis.set(self.pointer, new)
        for old in range(1, new):  # a follower that died may have left one
            self.drop(old)
        return count

    def streams(self) -> Iterator[str]:
        """Yield the ids of all streams."""
        for partition in range(self.store.names.partitions):
            yield from self.store.streams(partition)

    def drop(self, version: int) -> None:
        """Delete a version."""
        self.store.redis.delete(*self.keys(version))

    def all_rows(self) -> dict[str, Row]:
        """Return every row by stream, as readers see them."""
        found: Any = self.store.redis.hgetall(self.keys(self.version())[0])
        return {stream.decode(): orjson.loads(text) for stream, text in found.items()}


def touched(entries: Iterable[Entry], types: frozenset[str]) -> Iterable[str]:
    """Return the streams in whose news is one of these types, each once."""
    return dict.fromkeys(entry.stream for entry in entries if entry.types & types)


def is_after(score: int, name: str, before: tuple[int, str] | None) -> bool:
    """Say whether a row comes after a cursor in descending order of score and stream."""
    return before is None or (score, name) < before
