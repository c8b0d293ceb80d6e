"""Rounds of tournaments: a runner's own pairings, and what directors say that a table counts."""

from flask import Blueprint, Response

from service.tournaments.access import carried_out, tournament_command_response
from service.tournaments.schemas import NewAdjudication, NewRound
from service.wire.requests import load_with_schema, read_json_body, require_player
from tournaments.commands import Adjudicate, OwnTable, Plan

blueprint = Blueprint("tournament_rounds", __name__, url_prefix="/v1/tournaments/<tournament_id>")
NEW_ROUND, NEW_ADJUDICATION = NewRound(), NewAdjudication()


@blueprint.post("/rounds")
def plan_round(tournament_id: str) -> Response:
    """Plan a round."""
    caller, sent = require_player(), read_json_body()
    data = load_with_schema(NEW_ROUND, sent)
    tables = tuple(
        OwnTable(one["game"], one["group"], tuple(one["seats"])) for one in data["tables"]
    )
    plan = Plan(tables, tuple(data["byes"]))
    return tournament_command_response(
        carried_out(caller, tournament_id, plan, sent), caller, 201, at="/rounds"
    )


@blueprint.post("/tables/<int:index>/adjudication")
def adjudicate(tournament_id: str, index: int) -> Response:
    """Adjudicate a table."""
    caller, sent = require_player(), read_json_body()
    data = load_with_schema(NEW_ADJUDICATION, sent)
    ruling = Adjudicate(index, tuple(data["places"]), tuple(data["scores"]))
    return tournament_command_response(carried_out(caller, tournament_id, ruling, sent), caller)
