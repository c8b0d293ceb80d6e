"""All that there is of a tournament that is over, as one zip file that is made while it is sent.

    tournament.jsonl        its log
    tables/<id>.jsonl       the log of each table, in the order of their indexes
    results.json            what has come of it; docs/reference/tournament-results.md has the schema

No more of it is held at a time than one log, however many tables there were. What `results.json`
holds is sent as JSON lines as well, so that nobody has to read megabytes of JSON at once.
"""

import io
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from importlib.metadata import version
from itertools import islice
from typing import Any, Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import orjson

from events.cached_streams import CachedStream
from games.table.planned import table_id
from service.streams.audiences import AudienceRegistry, Pages, StreamAudience
from service.tournaments.names import names_by_entrant, title_of
from service.wire.connections import Connections
from service.wire.log_files import table_log, tournament_log
from service.wire.problems import READS_OVERLOADED, Problem
from tournaments.results import results_header, results_rows
from tournaments.state import Tournament

ROWS = 200  # of results that are sent together
PARTS: Final = ("entrants", "rounds", "tables", "standings", "cross_table")
TRIES = 24  # times that a log may find no turn before the export is given up
Turn = Callable[[], AbstractContextManager[None]]


class Sink(io.RawIOBase):
    """What a zip file is written to: its bytes are taken as they come."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[bytes] = []

    def writable(self) -> bool:
        """Say that it is written to; nobody seeks in it."""
        return True

    def write(self, data: Any) -> int:
        """Take bytes."""
        self.parts.append(bytes(data))
        return len(data)

    def taken(self) -> bytes:
        """Return what was written since it was asked last."""
        found = b"".join(self.parts)
        self.parts.clear()
        return found


def stream_zip_file(files: Iterable[tuple[str, Iterable[bytes]]], at: int) -> Iterator[bytes]:
    """Yield the parts of a zip file of some files, each as its parts come; `at` dates them all."""
    sink, date = Sink(), time.gmtime(at / 1000)[:6]
    with ZipFile(sink, "w", ZIP_DEFLATED) as archive:
        for name, parts in files:
            entry = ZipInfo(name, date)
            entry.compress_type = ZIP_DEFLATED
            with archive.open(entry, "w", force_zip64=True) as file:
                for part in parts:
                    file.write(part)
                    if found := sink.taken():
                        yield found
    yield sink.taken()


class ExportTopic:
    """The export of a tournament: a stream that ends when the file does."""

    at_once = False

    def __init__(self, own: Connections, held: CachedStream[Tournament], turn: Turn) -> None:
        self.own, self.held, self.turn = own, held, turn
        self.is_sent = False

    @property
    def key(self) -> str:
        """Return the key of the audience, which it never joins."""
        return f"export:{self.held.state.id}"

    @property
    def channel(self) -> str:
        """Return the channel of the tournament."""
        return self.own.store.names.of(self.held.state.id).log

    def audience(self, audiences: AudienceRegistry) -> StreamAudience:
        """Refuse: nothing follows an export."""
        raise AssertionError("an export is sent to its end")

    def first(self, last_seen: int | None) -> tuple[bytes, int]:
        """Begin with nothing."""
        return b"", 0

    def pages(self, after: int) -> Pages | None:
        """Return the parts of the file, then nothing."""
        if self.is_sent:
            return None
        self.is_sent = True
        return ((part, 0) for part in self.parts())

    def parts(self) -> Iterator[bytes]:
        """Yield the file as it is sent."""
        return stream_zip_file(self.files(), self.held.state.at)

    def files(self) -> Iterator[tuple[str, Iterable[bytes]]]:
        """Yield the files."""
        own, t = self.own, self.held.state
        yield "tournament.jsonl", self.in_turn(partial(tournament_log, own, self.held))
        for index in range(t.opened):
            name = table_id(t.id, index)
            yield f"tables/{name}.jsonl", self.in_turn(partial(table_log, own, name, None))
        yield "results.json", _results_json_parts(own, t)

    def in_turn(self, log: Callable[[], Iterator[bytes]]) -> list[bytes]:
        """Return the lines of a log, read when it is its turn."""
        for left in reversed(range(TRIES)):
            try:
                with self.turn():
                    return [*log()]
            except Problem as problem:
                if problem.kind is not READS_OVERLOADED or not left:
                    raise
        raise AssertionError("the last try returns or raises")


class ResultsTopic(ExportTopic):
    """The results of a tournament as JSON lines; `part`: only rows of this one, None: of all."""

    def __init__(self, own: Connections, held: CachedStream[Tournament], part: str | None) -> None:
        super().__init__(own, held, nullcontext)
        self.part = part

    @property
    def key(self) -> str:
        """Return the key of the audience, which it never joins."""
        return f"results:{self.held.state.id}"

    def parts(self) -> Iterator[bytes]:
        """Yield lines, some hundred at a time."""
        lines = _result_lines(self.own, self.held.state, self.part)
        return iter(lambda: b"".join(islice(lines, ROWS)), b"")


def _result_lines(own: Connections, t: Tournament, part: str | None) -> Iterator[bytes]:
    """Yield results as JSON lines: what is told as a whole, each row, and how many rows it were."""
    yield _json_line({"results": _header_json(own, t)})
    yield from row_lines(_named_rows(own, t), part)


def row_lines(parts: Mapping[str, Iterable[Any]], only: str | None) -> Iterator[bytes]:
    """Yield rows as JSON lines, `only` those of one part, and at last how many it were."""
    count = 0
    for name, rows in parts.items():
        for row in rows if only in (None, name) else ():
            yield _json_line({name: row})
            count += 1
    yield _json_line({"end": {"rows": count}})


def _json_line(data: Any) -> bytes:
    """Return a line of JSON."""
    return orjson.dumps(data, option=orjson.OPT_APPEND_NEWLINE)


def _results_json_parts(own: Connections, t: Tournament) -> Iterator[bytes]:
    """Yield the parts of `results.json`, row by row."""
    yield orjson.dumps(_header_json(own, t))[:-1]
    for name, rows in _named_rows(own, t).items():
        yield f',\n"{name}":['.encode()
        between = b"\n"
        for row in rows:
            yield between + orjson.dumps(row)
            between = b",\n"
        yield b"]"
    yield b"}\n"


def _header_json(own: Connections, t: Tournament) -> dict[str, Any]:
    """Return what is told of a tournament as a whole, with its name and who tells it."""
    known = {"versions": {"fairdeal": version("fairdeal")}, "called": title_of(own, t)}
    return {**results_header(t), **known}


def _named_rows(own: Connections, t: Tournament) -> Mapping[str, Iterator[Any]]:
    """Return the rows of each part; names and ratings are added."""
    names, ratings = names_by_entrant(own, t), own.caches.results.ratings(own.store, t)

    def called(row: dict[str, Any], **more: Any) -> dict[str, Any]:
        return {**row, "called": names[row["entrant"]], **more}

    rows = dict(results_rows(t))
    entrants, standings = rows["entrants"], rows["standings"]
    rows["entrants"] = (called(row, ratings=ratings[row["entrant"]]) for row in entrants)
    rows["standings"] = (called(row) for row in standings)
    return rows
