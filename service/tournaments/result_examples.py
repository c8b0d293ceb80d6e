"""Examples of what has come of a tournament, made of one of three bots that is over."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Any, NamedTuple

from events.cached_streams import CachedStream
from events.record import logfile
from events.record.chain import first_head
from events.record.codec import StoredEvent, encode_events, unsealed_events
from events.record.receipts import Signer
from events.tournaments.decider import TOURNAMENT_DECIDER
from games.table.planned import table_id
from projections.projection import Row
from projections.tournaments.log import readable_event
from projections.tournaments.results import ResultsCache, round_rows, table_row
from service.streams.audiences import server_sent_event
from service.tables.examples import STREAM_LENGTH
from service.tournaments.access import facts_of
from service.tournaments.collusion import collusion_facts
from service.tournaments.export import row_lines
from service.tournaments.forms import (
    TEXT_COLUMNS,
    as_csv,
    as_text,
    cross_rows,
    standing_facts,
    standing_rows,
)
from service.tournaments.names import TournamentTexts
from service.tournaments.results import cross_facts, rating_facts, standings_facts
from service.wire.json_schema import Json
from tournaments import commands as cm
from tournaments.public_results import public_played_tables, public_standings
from tournaments.scoring import build_cross_table, standing_json
from tournaments.state import Tournament
from tournaments.tables import Entrant

CUP = "c4b5c6d7e8f9a0b1c2d"
TEXT, SECRET, HEAD = "1a" * 32, "5a" * 32, "7e" * 32
SETTINGS: Mapping[str, Any] = {
    "games": [{"game": "boosh", "seats": 2}],
    "format": {"kind": "round_robin", "cycles": 2},
    "entrants": {"kinds": ["bot"]},
}
LEVELS = ("novice", "regular", "expert")
EVENTS_IN_EXAMPLE = (3, 6)  # events of a page


class ExampleCommand(NamedTuple):
    """A command, and by whom it is asked."""

    by: str
    command: cm.TournamentCommand


def example_orders(director: str) -> Iterator[ExampleCommand]:
    """Yield what happens to the tournament, from its opening to its end."""
    by = f"player:{director}"
    yield ExampleCommand(by, cm.Open(TEXT, {**SETTINGS}, SECRET))
    for level in LEVELS:
        yield ExampleCommand(by, cm.Register("bot", (f"bot:{level}",)))
    yield ExampleCommand(by, cm.Call())
    for index in range(6):
        yield ExampleCommand("clock", cm.Advance())
        yield ExampleCommand("server", cm.NoteOpened(index))
        score = 10 + 7 * index % 5
        result = cm.TakeResult(
            table_id(CUP, index), index, 40, HEAD, "played_out", (2, 1), (-score, score)
        )
        yield ExampleCommand("server", result)
        yield ExampleCommand("server", cm.NoteReleased(index))
    yield ExampleCommand("clock", cm.Advance())


def _play_example_tournament(
    director: str, at: int
) -> tuple[CachedStream[Tournament], list[StoredEvent]]:
    """Return the tournament when it is over, and its log."""
    held, log, salts = CachedStream(Tournament(CUP), first_head(CUP)), list[StoredEvent](), count()

    def salt() -> bytes:
        return hashlib.sha256(f"cup {next(salts)}".encode()).digest()

    for by, command in example_orders(director):
        t = held.state
        drafts = TOURNAMENT_DECIDER.decide(t, by, command, at)
        new = unsealed_events(TOURNAMENT_DECIDER, t.n, at, by, command, drafts)
        stored, facts = encode_events(held.head, new, new_salt=salt)
        log += stored
        held = CachedStream(TOURNAMENT_DECIDER.evolve(t, facts), stored[-1].h)
    return held, log


def result_examples(director: str, at: int, signer: Signer) -> Json:
    """Return the examples of results, log and export."""
    held, log = _play_example_tournament(director, at)
    t = held.state
    names = {Entrant(number): level for number, level in enumerate(LEVELS)}
    rows, pairs = public_standings(t), build_cross_table(public_played_tables(t), t.rules.scoring)
    standing = [*standing_rows(rows, names, ["boosh"], {})]
    crossed = [*cross_rows([*names], pairs, names)]
    return {
        "TournamentRounds": {"rounds": round_rows(t)},
        "TournamentTablePage": {
            "tables": [table_row(t, index) for index in range(2)], "cursor": "1",
        },
        "TournamentStandings": standings_facts(t, None, standing_facts(rows, names, {})),
        "StandingsCsv": as_csv(iter(standing)),
        "StandingsText": as_text(row[:TEXT_COLUMNS] for row in standing),
        "CrossTable": cross_facts(t, None, pairs, names),
        "CrossTableCsv": as_csv(iter(crossed)),
        "CrossTableText": as_text(iter(crossed)),
        "TournamentRatings": rating_facts(
            t, ResultsCache().ratings_by_round(t), [row.entrant for row in rows], names
        ),
        "CollusionFigures": collusion_facts(t, 1),
        "TournamentEventPage": _log_page_example(t, log),
        "TournamentStream": _stream_start_example(held),
        "TournamentLogFile": _log_file(log, at, signer),
        "TournamentResultLines": b"".join(row_lines({"standings": [
            {**standing_json(row), "called": names[row.entrant]} for row in rows
        ]}, None)).decode(),
        "TournamentExport": "PK\x03\x04",
    }  # fmt: skip


def _log_page_example(t: Tournament, log: Sequence[StoredEvent]) -> Row:
    """Return a page of the log."""
    first, last = EVENTS_IN_EXAMPLE
    events = [readable_event(t, event) for event in log[first:last]]
    return {"events": events, "n": t.n, "next": last}


def _stream_start_example(held: CachedStream[Tournament]) -> str:
    """Return how a stream begins."""
    t = held.state
    message = server_sent_event(
        "tournament", facts_of(t, held.head.hex(), TournamentTexts(), None), t.n
    )
    return message.decode()[:STREAM_LENGTH]


def _log_file(log: Sequence[StoredEvent], at: int, signer: Signer) -> str:
    """Return the log file, cut short."""
    lines = (
        b"".join(logfile.log_file_lines(CUP, log, at, signer)).decode().splitlines(keepends=True)
    )
    return "".join([*lines[:2], lines[-1]])
