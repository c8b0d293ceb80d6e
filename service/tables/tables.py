"""Tables: open, find, start, adjourn, withdraw."""

import hashlib
import secrets
from typing import Annotated, TypedDict

from flask import Blueprint, Response, request

from events.disputes.rulings import since_close
from events.handle import Answer, Request, handle
from events.store.streams import Once
from games import NEWEST
from games.core.contract import Illegal
from games.core.records import Component
from games.table import Adjourn, Close, Command, Start, Table, refusals
from projections.projection import Row
from projections.tables.lobby import listed
from projections.tables.views import MayNotWatch, etag, served, table_for
from service.disputes.access import ruled
from service.limits.admission import admitted_opening, costly, require
from service.settings import PAGE_LIMIT
from service.streams.push import stream_of, wants_stream
from service.tables.invitations import invitees, new_seats
from service.tables.lobby_news import LobbyTopic
from service.tables.openings import opening, require_live
from service.tables.private_tables import join_code, require_invited
from service.tables.rematch import handed_on
from service.tables.schemas import NewStart, NewTable
from service.wire.bodies import Empty
from service.wire.connections import connections
from service.wire.problems import BadQuery
from service.wire.queries import asked_game, cursor, takes, whole
from service.wire.requests import (
    PRIVATE,
    Cursor,
    accepted,
    answer,
    body,
    carry_out,
    is_known,
    loaded,
    once,
    player,
    received,
    signed,
    who,
)

blueprint = Blueprint("tables", __name__, url_prefix="/v1/tables")
NEW_TABLE, NEW_START, EMPTY = NewTable(), NewStart(), Empty()
PAGE = 50
CURSOR = r"([0-9]{1,15})\.([0-9A-Za-z_-]{1,64})"  # when the last row was opened, its table


class Lobby(TypedDict):
    """A page of the lobby."""

    tables: list[Annotated[Row, Component("LobbyTable")]]
    cursor: Cursor


@blueprint.post("")
def open_table() -> Response:
    """Open a table."""
    asker, sent = player(), body()
    data, key = loaded(NEW_TABLE, sent), once(asker.id, sent)
    rules, carried = NEWEST[data["game"]].version, None
    if (old := data["continues"]) is not None:
        require_invited(old)
        carried, rules = handed_on(old, asker.id, data["game"])
    invite, name = data["invite"], opening_name(key)
    invited = None
    if invite and not connections().store.knows(name):
        require("invite", asker)
        invited = invitees(asker, invite, new_seats(data, carried))
    wanted = opening(data, rules, carried=carried, invited=invited)
    made = Request(name, f"player:{asker.id}", wanted, key)
    with admitted_opening(asker, made.stream):
        opened = _opened_once(made)
    code = join_code(opened.table) if opened.table.private else None
    return accepted(opened, asker, 201, join_code=code)


def opening_name(key: Once | None) -> str:
    """Return the id of a table to be opened; a repeat meets the one of its first request."""
    name = secrets.token_hex(9) if key is None else hashlib.sha256(key.key.encode()).hexdigest()
    return f"t{name[:18]}"


def _opened_once(made: Request[Command]) -> Answer[Table]:
    """Open a table, or return the answer of the request that has done so."""
    try:
        return handle(connections().tables, made)
    except Illegal as refused:
        if refused.code == refusals.OPENED.code:
            require_live(made.stream)
        raise


@blueprint.get("")
@takes("game", "phase", "limit", "cursor")
@costly
def lobby() -> Response:
    """Look into the lobby."""
    limit = whole("limit", PAGE, PAGE_LIMIT) or PAGE
    game, phase = asked_game(), request.args.get("phase")
    if phase not in (None, "open", "playing"):
        raise BadQuery("phase must be open or playing")
    if wants_stream():
        return stream_of(LobbyTopic(connections().lobby, listed(game, phase), limit), None, None)
    rows = connections().lobby.rows(limit + 1, _place(), listed(game, phase))
    page = rows[:limit]
    following = f"{page[-1]['opened_at']}.{page[-1]['table']}" if len(rows) > limit else None
    shown: Lobby = {"tables": page, "cursor": following}
    return answer(shown)


def _place() -> tuple[int, str] | None:
    """Return behind which row the page begins, as the cursor says."""
    found = cursor(CURSOR)
    return None if found is None else (int(found[1]), found[2])


@blueprint.get("/<table_id>")
def table(table_id: str) -> Response:
    """Show a table."""
    asker, own = who(), connections()
    try:
        held, seat = table_for(own.tables, table_id, asker and asker.id)
    except MayNotWatch:
        held, seat = table_for(own.tables, table_id, None)
    since = since_close(own.store, held)
    tag = etag(held.table, seat, len(since.rulings))
    headers = {**PRIVATE, "ETag": tag}
    if is_known(tag):
        return Response(status=304, headers=headers)
    shown = {**ruled(served(held, None, own.players.names_believed), since)}
    shown |= {"play": None, "board": None}
    del shown["seat"]
    return answer(shown, headers=headers)


@blueprint.delete("/<table_id>")
def withdraw(table_id: str) -> Response:
    """Withdraw a table."""
    asker = player()
    received()
    return carry_out(asker, table_id, Close(), {})


@blueprint.post("/<table_id>/adjourn")
def adjourn(table_id: str) -> Response:
    """Agree to adjourn."""
    asker = player()
    return carry_out(asker, table_id, Adjourn(), loaded(EMPTY, body()))


@blueprint.post("/<table_id>/start")
def start(table_id: str) -> Response:
    """Call for the start."""
    asker, sent = player(), body()
    wanted = Start(loaded(NEW_START, sent)["entropy"], signed())
    return carry_out(asker, table_id, wanted, sent)
