"""How the server fares, for its operators."""

from flask import Blueprint, Response

from service.limits.admission import queue_reads
from service.status.metrics import current_server_status
from service.wire.problems import Problem
from service.wire.requests import OWN, json_response, require_player

blueprint = Blueprint("status", __name__, url_prefix="/v1/status")


class NotAnAdmin(Problem):
    """Who asks does not operate the server."""

    code, status = "http/not_an_admin", 403
    detail = (
        "Only accounts of the role admin see this; `fairdeal player role <name> admin` gives it"
    )


@blueprint.get("")
@queue_reads
def show() -> Response:
    """Show how the server fares."""
    if require_player().role != "admin":
        raise NotAnAdmin
    return json_response(current_server_status(), headers=OWN)
