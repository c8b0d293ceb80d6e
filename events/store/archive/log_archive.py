"""The archive: compressed log files of finished tables, in a folder or at any fsspec address.

A file holds a whole signed log, as `events.record.logfile` writes it, private parts included,
compressed with zstandard: of our logs it makes a fifth to a sixth, where gzip makes a fourth to a
fifth, and writes and reads them at least four times as fast.
"""

import hashlib
import os
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

import fsspec
import orjson
import zstandard
from fsspec.implementations.local import LocalFileSystem

from events.record.chain import canonical_json, first_head, next_head
from events.record.codec import StoredEvent
from events.record.logfile import TABLE
from games.core.errors import FairdealError

LEVEL = 1  # of zstandard: on these logs higher ones save little up to 9, and take 4 times the time
ENDING = ".jsonl.zst"
SNAPSHOT = "+snap"  # behind a table's id: the name of its snapshot
SNAPSHOT_ENDING = ".snap.zst"  # another one, since it is no log
GOES_ON = "d"  # how the ids of disputes begin: they may go on, and are then archived anew
SEGMENT = 500  # events of a stream without an end that make one file; fixed for ever
CACHE_BYTES = 32 << 20  # bytes of files that a process keeps at hand
READERS = 2  # threads of a process that may wait for the archive at once
PATIENCE = 5.0  # seconds that others wait for their turn
T = TypeVar("T")


class StoreAway(FairdealError):
    """What keeps the tables does not answer; nothing was done."""

    code, status, retry_after = "http/store_away", 503, 1
    detail = "The store does not answer; nothing was done. Try again"


class UnknownOutcome(FairdealError):
    """What keeps the tables did not answer in time: what was asked may be done, or not."""

    code, status, retry_after = "service/unknown", 503, 1
    detail = (
        "The store did not answer in time, so this request may or may not have been carried out."
        " Repeat it with the same Idempotency-Key, or read the state before you send it again"
    )


class ArchiveAway(StoreAway):
    """The archive does not answer, or lacks what it should hold; nothing was done."""


class BadArchive(StoreAway):
    """A file of the archive is not the log that it should be."""


class Archive:
    """An archive; safe to share between threads."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.place: tuple[Any, str] | None = None  # file system and root, once they are needed
        self.held: OrderedDict[str, tuple[int, list[Any]]] = OrderedDict()
        self.size = 0
        self.lock = threading.Lock()
        self.readers = threading.BoundedSemaphore(READERS)

    def path(self, table: str) -> tuple[Any, str]:
        """Return the file system and the path of a table's file; folders stay small."""
        table, ending = (
            (table.removesuffix(SNAPSHOT), SNAPSHOT_ENDING)
            if table.endswith(SNAPSHOT)
            else (table, ENDING)
        )
        if not TABLE.fullmatch(table.partition("+")[0]):
            raise BadArchive(f"{table!r} is no id of a table: 1 to 64 letters, digits, _ and -")
        if self.place is None:
            self.place = fsspec.core.url_to_fs(self.url)
        files, root = self.place
        return files, f"{root}/{hashlib.sha256(table.encode()).hexdigest()[:3]}/{table}{ending}"

    def read_bytes(self, table: str) -> bytes | None:
        """Return the bytes of a table's file; None where there is none."""
        with self.translating_errors(table) as (files, path):
            try:
                content: bytes = files.cat_file(path)
            except FileNotFoundError:
                return None
            return content

    def put(self, table: str, packed: bytes) -> None:
        """Write a table's file, all or nothing, over an older one."""
        with self.translating_errors(table) as (files, path):
            part = f"{path}.{secrets.token_hex(4)}.part"
            try:
                if isinstance(files, LocalFileSystem):
                    write_local(Path(part), Path(path), packed)
                else:
                    files.makedirs(path.rpartition("/")[0], exist_ok=True)
                    files.pipe_file(part, packed)
                    files.mv(part, path)
            except BaseException:
                with suppress(Exception):
                    files.rm_file(part)
                raise

    @contextmanager
    def translating_errors(self, table: str) -> Iterator[tuple[Any, str]]:
        """Say ArchiveAway whatever goes wrong there; each kind has errors of its own."""
        try:
            yield self.path(table)
        except BadArchive:
            raise
        except Exception as error:
            why = f"the archive {self.url} does not answer: {type(error).__name__}: {error}"
            raise ArchiveAway(why) from error

    def events(self, table: str) -> list[StoredEvent]:
        """Return the events of an archived table.

        Raises:
            ArchiveAway: its file can't be read now, or is not there.
            BadArchive: its file is damaged.
        """
        return self.open(
            table, lambda text: events_of(table, text), keeps=not table.startswith(GOES_ON)
        )

    def segments(self, stream: str, after: int, upto: int) -> list[StoredEvent]:
        """Return events of a stream whose beginning is archived, from the files that hold them."""
        events: list[StoredEvent] = []
        for end in range(after // SEGMENT * SEGMENT + SEGMENT, upto + SEGMENT, SEGMENT):
            name = segment_name(stream, end)
            rows = self.open(name, partial(_read_segment, after=end - SEGMENT))
            before = events[-1].h if events else first_head(stream) if rows[0].n == 1 else None
            if before is not None and next_head(before, rows[0].e) != rows[0].h:
                raise BadArchive(f"the file {name} does not go on where the one before it ends")
            events += rows
        return [event for event in events if after < event.n <= upto]

    def snapshot(self, table: str) -> list[bytes]:
        """Return the lines of a table's snapshot; none where it can't be read.

        It is looked for only while the table's log is at hand: then the table is archived.
        """
        name = snapshot_name(table)
        with self.lock:
            if table not in self.held:
                return []
        with suppress(ArchiveAway, BadArchive):
            return self.open(name, bytes.splitlines)
        self.cache(name, [], 0)  # not to ask for it again at every read
        return []

    def open(self, table: str, read: Callable[[bytes], list[T]], *, keeps: bool = True) -> list[T]:
        """Return what `read` finds in a file, at hand or not; `keeps`: it is never written anew."""
        with self.lock:
            if table in self.held:
                self.held.move_to_end(table)
                return self.held[table][1]
        if not self.readers.acquire(timeout=PATIENCE):  # the others are left to those who play
            raise ArchiveAway(f"the archive {self.url} is slow, and {READERS} wait for it already")
        try:
            packed = self.read_bytes(table)
        finally:
            self.readers.release()
        if packed is None:
            raise ArchiveAway(f"table {table} is archived, but {self.url} does not hold its file")
        text = decompress_log(packed)
        found = read(text)
        if keeps:
            self.cache(table, found, len(text))
        return found

    def cache(self, table: str, found: list[Any], size: int) -> None:
        """Hold what is in a file at hand, and no more than so many bytes of all files."""
        with self.lock:
            self.size += size - self.held.pop(table, (0, found))[0]
            self.held[table] = size, found
            while self.size > CACHE_BYTES:
                self.size -= self.held.popitem(last=False)[1][0]


def write_local(part: Path, path: Path, data: bytes) -> None:
    """Write a file that only its owner may read, and that outlasts a power failure."""
    for folder in (path.parent.parent, path.parent):  # the mode is that of the last one made
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
    for folder in (path.parent, path.parent.parent):  # their new entries too
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def compress_log(text: bytes) -> bytes:
    """Return a log file compressed, with a checksum."""
    return zstandard.ZstdCompressor(level=LEVEL, write_checksum=True).compress(text)


def decompress_log(data: bytes) -> bytes:
    """Return a compressed log file as it was."""
    try:
        with zstandard.ZstdDecompressor().stream_reader(data) as reader:
            return reader.read()
    except zstandard.ZstdError as error:
        raise BadArchive(f"the file is damaged: {error}") from None


def snapshot_name(table: str) -> str:
    """Return the name of a table's snapshot; no table can have it."""
    return table + SNAPSHOT


def segment_name(stream: str, end: int) -> str:
    """Return the name of the segment that ends with an event; no table can have it."""
    return f"{stream}+{end:012}"


def segment_text(events: Sequence[StoredEvent]) -> bytes:
    """Return the text of a segment: the lines of a log file without the first and the last."""
    assert len(events) == SEGMENT, f"{len(events)} events, not {SEGMENT}"
    for before, one in pairwise(events):
        assert one.n == before.n + 1, f"event {one.n} after {before.n}"
        assert one.h == next_head(before.h, one.e), f"the head after event {one.n} does not follow"
    rows = (
        {"e": one.e.decode(), "p": one.p and one.p.decode(), "h": one.h.hex()} for one in events
    )
    return b"".join(canonical_json(row) + b"\n" for row in rows)


def _read_segment(text: bytes, after: int) -> list[StoredEvent]:
    """Return the events of a segment that begins behind event `after`: all of them, in a chain."""
    events: list[StoredEvent] = []
    try:
        for n, row in enumerate(map(orjson.loads, text.splitlines()), after + 1):
            e, p = row["e"].encode(), row["p"]
            head = bytes.fromhex(row["h"])
            if events and next_head(events[-1].h, e) != head:
                raise BadArchive(f"the head after event {n} does not follow")
            events.append(StoredEvent(n, e, None if p is None else p.encode(), head))
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise BadArchive(f"the file is no part of a log: {error}") from None
    if len(events) != SEGMENT:
        raise BadArchive(f"the file holds {len(events)} events, not {SEGMENT}: it is cut short")
    return events


def events_of(table: str, text: bytes) -> list[StoredEvent]:
    """Return the events of a log file whose chain holds; seals and signature are not checked."""
    events: list[StoredEvent] = []
    n, head = 0, first_head(table)
    try:
        header, *rows, last = text.splitlines()
        orjson.loads(header)
        for row in map(orjson.loads, rows):  # one after the other: they are many
            e, p = row["e"].encode(), row["p"]
            n, head = n + 1, next_head(head, e)
            if row["h"] != head.hex():
                raise BadArchive(f"the head after event {n} of table {table} does not follow")
            events.append(StoredEvent(n, e, None if p is None else p.encode(), head))
        end = orjson.loads(last)
        if (end["table"], end["n"], end["head"]) != (table, n, head.hex()):
            raise BadArchive(f"the file of table {table} ends with the last line of another log")
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise BadArchive(f"the file of table {table} is no log: {error}") from None
    return events
