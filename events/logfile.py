"""Log files: JSON lines with a header, the events of one table, and a signed last line.

    {"format":"fairdeal/log/1","table":...,"game":...,"rules":...}
    {"e":"...","h":"...","p":"..."}           one an event; `e` is a string of its exact bytes
    {"at":...,"complete":...,"head":...,"key":...,"n":...,"signature":...,"table":...}

A file without a valid last line is incomplete, never good.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from events.chain import canonical, first_head, next_head
from events.codec import Stored
from events.receipts import Signer, is_signed

FORMAT = "fairdeal/log/1"
PURPOSE = "fairdeal/log-end/1"


class BadLog(Exception):
    """The file is not a whole, unchanged log; `good` events before the fault are sound."""

    def __init__(self, why: str, good: int) -> None:
        super().__init__(f"{why} (the first {good} events are sound)")
        self.why, self.good = why, good


class Log(NamedTuple):
    """A log read from a file whose chain and last line hold."""

    header: dict[str, Any]
    events: list[Stored]
    end: dict[str, Any]


def end_message(end: dict[str, Any]) -> bytes:
    """Return what the signature of the last line covers."""
    fields = ("table", "n", "head", "at", "complete")
    return canonical([PURPOSE, *(end[name] for name in fields)])


def lines(table: str, events: Iterable[Stored], at: int, signer: Signer) -> Iterator[bytes]:
    """Yield the lines of a table's log file; `at` is the time of writing in milliseconds."""
    n, head, kind = 0, first_head(table), ""
    for event in events:
        if n == 0:
            opened = orjson.loads(event.e)["data"]
            yield line({"format": FORMAT, "table": table, "game": opened["game"],
                        "rules": opened["rules"]})  # fmt: skip
        yield line(
            {
                "e": event.e.decode(),
                "p": None if event.p is None else event.p.decode(),
                "h": event.h.hex(),
            }
        )
        n, head, kind = event.n, event.h, orjson.loads(event.e)["type"]
    end: dict[str, Any] = {"table": table, "n": n, "head": head.hex(), "at": at}
    end["complete"] = kind == "table.closed.v1"
    yield line({**end, "key": signer.id, "signature": signer.sign(end_message(end))})


def line(value: dict[str, Any]) -> bytes:
    """Return one line."""
    return canonical(value) + b"\n"


def write(path: Path, table: str, events: Iterable[Stored], at: int, signer: Signer) -> None:
    """Write a table's log to a file, all or nothing."""
    part = path.with_suffix(path.suffix + ".part")
    with part.open("wb") as file:
        file.writelines(lines(table, events, at, signer))
    part.replace(path)


def read(path: Path, public: str | None = None) -> Log:
    """Read a log file and check chain and last line; `public` is the server's key in hex.

    Raises:
        BadLog: a line is unreadable or out of order, the chain breaks, or the end is missing.
    """
    header: dict[str, Any] = {}
    events: list[Stored] = []
    with path.open("rb") as file:
        for raw in file:
            row = parsed(raw, len(events))
            if not header:
                header = checked_header(row)
            elif "e" in row:
                events.append(checked_event(row, events, header["table"]))
            else:
                return Log(header, events, checked_end(row, events, header["table"], public))
    raise BadLog("the file is cut short: its signed last line is missing", len(events))


def parsed(raw: bytes, good: int) -> dict[str, Any]:
    """Return the object of a line."""
    try:
        row = orjson.loads(raw)
    except orjson.JSONDecodeError as error:
        raise BadLog(f"a line is no JSON: {error}", good) from None
    if not isinstance(row, dict):
        raise BadLog("a line is no object", good)
    return row


def checked_header(row: dict[str, Any]) -> dict[str, Any]:
    """Return the header if it is one of this format."""
    if row.get("format") != FORMAT or not isinstance(row.get("table"), str):
        raise BadLog(f"the file does not begin with a header of format {FORMAT}", 0)
    return row


def checked_event(row: dict[str, Any], events: list[Stored], table: str) -> Stored:
    """Return the next event if it continues the chain."""
    good = len(events)
    head = events[-1].h if events else first_head(table)
    try:
        e, h = row["e"].encode(), bytes.fromhex(row["h"])
        p = None if row["p"] is None else row["p"].encode()
        public = orjson.loads(e)
        n = public["n"]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadLog(f"event {good + 1} is unreadable: {error}", good) from None
    if canonical(public) != e:
        raise BadLog(f"event {good + 1} is not in its canonical form", good)
    if n != good + 1:
        raise BadLog(f"event {good + 1} is missing: event {n} stands in its place", good)
    if next_head(head, e) != h:
        raise BadLog(f"the head after event {n} does not follow from it", good)
    return Stored(n, e, p, h)


def checked_end(
    row: dict[str, Any], events: list[Stored], table: str, public: str | None
) -> dict[str, Any]:
    """Return the last line if it fits the events and, where a key is given, its signature."""
    good = len(events)
    try:
        fits = (row["table"], row["n"], row["head"]) == (
            table, good, (events[-1].h if events else first_head(table)).hex(),
        )  # fmt: skip
        message, signature = end_message(row), row["signature"]
    except KeyError as error:
        raise BadLog(f"the last line lacks {error}", good) from None
    if not fits:
        raise BadLog("the last line speaks of other events", good)
    if public is not None and not is_signed(public, message, signature):
        raise BadLog("the last line is not signed with the given key", good)
    return row
