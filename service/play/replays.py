"""Log files that anybody sends to have them shown moment by moment; nothing is kept."""

from dataclasses import replace

from flask import Blueprint, Response

from projections.tables.log_replay import ALL, MOST, PAGE
from service.limits.admission import require_quota
from service.limits.uploads import require_log_type, spool_upload
from service.limits.verifiers import app_verifiers
from service.wire.connections import connections
from service.wire.languages import requested_language
from service.wire.queries import integer_parameter, requested_viewer, takes_parameters
from service.wire.requests import json_response

blueprint = Blueprint("replays", __name__, url_prefix="/v1/replays")
LIMIT = 4 << 20  # bytes of the largest log: of some 15,000 events, a whole evening


@blueprint.post("")
@takes_parameters("at", "seat", "limit")
def replay_log() -> Response:
    """Show a log file moment by moment."""
    require_log_type()
    whose, begin = requested_viewer(ALL) or "nobody", integer_parameter("at", 1, 10**9)
    limit = integer_parameter("limit", PAGE, MOST) or PAGE
    require_quota("replays", None)
    own = app_verifiers()
    own = replace(own, limit=min(own.limit, LIMIT))
    options = ["--as", whose, "--at", str(begin), "--limit", str(limit)]
    options += ["--language", requested_language()]
    with spool_upload(own) as path:
        return json_response(
            own.replay_of(path, connections().signing.keys.newest().public, options)
        )
