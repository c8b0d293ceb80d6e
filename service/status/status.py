"""How the server fares, for its operators."""

from flask import Blueprint, Response

from service.limits.admission import costly
from service.status.metrics import faring
from service.wire.problems import Problem
from service.wire.requests import OWN, answer, player

blueprint = Blueprint("status", __name__, url_prefix="/v1/status")


class NotAnAdmin(Problem):
    """Who asks does not operate the server."""

    code, status = "http/not_an_admin", 403
    detail = (
        "Only accounts of the role admin see this; `fairdeal player role <name> admin` gives it"
    )


@blueprint.get("")
@costly
def show() -> Response:
    """Show how the server fares."""
    if player().role != "admin":
        raise NotAnAdmin
    return answer(faring(), headers=OWN)
