"""Examples of lists of tables, made of the log of one that is played."""

from collections.abc import Sequence
from typing import Any

import orjson

from events.record.codec import Stored
from events.tables.turns import turns, turns_in
from games.table import Table
from projections.accounts.listed_tables import Beside, told
from projections.accounts.player_tables import PLAYER_TABLES
from projections.projection import Projection, Row

Json = dict[str, Any]


def row_of(projection: Projection, table_id: str, log: Sequence[Stored]) -> Row:
    """Return the row of a table in a read model."""
    row = None
    for public in map(orjson.loads, (event.e for event in log)):
        if public["type"] in projection.handles:
            row = projection.evolve(row, table_id, public)
    assert row is not None, f"{projection.name} has no row of it"
    return row


def page_of_tables(table: Table, log: Sequence[Stored], player: str, asker: str | None) -> Json:
    """Return a list of this table alone, of a player named Ada."""
    row, kept = row_of(PLAYER_TABLES, table.id, log), turns(table)
    known = Beside({table.id: turns_in(kept)} if kept else {}, {}, {player: "Ada"}, {})
    return {"tables": [told(row, player, asker, known)], "cursor": None}
