"""What has come of a tournament, as far as it may be told: rounds, tables, standings, cross-table.

All of it follows from the folded stream. Standings and cross-tables take time, and are kept for as
long as what they follow from stays the same.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Annotated, Generic, Literal, NamedTuple, TypedDict, TypeVar

from events.store.streams import Store
from games.core.type_hints.records import any_word_of
from games.table.planned import table_id
from projections.ratings.ratings import TableRated
from projections.tournaments.ratings import (
    RatedEntrant,
    RatingChange,
    changes_of,
    counted_tables_by_round,
    entrant_ratings_by_round,
    places_of,
    rated_at,
    ratings_of,
)
from tournaments.public_results import public_played_tables, public_standings
from tournaments.scoring import (
    EntrantComparison,
    EntrantStanding,
    Pair,
    StandingsInput,
    cross_table_cells,
)
from tournaments.state import BOT, TableState, Tournament, is_server_bot
from tournaments.tables import Entrant, RoundPlan, TournamentTableResult

STATES = ("planned", "open", "finished", "closed")
RULINGS = Literal["dispute", "director"]
CACHED_RESULTS, CACHED_CELLS = 32, 4  # standings and cross-tables of one process
CACHED_RATED = 5_000  # tables, and how they were rated
K = TypeVar("K")
V = TypeVar("V")


class RoundFacts(TypedDict):
    """A round of a tournament."""

    round: Annotated[int, "From 0."]
    planned_at: Annotated[int, "In milliseconds."]
    first: Annotated[int, "Index of its first table."]
    tables: Annotated[int, "How many there are, with those that are played again."]
    finished: Annotated[int, "How many of them were played to their end."]
    byes: Annotated[tuple[int, ...], "Numbers of the entrants who sit out."]
    beacon: Annotated[int | None, "The beacon's round in its deals; null without a beacon."]
    ended: Annotated[bool, "Whether all its tables have a result."]


class TournamentSeat(TypedDict):
    """Who sits in a seat of a tournament's table: a player, or a bot of a level."""

    entrant: Annotated[int, "Number of the entrant."]
    member: Annotated[int, "Which of its members, from 0."]
    player: Annotated[str | None, "Id of the player; null: a bot."]
    level: Annotated[str | None, "Level of the bot; null: a player."]


class TournamentTable(TypedDict):
    """A table of a tournament; what it brought is told when its deal group has ended."""

    index: Annotated[int, "From 0, in the order of the plans."]
    table: Annotated[str, "Id of the table."]
    round: int
    game: Annotated[int, "Number of its game in the settings."]
    group: Annotated[int, "Number of its deal group: tables of one have the same deals."]
    seats: list[TournamentSeat]
    state: Annotated[
        str,
        any_word_of(*STATES),
        "`planned`: not open yet; `finished`: play has ended; `closed`: everybody may read it.",
    ]
    why: Annotated[str | None, "Why it ended, as in its outcome; null while it is played."]
    places: Annotated[
        tuple[int, ...] | None,
        "By seat, as they count; empty where it counts nothing; null: not told yet.",
    ]
    scores: Annotated[tuple[int, ...] | None, "The same."]
    counts: Annotated[bool | None, "Whether it counts; null: not told yet."]
    ruling: Annotated[
        RULINGS | None, "Who has said what it counts: a ruling, a director; null: nobody."
    ]
    replays: Annotated[int | None, "Index of the void table in whose place it is played."]
    replayed: Annotated[bool, "Whether another is played in its place."]


def round_rows(t: Tournament) -> list[RoundFacts]:
    """Return the rounds that were planned."""
    return [_round_row(t, number) for number in range(len(t.rounds))]


def _round_row(t: Tournament, number: int) -> RoundFacts:
    """Return a round."""
    own = t.rounds[number]
    tables = [t.tables[index] for index in own.tables]
    return {
        "round": number,
        "planned_at": own.at,
        "first": own.tables[0],
        "tables": len(tables),
        "finished": sum(one.finish is not None for one in tables),
        "byes": own.byes,
        "beacon": t.groups[tables[0].planned.group].beacon,
        "ended": own.ended,
    }


def table_row(t: Tournament, index: int) -> TournamentTable:
    """Return a table."""
    table, planned = t.tables[index], t.tables[index].planned
    result = (table.ruling or table.finish) if t.groups[planned.group].ended else None
    return {
        "index": index,
        "table": table_id(t.id, index),
        "round": table.round,
        "game": planned.game,
        "group": planned.group,
        "seats": _seat_rows(table),
        "state": _table_phase(t, index),
        "why": None if table.finish is None else table.finish.why,
        "places": None if result is None else result.places,
        "scores": None if result is None else result.scores,
        "counts": None if result is None else bool(result.places) and not table.replayed,
        "ruling": _ruling_source(table),
        "replays": table.replays,
        "replayed": table.replayed,
    }


def _seat_rows(table: TableState) -> list[TournamentSeat]:
    """Return who sits where."""
    return [
        {
            "entrant": sitting.entrant,
            "member": sitting.member,
            "player": None if is_server_bot(member) else member,
            "level": member.removeprefix(BOT) if is_server_bot(member) else None,
        }
        for sitting, member in zip(table.planned.seats, table.members, strict=True)
    ]


def _table_phase(t: Tournament, index: int) -> str:
    """Return how far a table is."""
    table = t.tables[index]
    if table.finish is not None:
        return "closed" if t.groups[table.planned.group].released else "finished"
    return "open" if index < t.opened else "planned"


def _ruling_source(table: TableState) -> RULINGS | None:
    """Return who has said what a table counts."""
    if table.ruling is None:
        return None
    return "director" if table.ruling.dispute is None else "dispute"


def table_indexes(
    t: Tournament, round: int | None, entrant: int | None, after: int
) -> Iterator[int]:
    """Yield the tables behind one, of a round and an entrant where they are named."""
    for index in range(after + 1, len(t.tables)):
        table = t.tables[index]
        if round not in (None, table.round):
            continue
        if entrant is None or any(one.entrant == entrant for one in table.planned.seats):
            yield index


class LruCache(Generic[K, V]):
    """Values that take time to work out, of the keys that were asked for last."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.values: OrderedDict[K, V] = OrderedDict()

    def value(self, key: K, made: Callable[[], V]) -> V:
        """Return the value of a key, made if it is not kept."""
        if key in self.values:
            try:
                self.values.move_to_end(key)
                return self.values[key]
            except KeyError:  # another thread has just let go of it
                pass
        value = self.values[key] = made()
        while len(self.values) > self.most:
            try:
                self.values.popitem(last=False)
            except KeyError:
                break
        return value


class Key(NamedTuple):
    """What the figures of a tournament up to a round follow from."""

    tournament: str
    entrants: tuple[Entrant, ...]
    active: tuple[Entrant, ...]
    rounds: tuple[RoundPlan, ...]
    results: tuple[TournamentTableResult, ...]
    of: Entrant | None = None


class ResultsCache:
    """Standings and cross-tables of tournaments; those that were asked for last are kept."""

    def __init__(self) -> None:
        self.standings_cache: LruCache[Key, Sequence[EntrantStanding]] = LruCache(CACHED_RESULTS)
        self.cells_cache: LruCache[Key, Mapping[Pair, EntrantComparison]] = LruCache(CACHED_CELLS)
        self.rounds_cache: LruCache[Key, list[list[RatedEntrant]]] = LruCache(CACHED_RESULTS)
        self.rated_cache: LruCache[tuple[str, int], TableRated] = LruCache(CACHED_RATED)

    def standings(self, t: Tournament, round: int | None = None) -> Sequence[EntrantStanding]:
        """Return the standings after a round, as far as they may be told."""
        key = _figures_key(t, public_played_tables(t, round))
        return self.standings_cache.value(key, lambda: public_standings(t, round))

    def cross_table(
        self, t: Tournament, round: int | None = None, of: Entrant | None = None
    ) -> Mapping[Pair, EntrantComparison]:
        """Return the cross-table after a round, as far as it may be told; `of` one entrant."""
        played = public_played_tables(t, round)
        key = _figures_key(t, played)._replace(of=of)
        return self.cells_cache.value(
            key, lambda: dict(cross_table_cells(played, t.rules.scoring, of))
        )

    def ratings_by_round(self, t: Tournament) -> list[list[RatedEntrant]]:
        """Return the ratings within the tournament, by round and entrant, as far as may be told."""
        played = public_played_tables(t)
        entrants = [str(entry.number) for entry in t.entries]
        return self.rounds_cache.value(
            _figures_key(t, played),
            lambda: entrant_ratings_by_round(counted_tables_by_round(played), entrants),
        )

    def ratings(self, store: Store, t: Tournament) -> Mapping[Entrant, list[RatingChange]]:
        """Return how ratings have changed by the tables of a tournament, by entrant."""
        rated = [
            self.rated_cache.value(place, partial(rated_at, store, *place))
            for place in places_of(store, t)
        ]
        spans = ratings_of(rated)
        return {entry.number: changes_of(t, entry, spans) for entry in t.entries}


def _figures_key(t: Tournament, played: StandingsInput) -> Key:
    """Return what figures are kept by."""
    return Key(
        t.id, tuple(played.entrants), t.active(), tuple(played.rounds), tuple(played.results)
    )
