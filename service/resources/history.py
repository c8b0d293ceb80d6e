"""What has happened at a table: its hands, and its views as they were."""

from flask import Blueprint, Response, request

from games.core.contract import Seat
from games.table import Table
from projections import hand, hand_text
from projections.hands import UnknownHand, hand_of, listed
from projections.replay import UnknownEvent, replayed
from projections.views import look
from service.http.connections import connections
from service.http.errors import Problem
from service.http.requests import PRIVATE, answer, who, whole
from service.settings import PAGE_LIMIT

blueprint = Blueprint("history", __name__, url_prefix="/v1/tables/<table_id>")
PAGE = 100
HEADERS = {**PRIVATE, "Vary": "Authorization, Accept"}


@blueprint.get("/hands")
def hands(table_id: str) -> Response:
    """Return the hands that have been dealt."""
    asker = who()
    after, limit = whole("after", 0, 10**9), whole("limit", PAGE, PAGE_LIMIT) or PAGE
    held, _ = look(connections().tables, table_id, asker and asker.id)
    found = listed(held.table)
    page = found[after : after + limit]
    following = after + limit if after + limit < len(found) else None
    return answer({"hands": page, "next": following}, headers=PRIVATE)


@blueprint.get("/hands/<int:hand_number>")
def one_hand(table_id: str, hand_number: int) -> Response:
    """Return one hand as far as the asker may know it, as JSON or as text."""
    asker, own = who(), connections()
    held, seat = look(own.tables, table_id, asker and asker.id)
    events = own.store.read(table_id, 0, held.table.n)
    try:
        found = hand_of(held.table, events, hand_number, seat, own.marks)
    except UnknownHand:
        raise Problem(404, "table/no_such_hand", no_such_hand(held.table)) from None
    if wants_text():
        return Response(hand_text.write(found), headers=HEADERS, mimetype="text/plain")
    return answer(hand.write(found), headers=HEADERS)


def wants_text() -> bool:
    """Say whether the asker prefers text to JSON."""
    kinds = ("application/json", "text/plain")
    return request.accept_mimetypes.best_match(kinds) == "text/plain"


def no_such_hand(table: Table) -> str:
    """Say which hands there are."""
    if not table.hands:
        return "No hand has been dealt at this table"
    return f"The table has hands 1 to {len(table.hands)}"


@blueprint.get("/replay")
def replay(table_id: str) -> Response:
    """Return the view as it was after the command that holds an event."""
    asker, own = who(), connections()
    held, seat = look(own.tables, table_id, asker and asker.id)
    n = whole("at", held.table.n, 10**9)
    if "seat" in request.args:
        seat = other_seat(held.table, seat, whole("seat", 0, 10**9))
    events = own.store.read(table_id, 0, held.table.n)
    try:
        return answer(replayed(held.table, events, n, seat, own.marks), headers=PRIVATE)
    except UnknownEvent:
        detail = f"The table has events 1 to {held.table.n}"
        raise Problem(404, "table/no_such_event", detail) from None


def other_seat(table: Table, own: Seat | None, wanted: int) -> Seat:
    """Return the seat that was asked for, if the asker may look from there."""
    if wanted >= table.seats:
        detail = f"The table has seats 0 to {table.seats - 1}"
        raise Problem(404, "table/no_such_seat", detail)
    if wanted != own and not table.is_bare():
        detail = "Only one's own seat is replayed until the table is opened"
        raise Problem(409, "table/not_opened", detail)
    return Seat(wanted)
