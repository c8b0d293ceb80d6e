"""What tables have made of ratings, read where they were rated: no model of its own is kept."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import orjson

from events.store.streams import Store, read_stream_entry
from projections.ratings.ratings import UNIT, ratings_stream_id
from projections.ratings.standings import conservative_rating

Table = tuple[str, str]  # its id and game


def ratings_after(store: Store, tables: Iterable[Table]) -> dict[tuple[str, str], float]:
    """Return the ratings of people after tables, by (table, player), in two trips a game.

    Tables that count for nobody's rating are left out.
    """
    by_game = defaultdict[str, list[str]](list)
    for table, game in tables:
        by_game[game].append(table)
    return {
        (data["table"], row["player"]): conservative_rating(row) / UNIT
        for game, page in by_game.items()
        for data in _read_table_ratings(store, ratings_stream_id(game), page)
        for row in data["players"]
    }


def _read_table_ratings(store: Store, stream: str, tables: list[str]) -> Iterable[dict[str, Any]]:
    """Yield what says how those of some tables were rated that were."""
    keys = store.names.of(stream)
    places: Any = store.redis.hmget(keys.once, tables)
    numbers = [place.split()[0] for place in places if place is not None]
    if not numbers:
        return
    reads = [("XRANGE", keys.log, n, n) for n in numbers]
    for entries in store.at_once.read(keys.log, *reads):
        for entry in entries:
            yield orjson.loads(read_stream_entry(entry).e)["data"]
