"""Ratings: decided once when a table has closed, and written as events of the stream `ratings`.

A table counts when it was played to its end (not withdrawn, adjourned or forfeited) and at least
two players held seats when play began. A seat's result belongs to the player who held it then, even
if a bot has finished for them, so nobody leaves a bad rating behind by leaving. Bots do not rate:
people are ranked among themselves by their places. The order in which tables are rated is that of
the stream, for ever: whoever folds it gets the same ratings.

A ruling made after the close may correct a result. Then all rated tables of that game are rated
again in the same order with the result as corrected, and an event says what has changed by it.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

import orjson
from openskill.models import PlackettLuce

from events.disputes.names import is_stream
from events.disputes.rules import DISPUTES_DECIDER
from events.disputes.state import Ruled
from events.handle import RETRIES, Busy, Request, Stale, Streams, find_answer, handle
from events.record.codec import Stored, decode
from events.record.decider import Decider
from events.store.streams import Once, Store
from games.table import Draft, Fact

STREAM = "ratings"
RATED = "ratings.table_rated.v1"
CORRECTED = "ratings.table_corrected.v1"
UNIT = 1_000_000  # events hold whole numbers: millionths
NEW = (25_000_000, 8_333_333)  # mu and sigma of who was never rated: the model's own
PEOPLE = 2  # at least
NOT_PLAYED = frozenset({"forfeit"})  # withdrawn and adjourned tables have no places
MODEL = PlackettLuce()

RESULT = ("seat", "player", "place", "score")

Rating = tuple[int, int]  # mu and sigma in millionths


class Result(NamedTuple):
    """What a closed table says of its players: (seat, player, place, score) of each."""

    game: str
    rules: int
    head: str
    players: list[tuple[int, str, int, int]]


def result_of(events: Iterable[Stored]) -> Result | None:
    """Return what counts of a table's log; None while it plays, and where nothing counts."""
    holders: dict[int, str | None] = {}
    opened: dict[str, Any] = {}
    seated: dict[int, str | None] = {}
    for event in events:
        public = orjson.loads(event.e)
        data = public["data"]
        match public["type"]:
            case "table.opened.v1":
                opened = data
            case "table.seat_taken.v1":
                holders[data["seat"]] = data["player"]
            case "table.seat_left.v1" | "table.seat_lost.v1":
                holders[data["seat"]] = None
            case "table.started.v1":
                seated = dict(holders)
            case "table.closed.v1" if data["places"] and data["why"] not in NOT_PLAYED:
                rows = [
                    (seat, player, data["places"][seat], data["scores"][seat])
                    for seat, player in sorted(seated.items())
                    if player is not None
                ]
                counts = len(rows) >= PEOPLE
                return (
                    Result(opened["game"], opened["rules"], event.h.hex(), rows) if counts else None
                )
            case _:
                pass
    return None


def rated(before: list[Rating], places: list[int]) -> list[Rating]:
    """Return the ratings of players after a table with these places; ties share a place.

    >>> rated([NEW, NEW], [1, 2])[0] > NEW
    True
    """
    teams = [[MODEL.rating(mu=mu / UNIT, sigma=sigma / UNIT)] for mu, sigma in before]
    after = MODEL.rate(teams, ranks=[float(place) for place in places])
    return [(round(one.mu * UNIT), round(one.sigma * UNIT)) for (one,) in after]


Row = dict[str, Any]  # of a player at a table: seat, player, place, score


class Counted(NamedTuple):
    """A rated table as corrected so far: its game, the version of its rules, its players' rows."""

    game: str
    rules: int
    rows: list[Row]


def counted(events: Iterable[Stored]) -> dict[str, Counted]:
    """Return all rated tables in the order in which they were rated, as corrected so far."""
    tables: dict[str, Counted] = {}
    for event in events:
        data = orjson.loads(event.e)["data"]
        rows = [{name: row[name] for name in RESULT} for row in data["players"]]
        tables[data["table"]] = Counted(data["game"], data["rules"], rows)
    return tables


def rated_anew(tables: Iterable[Counted], game: str) -> dict[str, Rating]:
    """Return the ratings of all players of a game after these tables in this order."""
    newest: dict[str, Rating] = {}
    for table in tables:
        if table.game == game and table.rows:
            before = [newest.get(row["player"], NEW) for row in table.rows]
            after = rated(before, [row["place"] for row in table.rows])
            newest |= dict(zip((row["player"] for row in table.rows), after, strict=True))
    return newest


@dataclass(frozen=True, slots=True)
class TableRated:
    """A table that has closed was rated: a row a player, with mu and sigma after it."""

    table: str
    game: str
    rules: int
    head: str
    players: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class TableCorrected:
    """A rated table was rated anew as a ruling has corrected it.

    Attributes:
        old, players: its rows before and after; none after it was voided.
        ratings: player, mu and sigma of everybody whose rating has changed by it.
    """

    table: str
    game: str
    rules: int
    dispute: str
    old: tuple[Row, ...]
    players: tuple[Row, ...]
    ratings: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class RateTable:
    """Rate a table that has closed."""

    table: str
    result: Result


@dataclass(frozen=True, slots=True)
class CorrectTable:
    """Follow a ruling; `tables` are all that were rated, as corrected by now."""

    ruling: Ruled
    tables: Mapping[str, Counted]


RatingsCommand = RateTable | CorrectTable


@dataclass(slots=True)
class Rated:
    """The newest ratings by (game, player), as folded from their stream; changed in place."""

    n: int = 0
    at: int = 0
    newest: dict[tuple[str, str], Rating] = field(default_factory=dict)


def decide(state: Rated, by: str, command: RatingsCommand, now: int) -> list[Draft]:
    """Return what a command makes happen; nothing where a correction changes no result."""
    match command:
        case RateTable(table, result):
            return [Draft(rate(state, table, result))]
        case CorrectTable(ruling, tables):
            return [Draft(event) for event in correct(state, ruling, tables)]


def rate(state: Rated, table: str, result: Result) -> TableRated:
    """Return the event that rates a table."""
    names = [player for _, player, _, _ in result.players]
    before = [state.newest.get((result.game, name), NEW) for name in names]
    after = rated(before, [place for _, _, place, _ in result.players])
    players = tuple(
        {**dict(zip(RESULT, row, strict=True)), "mu": mu, "sigma": sigma}
        for row, (mu, sigma) in zip(result.players, after, strict=True)
    )
    return TableRated(table, result.game, result.rules, result.head, players)


def correct(state: Rated, ruling: Ruled, tables: Mapping[str, Counted]) -> list[TableCorrected]:
    """Return the event that rates a table as a ruling has corrected it, if that changes it."""
    old, outcome = tables.get(ruling.table), ruling.outcome
    if old is None or outcome is None:  # it did not count, and no ruling makes it count
        return []
    rows = [
        {**row, "place": outcome["places"][row["seat"]], "score": outcome["scores"][row["seat"]]}
        for row in old.rows
        if outcome["places"]
    ]
    if rows == old.rows:
        return []
    after = rated_anew({**tables, ruling.table: old._replace(rows=rows)}.values(), old.game)
    names = sorted(player for game, player in state.newest if game == old.game)
    ratings = tuple(
        {"player": name, "mu": mu, "sigma": sigma}
        for name in names
        for mu, sigma in [after.get(name, NEW)]
        if (mu, sigma) != state.newest[old.game, name]
    )
    return [
        TableCorrected(
            ruling.table, old.game, old.rules, ruling.dispute, tuple(old.rows), tuple(rows), ratings
        )
    ]


def evolve(state: Rated, facts: Iterable[Fact]) -> Rated:
    """Take ratings in, in place."""
    for fact in facts:
        event = fact.event
        for row in event.ratings if isinstance(event, TableCorrected) else event.players:
            state.newest[event.game, row["player"]] = row["mu"], row["sigma"]
        state.n, state.at = fact.n, fact.at
    return state


RATINGS_DECIDER: Final[Decider[Rated, RatingsCommand]] = Decider(
    "ratings",
    {RATED: TableRated, CORRECTED: TableCorrected},
    {RateTable: "ratings.rate", CorrectTable: "ratings.correct"},
    lambda stream: Rated(),
    decide,
    evolve,
    endless=True,
)


class Ratings:
    """The newest ratings, folded from their stream, and the one place that adds to it."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.streams = Streams(RATINGS_DECIDER, store)

    def newest(self) -> Mapping[tuple[str, str], Rating]:
        """Return the newest ratings by (game, player)."""
        return self.streams.current(STREAM).state.newest

    def decide(self, streams: Iterable[str]) -> None:
        """Rate tables that have closed, follow what was ruled since; once, whoever asks.

        Raises:
            Busy: others rate tables all the time; nothing was written.
        """
        for stream in streams:
            if is_stream(stream):
                self.correct(stream)
            elif stream != STREAM:
                self.rate(stream)

    def rate(self, table: str) -> None:
        """Rate a table that has closed, unless that is done or it does not count."""
        result = result_of(self.store.read(table))
        if result is not None:
            once = Once(table, "rate")
            handle(self.streams, Request(STREAM, "server", RateTable(table, result), once))

    def correct(self, disputes: str) -> None:
        """Follow the rulings that corrected the outcome of a closed table."""
        for event in self.store.read(disputes):
            fact = decode(event, DISPUTES_DECIDER.events)
            if isinstance(fact.event, Ruled) and fact.event.outcome is not None:
                self.rate(fact.event.table)  # so far as the log says
                self.record_correction(fact.event, Once(f"{disputes} {event.n}", "correct"))

    def record_correction(self, ruling: Ruled, once: Once) -> None:
        """Append the event that rates a table as corrected, unless its result stays the same."""
        if find_answer(self.streams, STREAM, once) is not None:
            return
        for _ in range(RETRIES):
            n = self.streams.current(STREAM).state.n
            command = CorrectTable(ruling, counted(self.store.read(STREAM, 0, n)))
            with suppress(Stale):  # then what was counted is not all there is
                handle(self.streams, Request(STREAM, "server", command, once, if_match=n))
                return
        raise Busy(STREAM)
