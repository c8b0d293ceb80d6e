"""Tables: open, find, adjourn, withdraw."""

import hashlib
import secrets
from typing import Annotated, TypedDict

from flask import Blueprint, Response

from events.cached_streams import CommandResult
from events.disputes.rulings import since_close
from events.handle import CommandRequest, handle
from events.store.streams import IdempotencyKey
from games import NEWEST
from games.core.contract import Illegal
from games.core.type_hints.records import Component
from games.table import Adjourn, Close, Command, Table, refusals
from projections.projection import Row
from projections.tables.lobby import lobby_index, with_player_names
from projections.tables.views import MayNotWatch, table_for, view_etag, view_for_seat
from service.disputes.access import with_later_rulings
from service.limits.admission import admitted_opening, queue_reads, require_quota
from service.settings import PAGE_LIMIT
from service.streams.push import stream_response, wants_stream
from service.tables.beacons import with_usual_beacon
from service.tables.invitations import new_seats, resolve_invitees
from service.tables.lobby_news import LobbyTopic
from service.tables.openings import opening_command, require_live
from service.tables.private_tables import join_code, require_invited
from service.tables.rematch import handed_on
from service.tables.schemas import NewTable
from service.wire.bodies import Empty
from service.wire.connections import connections
from service.wire.languages import in_language, language_headers, requested_catalogue
from service.wire.queries import (
    choice_parameter,
    game_parameter,
    integer_parameter,
    parse_cursor,
    takes_parameters,
)
from service.wire.requests import (
    PRIVATE,
    Cursor,
    asking_player,
    carry_out,
    idempotency_key,
    is_known,
    json_response,
    load_with_schema,
    read_json_body,
    read_whole_body,
    require_player,
    table_command_response,
)

blueprint = Blueprint("tables", __name__, url_prefix="/v1/tables")
NEW_TABLE, EMPTY = NewTable(), Empty()
PAGE = 50
CURSOR = r"([0-9]{1,15})\.([0-9A-Za-z_-]{1,64})"  # when the last row was opened, its table


class Lobby(TypedDict):
    """A page of the lobby."""

    tables: list[Annotated[Row, Component("LobbyTable")]]
    cursor: Cursor


@blueprint.post("")
def open_table() -> Response:
    """Open a table."""
    caller, sent = require_player(), read_json_body()
    key = idempotency_key(caller.id, sent)
    data = with_usual_beacon(load_with_schema(NEW_TABLE, sent))
    rules, carried = NEWEST[data["game"]].version, None
    if (old := data["continues"]) is not None:
        require_invited(old)
        carried, rules = handed_on(old, caller.id, data["game"])
    invite, name = data["invite"], opening_name(key)
    invited = None
    if invite and not connections().store.knows(name):
        require_quota("invite", caller)
        invited = resolve_invitees(caller, invite, new_seats(data, carried))
    wanted = opening_command(data, rules, carried=carried, invited=invited)
    made = CommandRequest(name, f"player:{caller.id}", wanted, key)
    with admitted_opening(caller, made.stream):
        opened = _opened_once(made)
    code = join_code(opened.table) if opened.table.terms.private else None
    return table_command_response(opened, caller, 201, join_code=code)


def opening_name(key: IdempotencyKey | None) -> str:
    """Return the id of a table to be opened; a repeat meets the one of its first request."""
    name = secrets.token_hex(9) if key is None else hashlib.sha256(key.key.encode()).hexdigest()
    return f"t{name[:18]}"


def _opened_once(made: CommandRequest[Command]) -> CommandResult[Table]:
    """Open a table, or return the answer of the request that has done so."""
    try:
        return handle(connections().tables, made)
    except Illegal as refused:
        if refused.code == refusals.OPENED.code:
            require_live(made.stream)
        raise


@blueprint.get("")
@takes_parameters("game", "phase", "limit", "cursor")
@queue_reads
def lobby() -> Response:
    """Look into the lobby."""
    limit = integer_parameter("limit", PAGE, PAGE_LIMIT) or PAGE
    game, phase = game_parameter(), choice_parameter("phase", ("open", "playing"))
    model, names = connections().models.lobby, connections().players.cached_names
    index = lobby_index(game, phase)
    if wants_stream():
        return stream_response(LobbyTopic(model, index, limit, names), None, None)
    rows = model.rows(limit + 1, _lobby_page_start(), index)
    page = with_player_names(rows[:limit], names)
    following = f"{page[-1]['opened_at']}.{page[-1]['table']}" if len(rows) > limit else None
    body: Lobby = {"tables": page, "cursor": following}
    return json_response(body)


def _lobby_page_start() -> tuple[int, str] | None:
    """Return behind which row the page begins, as the cursor says."""
    found = parse_cursor(CURSOR)
    return None if found is None else (int(found[1]), found[2])


@blueprint.get("/<table_id>")
def table(table_id: str) -> Response:
    """Show a table."""
    caller, own = asking_player(), connections()
    try:
        held, seat = table_for(own.tables, table_id, caller and caller.id)
    except MayNotWatch:
        held, seat = table_for(own.tables, table_id, None)
    since = since_close(own.store, held)
    catalogue = requested_catalogue(held.table.game)
    tag = view_etag(held.table, seat, len(since.rulings), catalogue)
    headers = {**PRIVATE, **language_headers(catalogue), "ETag": tag}
    if is_known(tag):
        return Response(status=304, headers=headers)
    found = with_later_rulings(view_for_seat(held, None, own.players.cached_names), since)
    seen = {**in_language(catalogue, found, held.table, None)}
    seen |= {"play": None, "board": None}
    del seen["seat"]
    return json_response(seen, headers=headers)


@blueprint.delete("/<table_id>")
def withdraw(table_id: str) -> Response:
    """Withdraw a table."""
    caller = require_player()
    read_whole_body()
    return carry_out(caller, table_id, Close(), {})


@blueprint.post("/<table_id>/adjourn")
def adjourn(table_id: str) -> Response:
    """Agree to adjourn."""
    caller = require_player()
    return carry_out(caller, table_id, Adjourn(), load_with_schema(EMPTY, read_json_body()))
