"""Log files: JSON lines with a header, the events of one stream, and a signed last line.

    {"format":"fairdeal/log/1","table":...,"game":...,"rules":...}    of a table
    {"format":"fairdeal/disputes/1","table":...}                      of the disputes about one
    {"format":"fairdeal/tournament/1","table":...}                    of a tournament
    {"e":"...","h":"...","p":"..."}           one an event; `e` is a string of its exact bytes
    {"at":...,"complete":...,"head":...,"key":...,"n":...,"signature":...,"table":...}

A file without a valid last line is incomplete, never good. It may be compressed with zstandard, as
those of the archive are.
"""

import io
import re
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Annotated, Any, BinaryIO, NamedTuple, cast

import orjson
import zstandard

from events.record.chain import canonical_json, check_plain, first_head, next_head, seal_hash
from events.record.codec import StoredEvent
from events.record.decider import Parts
from events.record.receipts import Signer, key_id
from games.core.fairness.signature import is_signed

FORMAT, OF_DISPUTES = "fairdeal/log/1", "fairdeal/disputes/1"
OF_TOURNAMENT = "fairdeal/tournament/1"
LogText = Annotated[str, "JSON lines: a header, one {e, h, p} an event, and a signed last line."]
PURPOSE = "fairdeal/log-end/1"
HEADERS = {
    FORMAT: frozenset({"format", "table", "game", "rules"}),
    OF_DISPUTES: frozenset({"format", "table"}),  # the id of the stream
    OF_TOURNAMENT: frozenset({"format", "table"}),  # that of the tournament
}
ENDS = frozenset({"table.closed.v1", "tournament.closed.v1"})  # behind which a log is complete
EVENT = frozenset({"e", "h", "p"})
PART = frozenset({"salt", "data"})
TABLE = re.compile(r"[A-Za-z0-9_-]{1,64}")  # ids of tables
SALT = 32  # bytes; a shorter one would let others guess what is sealed
FRAME = len(zstandard.FRAME_HEADER)
LINE = 1 << 24  # bytes of the longest line that is read
RATIO = 32  # times what was read, a compressed file may unpack to; logs do to 3 to 5 times
SLACK = 1 << 20  # bytes that it may unpack to besides
END = frozenset({"table", "n", "head", "at", "complete", "key", "signature"})


def sound_events_text(good: int) -> str:
    """Say how many events before a fault are sound.

    >>> sound_events_text(0), sound_events_text(1), sound_events_text(2)
    ('no sound event comes before it', 'the first event is sound', 'the first 2 events are sound')
    """
    if good == 0:
        return "no sound event comes before it"
    return "the first event is sound" if good == 1 else f"the first {good} events are sound"


class BadLog(Exception):
    """The file is not a whole, unchanged log; `good` events before the fault are sound.

    `place` says what does not hold: ``form``, ``header``, ``number``, ``head``, ``part``, ``end``,
    ``after_end``, ``cut`` or ``unsigned``.
    """

    def __init__(self, why: str, good: int, place: str = "form") -> None:
        super().__init__(f"{why} ({sound_events_text(good)})")
        self.why, self.good, self.place = why, good, place


class ParsedEvent(NamedTuple):
    """An event read from a file: as stored, and its parsed public part and private data."""

    stored: StoredEvent
    public: dict[str, Any]
    parts: Parts


class Log(NamedTuple):
    """A log read from a file whose chain and last line hold."""

    header: dict[str, Any]
    events: list[StoredEvent]
    end: dict[str, Any]


def end_message(end: dict[str, Any]) -> bytes:
    """Return what the signature of the last line covers."""
    fields = ("table", "n", "head", "at", "complete")
    return canonical_json([PURPOSE, *(end[name] for name in fields)])


def log_file_lines(
    table: str, events: Iterable[StoredEvent], at: int, signer: Signer
) -> Iterator[bytes]:
    """Yield the lines of a stream's log file; `at` is the time of writing in milliseconds.

    The last line is dated no earlier than its key, behind which a clock may have been put back.
    """
    n, head, complete = 0, first_head(table), False
    for event in events:
        if n == 0:
            yield encode_log_line(_header_of(table, orjson.loads(event.e)))
        yield encode_log_line(
            {
                "e": event.e.decode(),
                "p": None if event.p is None else event.p.decode(),
                "h": event.h.hex(),
            }
        )
        n, head = event.n, event.h
        complete = complete or orjson.loads(event.e)["type"] in ENDS
    end: dict[str, Any] = {"table": table, "n": n, "head": head.hex()}
    end["at"] = max(at, signer.since)
    end["complete"] = complete
    yield encode_log_line({**end, "key": signer.id, "signature": signer.sign(end_message(end))})


def _header_of(stream: str, first: dict[str, Any]) -> dict[str, Any]:
    """Return the first line of a stream's log file; `first` is the public part of event 1."""
    data = first["data"]
    if first["type"] != "table.opened.v1":
        is_tournament = first["type"] == "tournament.opened.v1"
        return {"format": OF_TOURNAMENT if is_tournament else OF_DISPUTES, "table": stream}
    return {"format": FORMAT, "table": stream, "game": data["game"], "rules": data["rules"]}


def encode_log_line(value: dict[str, Any]) -> bytes:
    """Return one line."""
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS | orjson.OPT_APPEND_NEWLINE)


def write_log_file(
    path: Path, table: str, events: Iterable[StoredEvent], at: int, signer: Signer
) -> None:
    """Write a table's log to a file, all or nothing."""
    part = path.with_suffix(path.suffix + ".part")
    with part.open("wb") as file:
        file.writelines(log_file_lines(table, events, at, signer))
    part.replace(path)


def read_log_file(path: Path, public: str | None = None) -> Log:
    """Read a log file and check form, chain, seals and last line; `public` is the key in hex.

    Raises:
        BadLog: a line is unreadable or out of order, the chain breaks, a private part does not fit
            its seal, or the end is missing.
    """
    with path.open("rb") as file:
        reading = LogReader(file)
        events = [line.stored for line in reading]
    if public is not None and not is_sealed_by(reading.end, public):
        raise BadLog("the last line is not signed with the given key", len(events), "unsigned")
    return Log(reading.header, events, reading.end)


def decompressing_reader(file: BinaryIO) -> BinaryIO:
    """Return what decompresses a file while it is read, or the file itself where none is needed.

    What is read of a damaged file ends with an OSError.
    """
    if isinstance(file, io.BufferedReader):  # perhaps a pipe, in which nobody goes back
        begin = file.peek(FRAME)[:FRAME]
    else:
        begin = file.read(FRAME)
        file.seek(0)
    return (
        cast(BinaryIO, io.BufferedReader(DecompressedFile(file)))
        if begin == zstandard.FRAME_HEADER
        else file
    )


class CompressedFile:
    """A compressed file that counts what was read of it."""

    def __init__(self, file: BinaryIO) -> None:
        self.file, self.size = file, 0

    def read(self, size: int) -> bytes:
        """Read on."""
        part = self.file.read(size)
        self.size += len(part)
        return part


class DecompressedFile(io.RawIOBase):
    """The content of a compressed file; more than any log unpacks to is not read."""

    def __init__(self, file: BinaryIO) -> None:
        self.packed, self.size = CompressedFile(file), 0
        self.content = zstandard.ZstdDecompressor().stream_reader(cast(BinaryIO, self.packed))

    def readable(self) -> bool:
        """Say that it can be read."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Read on."""
        try:
            read = self.content.readinto(buffer)
        except zstandard.ZstdError as error:
            raise OSError(0, f"it is damaged: {error}") from None
        self.size += read
        if self.size > SLACK + RATIO * self.packed.size:
            raise OSError(0, f"it unpacks to more than {RATIO} times its size, as no log does")
        return read


class LogReader:
    """A log file read event by event: form, chain and seals are checked, the signature is not.

    Iterate over its events; `good` and `head` are those of the newest one, and `end` is the last
    line when there are no more. Raises BadLog where the file is not a whole, unchanged log.
    """

    def __init__(self, file: BinaryIO) -> None:
        text = decompressing_reader(file)
        self.lines = iter(partial(text.readline, LINE), b"")
        self.header = _checked_header(_parse_log_line(next(self.lines, b""), 0))
        self.good, self.head = 0, first_head(self.header["table"])
        self.end: dict[str, Any] = {}

    def __iter__(self) -> Iterator[ParsedEvent]:
        """Yield the events, then hold the last line to them."""
        for raw in self.lines:
            if self.end:
                raise BadLog("something stands after the last line", self.good, "after_end")
            row = _parse_log_line(raw, self.good)
            if "e" in row:
                line = checked_event(row, self.good, self.head, self.header)
                self.good, self.head = line.stored.n, line.stored.h
                yield line
            else:
                self.end = _checked_end(row, self.good, self.head, self.header["table"])
        if not self.end:
            why = "the file is cut short: its signed last line is missing"
            raise BadLog(why, self.good, "cut")


def _parse_log_line(raw: bytes, good: int) -> dict[str, Any]:
    """Return the object of a line."""
    try:
        row = orjson.loads(raw)
        exact = encode_log_line(row) == raw
    except (ValueError, TypeError) as error:
        place = "form" if raw.endswith(b"\n") else "cut"
        raise BadLog(f"a line is no JSON: {error}", good, place) from None
    if not isinstance(row, dict):
        raise BadLog("a line is no object", good)
    if not exact:
        place = "form" if raw.endswith(b"\n") else "cut"
        why = "a line is not in its canonical form, or cut short"
        if good == 0 and "detail" in row:  # what the server answered was saved as the log
            why = f"it holds the answer {row['detail']!r:.200}"
        raise BadLog(why, good, place)
    return row


def _require_fields(row: dict[str, Any], fields: frozenset[str], what: str, good: int) -> None:
    """Refuse a line with other fields than its own."""
    if lacking := fields.difference(row):
        raise BadLog(f"{what} lacks {', '.join(sorted(lacking))}", good)
    if more := row.keys() - fields:
        raise BadLog(f"{what} has unknown fields: {', '.join(sorted(more))}", good)


def _checked_header(row: dict[str, Any]) -> dict[str, Any]:
    """Return the header if it is one of this format."""
    fields = HEADERS.get(str(row.get("format")))
    if fields is None or not isinstance(row.get("table"), str):
        raise BadLog(f"the file does not begin with a header of format {FORMAT}", 0)
    _require_fields(row, fields, "the header", 0)
    if not TABLE.fullmatch(row["table"]):
        raise BadLog("the header names no table: an id is 1 to 64 letters, digits, _ and -", 0)
    return row


def checked_event(
    row: dict[str, Any], good: int, head: bytes, header: dict[str, Any]
) -> ParsedEvent:
    """Return the next event if it continues the chain and its private parts fit their seals."""
    if row.keys() != EVENT:
        _require_fields(row, EVENT, f"event {good + 1}", good)
    try:
        e, public = row["e"].encode(), orjson.loads(row["e"])
        n, get, seals = public["n"], public["data"].get, public["seals"]
        exact = canonical_json(public) == e
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadLog(f"event {good + 1} is unreadable: {error}", good) from None
    if not exact:
        raise BadLog(f"event {good + 1} is not in its canonical form", good)
    if n != good + 1:
        raise BadLog(f"event {good + 1} is missing: event {n} stands in its place", good, "number")
    h = next_head(head, e)
    if row["h"] != h.hex():
        raise BadLog(f"the head after event {n} does not follow from it", good, "head")
    if good == 0 and any(
        canonical_json(get(name)) != canonical_json(header[name])
        for name in ("game", "rules")
        if name in header
    ):
        raise BadLog("the header names another game than event 1", good, "header")
    p, parts = _checked_parts(row["p"], seals, good)
    return ParsedEvent(StoredEvent(good + 1, e, p, h), public, parts)


def _checked_parts(text: Any, seals: Any, good: int) -> tuple[bytes | None, Parts]:
    """Return the private parts of the next event if they fit; some may have been left out."""
    if text is None:
        return None, {}
    try:
        p, parts = text.encode(), orjson.loads(text)
        exact = type(parts) is dict and canonical_json(parts) == p
        data, misfit = {}, None
        for key, part in parts.items():
            if not has_seal(part, seals[key]) and misfit is None:
                misfit = key
            data[key] = part.get("data")
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        why = f"the private parts of event {good + 1} are unreadable or not sealed: {error}"
        raise BadLog(why, good) from None
    if not exact:
        raise BadLog(f"the private parts of event {good + 1} are not in canonical form", good)
    if misfit is not None:
        raise BadLog(f"the part {misfit!r} of event {good + 1} does not fit its seal", good, "part")
    for key, opened in data.items():
        if type(opened) is not dict:
            raise BadLog(f"the part {key!r} of event {good + 1} holds no object", good)
    return p, data


def has_seal(part: Any, expected: object) -> bool:
    """Say whether a private part has the seal `expected`."""
    text = part["salt"]
    salt = bytes.fromhex(text)
    if len(part) != len(PART) or "data" not in part or len(salt) != SALT or salt.hex() != text:
        return False
    return seal_hash(salt, part["data"]) == expected


def _checked_end(row: dict[str, Any], good: int, head: bytes, table: str) -> dict[str, Any]:
    """Return the last line if it fits the events."""
    _require_fields(row, END, "the last line", good)
    try:
        assert type(row["n"]) is int, "n is no number of an event"
        check_plain(row)
    except AssertionError as error:
        raise BadLog(f"the last line has a wrong form: {error}", good) from None
    if (row["table"], row["n"], row["head"]) != (table, good, head.hex()):
        raise BadLog("the last line names other events", good, "end")
    return row


def is_sealed_by(end: dict[str, Any], public: str) -> bool:
    """Say whether a last line is signed with a key, and names it."""
    signature = end["signature"]
    if not isinstance(signature, str) or signature.strip("0123456789abcdef"):
        return False
    return end["key"] == key_id(bytes.fromhex(public)) and is_signed(
        public, end_message(end), signature
    )
