"""Private tables: who may see them, and the join code that their opener hands on.

The code follows from the table's secret, so it is stored nowhere, not even as a hash, and the
repeat of a request whose answer was lost gives it again.
"""

import hmac
import re
from typing import Any

import orjson
from flask import request

from events.accounts.codes import canonical_code, format_code
from events.accounts.players import Player
from events.cached_streams import UnknownTable
from events.tournaments.streams import TableNotOpened
from games.core.contract import RulesNotInstalled
from games.table import Table
from projections.tables.views import NotReleased, require_released
from service.disputes.access import AUDITORS
from service.wire.bodies import TABLE
from service.wire.connections import connections
from service.wire.current import current_request
from service.wire.requests import asking_player, require_player

HEADER = "Join-Code"
COMMANDS = ("POST", "DELETE")
ABORT = "aborts.abort"  # the endpoint
OPERATORS = (ABORT, "tables.table")  # where an admin needs no invitation
PURPOSE = b"fairdeal/join/1"
BYTES = 10  # of the code


def join_code(table: Table) -> str:
    """Return the join code of a private table."""
    digest = hmac.digest(table.terms.secret, PURPOSE + b" " + table.id.encode(), "sha256")
    return format_code(digest[:BYTES])


def require_table_access(endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Answer 404 for the path of a table that is not there or is private, 403 for a tournament's.

    Those may see it who were invited, or play there.
    """
    if values and "table_id" in values and (method := current_request().method) != "OPTIONS":
        if method in COMMANDS:
            require_player()  # without a token a command is 401, whatever table it is for
        try:
            require_invited(values["table_id"])
        except UnknownTable:
            if connections().tournaments.plans(values["table_id"]):
                raise TableNotOpened(values["table_id"]) from None
            raise


def require_invited(table_id: str) -> None:
    """Answer 404 for a private table, as for one that is not there, to those not invited.

    For a tournament's table, answer 403 to those who may not see it yet.
    """
    if not re.fullmatch(TABLE, table_id):  # other streams, such as players, are no tables
        raise UnknownTable(table_id)
    tables = connections().tables
    try:
        held = tables.cached(table_id) or tables.current(table_id)
    except UnknownTable:
        asking_player()  # 401 comes first for a private table, so it does here, or it would tell
        raise
    except RulesNotInstalled:
        if not _may_see(table_id, asking_player()):
            raise UnknownTable(table_id) from None
        raise
    if held.table.terms.private and not (_is_operator() or _let_in(held.table, asking_player())):
        raise UnknownTable(table_id)
    if held.table.terms.tournament is not None:
        _require_party(held.table)


def _require_party(table: Table) -> None:
    """Rule T26: answer 403 for a tournament's table that others than its seats may not see yet."""
    caller, tables = asking_player(), connections().tables
    if request.endpoint == ABORT and caller is not None and caller.role in AUDITORS:
        return  # T9b: they abort what they do not see
    name = caller and caller.id
    try:
        require_released(tables, table, name)
    except NotReleased:  # nothing is refused by what is held: it may have closed since
        require_released(tables, tables.current(table.id).table, name)


def _is_operator() -> bool:
    """Say whether an admin asks for what an operator may see or do at any table."""
    caller = asking_player()
    return caller is not None and caller.role == "admin" and request.endpoint in OPERATORS


def _may_see(table_id: str, caller: Player | None) -> bool:
    """Say whether somebody may know of a table that can't be folded: by its first event alone."""
    own = connections()
    (first,) = own.store.read(table_id, 0, 1)
    opened = orjson.loads(first.e)["data"]
    if caller is None or not opened["private"]:
        return not opened["private"]
    return caller.id == opened["opener"] or own.players.is_guest(table_id, caller.id)


def _has_been_invited(table: Table, player_id: str) -> bool:
    """Rule T22: say whether a player was invited, and not told later not to come."""
    known = table.invitation_of(player_id)
    return known is not None and known.ended != "withdrawn"


def _let_in(table: Table, caller: Player | None) -> bool:
    """Let in who may see a private table, from now on also who sends its code; False for others."""
    players = connections().players
    if caller is not None:
        if caller.id == table.terms.opener or table.seat_of(caller.id) is not None:
            return True
        if _has_been_invited(table, caller.id) or players.is_guest(table.id, caller.id):
            return True
    sent = canonical_code(request.headers.get(HEADER, ""))
    if not hmac.compare_digest(sent.encode(), canonical_code(join_code(table)).encode()):
        return False
    if caller is not None:
        players.invite(table.id, caller.id)
    return True
