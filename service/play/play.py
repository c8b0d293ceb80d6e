"""Play: the view, the actions, the log."""

import re
from collections.abc import Mapping
from contextlib import nullcontext
from functools import lru_cache
from typing import Annotated, Any, TypedDict

from flask import Blueprint, Response, request
from marshmallow import ValidationError

from events.accounts.grants import may_read
from events.accounts.players import Player
from events.disputes.rulings import since_close
from events.handle import CommandRequest, StaleStream, find_answer
from games.core.contract import Illegal, Seat
from games.core.game import AnyGame
from games.core.type_hints.records import Component
from games.core.type_hints.values import read_action
from games.core.words import did_you_mean
from games.table import Act, Table
from games.table.checks import require_legal
from games.table.view import Action as ActionJson
from games.table.view import PickForm, WordingFacts, seat_choice_forms
from projections.tables.languages import ENGLISH
from projections.tables.views import log_for_player, table_for, view_etag, view_for_seat
from service.disputes.access import with_later_rulings
from service.limits.admission import queue_reads, require_quota, take_read_turn
from service.play.stream import open_stream, wait_for_news
from service.settings import PAGE_LIMIT
from service.streams.push import BUSY, LONGEST_WAIT, wants_stream
from service.wire.action_schemas import action_schemas
from service.wire.connections import connections
from service.wire.errors import problem_details
from service.wire.languages import in_language, language_headers, language_of, requested_catalogue
from service.wire.log_files import log_answer, table_log
from service.wire.problems import BAD_QUERY, NOT_SEATED
from service.wire.queries import integer_parameter, takes_parameters
from service.wire.requests import (
    PRIVATE,
    Next,
    action_signature,
    asking_player,
    idempotency_key,
    if_match,
    is_known,
    json_response,
    judge_table_command,
    load_with_schema,
    parse_json_object,
    read_json_body,
    read_json_bytes,
    require_player,
    table_command_response,
)

blueprint = Blueprint("play", __name__, url_prefix="/v1/tables/<table_id>")
LEGAL_LISTED = 10  # choices of a kind that a refusal names
COMMON_BODY = 256  # bytes at most of a body that is remembered with its action


@blueprint.get("/view")
@takes_parameters("after", "wait")
def view(table_id: str) -> Response:
    """Show what I may know and do."""
    caller = asking_player()
    wait, after = integer_parameter("wait", 0, LONGEST_WAIT), integer_parameter("after", 0, 10**9)
    served_late = bool(wait) and not wait_for_news(connections(), table_id, caller, after, wait)
    held, seat = table_for(connections().tables, table_id, caller and caller.id)
    since = since_close(connections().store, held)
    catalogue = requested_catalogue(held.table.game)
    tag = view_etag(held.table, seat, len(since.rulings), catalogue)
    headers = {
        **PRIVATE,
        **language_headers(catalogue),
        "ETag": tag,
        **(BUSY if served_late else {}),
    }
    if is_known(tag):
        return Response(status=304, headers=headers)
    own, lines = connections(), None
    if "after" in request.args:
        with nullcontext() if own.caches.stories.is_known(held, after) else take_read_turn():
            lines = own.caches.stories.since(held, seat, after)
    seen = view_for_seat(held, seat, own.players.cached_names, lines)
    seen = in_language(catalogue, with_later_rulings(seen, since), held.table, seat)
    return json_response(seen, headers=headers)


@blueprint.post("/actions")
def act(table_id: str) -> Response:
    """Act."""
    caller, raw = require_player(), read_json_bytes()
    tables = connections().tables
    held = tables.cached(table_id) or tables.current(table_id)
    parse = _parse_common_body if len(raw) <= COMMON_BODY else _parse_action_body
    action, sent = parse(held.table.game, raw)
    seat = held.table.seat_of(caller.id)
    if seat is None:
        seat = tables.current(table_id).table.seat_of(caller.id)
    by, key = f"player:{caller.id}", idempotency_key(caller.id, sent)
    wanted = Act(Seat(0) if seat is None else seat, action, signed=action_signature())
    made = CommandRequest(table_id, by, wanted, key, if_match())
    if seat is not None:
        try:
            return table_command_response(judge_table_command(caller, made), caller)
        except Illegal as refused:
            if may_read(caller.grant):
                _suggest_legal_choices(
                    refused, (tables.cached(table_id) or tables.current(table_id)).table, seat
                )
            raise
    known = find_answer(tables, table_id, key)  # from before a bot took the seat over
    if known is not None:
        return table_command_response(known, caller)
    raise NOT_SEATED()


class CheckedAction(TypedDict):
    """Whether an action would be accepted now."""

    legal: bool
    text: Annotated[str | None, "What it does, as the texts of choices; null: it is not legal."]
    n: Annotated[int, "Number of the table's newest event, behind which this is so."]
    refusal: Annotated[
        Annotated[Mapping[str, Any], Component("Problem")] | None,
        "What the action would be answered with; null where it is legal.",
    ]


@blueprint.post("/actions/check")
def check_action(table_id: str) -> Response:
    """Ask whether an action would be legal."""
    caller, sent = require_player(), read_json_body()
    require_quota("checks", caller)
    table = connections().tables.current(table_id).table
    action, match, seat = _parse_action(table.game, sent), if_match(), table.seat_of(caller.id)
    if seat is None:
        raise NOT_SEATED()
    if match is not None and match != table.n:
        raise StaleStream(table.n)
    now = max(connections().store.now(), table.at)
    by, suggests = f"player:{caller.id}", may_read(caller.grant)
    catalogue = requested_catalogue(table.game)
    language = language_of(catalogue)
    found = check_legality(table, by, seat, action, now, suggests=suggests, language=language)
    if catalogue is not None and found["text"] is not None:
        found["text"] = catalogue.text(found["text"])
    return json_response(found, headers={**PRIVATE, **language_headers(catalogue)})


def check_legality(
    table: Table,
    by: str,
    seat: Seat,
    action: Any,
    now: int,
    *,
    suggests: bool = True,
    language: str = ENGLISH,
) -> CheckedAction:
    """Return whether an action would be accepted of a seat, or how it would be refused.

    `suggests`: then a refusal says what would be legal, which tells of the seat's cards.
    """
    try:
        require_legal(table, by, seat, action, now)
    except Illegal as refused:
        if suggests:
            _suggest_legal_choices(refused, table, seat)
        return {
            "legal": False,
            "text": None,
            "n": table.n,
            "refusal": problem_details(refused, language),
        }
    text = table.game.presentation.wording(table.game.view(table.play, seat), action).text
    return {"legal": True, "text": text, "n": table.n, "refusal": None}


def _parse_action_body(game: AnyGame, raw: bytes) -> tuple[Any, dict[str, Any]]:
    """Return the action in a body, and the body; nobody changes either."""
    sent = parse_json_object(raw)
    return _parse_action(game, sent), sent


_parse_common_body = lru_cache(4096)(_parse_action_body)  # most actions are sent again and again


def _parse_action(game: AnyGame, sent: dict[str, Any]) -> Any:
    """Return the action in a body; ValidationError says what it lacks."""
    schemas = action_schemas(game)
    name = sent.get("type")
    schema = schemas.get(name) if isinstance(name, str) else None
    if schema is None:
        why = f"must be one of: {', '.join(schemas)}{did_you_mean(name, schemas)}"
        raise ValidationError({"type": [why]})
    return read_action(game, load_with_schema(schema, sent))


def _suggest_legal_choices(refused: Illegal, table: Table, seat: Seat) -> None:
    """Say with a refusal what would be legal for the seat now, or whose turn it is."""
    if not refused.code.startswith("table/"):  # else whatever the seat sent would be refused
        refused.instead = legal_choices(table, seat)


class EventPage(TypedDict):
    """A page of the log."""

    events: list[Annotated[dict[str, Any], Component("Event")]]
    n: Annotated[int, "Number of the newest event of the table."]
    next: Next


class Legal(TypedDict):
    """What would be legal now, at most 10 of each kind; the view has them all in `choices`."""

    actions: Annotated[list[ActionJson], "Send one of these as it is."]
    texts: Annotated[list[WordingFacts], "How people are shown the actions, in their order."]
    picks: Annotated[
        list[PickForm],
        "Or the example of one of these, perhaps with other cards within its bounds.",
    ]


def legal_choices(table: Table, seat: Seat) -> dict[str, Any]:
    """Return some of the choices of a seat, or who may act."""
    if table.phase != "playing":
        return {}
    acting = table.to_act()
    if seat not in acting:
        return {"to_act": acting}
    offered = seat_choice_forms(table, seat, table.game.view(table.play, seat))
    choices: Legal = {
        "actions": offered["actions"][:LEGAL_LISTED],
        "texts": offered["texts"][:LEGAL_LISTED],
        "picks": offered["picks"][:LEGAL_LISTED],
    }
    return {"legal": choices}


@blueprint.get("/events")
@takes_parameters("after", "limit")
def events(table_id: str) -> Response:
    """Read the log as far as I may."""
    caller, seen = asking_player(), last_event_id()
    if wants_stream():
        return open_stream(table_id, caller, seen)
    after, limit = (
        integer_parameter("after", 0, 10**9),
        integer_parameter("limit", 100, PAGE_LIMIT) or 100,
    )
    with nullcontext() if _plays_at(table_id, caller) else take_read_turn():
        held, seat, found = log_for_player(
            connections().tables, table_id, caller and caller.id, after, limit
        )
    last = found[-1]["n"] if found else min(after, held.table.n)
    page: EventPage = {
        "events": found,
        "n": held.table.n,
        "next": last if last < held.table.n else None,
    }
    return json_response(page, headers={**PRIVATE, "ETag": view_etag(held.table, seat)})


def _plays_at(table_id: str, caller: Player | None) -> bool:
    """Say whether somebody holds a seat at a table that has not ended."""
    held = connections().tables.cached(table_id)
    if held is None or caller is None or held.table.phase == "closed":
        return False
    return held.table.seat_of(caller.id) is not None


def last_event_id() -> int | None:
    """Return behind which event a stream goes on: Last-Event-ID, else `after`, else the newest.

    An empty Last-Event-ID is that of a client that has seen no event (HTML, 9.2.2).
    """
    seen = request.headers.get("Last-Event-ID") or request.args.get("after")
    if seen is None:
        return None
    if not re.fullmatch(r"[0-9]{1,9}", seen):
        raise BAD_QUERY("Last-Event-ID and after take a number of an event")
    return int(seen)


@blueprint.get("/log")
@queue_reads
def log(table_id: str) -> Response:
    """Download the log file as far as I may read it."""
    caller = asking_player()
    return log_answer(table_id, table_log(connections(), table_id, caller and caller.id))
