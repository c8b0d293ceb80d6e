"""What comes in and goes out, the same for every resource: who asks, bodies, headers, answers."""

import re
from typing import Annotated, Any, NotRequired, TypedDict

import orjson
from flask import Response, request
from marshmallow import Schema
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.http import parse_dict_header

from events.accounts.grants import may_read
from events.accounts.players import Player
from events.cached_streams import CommandResult, Tables
from events.handle import CommandRequest, StaleStream, find_answer, handle
from events.record.chain import MOST, canonical_json
from events.record.receipts import Receipt
from events.store.streams import IdempotencyKey, request_fingerprint
from games.core.contract import Seat
from games.core.errors import FairdealError
from games.table import Command, Signed, Table, view
from games.table.view import SeatView, public_table_facts
from projections.tables.views import (
    MayNotWatch,
    NotReleased,
    ServedView,
    View,
    is_delayed,
    seat_of,
    seen_late,
    view_etag,
    with_names,
)
from service.settings import BODY_LIMIT
from service.wire.application import JsonResponse
from service.wire.blocked_accounts import FOR_BLOCKED, account_blocked
from service.wire.connections import connections
from service.wire.current import current_request
from service.wire.languages import in_language, language_headers, requested_catalogue
from service.wire.problems import (
    BAD_ACTION_SIGNATURE,
    BAD_IDEMPOTENCY_KEY,
    BAD_IF_MATCH,
    INCOMPLETE_BODY,
    NESTED_TOO_DEEPLY,
    NOT_AN_OBJECT,
    NOT_JSON,
    NOT_JSON_TYPE,
    UNAUTHORIZED,
)
from service.wire.scopes import require_scope

LENGTH = re.compile(r"[0-9]{1,9}")
KEY = re.compile(r"[!-~]{1,128}")
MATCH = re.compile(r'"([0-9]{1,9})\.([0-9]+|s)\.[01](?:\.[0-9]{1,9})?(?:\.[a-z]{2})?(?::[a-z]+)?"')
SIGNATURE = re.compile(r"after=([0-9]{1,9}), ?ed25519=([0-9a-f]{128})")
DEPTH = 4  # lists and objects in each other within a field; no body of ours has more
PLAYER_FOUND = "fairdeal.player"  # whoever asks, in the WSGI environment
NO_STORE = {"Cache-Control": "private, no-store", "Vary": "Authorization"}
PRIVATE = {"Cache-Control": "private, no-cache", "Vary": "Authorization"}
JSON_TYPE = "application/json"
RECEIPT_TYPE = "application/vnd.fairdeal.receipt+json"  # a body that has no view
Cursor = Annotated[str | None, "Leads to the next page; null on the last one."]
Next = Annotated[int | None, "`after` of the next page; null when there are no more."]


class AcceptedMinimal(TypedDict):
    """The receipt alone, for those who learn the rest from a stream."""

    receipt: Receipt
    sitting: NotRequired[Annotated[Receipt, "Of taking the last seat, which called for the start."]]


class Accepted(AcceptedMinimal):
    """The receipt of a request that was carried out, and the view right after it."""

    view: View


class AcceptedOpening(Accepted):
    """The receipt of an opened table, the view of it, and its join code."""

    join_code: Annotated[
        str | None,
        "Of a private table: players who send it as the header Join-Code may see the"
        " table and sit down. Only this answer shows it.",
    ]


def _sent_header(key: str) -> str | None:
    """Return a header of the request by its key in WSGI, without Werkzeug's search for its name."""
    found: str | None = current_request().environ.get(key)
    return found


def bearer_token() -> str | None:
    """Return the token that is sent; empty if something else is."""
    header = _sent_header("HTTP_AUTHORIZATION")
    if header is None:
        return None
    kind, _, token = header.partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


def asking_player() -> Player | None:
    """Return who is asking, looked up once a request; None without a token."""
    environ = current_request().environ
    if PLAYER_FOUND not in environ:
        environ[PLAYER_FOUND] = found = _find_player()
        return found
    known: Player | None = environ[PLAYER_FOUND]
    return known


def _find_player() -> Player | None:
    """Return whose token is sent; None without one."""
    token = bearer_token()
    if token is None:
        return None
    player = connections().players.find_by_token(token)
    if player is None:
        raise UNAUTHORIZED(
            "This token is not valid; send `Authorization: Bearer <your token>`",
            headers={"WWW-Authenticate": 'Bearer error="invalid_token"'},
        )
    if player.blocked and request.endpoint not in FOR_BLOCKED:
        raise account_blocked(player.id)
    if player.grant is not None:
        require_scope(player.grant, request.endpoint or "")
    return player


def look_up_again() -> None:
    """Refuse a request whose token has ended since it came, as while it waited for news."""
    request.environ.pop(PLAYER_FOUND, None)
    asking_player()


def require_player() -> Player:
    """Return who is asking, or answer 401."""
    found = asking_player()
    if found is None:
        raise UNAUTHORIZED()
    return found


def read_json_body() -> dict[str, Any]:
    """Return the JSON object of the request."""
    return parse_json_object(read_json_bytes())


def read_json_bytes() -> bytes:
    """Return the body of the request, which says that it is JSON."""
    raw = read_whole_body()
    if not raw:  # nobody can tell it from a body that never came
        raise NOT_JSON("The body is empty; send {} where there is nothing to say")
    if _sent_header("CONTENT_TYPE") != JSON_TYPE and request.mimetype != JSON_TYPE:
        raise NOT_JSON_TYPE()
    return raw


def parse_json_object(raw: bytes) -> dict[str, Any]:
    """Return the JSON object in a body."""
    try:
        data = orjson.loads(raw)
    except orjson.JSONDecodeError as error:
        raise NOT_JSON(f"The body is not JSON: {error}") from None
    if not isinstance(data, dict):
        raise NOT_AN_OBJECT()
    return {name: as_whole(value) for name, value in data.items()}


def read_whole_body() -> bytes:
    """Return the body, which must have come whole; a DELETE needs no other."""
    announced, stream, raw = _announced_length(), current_request().environ["wsgi.input"], b""
    most = BODY_LIMIT + 1 if announced is None else announced  # None: it is sent in chunks
    if announced is not None and announced > BODY_LIMIT:
        raise RequestEntityTooLarge
    while (left := most - len(raw)) and (part := stream.read(left)):
        raw += part
    if len(raw) > BODY_LIMIT:
        raise RequestEntityTooLarge  # what is beyond the limit was not read
    require_all(len(raw), announced)
    return raw


def _announced_length() -> int | None:
    """Return how many bytes the body is said to have; None: it is sent in chunks."""
    request = current_request()
    text = request.environ.get("CONTENT_LENGTH", "")
    if LENGTH.fullmatch(text) and "HTTP_TRANSFER_ENCODING" not in request.environ:
        return int(text)
    return request.content_length  # Werkzeug knows the rare ones, in ten times the time


def require_all(size: int, announced: int | None) -> None:
    """Refuse a body of which fewer bytes came than were announced."""
    if size < (announced or 0):
        raise INCOMPLETE_BODY()


def as_whole(value: Any, depth: int = DEPTH) -> Any:
    """Return JSON with every 7.0 read as 7: in JSON they are the same number.

    Raises:
        Problem: NESTED_TOO_DEEPLY; what follows, such as the fingerprint of a repeat key, needs no
            bound of its own.
    """
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) < MOST else value
    if not isinstance(value, list | dict):
        return value
    if not depth:
        raise NESTED_TOO_DEEPLY(
            f"A field nests lists and objects too deeply; at most {DEPTH} levels are allowed"
        )
    if isinstance(value, list):
        return [as_whole(one, depth - 1) for one in value]
    return {name: as_whole(one, depth - 1) for name, one in value.items()}


def load_with_schema(schema: Schema, data: dict[str, Any]) -> dict[str, Any]:
    """Return the data that a schema accepts; its ValidationError is answered with 422."""
    found: dict[str, Any] = schema.load(data)
    return found


def idempotency_key(player_id: str, data: dict[str, Any]) -> IdempotencyKey | None:
    """Return the repeat key of the request, if it has one."""
    key = _sent_header("HTTP_IDEMPOTENCY_KEY")
    if key is None:
        return None
    if not KEY.fullmatch(key):
        raise BAD_IDEMPOTENCY_KEY()
    operation = f"{request.method} {request.path}"
    return IdempotencyKey(
        f"{player_id}:{key}", request_fingerprint(operation, canonical_json(data))
    )


def carry_out(
    caller: Player, table_id: str, wanted: Command, data: dict[str, Any], status: int = 200
) -> Response:
    """Let the table judge a command of the player who asks."""
    made = CommandRequest(
        table_id, f"player:{caller.id}", wanted, idempotency_key(caller.id, data), if_match()
    )
    return table_command_response(judge_table_command(caller, made), caller, status)


def judge_table_command(caller: Player, made: CommandRequest[Command]) -> CommandResult[Table]:
    """Let a table judge a command.

    Whoever sees the table late is held to what he has seen: If-Match names the newest event that is
    shown to him, and neither a match nor a refusal tells the newest that there is.
    """
    tables = connections().tables
    if made.if_match is None:
        return handle(tables, made)
    unseen = _why_unseen(tables, tables.at_least(made.stream, 1).table, caller.id)
    if unseen is not None:
        known = find_answer(tables, made.stream, made.once)
        if known is None:
            raise unseen
        return known
    late = seen_late(tables, made.stream, caller.id)
    if late is not None:
        if made.if_match == late.table.n:
            return handle(tables, made._replace(if_match=None))
        known = find_answer(tables, made.stream, made.once)
        if known is None:
            raise StaleStream(late.table.n)
        return known
    try:
        return handle(tables, made)
    except StaleStream:
        late = seen_late(tables, made.stream, caller.id)  # since a moment ago: play has begun
        if late is None:
            raise
        raise StaleStream(late.table.n) from None


def _why_unseen(tables: Tables, table: Table, player_id: str) -> FairdealError | None:
    """Rule T26: return why somebody sees nothing of a tournament's table; None: they see it.

    Who gave a seat up there, and an auditor, hears no number of it before it closes.
    """
    if table.terms.tournament is None:
        return None
    try:
        seat_of(tables, table, player_id)
    except (MayNotWatch, NotReleased) as error:
        return error
    return None


def action_signature() -> Signed | None:
    """Return the player's signature over what is asked, if it is signed."""
    text = _sent_header("HTTP_ACTION_SIGNATURE")
    if text is None:
        return None
    found = SIGNATURE.fullmatch(text)
    if found is None:
        raise BAD_ACTION_SIGNATURE()
    return Signed(int(found[1]), found[2])


def if_match() -> int | None:
    """Return the event number that the request was made for, if it says so."""
    header = _sent_header("HTTP_IF_MATCH")
    if header is None or header == "*":
        return None
    found = MATCH.fullmatch(header)
    if found is None:
        raise BAD_IF_MATCH()
    return int(found[1])


def json_response(data: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """Return JSON."""
    return JsonResponse(data, status, headers)


def is_known(tag: str) -> bool:
    """Say whether the caller has what an ETag names; then 304 will do."""
    known = request.if_none_match
    tags = filter(None, known.as_set(include_weak=True))  # an empty one is read as None
    return known.star_tag or tag.strip('"') in map(_etag_before_compression, tags)


def _etag_before_compression(tag: str) -> str:
    """Return the ETag of an answer that was compressed, as it was before.

    >>> _etag_before_compression("12.s.0:zstd")
    '12.s.0'
    """
    return tag.partition(":")[0]


def _viewer(table: Table, player_id: str) -> tuple[Seat | None, bool]:
    """Return the seat of who has just done something, and whether they see more than facts."""
    try:
        seat = seat_of(connections().tables, table, player_id)
    except (MayNotWatch, NotReleased):  # who has just given the seat up, or aborted the table (T9b)
        return None, False
    return seat, not (seat is None and is_delayed(table) and table.terms.spectator_delay)


def _prefers_minimal() -> bool:
    """Say whether the caller wants no more than is needed (RFC 7240)."""
    header = _sent_header("HTTP_PREFER")
    if header in (None, "return=representation", "return=minimal"):  # as nearly always
        return header == "return=minimal"
    wanted = parse_dict_header(header.lower()).get("return") or ""
    return wanted.partition(";")[0].strip() == "minimal"


def table_command_response(
    result: CommandResult[Table],
    player: Player,
    status: int = 200,
    sitting: CommandResult[Table] | None = None,
    **more: Any,
) -> Response:
    """Return the receipt of a command and the view right after it, unless that is not wanted.

    A token without the scope `read` is shown no more of the table than everybody. `sitting` is what
    came of the same request before, with a receipt of its own; `more` is told of a table that was
    opened, always with its view.
    """
    table, own = result.table, connections()
    seat, sees_play = _viewer(table, player.id)
    if not may_read(player.grant):
        seat, sees_play = None, False
    alone: AcceptedMinimal = {"receipt": own.signing.command_receipt(result)}
    if sitting is not None:
        alone["sitting"] = own.signing.command_receipt(sitting)
    catalogue = requested_catalogue(table.game)
    headers = {
        **PRIVATE,
        **language_headers(catalogue),
        "ETag": view_etag(table, seat, 0, catalogue),
    }
    if result.replayed:
        headers["Idempotency-Replayed"] = "true"
    if status == 201:
        headers["Location"] = f"/v1/tables/{table.id}"
    if not more and _prefers_minimal():
        headers["Preference-Applied"] = "return=minimal"
        return JsonResponse(alone, status, headers, RECEIPT_TYPE)
    seen: SeatView = view(table, seat) if sees_play else {**public_table_facts(table), "seat": None}
    with_names(seen, own.players.cached_names)
    seen = in_language(catalogue, seen, table, seat)
    served: ServedView = {**seen, "head": result.head.hex()}
    body: Accepted = {**alone, "view": served}
    return json_response({**body, **more}, status, headers)
