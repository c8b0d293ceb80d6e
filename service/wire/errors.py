"""Every error in its one body: application/problem+json (RFC 9457)."""

import logging
import time
from collections.abc import Callable
from typing import Any

from flask import Flask, Response, request
from marshmallow import ValidationError
from redis.exceptions import RedisError
from werkzeug import exceptions

from events.store.archive.log_archive import StoreAway, UnknownOutcome
from events.store.connections.readiness import is_full
from events.store.connections.tracked_connection import WRITTEN
from games.core.errors import BadInput, FairdealError
from service.settings import BODY_LIMIT
from service.wire.application import JsonResponse
from service.wire.current import current_request
from service.wire.languages import requested_language, translate_problem
from service.wire.problems import (
    BAD_REQUEST,
    INTERNAL_ERROR,
    METHOD_NOT_ALLOWED,
    NOT_FOUND,
    STORE_FULL,
    Problem,
    ProblemKind,
    content_too_large,
)
from service.wire.request_log import BEGUN, CODE

logger = logging.getLogger("fairdeal.service")


def problem_details(error: FairdealError, language: str) -> dict[str, Any]:
    """Return the body that describes an error in a language."""
    body = {
        "type": f"urn:fairdeal:{error.code}",
        "title": error.code.partition("/")[2].replace("_", " "),
        "status": error.status,
        "code": error.code,
        "detail": error.detail,
    }
    return translate_problem({**body, **error.members()}, error, language)


def error_response(error: FairdealError) -> Response:
    """Return the answer that describes an error."""
    request.environ[CODE] = error.code
    answer = JsonResponse(
        problem_details(error, requested_language()),
        error.status,
        content_type="application/problem+json",
    )
    answer.headers["Vary"] = "Accept-Language"
    if error.retry_after is not None:
        answer.headers["Retry-After"] = str(error.retry_after)
    if isinstance(error, Problem):
        answer.headers.update(error.headers)
    return answer


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


def _answer_invalid(error: ValidationError) -> Response:
    """Answer a body that is JSON, but not of the right shape."""
    messages = error.normalized_messages()  # type: ignore[no-untyped-call]
    return error_response(BadInput(str(error), by_path(messages)))


def _answer_away(error: Exception) -> Response:
    """Answer that Redis or the archive does not, or has no room, and whether something may be done.

    Operators learn why.
    """
    if is_full(error) and not WRITTEN.may_have_written:
        logger.warning("The store is full: %s", error)
        return error_response(STORE_FULL())
    logger.warning("The store does not answer: %s", error)
    return error_response(UnknownOutcome() if WRITTEN.may_have_written else StoreAway())


def _begin_request(endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Forget what the request before has written, and note the time; the first of every request."""
    WRITTEN.may_have_written = False
    current_request().environ[BEGUN] = time.perf_counter()


def _answer_http(error: exceptions.HTTPException) -> Response:
    """Answer an error of the framework's own, such as an unknown path."""
    return error_response(_as_ours(error))


def _as_ours(error: exceptions.HTTPException) -> Problem:
    """Return an error of the framework's own as one of ours."""
    match error:
        case exceptions.NotFound():
            return NOT_FOUND()
        case exceptions.MethodNotAllowed():
            allowed = ", ".join(sorted(error.valid_methods or ()))
            return METHOD_NOT_ALLOWED(f"This path takes {allowed}", headers={"Allow": allowed})
        case exceptions.RequestEntityTooLarge():
            return content_too_large(BODY_LIMIT)
        case exceptions.BadRequest():
            return BAD_REQUEST(error.description)
        case exceptions.InternalServerError():
            return INTERNAL_ERROR()
        case _:
            status = error.code or 500
            return ProblemKind(f"http/{status}", status)(error.description or error.name)


def _answer_bug(error: Exception) -> Response:
    """Answer a bug: all detail goes to the log, none to the client."""
    logger.exception("A request failed", exc_info=error)
    return error_response(INTERNAL_ERROR())


ANSWERS: dict[type[Exception], Callable[[Any], Response]] = {
    FairdealError: error_response,
    StoreAway: _answer_away,
    RedisError: _answer_away,
    ValidationError: _answer_invalid,
    exceptions.HTTPException: _answer_http,
    Exception: _answer_bug,
}


def install_error_handlers(app: Flask) -> None:
    """Let every error be answered in its one form."""
    app.url_value_preprocessor(_begin_request)
    for kind, answer in ANSWERS.items():
        app.register_error_handler(kind, answer)
