"""Ratings: decided once when a table has closed, and written as events of a stream for each game.

A table counts when it is rated (its first event says so), has places (it was not withdrawn or
adjourned, say) and at least two players held seats when play began. A seat's result belongs to the
player who held it then. Who has deserted (T8a) is behind all others, whatever a bot has reached for
the seat; who has deserted without ever acting is left out. People are ranked among themselves by
their places, bots do not count for them.

The levels of bots are rated among themselves, in a stream of their own: a table counts for them
where at least two levels held seats when play began, and a level that held several counts once, by
the mean of their places. So nobody's rating can be moved by bots, nor a level's by people.

The order in which tables are rated is that of the stream, for ever: whoever folds it gets the same
ratings.

A ruling made after the close may correct a result: see `corrections`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Annotated, Any, Final, NamedTuple

import orjson
from openskill.models import BradleyTerryFull

from events.cached_streams import Streams
from events.disputes.names import is_dispute_stream
from events.disputes.rules import DISPUTES_DECIDER
from events.disputes.state import Ruled
from events.handle import CommandRequest, handle
from events.record.codec import StoredEvent, decode_event
from events.record.decider import Decider
from events.store.streams import IdempotencyKey, Store
from games.core.contract import Seat
from games.core.type_hints.values import SPARSE
from games.table import Draft, Fact
from games.table.endings import meaning_of_close
from projections.projection import type_of

PREFIX = "ratings-"  # of the streams, before the name of a game
OF_BOTS = "ratings-bots-"  # the same of those of levels; no name of a game has a dash
BOT = "bot:"  # before the name of a level, where a player's id would stand
RATED = "ratings.table_rated.v1"
CORRECTED = "ratings.table_corrected.v1"
UNIT = 1_000_000  # events hold whole numbers: millionths
NEW = (25_000_000, 8_333_333)  # mu and sigma of who was never rated: the model's own
WAITING = "fd:{ratings}:waiting"  # rulings to be followed, by their time
LEAST = 2  # players, or levels
HANDLED = frozenset(
    f"table.{what}.v1" for what in ("opened", "seat_taken", "seat_left", "started", "closed")
)
MODEL = (
    BradleyTerryFull()
)  # of equals no worse place gets more, ties or not; Plackett-Luce breaks that

RESULT = ("seat", "player", "place", "score")

Rating = tuple[int, int]  # mu and sigma in millionths


class RatableResult(NamedTuple):
    """What a closed table says for a stream: (seat, player or level, place, score) of each."""

    stream: str
    game: str
    rules: int
    head: str
    players: list[tuple[int, str, int, int]]
    of_tournament: bool = False
    deserters: tuple[int, ...] = ()  # seats, of those who never acted too


def results_of(events: Iterable[StoredEvent]) -> list[RatableResult]:
    """Return what counts of a table's log, of people last; nothing while it plays."""
    holders: dict[Seat, str] = {}
    opened: dict[str, Any] = {}
    seated: dict[Seat, str] = {}
    for event in events:
        if type_of(event.e) not in HANDLED:
            continue
        public = orjson.loads(event.e)
        data = public["data"]
        match public["type"]:
            case "table.opened.v1" if data.get("rated", True):
                opened = data
            case "table.opened.v1":
                return []
            case "table.seat_taken.v1":
                holders[data["seat"]] = data["player"] or BOT + data["bot"]
            case "table.seat_left.v1":
                del holders[data["seat"]]
            case "table.started.v1":
                seated = dict(holders)
            case "table.closed.v1" if (meaning := meaning_of_close(data)).has_result:
                places, deserters = meaning.rated_places(), meaning.deserted_seats()
                rows = [
                    (seat, name, places[seat], data["scores"][seat])
                    for seat, name in sorted(seated.items())
                    if seat in places
                ]
                return [*_results_to_rate(opened, event.h.hex(), rows, deserters)]
            case _:
                pass
    return []


def _results_to_rate(
    opened: Mapping[str, Any],
    head: str,
    rows: Sequence[tuple[int, str, int, int]],
    deserters: tuple[int, ...],
) -> Iterator[RatableResult]:
    """Yield what counts for levels of bots, and for people, of what all seats have reached."""
    bots = [row for row in rows if row[1].startswith(BOT)]
    people = [row for row in rows if not row[1].startswith(BOT)]
    game, rules = opened["game"], opened["rules"]
    for stream, own in ((stream_of_bots(game), bots), (ratings_stream_id(game), people)):
        if len({name for _, name, *_ in own}) >= LEAST:
            of_tournament = "tournament" in opened
            yield RatableResult(stream, game, rules, head, own, of_tournament, deserters)


def rated_rows(newest: Mapping[str, Rating], rows: Iterable[tuple[str, int]]) -> dict[str, Rating]:
    """Return the ratings after a table, by name, of (name, place) of its seats.

    >>> rated_rows({}, [("bot:expert", 1), ("bot:novice", 3), ("bot:expert", 2)]).keys()
    dict_keys(['bot:expert', 'bot:novice'])
    """
    places: dict[str, list[int]] = {}
    for name, place in rows:
        places.setdefault(name, []).append(place)
    before = [newest.get(name, NEW) for name in places]
    return dict(zip(places, updated_ratings(before, [*map(fmean, places.values())]), strict=True))


def updated_ratings(before: Sequence[Rating], places: Sequence[float]) -> list[Rating]:
    """Return the ratings of players after a table with these places; ties share a place.

    >>> updated_ratings([NEW, NEW], [1, 2])[0] > NEW
    True
    """
    teams = [[MODEL.rating(mu=mu / UNIT, sigma=sigma / UNIT)] for mu, sigma in before]
    after = MODEL.rate(teams, ranks=[float(place) for place in places])
    return [(round(one.mu * UNIT), round(one.sigma * UNIT)) for (one,) in after]


Row = dict[str, Any]  # of a player at a table: seat, player, place, score


@dataclass(frozen=True, slots=True)
class TableRated:
    """A table that has closed was rated: a row a player, with mu and sigma after it.

    Attributes:
        before: of a tournament's table, mu and sigma of each player or level before it.
        deserters: the seats whose players have deserted; left out where there are none.
    """

    table: str
    game: str
    rules: int
    head: str
    players: tuple[Row, ...]
    before: Annotated[tuple[Row, ...] | None, SPARSE] = None
    deserters: Annotated[tuple[int, ...] | None, SPARSE] = None


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
    result: RatableResult


@dataclass(frozen=True, slots=True)
class CorrectTable:
    """Rate a table as it was corrected.

    Attributes:
        old, rows: its rows before and after.
        after: the ratings of all players after all tables were rated anew.
    """

    table: str
    game: str
    rules: int
    dispute: str
    old: Sequence[Row]
    rows: Sequence[Row]
    after: Mapping[str, Rating]


RatingsCommand = RateTable | CorrectTable


@dataclass(slots=True)
class RatingState:
    """The newest ratings by player, as folded from the stream of a game; changed in place."""

    n: int = 0
    at: int = 0
    newest: dict[str, Rating] = field(default_factory=dict)


def _decide_ratings(state: RatingState, by: str, command: RatingsCommand, now: int) -> list[Draft]:
    """Return what a command makes happen."""
    match command:
        case RateTable(table, result):
            return [Draft(_rating_event(state, table, result))]
        case CorrectTable():
            return [Draft(_correction_event(state, command))]


def _rating_event(state: RatingState, table: str, result: RatableResult) -> TableRated:
    """Return the event that rates a table."""
    after = rated_rows(state.newest, [(name, place) for _, name, place, _ in result.players])
    players = tuple(
        {**dict(zip(RESULT, row, strict=True)), "mu": mu, "sigma": sigma}
        for row in result.players
        for mu, sigma in [after[row[1]]]
    )
    before = tuple(_before_it(state, after)) if result.of_tournament else None
    return TableRated(
        table, result.game, result.rules, result.head, players, before, result.deserters or None
    )


def _before_it(state: RatingState, names: Iterable[str]) -> Iterator[Row]:
    """Yield the ratings before a table of who was rated by it."""
    for name in names:
        mu, sigma = state.newest.get(name, NEW)
        yield {"player": name, "mu": mu, "sigma": sigma}


def _correction_event(state: RatingState, command: CorrectTable) -> TableCorrected:
    """Return the event that rates a table as a ruling has corrected it."""
    ratings = tuple(
        {"player": name, "mu": mu, "sigma": sigma}
        for name in sorted(state.newest)
        for mu, sigma in [command.after.get(name, NEW)]
        if (mu, sigma) != state.newest[name]
    )
    return TableCorrected(
        command.table, command.game, command.rules, command.dispute,
        tuple(command.old), tuple(command.rows), ratings,
    )  # fmt: skip


def _evolve_ratings(state: RatingState, facts: Iterable[Fact]) -> RatingState:
    """Take ratings in, in place."""
    for fact in facts:
        event = fact.event
        for row in event.ratings if isinstance(event, TableCorrected) else event.players:
            state.newest[row["player"]] = row["mu"], row["sigma"]
        state.n, state.at = fact.n, fact.at
    return state


RATINGS_DECIDER: Final[Decider[RatingState, RatingsCommand]] = Decider(
    "ratings",
    {RATED: TableRated, CORRECTED: TableCorrected},
    {RateTable: "ratings.rate", CorrectTable: "ratings.correct"},
    lambda stream: RatingState(),
    _decide_ratings,
    _evolve_ratings,
    endless=True,
)


def ratings_stream_id(game: str) -> str:
    """Return the id of the stream of a game's ratings."""
    return PREFIX + game


def stream_of_bots(game: str) -> str:
    """Return the id of the stream of the ratings of a game's levels of bots."""
    return OF_BOTS + game


def is_ratings(stream: str) -> bool:
    """Say whether a stream holds ratings of a game."""
    return stream.startswith(PREFIX)


def is_of_bots(stream: str) -> bool:
    """Say whether a stream holds ratings of levels of bots."""
    return stream.startswith(OF_BOTS)


class Ratings:
    """The newest ratings, folded from their streams, and the one place that rates tables."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.streams = Streams(RATINGS_DECIDER, store)

    def newest(self, stream: str) -> Mapping[str, Rating]:
        """Return the newest ratings of a stream by player, or by level."""
        return self.streams.current(stream).state.newest

    def decide(self, streams: Iterable[str]) -> None:
        """Rate tables that have closed, note what was ruled since; once, whoever asks.

        Raises:
            WriteContention: others rate tables all the time; nothing was written.
        """
        for stream in streams:
            if is_dispute_stream(stream):
                self.note_rulings(stream)
            elif not is_ratings(stream):
                self.rate(stream)

    def rate(self, table: str) -> list[str]:
        """Rate a table that has closed, once; return the streams for which it counts."""
        results = results_of(self.store.read(table))
        for result in results:
            command = RateTable(table, result)
            handle(
                self.streams,
                CommandRequest(result.stream, "server", command, IdempotencyKey(table, "rate")),
            )
        return [result.stream for result in results]

    def note_rulings(self, disputes: str) -> None:
        """Note rulings that corrected the outcome of a closed table and are not followed yet."""
        for event in self.store.read(disputes):
            fact = decode_event(event, DISPUTES_DECIDER.events)
            if not isinstance(fact.event, Ruled) or fact.event.outcome is None:
                continue
            for stream in self.rate(fact.event.table):  # so far as the log says
                _queue_ruling(self.store, QueuedRuling(stream, disputes, event.n), fact.at)


class QueuedRuling(NamedTuple):
    """A ruling that corrected a table of a stream of ratings: event `n` of one of disputes."""

    stream: str
    disputes: str
    n: int

    @property
    def once(self) -> IdempotencyKey:
        """Return the repeat key of what follows from it."""
        return IdempotencyKey(f"{self.disputes} {self.n}", "correct")


def _queue_ruling(store: Store, ruling: QueuedRuling, at: int) -> None:
    """Let a ruling wait to be followed, unless it was."""
    known = store.names.of(ruling.stream).once
    if not store.redis.hexists(known, ruling.once.key):
        store.redis.zadd(WAITING, {" ".join(map(str, ruling)): at})


def next_queued_ruling(store: Store) -> QueuedRuling | None:
    """Return the earliest ruling that waits to be followed."""
    members: Any = store.redis.zrange(WAITING, 0, 0)
    if not members:
        return None
    stream, disputes, n = members[0].decode().split()
    return QueuedRuling(stream, disputes, int(n))


def dequeue_ruling(store: Store, ruling: QueuedRuling) -> None:
    """Let a ruling wait no more: it was followed."""
    store.redis.zrem(WAITING, " ".join(map(str, ruling)))
