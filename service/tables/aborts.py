"""Tables whose closing the store may have lost: none is called for twice, and a receipt ends it."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response

from events.record.receipts import is_receipt_signed_by
from games.core.type_hints.values import BadValue
from games.table import Abort, refusals
from service.tables.schemas import NewAbort
from service.wire.connections import connections
from service.wire.requests import carry_out, load_with_schema, read_json_body, require_player

blueprint = Blueprint("aborts", __name__, url_prefix="/v1/tables/<table_id>")
NEW_ABORT = NewAbort()


def require_first_call(table_id: str, player_id: str) -> None:
    """Refuse a call for the start if the store may have lost an earlier one.

    As long as a loss is not published the guard's files of signed heads know of it. Afterwards they
    have forgotten it, so no table that was open then is ever called for: players may hold the
    closing, and whoever saw what was revealed behind it could be seated anew.

    Raises:
        StoreBehind: the store lacks something that was signed for.
        Illegal: it has lacked something since the table was opened.
    """
    own = connections()
    held = own.tables.current(table_id).table
    may_call = held.seat_of(player_id) is not None or held.terms.opener == player_id
    if held.is_called or not may_call:  # the rules refuse it, and say why
        return
    own.signing.guard.require_current_now(table_id)
    table = own.tables.current(table_id).table  # what is held may have been lost
    if not table.is_called and table.terms.opened_at <= own.signing.newest_loss():
        raise refusals.MAY_BE_CALLED()


@blueprint.post("/abort")
def abort(table_id: str) -> Response:
    """Show a receipt that the table's log contradicts."""
    caller, sent = require_player(), read_json_body()
    receipt = load_with_schema(NEW_ABORT, sent)["receipt"]
    if receipt["table"] == table_id:  # else the rules refuse it
        _require_own(receipt)
        _require_contradicted(table_id, receipt)
    return carry_out(caller, table_id, Abort(receipt), sent)


def _require_own(receipt: Mapping[str, Any]) -> None:
    """Refuse a receipt that this server has not signed."""
    keys = connections().signing.keys.newest().public
    mine = (key for key in keys if key.id == receipt["key"] and not key.ended_before(receipt["at"]))
    if not any(is_receipt_signed_by(receipt, key.public) for key in mine):
        raise BadValue("receipt", "is not signed with a key of this server")


def _require_contradicted(table_id: str, receipt: Mapping[str, Any]) -> None:
    """Refuse a receipt of an event that is in the log: nothing is lost.

    The log is read anew. What comes to it later does not matter: an event that was signed for had
    been written before.
    """
    tables, n = connections().tables, receipt["n"]
    tables.at_least(table_id, 1)  # there is such a table
    events = tables.store.read(table_id, n - 1, n)
    if events and events[0].h.hex() == receipt["head"]:
        raise refusals.NOTHING_LOST(n)
