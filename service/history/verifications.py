"""Log files that anybody sends to have them verified."""

from typing import Any

import orjson
from flask import Blueprint, Response, request

from events.verify.receipts import find_receipts
from service.limits.uploads import require_log_type, spool_upload
from service.limits.verifiers import app_verifiers
from service.wire.connections import connections
from service.wire.problems import BAD_RECEIPTS, Problem
from service.wire.requests import as_whole, asking_player, json_response

blueprint = Blueprint("verifications", __name__, url_prefix="/v1/verifications")
HEADER = "Receipts"
DEEPEST = 16  # lists and objects in each other; a receipt may be sent as the answer that it came in


@blueprint.post("")
def verify() -> Response:
    """Verify a log file."""
    is_account = asking_player() is not None
    require_log_type()
    given, own, keys = (
        _receipts_from_header(),
        app_verifiers(),
        connections().signing.keys.newest().public,
    )
    with spool_upload(own, is_account=is_account) as path:
        return json_response(own.report_of(path, keys, given, own.running))


def _receipts_from_header() -> list[dict[str, Any]]:
    """Return the receipts in the header."""
    text = request.headers.get(HEADER)
    if text is None:
        return []
    try:
        found = find_receipts(as_whole(orjson.loads(text), DEEPEST))
    except (ValueError, Problem):  # no JSON, or nested too deeply
        found = []
    if not found:
        raise BAD_RECEIPTS()
    return found
