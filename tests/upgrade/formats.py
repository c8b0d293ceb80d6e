"""The formats of a store: kinds of keys, what values hold, files, fields of events."""

import dataclasses
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import orjson

from events.accounts.account import PLAYER_DECIDER
from events.disputes.rules import DISPUTES_DECIDER
from events.store.archive.log_archive import decompress_log
from events.tables.decider import TABLE_DECIDER
from games import OWN
from projections.history.leaves import HEADS_DECIDER
from projections.ratings.ratings import RATINGS_DECIDER
from service.assembly import AppParts
from tests.events.given_log import everything

DECIDERS = (TABLE_DECIDER, PLAYER_DECIDER, DISPUTES_DECIDER, HEADS_DECIDER, RATINGS_DECIDER)
ID = re.compile(r"\b[a-z]?[0-9a-f]{16,}\b")
NUMBER = re.compile(r"\d+")
PART = re.compile(r"\b[0-9a-f]{3}/")  # of an archive
GAME = re.compile("|".join(game.name for game in OWN))
Formats = dict[str, list[str]]  # kind of a key, a file or an event -> what it holds


def kind_of(name: str) -> str:
    """Return a name without what is one table's, one player's or one partition's.

    >>> kind_of("fd:{p12}:log:t0ffa4db679d473a0ca")
    'fd:{p#}:log:<id>'
    """
    return NUMBER.sub("#", GAME.sub("<game>", ID.sub("<id>", name)))


def shape(value: Any, place: str = "$") -> Iterator[str]:
    """Yield the places in JSON with the types of what stands there.

    >>> sorted(shape({"seats": [{"bot": None}, {"bot": "regular"}]}))
    ['$.seats[].bot: NoneType', '$.seats[].bot: str']
    """
    if isinstance(value, dict) and value:
        for name, part in value.items():
            yield from shape(part, f"{place}.{kind_of(name)}")
    elif isinstance(value, list) and value:
        for part in value:
            yield from shape(part, f"{place}[]")
    else:
        yield f"{place}: {type(value).__name__}"


def content(data: bytes) -> Iterator[str]:
    """Yield what bytes hold: JSON, perhaps behind a line of text, or something else."""
    for text, before in ((data, ""), (data.partition(b"\n")[2], "line, ")):
        try:
            yield from (f"{before}{one}" for one in shape(orjson.loads(text)))
        except orjson.JSONDecodeError:
            continue
        return
    yield "bytes"


def entry_format(fields: list[bytes]) -> Iterator[str]:
    """Yield what an entry of a stream holds; what is in an event stands with its type."""
    for name, value in zip(fields[::2], fields[1::2], strict=True):
        field = name.decode()
        if field == "e":
            yield from (f"e.{one}" for one in orjson.loads(value))
        elif field == "p":
            parts = orjson.loads(value).values()
            yield from (f"p.*.{one}" for part in parts for one in part)
        else:
            yield field


def value_format(value: Any) -> Iterator[str]:
    """Yield what the value of a key holds."""
    if isinstance(value, dict):
        for name, one in value.items():
            yield from (f"{kind_of(name.decode())} = {part}" for part in content(one))
    elif isinstance(value, bytes):
        yield from content(value)
    elif isinstance(value, set):
        yield from (f"member {kind_of(one.decode())}" for one in value)
    else:
        for name, rest in value:
            if isinstance(rest, list):
                yield from entry_format(rest)
            else:
                yield f"scored {kind_of(name.decode())}"


def key_formats(parts: AppParts) -> Iterator[tuple[str, str]]:
    """Yield what the keys of a store hold, with the kind of key."""
    for key, value in everything(parts.store.redis).items():
        if key.startswith("fd:"):
            kind = f"{type(value).__name__} {kind_of(key)}"
            yield from ((kind, one) for one in value_format(value))


def file_formats(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield what the files of a folder of keys and its archive hold, with the kind of file."""
    for path in folder.rglob("*"):
        if path.is_file():
            place = PART.sub("<part>/", path.relative_to(folder).as_posix())
            kind = f"file {kind_of(place)}"
            data = decompress_log(path.read_bytes()) if path.suffix == ".zst" else path.read_bytes()
            for line in data.strip(b"\0 \n").splitlines():
                yield from ((kind, one) for one in content(line.strip(b"\0 ")))


def event_formats() -> Iterator[tuple[str, str]]:
    """Yield the fields of all events that this version knows, with the event's type."""
    for decider in DECIDERS:
        for name, event in decider.events.items():
            fields = [one.name for one in dataclasses.fields(event)]
            yield from ((f"event {name}", one) for one in fields or [""])


def formats(parts: AppParts) -> Formats:
    """Return all formats of a store that was played on."""
    found: Mapping[str, set[str]] = defaultdict(set)
    for kind, what in (
        *key_formats(parts),
        *file_formats(parts.signing.keys.folder),
        *event_formats(),
    ):
        found[kind].add(what)
    return {kind: sorted(found[kind]) for kind in sorted(found)}
