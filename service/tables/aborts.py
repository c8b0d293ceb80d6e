"""Tables that are aborted: their closing was lost, an auditor rules so, or an admin closes them."""

from collections.abc import Mapping
from typing import Any

import orjson
from flask import Blueprint, Response

from events.accounts.players import Player
from events.accounts.texts import TextStore
from events.disputes.names import dispute_stream_id
from events.handle import CommandRequest
from events.record.receipts import is_receipt_signed_by
from events.store.streams import Store
from games.core.type_hints.values import BadValue
from games.table import Abort, Table, refusals
from games.table.endings import ABORT_RULED, CLOSED_BY_OPERATOR
from service.disputes.access import erase_if_refused, require_auditor
from service.tables.schemas import NewAbort
from service.wire.connections import connections
from service.wire.requests import (
    carry_out,
    idempotency_key,
    if_match,
    judge_table_command,
    load_with_schema,
    read_json_body,
    require_player,
    table_command_response,
)

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
    """Abort a table."""
    caller, sent = require_player(), read_json_body()
    data = load_with_schema(NEW_ABORT, sent)
    if "reason" in data:
        return _abort_by_ruling(caller, table_id, data["reason"], sent)
    receipt = data["receipt"]
    if receipt["table"] == table_id:  # else the rules refuse it
        _require_own(receipt)
        _require_contradicted(table_id, receipt)
    return carry_out(caller, table_id, Abort(receipt), sent)


def _abort_by_ruling(caller: Player, table_id: str, reason: str, sent: dict[str, Any]) -> Response:
    """Let an auditor abort a table; the reason is kept like that of a ruling.

    An admin closes it in any phase, but for a tournament's.
    """
    own, key = connections(), idempotency_key(caller.id, sent)
    table = own.tables.current(table_id).table
    require_auditor(caller, table)
    link = table.terms.tournament
    if link is not None and own.tournaments.takes_part(link.id, caller.id):
        raise refusals.TAKES_PART()
    texts, owner = TextStore(own.store), dispute_stream_id(table_id)
    digest = texts.keep(owner, reason, key)
    is_operator = True if caller.role == "admin" and link is None else None
    command = Abort(reason=digest, operator=is_operator)
    wanted = CommandRequest(table_id, f"player:{caller.id}", command, key, if_match())
    with erase_if_refused(texts, owner, digest):
        made = judge_table_command(caller, wanted)
    if _reason_hash(own.store, made.table) != digest:
        texts.drop(owner, digest)  # a repeat: the text of the first request is kept
    return table_command_response(made, caller)


def abort_reason(store: Store, table: Table) -> str | None:
    """Return why an auditor or operator ended a table; None: none did, or the text was erased."""
    digest = _reason_hash(store, table)
    return None if digest is None else TextStore(store).find(dispute_stream_id(table.id), digest)


def _reason_hash(store: Store, table: Table) -> str | None:
    """Return what stands for the reason of an abort; None if nobody gave one.

    It is in the last event, in that before the release of a tournament's table, or in the first of
    those by which invitations end.
    """
    if table.outcome is None or table.outcome.why not in (ABORT_RULED, CLOSED_BY_OPERATOR):
        return None
    last = store.read(table.id, max(0, table.n - 2 - table.seats), table.n)
    causes = (orjson.loads(event.e)["cause"] for event in last)
    digest: str = next(cause["action"]["reason"] for cause in causes if _is_abort(cause))
    return digest


def _is_abort(cause: Any) -> bool:
    """Say whether an event of this cause begins the abort of a table."""
    return isinstance(cause, dict) and cause["action"]["type"] == "table.abort"


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
