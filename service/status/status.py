"""How the server fares, for its operators."""

from flask import Blueprint, Response

from service.limits.admission import queue_reads
from service.status.metrics import current_server_status
from service.wire.problems import ADMIN_ROLE_REQUIRED
from service.wire.requests import NO_STORE, json_response, require_player

blueprint = Blueprint("status", __name__, url_prefix="/v1/status")


@blueprint.get("")
@queue_reads
def show() -> Response:
    """Show how the server fares."""
    if require_player().role != "admin":
        raise ADMIN_ROLE_REQUIRED()
    return json_response(current_server_status(), headers=NO_STORE)
