"""What has happened at a table: its hands, and its views as they were."""

from typing import TypedDict

from flask import Blueprint, Response, request

from games.core.contract import Seat
from games.table import Table
from projections.tables import hand, hand_text
from projections.tables.hands import HandSummary, hand_of, hand_summaries
from projections.tables.replay import NoSuchSeat, replay_at_event
from projections.tables.views import table_for
from service.limits.admission import queue_reads
from service.settings import PAGE_LIMIT
from service.wire.connections import connections
from service.wire.languages import language_headers, language_of, requested_catalogue
from service.wire.problems import TABLE_NOT_OPENED
from service.wire.queries import integer_parameter, requested_viewer, takes_parameters
from service.wire.requests import PRIVATE, Next, asking_player, json_response

blueprint = Blueprint("history", __name__, url_prefix="/v1/tables/<table_id>")
PAGE = 100
NOBODY = "nobody"  # as `seat` of a replay: who only watches
HEADERS = {**PRIVATE, "Vary": "Authorization, Accept, Accept-Language"}


class HandPage(TypedDict):
    """A page of the hands of a table."""

    hands: list[HandSummary]
    next: Next


@blueprint.get("/hands")
@takes_parameters("after", "limit")
@queue_reads
def hands(table_id: str) -> Response:
    """List the hands of a table."""
    caller = asking_player()
    after, limit = (
        integer_parameter("after", 0, 10**9),
        integer_parameter("limit", PAGE, PAGE_LIMIT) or PAGE,
    )
    held, _ = table_for(connections().tables, table_id, caller and caller.id)
    found = hand_summaries(held.table)
    page = found[after : after + limit]
    following = after + limit if after + limit < len(found) else None
    body: HandPage = {"hands": page, "next": following}
    return json_response(body, headers=PRIVATE)


@blueprint.get("/hands/<int:hand_number>")
@queue_reads
def one_hand(table_id: str, hand_number: int) -> Response:
    """Read a hand."""
    caller, own = asking_player(), connections()
    held, seat = table_for(own.tables, table_id, caller and caller.id)
    events = own.store.read(table_id, 0, held.table.n)
    catalogue = requested_catalogue(held.table.game)
    found = hand_of(held.table, events, hand_number, seat, own.caches.hands, catalogue)
    headers = {**HEADERS, "Content-Language": language_of(catalogue)}
    if _wants_text():
        return Response(hand_text.format_hand_text(found), headers=headers, mimetype="text/plain")
    return json_response(hand.hand_to_json(found), headers=headers)


def _wants_text() -> bool:
    """Say whether the caller prefers text to JSON."""
    kinds = ("application/json", "text/plain")
    return request.accept_mimetypes.best_match(kinds) == "text/plain"


@blueprint.get("/replay")
@takes_parameters("at", "seat")
@queue_reads
def replay(table_id: str) -> Response:
    """Show the view as it was."""
    caller, own = asking_player(), connections()
    held, seat = table_for(own.tables, table_id, caller and caller.id)
    n = integer_parameter("at", held.table.n, 10**9)
    whose = requested_viewer(NOBODY)
    if whose is not None:
        seat = None if whose == NOBODY else _other_seat(held.table, seat, int(whose))
    events = own.store.read(table_id, 0, held.table.n)
    catalogue = requested_catalogue(held.table.game)
    moments = replay_at_event(
        held.table,
        events,
        n,
        seat,
        own.caches.hands,
        own.players.cached_names,
        catalogue=catalogue,
    )
    return json_response(moments, headers={**PRIVATE, **language_headers(catalogue)})


def _other_seat(table: Table, own: Seat | None, wanted: int) -> Seat:
    """Return the seat that was asked for, if the caller may look from there."""
    if wanted >= table.seats:
        raise NoSuchSeat(table.seats)
    if wanted != own and not table.is_bare():
        raise TABLE_NOT_OPENED()
    return Seat(wanted)
