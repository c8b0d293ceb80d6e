"""What tables have made of ratings, read where they were rated: no model of its own is kept."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from events.record.codec import decode
from events.store.streams import Store, stored
from projections.ratings import RATINGS_DECIDER, UNIT, TableRated, stream_of
from projections.standings import score

Table = tuple[str, str]  # its id and game


def ratings_after(store: Store, tables: Iterable[Table]) -> dict[tuple[str, str], float]:
    """Return the ratings of people after tables, by (table, player), in two trips a game.

    Tables that count for nobody's rating are left out.
    """
    asked = defaultdict[str, list[str]](list)
    for table, game in tables:
        asked[game].append(table)
    return {
        (event.table, row["player"]): score(row) / UNIT
        for game, some in asked.items()
        for event in rated(store, stream_of(game), some)
        for row in event.players
    }


def rated(store: Store, stream: str, tables: list[str]) -> Iterable[TableRated]:
    """Yield how those of some tables were rated that were."""
    keys = store.names.of(stream)
    places: Any = store.redis.hmget(keys.once, tables)
    numbers = [place.split()[0] for place in places if place is not None]
    if not numbers:
        return
    reads = [("XRANGE", keys.log, n, n) for n in numbers]
    for entries in store.at_once.read(keys.log, *reads):
        for entry in entries:
            told = decode(stored(entry), RATINGS_DECIDER.events).event
            assert isinstance(told, TableRated), f"{stream} rates a table under its id"
            yield told
