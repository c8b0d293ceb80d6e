"""Move finished tables to the archive: write, read back, verify, and only then drop the stream.

Safe at any moment of a crash: what was written but not dropped is found and compared the next time.
"""

import collections
import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

import orjson

from events.disputes.names import dispute_stream_id, is_dispute_stream, subject_of
from events.record.codec import StoredEvent
from events.record.logfile import BadLog, LogReader, is_sealed_by, log_file_lines
from events.record.receipts import Signer
from events.store.archive.log_archive import (
    SEGMENT,
    Archive,
    BadArchive,
    compress_log,
    decompress_log,
    events_of,
    segment_name,
    segment_text,
)
from events.store.archive.snapshots import keep_snapshot, table_at_end
from events.store.streams import Store
from events.store.unarchive import StreamMover

HERE = Path(__file__).parent
CLOSED = "table.closed.v1"
PAGE = 200  # tables that are asked for their newest event at once
Outcome = Literal["archived", "gone", "not closed"]


class ClosedTable(NamedTuple):
    """A table that has ended and whose stream is still there."""

    table: str
    at: int  # milliseconds; when it closed


class Archiver:
    """What moves tables from a store to its archive; `signer` signs the last lines."""

    def __init__(self, store: Store, signer: Signer) -> None:
        if store.archive is None:
            raise BadArchive("no archive is set; FAIRDEAL_ARCHIVE_URL names one")
        self.store, self.signer = store, signer
        self.archive: Archive = store.archive
        self.script = store.redis.register_script((HERE / "drop.lua").read_text())

    def move(self, table: str) -> Outcome:
        """Move a table with its disputes, or disputes; safe to run twice, late, beside another.

        Raises:
            ArchiveAway: nothing was dropped.
            BadArchive: the archive holds another log under this id, or does not give back what was
                written; nothing was dropped.
        """
        if is_dispute_stream(table):
            return self.move_disputes(table)
        events = self.store.live(table)
        if events and orjson.loads(events[-1].e)["type"] != CLOSED:
            return "not closed"
        if events:
            self.write(table, events)
        self.move_disputes(dispute_stream_id(table))
        return "archived" if self.drop(table, events) == b"dropped" else "gone"

    def move_disputes(self, stream: str) -> Outcome:
        """Move the disputes about a table that has closed; what follows brings them back."""
        events = self.store.live(stream)
        if not events or not self.is_over(subject_of(stream)):  # then they move with their table
            index = self.store.names.closed(self.store.names.partition(stream))
            self.store.redis.zrem(index, stream)
            return "not closed" if events else "gone"
        if self.archived_disputes(stream, events) != events:
            text = signed_log(self.store, self.signer, stream, events)
            self.archive.put(stream, compress_log(text))
            if self.archived_disputes(stream, events) != events:
                raise BadArchive(f"the archive gives other bytes of {stream} than it was sent")
        if not StreamMover(self.store).drop_archived(stream, events[-1].n, events[-1].h):
            raise BadArchive(f"disputes {stream} have gone on while they were archived")
        return "archived"

    def archived_disputes(self, stream: str, events: Sequence[StoredEvent]) -> list[StoredEvent]:
        """Return the disputes in the archive; BadArchive where `events` do not begin with them."""
        there = self.archive.read_bytes(stream)
        archived = [] if there is None else events_of(stream, decompress_log(there))
        if list(events[: len(archived)]) != archived:
            raise BadArchive(
                f"the archive {self.archive.url} holds another log of disputes {stream} than the"
                " store. One of them was changed: compare them with `fairdeal verify`, and move"
                " the wrong file away; the store's stream is kept until then"
            )
        return archived

    def is_over(self, table: str) -> bool:
        """Say whether a table has closed; it may be archived."""
        names = self.store.names
        newest: Any = self.store.redis.xrevrange(names.of(table).log, "+", "-", count=1)
        if not newest:
            return self.store.knows(table)
        return bool(orjson.loads(newest[0][1][1]).get("type") == CLOSED)

    def orphaned_disputes(self, before: int) -> Iterator[str]:
        """Yield the disputes, quiet since `before`, that are there though their table is not."""
        for partition in range(self.store.names.partitions):
            for stream in filter(is_dispute_stream, self.store.streams(partition)):
                events = self.store.live(stream)
                quiet = events and orjson.loads(events[-1].e)["at"] <= before
                if quiet and not self.store.live(subject_of(stream), most=1):
                    yield stream

    def write(self, table: str, events: Sequence[StoredEvent]) -> None:
        """Have the file of a table in the archive, read back and verified."""
        there = self.archive.read_bytes(table)
        if there is None:
            text = signed_log(self.store, self.signer, table, events)
            self.archive.put(table, compress_log(text))
            there = self.archive.read_bytes(table)
            if there is None or not self.is_ours(decompress_log(there), text):
                raise BadArchive(f"the archive gives other bytes of table {table} than it was sent")
        if _verified_events(table, decompress_log(there)) != events:
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
                if not is_dispute_stream(stream) and not self.store.live(stream, most=1):
                    yield stream

    def renew_snapshot(self, table: str) -> bool:
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
            reading = LogReader(io.BytesIO(there))
            collections.deque(reading, maxlen=0)
        except BadLog:
            return False
        return is_sealed_by(reading.end, self.signer.public)

    def drop(self, table: str, events: Sequence[StoredEvent]) -> bytes:
        """Drop the stream if it still ends with the last of `events`."""
        names, keys = self.store.names, self.store.names.of(table)
        closed = names.closed(names.partition(table))
        n, head = (events[-1].n, events[-1].h) if events else (0, b"")
        outcome: bytes = self.script(
            keys=[
                keys.log,
                keys.once,
                closed,
                keys.snapshot,
                keys.bot,
                keys.clock,
                keys.thinking,
                keys.tournament,
                keys.alone,
            ],
            args=[table, n, head],
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
            there = self.archive.read_bytes(name)
            if there is None:
                self.archive.put(name, compress_log(text))
                there = self.archive.read_bytes(name) or b""
            if decompress_log(there) != text:
                raise BadArchive(f"{self.archive.url} holds another {name} than the store's stream")
            self.store.redis.xtrim(log, minid=f"{end + 1}-0", approximate=False)
            moved += SEGMENT
        return moved

    def closed(self) -> Iterator[ClosedTable]:
        """Yield all tables that have ended and are not archived."""
        for partition in range(self.store.names.partitions):
            page: list[str] = []
            for stream in self.store.streams(partition):
                page.append(stream)
                if len(page) == PAGE:
                    yield from self.closed_of(page)
                    page = []
            yield from self.closed_of(page)

    def closed_of(self, streams: Sequence[str]) -> Iterator[ClosedTable]:
        """Yield those of some streams that end with the closing of a table."""
        with self.store.redis.pipeline(transaction=False) as pipe:
            for stream in streams:
                pipe.xrevrange(self.store.names.of(stream).log, "+", "-", count=1)
            replies: Any = pipe.execute()
        for stream, newest in zip(streams, replies, strict=True):
            public = orjson.loads(newest[0][1][1]) if newest else {}
            if public.get("type") == CLOSED:
                yield ClosedTable(stream, public["at"])


def _verified_events(table: str, text: bytes) -> list[StoredEvent]:
    """Return the events of a log file whose form, chain and seals hold, and which is complete."""
    try:
        reading = LogReader(io.BytesIO(text))
        events = [line.stored for line in reading]
    except BadLog as bad:
        raise BadArchive(f"the file of table {table} is not good: {bad}") from None
    if reading.header["table"] != table or reading.end["complete"] is not True:
        raise BadArchive(f"the file of table {table} is that of another or unfinished table")
    return events


def signed_log(store: Store, signer: Signer, stream: str, events: Sequence[StoredEvent]) -> bytes:
    """Return the log file of a stream, signed once no fail-over can take an event away."""
    store.confirm(stream, events[-1].n, events[-1].h)
    return b"".join(log_file_lines(stream, events, store.now(), signer))
