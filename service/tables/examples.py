"""Examples of lists of tables, made of the log of one that is played."""

from collections.abc import Sequence
from typing import Any

import orjson

from events.record.codec import StoredEvent
from events.tables.turns import encode_turns, turns_in
from games.table import Table
from projections.accounts.listed_tables import PageContext, listed_table_for
from projections.accounts.player_tables import PLAYER_TABLES
from projections.projection import Projection, Row

Json = dict[str, Any]


def read_model_row(projection: Projection, table_id: str, log: Sequence[StoredEvent]) -> Row:
    """Return the row of a table in a read model."""
    row = None
    for public in map(orjson.loads, (event.e for event in log)):
        if public["type"] in projection.handles:
            row = projection.evolve(row, table_id, public)
    assert row is not None, f"{projection.name} has no row of it"
    return row


def page_of_tables(
    table: Table, log: Sequence[StoredEvent], player: str, asker: str | None
) -> Json:
    """Return a list of this table alone, of a player named Ada."""
    row, kept = read_model_row(PLAYER_TABLES, table.id, log), encode_turns(table)
    known = PageContext({table.id: turns_in(kept)} if kept else {}, {}, {player: "Ada"}, {})
    return {"tables": [listed_table_for(row, player, asker, known)], "cursor": None}
