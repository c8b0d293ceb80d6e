"""The tables of a player: one's own, and another's as far as one may know of them."""

import hashlib
from collections.abc import Mapping
from typing import TypedDict

from flask import Blueprint, Response

from projections.accounts.listed_tables import ListedTable, listed_table_for, load_related_data
from projections.accounts.player_tables import (
    PHASES,
    PlayerTableRows,
    PlayerTablesQuery,
    page_for,
    whose_turn,
    with_disputes,
)
from projections.projection import Cursor as Behind
from service.limits.admission import queue_reads
from service.settings import PAGE_LIMIT
from service.wire.connections import connections
from service.wire.problems import BAD_QUERY, UNKNOWN_PLAYER
from service.wire.queries import (
    choice_parameter,
    game_parameter,
    integer_parameter,
    parse_cursor,
    takes_parameters,
)
from service.wire.requests import PRIVATE, Cursor, asking_player, json_response, require_player

blueprint = Blueprint("player_tables", __name__, url_prefix="/v1/players")
PAGE = 50
CURSOR = r"([0-9a-f]{8})\.([0-9]{1,15})\.([0-9A-Za-z_-]{1,64})"  # of a list: score, name
STATES: Mapping[str | None, tuple[str, ...]] = {
    None: PHASES, "open": ("open",), "playing": ("playing",), "ended": ("finished", "closed"),
}  # fmt: skip
OWN_STATES = (*filter(None, STATES), "my_turn", "disputed")  # of one's own list


class PlayerTables(TypedDict):
    """A page of a player's tables."""

    tables: list[ListedTable]
    cursor: Cursor


class PlayerTablesRequest:
    """What is asked for by the query, of the list of a player."""

    def __init__(self, player_id: str, states: tuple[str, ...]) -> None:
        self.state, self.game = choice_parameter("state", states), game_parameter()
        self.limit = integer_parameter("limit", PAGE, PAGE_LIMIT) or PAGE
        text = f"{player_id} {self.state} {self.game}"
        self.list = hashlib.sha256(text.encode()).hexdigest()[:8]
        self.query = PlayerTablesQuery(player_id, STATES.get(self.state, PHASES), self.game)

    @property
    def before(self) -> Behind | None:
        """Return behind which row the page begins; the cursor must be of this list."""
        found = parse_cursor(CURSOR)
        if found is None:
            return None
        if found[1] != self.list:
            raise BAD_QUERY("cursor belongs to another list; use it only with the same filters")
        return int(found[2]), found[3]

    def following(self, found: PlayerTableRows) -> str | None:
        """Return the cursor of the next page."""
        return None if found.last is None else f"{self.list}.{found.last[0]}.{found.last[1]}"


@blueprint.get("/me/tables")
@takes_parameters("state", "game", "limit", "cursor")
@queue_reads
def own_tables() -> Response:
    """List my tables."""
    caller, own = require_player(), connections()
    page = PlayerTablesRequest(caller.id, OWN_STATES)
    if page.state == "my_turn":
        found = whose_turn(own.models.player_tables, page.query, page.limit, page.before)
    elif page.state == "disputed":
        found = with_disputes(
            own.models.player_tables, own.models.disputes, page.query, page.limit, page.before
        )
    else:
        found = page_for(own.models.player_tables, page.query, caller.id, page.limit, page.before)
    return _player_tables_response(page, found, caller.id)


@blueprint.get("/<player_id>/tables")
@takes_parameters("state", "game", "limit", "cursor")
@queue_reads
def tables_of_player(player_id: str) -> Response:
    """List the tables of a player."""
    caller, own = asking_player(), connections()
    if own.players.find(player_id) is None:
        raise UNKNOWN_PLAYER()
    page, name = (
        PlayerTablesRequest(player_id, tuple(filter(None, STATES))),
        None if caller is None else caller.id,
    )
    found = page_for(own.models.player_tables, page.query, name, page.limit, page.before)
    return _player_tables_response(page, found, name)


def _player_tables_response(
    page: PlayerTablesRequest, found: PlayerTableRows, caller: str | None
) -> Response:
    """Return a page as far as the caller may know of its tables."""
    own = connections()
    known = load_related_data(
        own.models.player_tables, own.models.disputes, own.players, found.rows
    )
    body: PlayerTables = {
        "tables": [listed_table_for(row, page.query.player, caller, known) for row in found.rows],
        "cursor": page.following(found),
    }
    return json_response(body, headers=PRIVATE)
