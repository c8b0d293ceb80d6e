"""Log files that anybody sends to have them shown moment by moment; nothing is kept."""

from dataclasses import replace

from flask import Blueprint, Response

from projections.tables.log_replay import ALL, MOST, PAGE
from service.limits.admission import require
from service.limits.uploads import require_log_type, uploaded
from service.limits.verifiers import verifiers
from service.wire.connections import connections
from service.wire.queries import eyes, takes, whole
from service.wire.requests import answer

blueprint = Blueprint("replays", __name__, url_prefix="/v1/replays")
LIMIT = 4 << 20  # bytes of the largest log: of some 15,000 events, a whole evening


@blueprint.post("")
@takes("at", "seat", "limit")
def replay_log() -> Response:
    """Show a log file moment by moment."""
    require_log_type()
    whose, begin = eyes(ALL) or "nobody", whole("at", 1, 10**9)
    limit = whole("limit", PAGE, MOST) or PAGE
    require("replays", None)
    own = verifiers()
    own = replace(own, limit=min(own.limit, LIMIT))
    asked = ["--as", whose, "--at", str(begin), "--limit", str(limit)]
    with uploaded(own) as path:
        return answer(own.replay_of(path, connections().keys.newest().public, asked))
