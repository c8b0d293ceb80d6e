"""Ratings of a tournament: before and after it, and by its rounds alone.

The first come from the streams in which its tables were rated, the second from its results.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, NamedTuple, TypedDict

from events.record.codec import decode_event
from events.store.streams import Store
from games.table.planned import table_id
from projections.ratings.ratings import (
    NEW,
    RATINGS_DECIDER,
    UNIT,
    Rating,
    TableRated,
    rated_rows,
    ratings_stream_id,
    stream_of_bots,
)
from projections.ratings.standings import conservative_rating
from tournaments.scoring import StandingsInput
from tournaments.state import EntrantState, Tournament

Span = tuple[float, float]  # before the first of its tables, and after the last
PlayedTable = Sequence[tuple[str, int]]  # entrants of a table, and at which place each ended


class RatedEntrant(NamedTuple):
    """The rating of an entrant within a tournament: mu, and twice sigma."""

    value: float
    error: float


class RatingChange(TypedDict):
    """How the rating of a member of an entrant has changed, as leaderboards tell ratings."""

    member: Annotated[str, "Id of the player, or `bot:` and a level."]
    game: Annotated[str, "Name of the game."]
    before: Annotated[float, "Before the first of the tournament's tables that were rated."]
    after: Annotated[float, "After the last of them, as it was rated then."]


def ratings_of(rated: Iterable[TableRated]) -> Mapping[tuple[str, str], Span]:
    """Return how ratings have changed by the tables of a tournament, by (member, game)."""
    spans: dict[tuple[str, str], Span] = {}
    for event in rated:
        assert event.before is not None, f"{event.table} is of a tournament"
        after = {row["player"]: conservative_rating(row) / UNIT for row in event.players}
        for row in event.before:
            key = row["player"], event.game
            first, _ = spans.get(key, (conservative_rating(row) / UNIT, 0.0))
            spans[key] = first, after[row["player"]]
    return spans


def changes_of(
    t: Tournament, entry: EntrantState, spans: Mapping[tuple[str, str], Span]
) -> list[RatingChange]:
    """Return how the ratings of those have changed who play for an entrant, or did."""
    games = dict.fromkeys(game.game for game in t.rules.games)
    return [
        {"member": member, "game": game, "before": span[0], "after": span[1]}
        for member in dict.fromkeys((*entry.past, *entry.members))
        for game in games
        if (span := spans.get((member, game))) is not None
    ]


def places_of(store: Store, t: Tournament) -> Iterator[tuple[str, int]]:
    """Yield where the closed tables of a tournament were rated: stream and number, in order."""
    closed = [index for group in t.groups if group.released for index in group.tables]
    tables = [table_id(t.id, index) for index in closed]
    for game in sorted({one.game for one in t.rules.games}) if tables else ():
        for stream in (ratings_stream_id(game), stream_of_bots(game)):
            known: Any = store.redis.hmget(store.names.of(stream).once, tables)
            for n in sorted(int(place.split()[0]) for place in known if place is not None):
                yield stream, n


def rated_at(store: Store, stream: str, n: int) -> TableRated:
    """Return how a table was rated."""
    (event,) = store.read(stream, n - 1, n)
    rated = decode_event(event, RATINGS_DECIDER.events).event
    assert isinstance(rated, TableRated), f"event {n} of {stream} rates a table"
    return rated


def entrant_ratings_by_round(
    rounds: Iterable[Iterable[PlayedTable]], entrants: Sequence[str]
) -> list[list[RatedEntrant]]:
    """Return the ratings of all entrants before the first round, and after each.

    Everybody begins as if never rated; tables of all games count alike, in their order.
    """
    newest: dict[str, Rating] = {}
    by_round = [_rated_now(newest, entrants)]
    for tables in rounds:
        for table in tables:
            newest |= rated_rows(newest, table)
        by_round.append(_rated_now(newest, entrants))
    return by_round


def _rated_now(newest: Mapping[str, Rating], entrants: Sequence[str]) -> list[RatedEntrant]:
    """Return the ratings of entrants as they are told."""
    both = (newest.get(one, NEW) for one in entrants)
    return [RatedEntrant(mu / UNIT, 2 * sigma / UNIT) for mu, sigma in both]


def counted_tables_by_round(played: StandingsInput) -> list[list[PlayedTable]]:
    """Return the tables that count, by round."""
    by_round: list[list[PlayedTable]] = [[] for _ in played.rounds]
    for one in played.results:
        if one.counts:
            names = (str(seat.entrant) for seat in one.table.seats)
            by_round[one.round].append([*zip(names, one.places, strict=True)])
    return by_round
