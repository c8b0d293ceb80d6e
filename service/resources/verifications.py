"""Log files that anybody sends to have them verified."""

from typing import Any

import orjson
from flask import Blueprint, Response, request
from werkzeug.exceptions import RequestEntityTooLarge

from events.verify.receipts import find_receipts
from service.http.admission import having
from service.http.connections import connections
from service.http.problems import BadReceipts, NotLogType, TooDeep, TooLarge
from service.http.requests import answer, as_whole, require_all

blueprint = Blueprint("verifications", __name__, url_prefix="/v1/verifications")
TYPES = ("application/jsonl", "application/x-ndjson", "application/octet-stream")
HEADER = "Receipts"
DEEPEST = 16  # lists and objects in each other; a receipt may be sent as the answer that it came in


@blueprint.post("")
def verify() -> Response:
    """Verify a log file."""
    if request.mimetype not in TYPES:
        raise NotLogType
    given, own = receipts(), connections().verifiers
    request.max_content_length = own.limit + 1  # one more tells what is sent in chunks
    try:
        if (request.content_length or 0) > own.limit:
            raise RequestEntityTooLarge
        with having("uploads", None), own.upload(request.stream) as path:
            require_all(path.stat().st_size)
            return answer(
                own.report_of(path, connections().keys.newest().public, given, own.running)
            )
    except RequestEntityTooLarge:
        raise TooLarge(own.limit) from None


def receipts() -> list[dict[str, Any]]:
    """Return the receipts in the header."""
    text = request.headers.get(HEADER)
    if text is None:
        return []
    try:
        found = find_receipts(as_whole(orjson.loads(text), DEEPEST))
    except (ValueError, TooDeep):
        found = []
    if not found:
        raise BadReceipts
    return found
