"""The start of a table: the call, the entropies behind it, and who could influence the deal."""

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Annotated, TypedDict

from flask import Blueprint, Response

from events.accounts.players import Player
from events.cached_streams import CommandResult
from events.handle import CommandRequest, handle
from events.record.receipts import Receipt
from events.store.streams import IdempotencyKey, Store
from games.core.contract import Illegal
from games.core.type_hints.records import Component
from games.table import Reveal, Start, Table, refusals
from games.table.influence import Influence, influence
from games.table.state import LogHead
from projections.accounts.player_tables import count_aborted_tables
from projections.projection import ReadModel
from projections.tables.views import table_for
from service.limits.admission import enforce_quotas
from service.tables.aborts import abort_reason, require_first_call
from service.tables.schemas import NewReveal
from service.wire.bodies import Empty
from service.wire.connections import connections
from service.wire.requests import (
    PRIVATE,
    action_signature,
    asking_player,
    carry_out,
    json_response,
    load_with_schema,
    read_json_body,
    require_player,
)

blueprint = Blueprint("starts", __name__, url_prefix="/v1/tables/<table_id>")
EMPTY, NEW_REVEAL = Empty(), NewReveal()
NOT_CALLED = frozenset(
    refusal.code
    for refusal in (
        refusals.STARTED, refusals.SEATS_FREE, refusals.MAY_NOT_START, refusals.CLOSED,
        refusals.MAY_BE_CALLED, refusals.UNSIGNED,
    )
)  # fmt: skip
ReceiptFacts = Annotated[Receipt, Component("Receipt")]


class StartReceipts(TypedDict):
    """The receipts of the events that closed what the deals of a table follow from."""

    closing: Annotated[
        ReceiptFacts | None, "Of the call for the start, which closed the commitments; null: none."
    ]
    settled: Annotated[ReceiptFacts | None, "Of the closing of the entropies; null: not yet."]


class AbortedCounts(TypedDict):
    """How many tables were aborted after their call."""

    server: Annotated[int, "On this server."]
    players: Annotated[
        list[int | None],
        "By seat: those of its player (at the call, if there was one); null: none.",
    ]


class TableFairness(Influence):
    """Who could have influenced the deals of a table, and how."""

    table: Annotated[str, "Id of the table."]
    aborted: Annotated[AbortedCounts, "What the log of the table cannot tell."]
    abort_reason: Annotated[str | None, "Why an auditor or operator ended it."]


@blueprint.post("/start")
def start(table_id: str) -> Response:
    """Call for the start."""
    caller, sent = require_player(), load_with_schema(EMPTY, read_json_body())
    require_first_call(table_id, caller.id)
    with _admitted_start(caller, table_id):
        return carry_out(caller, table_id, Start(action_signature()), sent)


def _admitted_start(caller: Player, table_id: str) -> AbstractContextManager[None]:
    """Let somebody start a table of bots alone, unless too many run; a repeat may."""
    table = connections().tables.current(table_id).table
    if table.is_called or table.has_players():
        return nullcontext()
    return enforce_quotas(caller, "bots_alone")


def is_table_full(table: Table) -> bool:
    """Say whether somebody or a bot holds each seat."""
    return None not in table.holders


def call_when_full(
    caller: Player, seated: CommandResult[Table], key: IdempotencyKey | None
) -> tuple[CommandResult[Table], CommandResult[Table] | None]:
    """Call for the start of a table whose last seat was taken, so that nobody waits for a button.

    Return the answer to the call, and `seated`, that to the seating; or `seated` alone, where there
    is no call: others were faster, or somebody with a key would have to sign it. Who reveals an
    entropy under the call wants a receipt from before it: so both are told.

    A repeat of the request does so as well, since the process may have died in between. The call
    has a repeat key of its own, with a space that no client's key has: so the repeat of a request
    whose call stands is answered as the request was.
    """
    table = seated.table
    if table.is_called or not is_table_full(table) or not table.has_players():
        return seated, None
    once = None if key is None else key._replace(key=f"{key.key} start")
    try:
        require_first_call(table.id, caller.id)
        made = CommandRequest(table.id, f"player:{caller.id}", Start(), once)
        called = handle(connections().tables, made)._replace(replayed=seated.replayed)
        return called, seated
    except Illegal as refused:
        if refused.code not in NOT_CALLED:
            raise
        return seated, None


@blueprint.post("/reveal")
def reveal(table_id: str) -> Response:
    """Reveal my entropy."""
    caller, sent = require_player(), read_json_body()
    data = load_with_schema(NEW_REVEAL, sent)
    wanted = Reveal(data["entropy"], data["closing"], action_signature())
    return carry_out(caller, table_id, wanted, sent)


@blueprint.get("/closing")
def closing(table_id: str) -> Response:
    """Show the receipts of the start."""
    caller = asking_player()
    held, _ = table_for(connections().tables, table_id, caller and caller.id)
    table = held.table
    body = start_receipts(table.id, table.n, held.head, table.closing, table.settled)
    return json_response(body, headers=PRIVATE)


def start_receipts(
    stream: str, n: int, head: bytes, closing: LogHead | None, settled: LogHead | None
) -> StartReceipts:
    """Return the receipts of the start of a table or tournament that stands at `head`, event n."""
    signing = connections().signing
    return {
        "closing": closing and signing.receipt_of(stream, n, head, closing),
        "settled": settled and signing.receipt_of(stream, n, head, settled),
    }


@blueprint.get("/fairness")
def fairness(table_id: str) -> Response:
    """Show who could influence the deal."""
    caller = asking_player()
    held, _ = table_for(connections().tables, table_id, caller and caller.id)
    body = _table_fairness(held.table, connections().models.player_tables, connections().store)
    return json_response(body, headers=PRIVATE)


def _table_fairness(table: Table, model: ReadModel, store: Store) -> TableFairness:
    """Return who could influence the deals of a table, and how often tables were aborted."""
    players: Sequence[str | None] = table.former
    if not players:
        players = [None if one is None else one.player for one in table.holders]
    found = count_aborted_tables(model, [one for one in players if one is not None])
    by_seat = [None if one is None else found.players[one] for one in players]
    aborted: AbortedCounts = {"server": found.server, "players": by_seat}
    reason = abort_reason(store, table)
    return {**influence(table), "table": table.id, "aborted": aborted, "abort_reason": reason}
