"""Examples of lists of a player's tables, made of a table that is played."""

from collections.abc import Sequence
from typing import Any

import orjson

from events.record.codec import Stored
from events.record.turns import turns, turns_in
from games.table import Table
from projections.listed_tables import Beside, told
from projections.player_tables import PLAYER_TABLES

Json = dict[str, Any]


def page(table: Table, log: Sequence[Stored], player: str, asker: str | None) -> Json:
    """Return a list of this table alone, of a player named Ada."""
    row = None
    for public in map(orjson.loads, (event.e for event in log)):
        if public["type"] in PLAYER_TABLES.handles:
            row = PLAYER_TABLES.evolve(row, table.id, public)
    assert row is not None
    kept = turns(table)
    known = Beside({table.id: turns_in(kept)} if kept else {}, {}, {player: "Ada"})
    return {"tables": [told(row, player, asker, known)], "cursor": None}
