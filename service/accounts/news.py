"""News of all my tables, in one stream."""

import re
from collections.abc import Mapping
from typing import Annotated, Any, TypedDict

import orjson
from flask import Blueprint, Response, request

from events.accounts.players import token_hash
from events.store.names import messages_of
from games.core.type_hints.records import Component
from projections.accounts.news import StoredMessage
from service.accounts.messages import AccountTopic
from service.streams.push import BUSY, LONGEST_WAIT, stream_response, wait_until, wants_stream
from service.wire.connections import connections
from service.wire.problems import BAD_QUERY
from service.wire.queries import integer_parameter, takes_parameters
from service.wire.requests import NO_STORE, bearer_token, json_response, require_player

blueprint = Blueprint("account_news", __name__, url_prefix="/v1/players/me")


class NumberedMessage(TypedDict):
    """A message with its id."""

    id: Annotated[int, "Rises from message to message, not always by one."]
    data: Annotated[Mapping[str, Any], Component("AccountMessage")]


class AccountMessages(TypedDict):
    """What is new to an account."""

    messages: list[NumberedMessage]
    last: Annotated[int, "The id of the newest of them, or of the one asked for: `after` next."]


@blueprint.get("/events")
@takes_parameters("after", "wait")
def account_events() -> Response:
    """Wait for news of all my tables."""
    caller, seen, own = require_player(), _last_id(), connections()
    if wants_stream():
        digest = token_hash(bearer_token() or "")
        return stream_response(
            AccountTopic(own.inboxes, own.players, caller.id, digest), caller, seen
        )
    wait, served = integer_parameter("wait", 0, LONGEST_WAIT), True
    if wait and seen is not None:
        after = seen

        def is_there(_: int | None) -> bool:
            return bool(own.inboxes.after(caller.id, after, 1)) or own.inboxes.has_gap(
                caller.id, after
            )

        served = wait_until(messages_of(caller.id), caller, is_there, wait)
    found = own.inboxes.since(caller.id, seen)
    page: AccountMessages = {
        "messages": [message_json(one) for one in found],
        "last": found[-1].id if found else seen or 0,
    }
    return json_response(page, headers={**NO_STORE, **({} if served else BUSY)})


def message_json(message: StoredMessage) -> NumberedMessage:
    """Return a message as JSON."""
    text: Any = orjson.Fragment(message.text)
    return {"id": message.id, "data": text}


def _last_id() -> int | None:
    """Return behind which message to go on: Last-Event-ID, else `after`; None: begin anew."""
    header = request.headers.get("Last-Event-ID") or None  # empty: nothing was seen
    given = (header, request.args.get("after"))
    seen = [one for one in given if one is not None]
    if not all(re.fullmatch(r"[0-9]{1,15}", one) for one in seen):
        raise BAD_QUERY("Last-Event-ID and after take the id of a message")
    return int(seen[0]) if seen else None
