"""Every error, its status, its one body: application/problem+json (RFC 9457)."""

import logging
from collections.abc import Callable, Mapping
from typing import Any

import orjson
from flask import Flask, Response
from marshmallow import ValidationError
from redis.exceptions import RedisError
from werkzeug.exceptions import (
    HTTPException,
    MethodNotAllowed,
    NotFound,
    RequestEntityTooLarge,
)

from events.accounts.players import NameTaken
from events.disputes.docket import UnknownDispute
from events.handle import Busy, Stale, UnknownTable
from events.store.archive import ArchiveAway, BadArchive
from events.store.streams import KeyReused
from games.core.contract import Illegal
from games.core.options import BadOptions
from games.core.values import BadValue
from games.core.words import many
from projections.tree import NoSuchSize
from projections.views import MayNotWatch
from service.settings import BODY_LIMIT

logger = logging.getLogger("fairdeal.service")

FORBIDDEN = {
    *(f"table/{why}" for why in ("not_your_seat", "not_the_opener", "not_seated", "seat_kept")),
    "table/not_impartial", "dispute/not_a_party", "dispute/not_yours", "dispute/not_an_auditor",
}  # fmt: skip
MISSING = {"table/no_such_seat"}
NO_TABLE = "There is no such table, or it is private: send its join code as the header Join-Code"
NO_DISPUTE = "There is no such dispute, or it is about a table at which you hold no seat"
CODES = {
    400: "http/bad_request",
    404: "http/not_found",
    405: "http/method_not_allowed",
    413: "http/too_large",
    415: "http/not_json_type",
    500: "http/internal",
}


class Problem(Exception):
    """A request that can't be answered as asked."""

    def __init__(
        self, status: int, code: str, detail: str, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(detail)
        self.status, self.code, self.detail = status, code, detail
        self.headers = dict(headers or {})


class Refused(Exception):
    """The rules say no; `members` say what would be right."""

    def __init__(self, why: Illegal, members: Mapping[str, Any]) -> None:
        super().__init__(str(why))
        self.why, self.members = why, members


def problem(
    status: int,
    code: str,
    detail: str,
    *,
    headers: Mapping[str, str] | None = None,
    **members: Any,
) -> Response:
    """Return the answer that describes an error."""
    body = {
        "type": f"urn:fairdeal:{code}",
        "title": code.partition("/")[2].replace("_", " "),
        "status": status,
        "code": code,
        "detail": detail,
        **members,
    }
    answer = Response(orjson.dumps(body), status, mimetype="application/problem+json")
    answer.headers.update(headers or {})
    return answer


def refused(error: Illegal, **members: Any) -> Response:
    """The rules say no."""
    status = 403 if error.code in FORBIDDEN else 404 if error.code in MISSING else 409
    return problem(status, error.code, error.why, rule=error.rule, **members)


def by_path(messages: Any, path: str = "") -> dict[str, str]:
    """Return marshmallow's nested messages as path -> one sentence."""
    if isinstance(messages, list):
        return {path: " ".join(map(str, messages))}
    found: dict[str, str] = {}
    for name, inner in messages.items():
        own = [
            part for part in (path, str(name)) if part and part != "_schema"
        ]  # of a whole object
        found |= by_path(inner, ".".join(own))
    return found


def invalid(errors: dict[str, str]) -> Response:
    """The body is JSON, but not of the right shape."""
    detail = "; ".join(f"{path}: {why}" for path, why in errors.items())
    return problem(422, "http/invalid", detail, errors=errors)


def away(error: Exception) -> Response:
    """Redis or the archive does not answer; nothing was done."""
    logger.warning("The store does not answer: %s", error)
    return problem(
        503, "http/store_away", "The store does not answer; nothing was done. Try again",
        headers={"Retry-After": "1"},
    )  # fmt: skip


def http(error: HTTPException) -> Response:
    """An error of the framework's own, such as an unknown path."""
    status, detail, headers = error.code or 500, error.description or error.name, {}
    if isinstance(error, NotFound):
        detail = "There is nothing at this path; /v1/openapi.json lists all paths"
    elif isinstance(error, MethodNotAllowed):
        headers = {"Allow": ", ".join(sorted(error.valid_methods or ()))}
        detail = f"This path takes {headers['Allow']}"
    elif isinstance(error, RequestEntityTooLarge):
        detail = f"The body is too large; at most {BODY_LIMIT} bytes are read"
    return problem(status, CODES.get(status, f"http/{status}"), detail, headers=headers)


def internal(error: Exception) -> Response:
    """A bug: all detail goes to the log, none to the client."""
    logger.exception("A request failed", exc_info=error)
    return problem(500, "http/internal", "The server failed at this; it has been recorded")


ANSWERS: dict[type[Exception], Callable[[Any], Response]] = {
    Problem: lambda e: problem(e.status, e.code, e.detail, headers=e.headers),
    Illegal: refused,
    Refused: lambda e: refused(e.why, **e.members),
    BadOptions: lambda e: invalid({f"options.{n}": why for n, why in e.problems.items()}),
    BadValue: lambda e: invalid({e.path or "type": e.why}),
    ValidationError: lambda e: invalid(by_path(e.normalized_messages())),
    UnknownTable: lambda e: problem(404, "table/unknown", NO_TABLE),
    NoSuchSize: lambda e: problem(
        404,
        "proof/no_such_size",
        f"Here the signed tree has {e.least} to {many(e.most, 'leaf', 'leaves')}",
    ),
    UnknownDispute: lambda e: problem(404, "dispute/unknown", NO_DISPUTE),
    MayNotWatch: lambda e: problem(
        403, "table/left", "You gave up your seat; you see this table again when it is opened"
    ),
    Stale: lambda e: problem(
        412, "table/stale", f"The table has moved on to event {e.n}; look again", n=e.n
    ),
    KeyReused: lambda e: problem(
        422, "http/key_reused", "This Idempotency-Key was used for another request"
    ),
    Busy: lambda e: problem(
        503, "table/busy", "Many act at this table; nothing was done. Try again",
        headers={"Retry-After": "1"},
    ),
    NameTaken: lambda e: problem(
        409, "player/name_taken", "Another player has this name; choose another", rule="P1"
    ),
    RedisError: away,
    ArchiveAway: away,
    BadArchive: away,
    HTTPException: http,
    Exception: internal,
}  # fmt: skip


def register(app: Flask) -> None:
    """Let every error be answered in its one form."""
    for kind, answer in ANSWERS.items():
        app.register_error_handler(kind, answer)
