"""Logs changed on purpose: single values, lines, whole chains; with and without the key."""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from events.record.chain import canonical_json, first_head, next_head, seal_hash
from events.record.logfile import end_message
from tests.fairness.tables import SIGNER

Place = tuple[str | int, ...]


def write_anew(path: Path, data: bytes) -> Path:
    """Write a new file in the place of an old one: to cut that short would wait for the disk."""
    path.unlink(missing_ok=True)
    path.write_bytes(data)
    return path


CLOSINGS = ("table.start_called.v1", "tournament.called.v1")


class Forged(NamedTuple):
    """A log file in pieces: header, events (public, parts, head) and last line."""

    header: dict[str, Any]
    events: list[dict[str, Any]]
    end: dict[str, Any]

    def write(self, path: Path) -> Path:
        """Write the pieces as they are."""
        return write_anew(path, b"".join(self.lines()))

    def lines(self) -> Iterator[bytes]:
        """Yield the lines of the file."""
        yield canonical_json(self.header) + b"\n"
        for event in self.events:
            private = None if event["p"] is None else canonical_json(event["p"]).decode()
            row = {"e": canonical_json(event["e"]).decode(), "p": private, "h": event["h"]}
            yield canonical_json(row) + b"\n"
        yield canonical_json(self.end) + b"\n"

    def copy(self) -> "Forged":
        """Return pieces that may be changed."""
        return pieces(b"".join(self.lines()))

    def with_own(self, index: int) -> "Forged":
        """Return pieces of which only one event may be changed, the others put in others' place."""
        events = [dict(event) for event in self.events]
        events[index] = deepcopy(events[index])
        return Forged(dict(self.header), events, dict(self.end))

    def renumbered(self) -> "Forged":
        """Give the events new numbers, and the causes too, as somebody who knows the format."""
        old = {event["e"]["n"]: n for n, event in enumerate(self.events, 1)}
        for n, event in enumerate(self.events, 1):
            public = event["e"]
            public["n"], cause = n, public["cause"]
            if isinstance(cause, dict):
                cause["last"] = old.get(cause["last"], cause["last"])
            else:
                public["cause"] = old.get(cause, cause)
        return self

    def rechained(self, reseal: bool = True) -> "Forged":
        """Make seals, heads and the last line fit again, as anybody can.

        Reveals that name the closing of the log go on to name it.
        """
        head = first_head(self.header["table"])
        closings: dict[str, str] = {}  # as they were, and as they are now
        for event in self.events:
            public, private = event["e"], event["p"] or {}
            if closings:
                public = event["e"] = _under_new_closing(public, closings)
            fitting = {
                key: seal_hash(bytes.fromhex(part["salt"]), part["data"])
                for key, part in (private.items() if reseal else ())
                if isinstance(part, dict) and key in public["seals"]
            }
            if fitting:  # others may hold the same event
                public = event["e"] = {**public, "seals": {**public["seals"], **fitting}}
            head = next_head(head, canonical_json(public))
            if public.get("type") in CLOSINGS:
                closings[event["h"]] = head.hex()
            event["h"] = head.hex()
        self.end.update({"n": len(self.events), "head": head.hex()})
        return self

    def signed(self) -> "Forged":
        """Sign the last line, as only the holder of the key can."""
        self.end["signature"] = SIGNER.sign(end_message(self.end))
        return self


def _under_new_closing(public: dict[str, Any], closings: Mapping[str, str]) -> dict[str, Any]:
    """Return an event, where it is a reveal under a closing that has another head now, for that."""
    data = public.get("data")
    if isinstance(data, dict) and data.get("closing") in closings:  # of a tournament
        return {**public, "data": {**data, "closing": closings[data["closing"]]}}
    match public.get("cause"):
        case {"action": {"closing": str(old), **others}, **rest} if old in closings:
            action = {**others, "closing": closings[old]}
            return {**public, "cause": {**rest, "action": action}}
    return public


def pieces(text: bytes) -> Forged:
    """Return a log file in pieces."""
    header, *rows, end = map(orjson.loads, text.splitlines())
    events = [
        {
            "e": orjson.loads(row["e"]),
            "p": None if row["p"] is None else orjson.loads(row["p"]),
            "h": row["h"],
        }
        for row in rows
    ]
    return Forged(header, events, end)


def places(value: Any, at: Place = ()) -> Iterator[Place]:
    """Yield the way to every value in JSON, the containers too."""
    if at:
        yield at
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from places(inner, (*at, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from places(inner, (*at, index))


def class_of(event: dict[str, Any], place: Place) -> str:
    """Return what a place is to its kind of event: numbers of places and seats do not matter."""
    words = ["*" if isinstance(word, int) or word.isdigit() else word for word in place]
    return ".".join([event["e"]["type"], *words])


def kinds_of_places(log: Forged) -> dict[str, tuple[int, Place]]:
    """Return the last place of each kind, so that most of the log is sound before it."""
    found: dict[str, tuple[int, Place]] = {}
    for index, event in enumerate(log.events):
        shown = {key: event[key] for key in ("e", "p") if event[key] is not None}
        for place in places(shown):
            if place not in (("e",), ("p",)):
                found[class_of(event, place)] = (index, place)
    return found


def inside(value: Any, place: Place) -> tuple[Any, Any]:
    """Return the container of a place, and its key there."""
    for word in place[:-1]:
        value = value[word]
    return value, place[-1]


def another(value: Any) -> Any:
    """Return a value of the same kind that is not the same."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return value[:-1] + ("1" if value[-1:] != "1" else "2")
    if isinstance(value, list):
        return value[::-1] if value != value[::-1] else [*value, 1]
    if isinstance(value, dict):
        return {**value, "more": 1}
    return 1
