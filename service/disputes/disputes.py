"""Disputes: open, list, show and withdraw them; what an auditor rules."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Annotated, TypedDict

import orjson
from flask import Blueprint, Response, request

from events.accounts.players import Player
from events.accounts.texts import TextStore
from events.cached_streams import CachedStream, CommandResult
from events.disputes import refusals
from events.disputes.docket import HOUR, Complaint, Disputes
from events.disputes.names import dispute_stream_id, disputed_table_id
from events.disputes.rules import require_hand, require_party, seat_in
from events.disputes.rulings import issue_ruling, with_table_ruling
from events.disputes.state import STATUSES, Dispute, Docket
from events.record.receipts import Receipt
from events.store.streams import IdempotencyKey
from games.core.contract import RulesNotInstalled, Seat
from games.core.type_hints.records import Component
from games.table import Rule, Table
from games.table.view import Remedy, Verdict
from projections.disputes.read_model import of_player
from projections.projection import Row
from projections.tables.hands import is_complete, last_of
from service.disputes.access import (
    AUDITORS,
    DisputeFacts,
    Status,
    access_to,
    erase_if_refused,
    late_to,
    require_auditor,
    visible_dispute,
    visible_dispute_facts,
)
from service.disputes.schemas import NewDispute, NewRuling
from service.limits.admission import queue_reads
from service.settings import PAGE_LIMIT
from service.wire.connections import connections
from service.wire.queries import choice_parameter, integer_parameter, parse_cursor, takes_parameters
from service.wire.requests import (
    PRIVATE,
    Cursor,
    idempotency_key,
    json_response,
    load_with_schema,
    read_json_body,
    read_whole_body,
    require_player,
)

blueprint = Blueprint("disputes", __name__, url_prefix="/v1/disputes")
at_table = Blueprint("disputes_at_table", __name__, url_prefix="/v1/tables/<table_id>/disputes")
NEW_DISPUTE, NEW_RULING = NewDispute(), NewRuling()
PAGE = 50
CURSOR = r"([0-9]{1,15})\.(d[0-9A-Za-z_-]{1,63}\.[0-9]{1,9})"  # when the last was opened, its id
LOOKED_AT = 2_000  # rows of the list that one request looks through


class DisputeRow(TypedDict):
    """A dispute in a list."""

    dispute: Annotated[str, "Id of the dispute."]
    table: str
    hand: int
    seat: Seat
    player: str
    opened_at: int
    status: Status
    verdict: Verdict | None
    remedy: Remedy | None


class TableDisputes(TypedDict):
    """The disputes about a table."""

    disputes: list[DisputeRow]


class DisputePage(TypedDict):
    """A page of disputes."""

    disputes: list[Annotated[Row, Component("DisputeRow")]]
    cursor: Cursor


class AcceptedDispute(TypedDict):
    """The receipt of what has happened to a dispute, and the dispute right after it.

    The receipt's `table` names the stream of the table's disputes, `n` and `head` are of that
    stream.
    """

    receipt: Receipt
    dispute: DisputeFacts


COLUMNS = tuple(DisputeRow.__annotations__)


@at_table.post("")
def open_dispute(table_id: str) -> Response:
    """Dispute a hand."""
    caller, sent = require_player(), read_json_body()
    data, key = load_with_schema(NEW_DISPUTE, sent), idempotency_key(caller.id, sent)
    held, texts = connections().tables.current(table_id), TextStore(connections().store)
    digest = texts.keep(caller.id, data["reason"], key)
    own = Complaint(caller.id, data["hand"], digest, data["receipts"])
    with erase_if_refused(texts, caller.id, digest):
        _require_visible_hand(caller, held.table, data["hand"], key)
        until = _time_until(held, data["hand"])
        made = Disputes(connections().store).open(held, own, until, key)
    if made.state.newest().reason != digest:
        texts.drop(caller.id, digest)  # a repeat: the text of the first request is kept
    return _made_answer(made, caller, 201)


def _require_visible_hand(
    caller: Player, table: Table, hand: int, once: IdempotencyKey | None
) -> None:
    """Rule D2: to who sees the table late, no hand is there before it is shown.

    A repeat is answered as it was.
    """
    late = late_to(caller, table.id)
    if late is None or Disputes(connections().store).find_answer(table.id, once) is not None:
        return
    require_party(table, caller.id)
    require_hand(late.table, hand)


def _time_until(held: CachedStream[Table], hand: int) -> int | None:
    """Return until when a hand may be disputed; None while it is played, or was never dealt."""
    table = held.table
    if not 1 <= hand <= len(table.hands) or not is_complete(table, hand):
        return None
    last = last_of(table, hand) if table.terms.tournament is None else table.n  # D3: when it closed
    (event,) = connections().store.read(table.id, last - 1, last)
    at: int = orjson.loads(event.e)["at"]
    return at + connections().dispute_hours * HOUR


def _made_answer(made: CommandResult[Docket], caller: Player, status: int = 200) -> Response:
    """Return what a request has made of a dispute, with a receipt for the event that says it."""
    own, docket = connections(), made.state
    signer = own.signing.signer_for(docket.stream, docket.n, made.head, made.written)
    receipt = signer.receipt(docket.stream, docket.n, made.head, docket.at, own.signing.durability)
    dispute = docket.newest()
    headers = {**PRIVATE, "Location": f"/v1/disputes/{dispute.id}"}
    if made.replayed:
        headers["Idempotency-Replayed"] = "true"
    body: AcceptedDispute = {"receipt": receipt, "dispute": visible_dispute_facts(dispute, caller)}
    return json_response(body, status, headers)


@at_table.get("")
def disputes_of_table(table_id: str) -> Response:
    """List the disputes about a table."""
    caller, own = require_player(), connections()
    table = own.tables.current(table_id).table
    if caller.role not in AUDITORS and seat_in(table, caller.id) is None:
        raise refusals.NOT_AN_OBSERVER()
    found = Disputes(own.store).docket_of(table_id).disputes.values()
    known = (visible_dispute(with_table_ruling(own.store, one, table), caller) for one in found)
    rows = [_dispute_list_row(one) for one in known if one is not None]
    body: TableDisputes = {"disputes": rows[::-1]}
    return json_response(body, headers=PRIVATE)


def _dispute_list_row(dispute: Dispute) -> DisputeRow:
    """Return a dispute as lists show it."""
    own = dispute.ruling
    return {
        "dispute": dispute.id,
        "table": dispute.table,
        "hand": dispute.hand,
        "seat": dispute.seat,
        "player": dispute.player,
        "opened_at": dispute.at,
        "status": dispute.status,
        "verdict": None if own is None else own.verdict,
        "remedy": None if own is None else own.remedy,
    }


@blueprint.get("")
@takes_parameters("status", "table", "limit", "cursor")
@queue_reads
def disputes() -> Response:
    """List disputes."""
    caller, limit = require_player(), integer_parameter("limit", PAGE, PAGE_LIMIT) or PAGE
    choice_parameter("status", STATUSES)
    wanted = {name: request.args[name] for name in ("status", "table") if name in request.args}
    rows = _rows_for(caller.id if caller.role not in AUDITORS else None)
    readable = _readable_rows(rows, caller, wanted.get("table"))
    found = (row for row in readable if all(row[name] == is_ for name, is_ in wanted.items()))
    fitting = [*islice(found, limit + 1)]
    page = fitting[:limit]
    last = page[-1] if len(fitting) > limit else rows[-1] if len(rows) == LOOKED_AT else None
    following = None if last is None else f"{last['opened_at']}.{last['dispute']}"
    listed = [{name: row[name] for name in COLUMNS} for row in page]
    body: DisputePage = {"disputes": listed, "cursor": following}
    return json_response(body, headers=PRIVATE)


def _readable_rows(rows: Iterable[Row], caller: Player, table_id: str | None) -> Iterator[Row]:
    """Yield the rows, of one table where it is named, as far as the caller may hear of them now."""
    running: dict[str, bool] = {}
    for row in rows:
        name = row["table"]
        if table_id not in (None, name):
            continue
        if caller.role not in AUDITORS and name not in running:
            running[name] = _is_table_running(name)
        if not running.get(name):
            yield row
            continue
        try:
            table = connections().tables.current(name).table
        except RulesNotInstalled:
            continue  # nobody knows how late it is seen
        dispute = Disputes(connections().store).find(row["dispute"])
        if (
            found := visible_dispute(with_table_ruling(connections().store, dispute, table), caller)
        ) is not None:
            yield {**row, **_dispute_list_row(found)}


def _is_table_running(table_id: str) -> bool:
    """Say whether a table has not closed, without folding it: of one that has all is told."""
    newest = connections().store.newest(table_id)
    return newest is not None and orjson.loads(newest.e)["type"] != "table.closed.v1"


def _rows_for(player_id: str | None) -> list[Row]:
    """Return the rows behind the cursor: a player's, or all (None), as many as are looked at."""
    found = parse_cursor(CURSOR)
    before = None if found is None else (int(found[1]), found[2])
    if player_id is None:
        return connections().models.disputes.rows(LOOKED_AT, before)
    return of_player(connections().models.disputes, player_id, LOOKED_AT, before)


@blueprint.get("/<dispute_id>")
def dispute(dispute_id: str) -> Response:
    """Show a dispute."""
    access = access_to(dispute_id)
    return json_response(visible_dispute_facts(access.dispute, access.caller), headers=PRIVATE)


@blueprint.delete("/<dispute_id>")
def withdraw(dispute_id: str) -> Response:
    """Withdraw a dispute."""
    access = access_to(dispute_id)
    read_whole_body()
    own, caller = Disputes(connections().store), access.caller
    key = idempotency_key(caller.id, {})
    made = own.withdraw(access.held.table, dispute_id, caller.id, key)
    return _made_answer(made, caller)


@blueprint.post("/<dispute_id>/ruling")
def rule_dispute(dispute_id: str) -> Response:
    """Rule a dispute."""
    access, sent = access_to(dispute_id), read_json_body()
    table, caller = access.held.table, access.caller
    data, key = load_with_schema(NEW_RULING, sent), idempotency_key(caller.id, sent)
    require_auditor(caller, table)
    texts, owner = TextStore(connections().store), dispute_stream_id(disputed_table_id(dispute_id))
    digest = texts.keep(owner, data["reason"], key)
    wanted = Rule(
        dispute_id, access.dispute.hand, data["verdict"], data["remedy"], tuple(data["points"]),
        digest,
    )  # fmt: skip
    with erase_if_refused(texts, owner, digest):
        made = issue_ruling(connections().tables, f"player:{caller.id}", wanted, table.id, key)
    ruling = made.state.newest().ruling
    if ruling is None or ruling.reason != digest:
        texts.drop(owner, digest)  # a repeat: the text of the first request is kept
    return _made_answer(made, caller, 201)
