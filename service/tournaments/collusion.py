"""Figures of pairs for directors: what two bring each other beyond what is expected."""

from typing import Annotated, Any, TypedDict

from flask import Blueprint, Response

from service.limits.admission import queue_reads
from service.settings import PAGE_LIMIT
from service.tournaments.forms import MeanEstimate
from service.wire.connections import connections
from service.wire.queries import integer_parameter, takes_parameters
from service.wire.requests import PRIVATE, json_response, require_player
from tournaments.public_results import public_played_tables
from tournaments.refusals import NOT_A_DIRECTOR
from tournaments.scoring.collusion import (
    FEWEST_GROUPS,
    collusion_figures,
    pair_figures_json,
)
from tournaments.state import Tournament

blueprint = Blueprint(
    "tournament_collusion", __name__, url_prefix="/v1/tournaments/<tournament_id>"
)
PAIRS = 100  # that are told unless more are asked for
UNSEEN = "see figures of its pairs, and only without playing in it"


class SuspectPair(TypedDict):
    """What the tables at which two sat together say of them, in spreads of a score a table."""

    entrants: Annotated[list[int], "Two numbers, the smaller first."]
    tables: Annotated[int, "At how many they met."]
    given: Annotated[MeanEstimate, "What the first gave the second; less than 0: the other way."]
    shared: Annotated[
        MeanEstimate | None, "What both brought at the cost of others; null at tables of two."
    ]
    flagged: Annotated[list[str], "Which of the two its interval tells from nothing."]


class CollusionFigures(TypedDict):
    """The pairs of a tournament, those that are flagged first."""

    tournament: str
    n: Annotated[int, "Number of the tournament's newest event."]
    fewest: Annotated[int, "Pairs that share fewer deal groups are not told."]
    pairs: list[SuspectPair]


@blueprint.get("/collusion")
@takes_parameters("limit")
@queue_reads
def collusion(tournament_id: str) -> Response:
    """Show figures of pairs."""
    caller, own = require_player(), connections()
    t = own.tournaments.current(tournament_id).state
    if not own.tournaments.may_watch(tournament_id, caller.id):
        raise NOT_A_DIRECTOR.under("U15")(UNSEEN)
    limit = integer_parameter("limit", PAIRS, PAGE_LIMIT) or PAIRS
    return json_response(collusion_facts(t, limit), headers=PRIVATE)


def collusion_facts(t: Tournament, limit: int) -> CollusionFigures:
    """Return the figures of pairs as JSON, by the deal groups that have ended."""
    found = collusion_figures(public_played_tables(t))
    order = sorted(
        found, key=lambda pair: (not found[pair].flagged, -abs(found[pair].given.value), pair)
    )
    rows: list[Any] = [pair_figures_json(pair, found[pair]) for pair in order[:limit]]
    return {"tournament": t.id, "n": t.n, "fewest": FEWEST_GROUPS, "pairs": rows}
