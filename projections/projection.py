"""Read models: rows folded from public parts, with a place in each feed that moves with them.

A row is brought forward from the log itself, so feeding an entry twice or late changes nothing. A
model is rebuilt by building version k + 1 beside version k and then switching readers over.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from events.store import Store

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
        score: what rows are sorted by, a number.
    """

    name: str
    handles: frozenset[str]
    evolve: Callable[[Row | None, str, dict[str, Any]], Row | None]
    score: Callable[[Row], int]


class Entry(NamedTuple):
    """One entry of a feed: an append to a stream."""

    id: str
    stream: str
    first: int
    last: int
    types: frozenset[str]


def entry(raw: Any) -> Entry:
    """Return a feed entry from its raw form."""
    place, fields = raw
    values = dict(zip(fields[::2], fields[1::2], strict=True))
    return Entry(
        place.decode(),
        values[b"t"].decode(),
        int(values[b"f"]),
        int(values[b"l"]),
        frozenset(values[b"y"].decode().split(",")),
    )


class Model:
    """A projection in a store."""

    def __init__(self, store: Store, projection: Projection) -> None:
        self.store, self.projection = store, projection
        self.script = store.redis.register_script(SCRIPT)

    @property
    def pointer(self) -> str:
        """Return the key of the version that readers use."""
        return f"fd:{{{self.projection.name}}}:version"

    def version(self) -> int:
        """Return the version that readers use."""
        found: Any = self.store.redis.get(self.pointer)
        return 1 if found is None else int(found)

    def keys(self, version: int) -> tuple[str, str, str]:
        """Return the keys of rows, index and places of a version."""
        tag = f"fd:{{{self.projection.name}.v{version}}}:"
        return tag + "rows", tag + "index", tag + "places"

    def place(self, partition: int, version: int) -> str:
        """Return the feed id up to which a version has read a partition."""
        found: Any = self.store.redis.hget(self.keys(version)[2], str(partition))
        return "0-0" if found is None else found.decode()

    def feed(self, partition: int, entries: Iterable[Entry], version: int) -> None:
        """Take in new entries of a partition's feed, in one write."""
        entries = list(entries)
        touched = [e.stream for e in entries if e.types & self.projection.handles]
        rows = [(stream, self.folded(stream, version)) for stream in dict.fromkeys(touched)]
        self.move(partition, entries[-1].id, rows, version)

    def folded(self, stream: str, version: int) -> Row | None:
        """Return the row of a stream brought forward to its newest event."""
        found: Any = self.store.redis.hget(self.keys(version)[0], stream)
        row = None if found is None else orjson.loads(found)
        for event in self.store.read(stream, row["n"] if row else 0):
            public = orjson.loads(event.e)
            if public["type"] in self.projection.handles:
                row = self.projection.evolve(row, stream, public)
        return row

    def move(
        self, partition: int, place: str, rows: Iterable[tuple[str, Row | None]], version: int
    ) -> None:
        """Write rows and the new place in one script call."""
        arguments: list[Any] = [partition, place]
        for stream, row in rows:
            score = 0 if row is None else self.projection.score(row)
            arguments += [stream, score, "" if row is None else orjson.dumps(row)]
        self.script(keys=self.keys(version), args=arguments)

    def rows(self, limit: int, before: tuple[int, str] | None = None) -> list[Row]:
        """Return rows, highest score first, after the one at `before` (score, stream)."""
        rows, index, _ = self.keys(self.version())
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
        count = 0
        for partition in range(self.store.names.partitions):
            newest: Any = self.store.redis.xrevrange(
                self.store.names.feed(partition), "+", "-", count=1
            )
            place = newest[0][0].decode() if newest else "0-0"
            rows = []
            for stream in self.store.streams(partition):
                rows.append((stream, self.folded(stream, new)))
                count += 1
                progress(count)
            self.move(partition, place, rows, new)
        self.store.redis.set(self.pointer, new)
        for old in range(1, new):  # a follower that died may have left one
            self.drop(old)
        return count

    def drop(self, version: int) -> None:
        """Delete a version."""
        self.store.redis.delete(*self.keys(version))

    def all_rows(self) -> dict[str, Row]:
        """Return every row by stream, as readers see them."""
        found: Any = self.store.redis.hgetall(self.keys(self.version())[0])
        return {stream.decode(): orjson.loads(text) for stream, text in found.items()}


def is_after(score: int, name: str, before: tuple[int, str] | None) -> bool:
    """Say whether a row comes after a cursor in descending order of score and stream."""
    return before is None or (score, name) < before


def entries_of(reply: Any) -> Iterator[tuple[str, list[Entry]]]:
    """Yield (feed key, entries) of a raw XREAD reply."""
    for key, raw in reply or ():
        yield key.decode(), [entry(one) for one in raw]
