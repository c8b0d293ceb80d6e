"""Move tables between servers: a log file goes out, and comes in after it was verified.

What comes in keeps its bytes and heads, so receipts and proofs of the old server stay good, and a
finished table keeps the last line that the old server signed.
"""

import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

import orjson

from events.disputes.names import dispute_stream_id, is_dispute_stream
from events.disputes.rulings import log_file
from events.disputes.verdict import subject_in, verify_disputes
from events.record.chain import first_head
from events.record.codec import StoredEvent, decode_event
from events.record.logfile import TABLE, write_log_file
from events.record.receipts import PublicKey, Signer
from events.store.archive.log_archive import (
    ENDING,
    Archive,
    BadArchive,
    compress_log,
    decompress_log,
    events_of,
    write_local,
)
from events.store.archive.snapshots import keep_snapshot, snapshot_behind
from events.store.streams import AppendRequest, AppendResult, Store
from events.tables.decider import table_due_times, table_holdings
from events.tables.turns import encode_turns
from events.transfer.archiving import CLOSED, signed_log
from events.verify.log import verify_log
from games.table import fold_table_facts

HERE = Path(__file__).parent
OPENED = "table.opened.v1"
Imported = Literal["archived", "live", "there already"]


class ImportRefusal(Exception):
    """A file is not taken in; nothing was written."""


class ExportResult(NamedTuple):
    """What became of an export: the file, whether the table has ended, whether it was there."""

    path: Path
    closed: bool
    there: bool


class Transfer:
    """Tables of one store, going out and coming in."""

    def __init__(self, store: Store, signer: Signer) -> None:
        if store.archive is None:
            raise BadArchive("no archive is set; FAIRDEAL_ARCHIVE_URL names one")
        self.store, self.signer = store, signer
        self.archive: Archive = store.archive
        self.script = store.redis.register_script((HERE / "adopt.lua").read_text())

    def tables(self) -> Iterator[str]:
        """Yield all tables; players and what else is written as events stay where they are."""
        for partition in range(self.store.names.partitions):
            for stream in self.store.streams(partition):
                if is_dispute_stream(stream):
                    continue
                begin = self.store.live(stream, "1-0", "1-0")
                if not begin or orjson.loads(begin[0].e)["type"] == OPENED:
                    yield stream

    def export(self, table: str, folder: Path) -> ExportResult | None:
        """Write a table's log file, all parts included; None where there is no such table.

        An archived table's file goes out as it stands; one that is there and equal is left alone.
        """
        events = self.store.read(table) if TABLE.fullmatch(table) else []
        if not events or orjson.loads(events[0].e)["type"] != OPENED:
            return None
        path, closed = folder / f"{table}{ENDING}", _is_closed_log(events)
        if path.exists() and _known_events(table, path.read_bytes()) == events:
            return ExportResult(path, closed, there=True)
        content = None if self.store.live(table, "1-0", "1-0") else self.archive.read_bytes(table)
        if content is None:
            text = signed_log(self.store, self.signer, table, events)
            content = compress_log(text)
        _write_whole_file(path, content)
        return ExportResult(path, closed, there=False)

    def export_disputes(self, table: str, folder: Path) -> ExportResult | None:
        """Write the log file of the disputes about a table; None where there are none."""
        stream = dispute_stream_id(table)
        text = log_file(self.store, stream, self.sure_signer)
        if text is None:
            return None
        path, events = folder / f"{stream}{ENDING}", events_of(stream, text)
        there = path.exists() and _known_events(stream, path.read_bytes()) == events
        if not there:
            _write_whole_file(path, compress_log(text))
        return ExportResult(path, closed=False, there=there)

    def sure_signer(self, stream: str, n: int, head: bytes) -> Signer:
        """Return the key, for an event that no fail-over takes away."""
        self.store.confirm(stream, n, head)
        return self.signer

    def import_log(self, path: Path, keys: Sequence[PublicKey]) -> Imported:
        """Take in a log file that is good: a finished table is archived, all else goes on here.

        Disputes come after their table, since they are held to it.

        Raises:
            ImportRefusal: the log is not good, or another one stands here under the same id.
            Unreadable: there is no log in the file.
        """
        if (subject := subject_in(path)) is not None:
            return self.import_disputes(path, subject, keys)
        report = verify_log(path, keys)
        if report.faults:
            raise ImportRefusal(f"{path} is not good:\n{report.as_text()}")
        content = _content_of(path)
        table = _log_table_id(content)
        events = events_of(table, content)
        if any(map(_lacks_parts, events)):
            raise ImportRefusal(f"{path} lacks private parts; `fairdeal export` writes them all")
        if self.store.knows(table):
            return self.compared(table, events)
        if _is_closed_log(events):
            return self.adopt(table, events, content)
        return self.resume(table, events)

    def import_disputes(self, path: Path, table: str, keys: Sequence[PublicKey]) -> Imported:
        """Take in the disputes about a table that is here, if they are good and fit it."""
        events = self.store.read(table)
        if not events:
            raise ImportRefusal(
                f"{path} is about table {table}, which is not here: import that first"
            )
        trusted = [*keys, PublicKey(self.signer.public)] if keys else []
        with tempfile.TemporaryDirectory(prefix="fairdeal-import-") as folder:
            beside, at = Path(folder) / "table", orjson.loads(events[-1].e)["at"]
            write_log_file(beside, table, events, at, self.signer)
            report = verify_disputes(path, trusted, table=beside)
        if report.faults:
            raise ImportRefusal(f"{path} is not good:\n{report.as_text()}")
        stream = dispute_stream_id(table)
        disputes = events_of(stream, _content_of(path))
        if self.store.knows(stream):
            return self.compared(stream, disputes)
        types = list(_distinct_event_types(disputes))
        draft = AppendRequest(
            stream=stream,
            seen=0,
            head=first_head(stream),
            events=disputes,
            types=types,
            at=_first_at(disputes),
        )
        done = self.store.append(draft)
        return "live" if isinstance(done, AppendResult) else self.compared(stream, disputes)

    def compared(self, table: str, events: Sequence[StoredEvent]) -> Imported:
        """Say that a table is there already, if it is the same."""
        if self.store.read(table) != events:
            raise ImportRefusal(
                f"another log of table {table} stands here already; nothing was written"
            )
        return "there already"

    def adopt(self, table: str, events: Sequence[StoredEvent], content: bytes) -> Imported:
        """Put a finished table into the archive, and let the read models know."""
        there = self.archive.read_bytes(table)
        if there is None:
            self.archive.put(table, compress_log(content))
            there = self.archive.read_bytes(table) or b""
        if _known_events(table, there) != events:
            raise ImportRefusal(
                f"the archive holds another log of table {table}; nothing was written"
            )
        keep_snapshot(self.archive, table, events)
        keys = self.store.names.of(table)
        arguments: list[Any] = [
            table,
            _first_at(events),
            events[-1].n,
            ",".join(_distinct_event_types(events)),
        ]
        if not self.script(keys=[keys.log, keys.all, keys.feed], args=arguments):
            return self.compared(table, events)  # another import was faster
        return "archived"

    def resume(self, table: str, events: Sequence[StoredEvent]) -> Imported:
        """Append a table that has not ended, as it is; from here on it is played here."""
        folded = fold_table_facts(table, None, map(decode_event, events))
        draft = AppendRequest(
            stream=table, seen=0, head=first_head(table), events=events,
            types=list(_distinct_event_types(events)), at=_first_at(events),
            due=table_due_times(folded), gained=table_holdings(folded),
            snapshot=snapshot_behind(0, folded, events[-1].h), turns=encode_turns(folded),
        )  # fmt: skip
        done = self.store.append(draft)
        if not isinstance(done, AppendResult):
            return self.compared(table, events)
        return "there already" if done.already else "live"


def _write_whole_file(path: Path, content: bytes) -> None:
    """Write a file, all or nothing."""
    part = path.with_name(f"{path.name}.part")
    part.unlink(missing_ok=True)  # of an export that broke off
    write_local(part, path, content)


def _distinct_event_types(events: Sequence[StoredEvent]) -> Iterable[str]:
    """Return the types of events, each once."""
    return dict.fromkeys(orjson.loads(event.e)["type"] for event in events)


def _first_at(events: Sequence[StoredEvent]) -> int:
    """Return when a table was opened, in milliseconds."""
    at: int = orjson.loads(events[0].e)["at"]
    return at


def _is_closed_log(events: Sequence[StoredEvent]) -> bool:
    """Say whether a log ends with the closing of its table."""
    return bool(orjson.loads(events[-1].e)["type"] == CLOSED)


def _known_events(table: str, content: bytes) -> list[StoredEvent] | None:
    """Return the events of a compressed log file; None where it is none of that table."""
    try:
        return events_of(table, decompress_log(content))
    except BadArchive:
        return None


def _content_of(path: Path) -> bytes:
    """Return the text of a log file, compressed or not."""
    content = path.read_bytes()
    return decompress_log(content) if content[:4] == compress_log(b"")[:4] else content


def _log_table_id(content: bytes) -> str:
    """Return of which table a log file is."""
    table: str = orjson.loads(content[: content.index(b"\n")])["table"]
    return table


def _lacks_parts(event: StoredEvent) -> bool:
    """Say whether private parts of an event were left out."""
    return bool(orjson.loads(event.e)["seals"].keys() != orjson.loads(event.p or b"{}").keys())
