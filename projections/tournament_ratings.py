"""Ratings before and after a tournament, from the streams in which its tables were rated."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, TypedDict

from events.record.codec import decode
from events.store.streams import Store
from games.table.planned import table_id
from projections.ratings import (
    RATINGS_DECIDER,
    UNIT,
    TableRated,
    stream_of,
    stream_of_bots,
)
from projections.standings import score
from tournaments.state import Entry, Tournament

Span = tuple[float, float]  # before the first of its tables, and after the last


class RatingChange(TypedDict):
    """How the rating of a member of an entrant has changed, as leaderboards tell ratings."""

    member: Annotated[str, "Id of the player, or `bot:` and a level."]
    game: Annotated[str, "Name of the game."]
    before: Annotated[float, "Before the first of the tournament's tables that were rated."]
    after: Annotated[float, "After the last of them, as it was rated then."]


def ratings_of(rated: Iterable[TableRated]) -> Mapping[tuple[str, str], Span]:
    """Return how ratings have changed by the tables of a tournament, by (member, game)."""
    found: dict[tuple[str, str], Span] = {}
    for event in rated:
        assert event.before is not None, f"{event.table} is of a tournament"
        after = {row["player"]: score(row) / UNIT for row in event.players}
        for row in event.before:
            key = row["player"], event.game
            first, _ = found.get(key, (score(row) / UNIT, 0.0))
            found[key] = first, after[row["player"]]
    return found


def changes_of(
    t: Tournament, entry: Entry, spans: Mapping[tuple[str, str], Span]
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
        for stream in (stream_of(game), stream_of_bots(game)):
            known: Any = store.redis.hmget(store.names.of(stream).once, tables)
            for n in sorted(int(place.split()[0]) for place in known if place is not None):
                yield stream, n


def rated_at(store: Store, stream: str, n: int) -> TableRated:
    """Return how a table was rated."""
    (event,) = store.read(stream, n - 1, n)
    told = decode(event, RATINGS_DECIDER.events).event
    assert isinstance(told, TableRated), f"event {n} of {stream} rates a table"
    return told
