"""Rounds of tournaments: a runner's own pairings, and what directors say that a table counts."""

import re
from typing import Annotated, TypedDict

from flask import Blueprint, Response, request

from service.limits.admission import queue_reads
from service.tournaments.access import carried_out, tournament_command_response
from service.tournaments.schemas import NewAdjudication, NewForbiddenPairs, NewRound, NewSwap
from service.wire.connections import connections
from service.wire.problems import BAD_QUERY
from service.wire.queries import takes_parameters
from service.wire.requests import (
    PRIVATE,
    json_response,
    load_with_schema,
    read_json_body,
    require_player,
)
from tournaments.commands import Adjudicate, ForbidPairs, OwnTable, Plan, Swap
from tournaments.consequences import Consequences, adjudication_consequences
from tournaments.directing import require_open_pairing
from tournaments.pairings import next_drawn_round
from tournaments.scoring.standings import DIGITS
from tournaments.state import Tournament
from tournaments.tables import Entrant

blueprint = Blueprint("tournament_rounds", __name__, url_prefix="/v1/tournaments/<tournament_id>")
NEW_ROUND, NEW_ADJUDICATION = NewRound(), NewAdjudication()
NEW_FORBIDDEN_PAIRS, NEW_SWAP = NewForbiddenPairs(), NewSwap()


class PreviewedPlace(TypedDict):
    """An entrant whose place or points would be others."""

    entrant: int
    before: Annotated[int, "Its place now."]
    after: Annotated[int, "Its place by the new result."]
    points_before: float
    points_after: float


class AdjudicationPreview(TypedDict):
    """What an adjudication would change; nothing is changed yet."""

    n: Annotated[int, "Number of the tournament's newest event, by which this was computed."]
    known: Annotated[bool, "false: the deal group is still played, so nothing of it is told."]
    places: Annotated[list[PreviewedPlace], "Best first; all others stay as they are."]
    rounds: Annotated[list[int], "Already paired by what counts now, from 0; they stay so."]
    left_out: Annotated[list[int], "Of a knockout: who plays on only by what counts now."]
    let_in: Annotated[list[int], "Who would play on in their place; nobody is moved."]


class NextRound(TypedDict):
    """The next round as it would be planned now."""

    n: Annotated[int, "Number of the tournament's newest event, by which this was drawn."]
    round: Annotated[int, "Its number, from 0."]
    tables: Annotated[list[list[int]], "Numbers of entrants, by table and seat."]
    byes: Annotated[list[int], "Who sits out."]
    swaps: Annotated[list[list[int]], "Who have changed places in it, two at a time."]


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


@blueprint.post("/forbidden-pairs")
def keep_pairs_apart(tournament_id: str) -> Response:
    """Keep entrants apart."""
    caller, sent = require_player(), read_json_body()
    pairs = load_with_schema(NEW_FORBIDDEN_PAIRS, sent)["pairs"]
    command = ForbidPairs(tuple((Entrant(one), Entrant(two)) for one, two in pairs))
    return tournament_command_response(carried_out(caller, tournament_id, command, sent), caller)


@blueprint.post("/swaps")
def swap_entrants(tournament_id: str) -> Response:
    """Swap two entrants."""
    caller, sent = require_player(), read_json_body()
    data = load_with_schema(NEW_SWAP, sent)
    one, two = data["entrants"]
    command = Swap(data["round"], (Entrant(one), Entrant(two)))
    return tournament_command_response(carried_out(caller, tournament_id, command, sent), caller)


@blueprint.get("/next-round")
@queue_reads
def preview_round(tournament_id: str) -> Response:
    """Show the next round."""
    caller, own = require_player(), connections()
    t = own.tournaments.current(tournament_id).state
    require_open_pairing(t, f"player:{caller.id}")
    return json_response(_next_round_facts(t), headers=PRIVATE)


def _next_round_facts(t: Tournament) -> NextRound:
    """Return the next round as it would be planned now, as JSON."""
    drawn = next_drawn_round(t)
    return {
        "n": t.n,
        "round": len(t.rounds),
        "tables": [] if drawn is None else [[*table] for table in drawn.tables],
        "byes": [] if drawn is None else [*drawn.byes],
        "swaps": [[*one] for one in t.swaps],
    }


@blueprint.post("/tables/<int:index>/adjudication")
def adjudicate(tournament_id: str, index: int) -> Response:
    """Adjudicate a table."""
    caller, sent = require_player(), read_json_body()
    data = load_with_schema(NEW_ADJUDICATION, sent)
    ruling = Adjudicate(index, tuple(data["places"]), tuple(data["scores"]))
    return tournament_command_response(carried_out(caller, tournament_id, ruling, sent), caller)


@blueprint.get("/tables/<int:index>/adjudication")
@takes_parameters("places", "scores")
@queue_reads
def preview_adjudication(tournament_id: str, index: int) -> Response:
    """Show what an adjudication would change."""
    caller, own = require_player(), connections()
    t = own.tournaments.current(tournament_id).state
    ruling = Adjudicate(index, _number_list("places"), _number_list("scores"))
    found = adjudication_consequences(t, f"player:{caller.id}", ruling, own.store.now())
    return json_response(preview_facts(t, found), headers=PRIVATE)


def preview_facts(t: Tournament, found: Consequences) -> AdjudicationPreview:
    """Return what an adjudication would change as JSON."""
    return {
        "n": t.n,
        "known": found.known,
        "places": [
            {
                "entrant": one.entrant,
                "before": one.before[0],
                "after": one.after[0],
                "points_before": round(one.before[1], DIGITS),
                "points_after": round(one.after[1], DIGITS),
            }
            for one in found.places
        ],
        "rounds": [*found.rounds],
        "left_out": [*found.left_out],
        "let_in": [*found.let_in],
    }


def _number_list(name: str) -> tuple[int, ...]:
    """Return numbers of the query, which commas separate."""
    text = request.args.get(name, "")
    if not re.fullmatch(r"(-?[0-9]{1,10}(,-?[0-9]{1,10}){0,11})?", text):
        raise BAD_QUERY(f"{name} must be whole numbers by seat, separated by commas")
    return tuple(map(int, text.split(","))) if text else ()
