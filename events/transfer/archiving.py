"""Move finished tables to the archive: write, read back, verify, and only then drop the stream.

Safe at any moment of a crash: what was written but not dropped is found and compared the next time.
"""

import collections
import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

import orjson

from events.record.codec import Stored
from events.record.logfile import BadLog, Reading, is_sealed_by, lines
from events.record.receipts import Signer
from events.store.archive import (
    SEGMENT,
    Archive,
    BadArchive,
    packed,
    segment_name,
    segment_text,
    unpacked,
)
from events.store.snapshots import keep_snapshot, table_at_end
from events.store.streams import Store

HERE = Path(__file__).parent
CLOSED = "table.closed.v1"
PAGE = 200  # tables that are asked for their newest event at once
Outcome = Literal["archived", "gone", "not closed"]


class Closed(NamedTuple):
    """A table that has ended and whose stream is still there."""

    table: str
    at: int  # milliseconds; when it closed


class Archiving:
    """What moves tables from a store to its archive; `signer` signs the last lines."""

    def __init__(self, store: Store, signer: Signer) -> None:
        if store.archive is None:
            raise BadArchive("no archive is set; FAIRDEAL_ARCHIVE_URL names one")
        self.store, self.signer = store, signer
        self.archive: Archive = store.archive
        self.script = store.redis.register_script((HERE / "drop.lua").read_text())

    def move(self, table: str) -> Outcome:
        """Move a table; safe to run twice, late, and beside another.

        Raises:
            ArchiveAway: nothing was dropped.
            BadArchive: the archive holds another log under this id, or does not give back what was
                written; nothing was dropped.
        """
        events = self.store.live(table)
        if events and orjson.loads(events[-1].e)["type"] != CLOSED:
            return "not closed"
        if events:
            self.write(table, events)
        return "archived" if self.drop(table, events) == b"dropped" else "gone"

    def write(self, table: str, events: Sequence[Stored]) -> None:
        """Have the file of a table in the archive, read back and verified."""
        there = self.archive.packed(table)
        if there is None:
            text = b"".join(lines(table, events, self.store.now(), self.signer))
            self.archive.put(table, packed(text))
            there = self.archive.packed(table)
            if there is None or not self.is_ours(unpacked(there), text):
                raise BadArchive(f"the archive gives other bytes of table {table} than it was sent")
        if verified_events(table, unpacked(there)) != events:
            raise BadArchive(
                f"the archive {self.archive.url} holds another log of table {table} than the"
                " store. One of them was changed: compare them with `fairdeal verify`, and move"
                " the wrong file away; the store's stream is kept until then"
            )
        keep_snapshot(self.archive, table, events)

    def archived(self) -> Iterator[str]:
        """Yield the tables of which the archive alone holds the log."""
        for partition in range(self.store.names.partitions):
            for stream in self.store.streams(partition):
                if not self.store.live(stream, most=1):
                    yield stream

    def remake(self, table: str) -> bool:
        """Write an archived table's snapshot unless a good one is there; say whether it was done.

        Raises:
            ArchiveAway, BadArchive: its log can't be read.
        """
        events = self.archive.events(table)
        if table_at_end(self.archive, table, events) is not None:
            return False
        return keep_snapshot(self.archive, table, events)

    def is_ours(self, there: bytes, text: bytes) -> bool:
        """Say whether a file holds what was sent, or what another sent who archives it too.

        Theirs has another last line, since that has the time of its writing.
        """
        if there == text:
            return True
        try:
            reading = Reading(io.BytesIO(there))
            collections.deque(reading, maxlen=0)
        except BadLog:
            return False
        return is_sealed_by(reading.end, self.signer.public)

    def drop(self, table: str, events: Sequence[Stored]) -> bytes:
        """Drop the stream if it still ends with the last of `events`."""
        names, keys = self.store.names, self.store.names.of(table)
        closed, snapshot = names.closed(names.partition(table)), names.snapshot(table)
        n, head = (events[-1].n, events[-1].h) if events else (0, b"")
        outcome: bytes = self.script(
            keys=[keys.log, keys.once, closed, keys.due, snapshot], args=[table, n, head]
        )
        if outcome == b"changed":
            raise BadArchive(f"table {table} has changed while it was archived; it is kept")
        return outcome

    def shorten(self, stream: str) -> int:
        """Move the beginning of a stream without an end to the archive; return how many events.

        Whole segments go, and the newest event always stays. Safe to run twice, and beside another.
        """
        log, moved = self.store.names.of(stream).log, 0
        while len(events := self.store.live(stream, "-", "+", SEGMENT + 1)) > SEGMENT:
            end = events[SEGMENT - 1].n
            if end % SEGMENT:
                raise BadArchive(f"stream {stream} does not begin where a segment does")
            name, text = segment_name(stream, end), segment_text(events[:SEGMENT])
            there = self.archive.packed(name)
            if there is None:
                self.archive.put(name, packed(text))
                there = self.archive.packed(name) or b""
            if unpacked(there) != text:
                raise BadArchive(f"{self.archive.url} holds another {name} than the store's stream")
            self.store.redis.xtrim(log, minid=f"{end + 1}-0", approximate=False)
            moved += SEGMENT
        return moved

    def closed(self) -> Iterator[Closed]:
        """Yield all tables that have ended and are not archived."""
        for partition in range(self.store.names.partitions):
            page: list[str] = []
            for stream in self.store.streams(partition):
                page.append(stream)
                if len(page) == PAGE:
                    yield from self.closed_of(page)
                    page = []
            yield from self.closed_of(page)

    def closed_of(self, streams: Sequence[str]) -> Iterator[Closed]:
        """Yield those of some streams that end with the closing of a table."""
        with self.store.redis.pipeline(transaction=False) as pipe:
            for stream in streams:
                pipe.xrevrange(self.store.names.of(stream).log, "+", "-", count=1)
            found: Any = pipe.execute()
        for stream, newest in zip(streams, found, strict=True):
            public = orjson.loads(newest[0][1][1]) if newest else {}
            if public.get("type") == CLOSED:
                yield Closed(stream, public["at"])


def verified_events(table: str, text: bytes) -> list[Stored]:
    """Return the events of a log file whose form, chain and seals hold, and which is complete."""
    try:
        reading = Reading(io.BytesIO(text))
        found = [line.stored for line in reading]
    except BadLog as bad:
        raise BadArchive(f"the file of table {table} is not good: {bad}") from None
    if reading.header["table"] != table or reading.end["complete"] is not True:
        raise BadArchive(f"the file of table {table} is that of another or unfinished table")
    return found
