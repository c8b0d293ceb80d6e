"""Analyses: what a seat's decisions at a finished table were worth, by the strongest bot."""

from collections.abc import Mapping
from typing import Annotated, Any, TypedDict

from flask import Blueprint, Response

from events.accounts.players import Player
from events.disputes.rules import seat_in
from events.store.analyses import AnalysisRecord, AnalysisStore
from games.core.contract import Seat
from games.core.type_hints.records import Component
from games.table import Table
from games.table.analysis import Grade, gives_analysis
from games.table.view import Action as ActionJson
from projections.tables.analysis import StoredCost, StoredJudgement
from projections.tables.languages import ENGLISH
from projections.tables.replay import NoSuchSeat
from projections.tables.views import table_for
from service.limits.admission import require_quota
from service.tables.schemas import NewAnalysis
from service.wire.connections import connections
from service.wire.languages import language_headers, language_of, requested_catalogue
from service.wire.problems import NO_ANALYSIS, NOT_ANALYSED, NOT_SEATED
from service.wire.queries import integer_parameter, takes_parameters
from service.wire.requests import (
    PRIVATE,
    json_response,
    load_with_schema,
    read_json_body,
    require_player,
)

blueprint = Blueprint("analyses", __name__, url_prefix="/v1/tables/<table_id>/analysis")
SOON = "2"  # seconds after which more may be there
NOT_A_PARTY = (
    "Only players who held a seat when play began, and directors of its tournament, can have this"
    " table analysed"
)


class MoveLoss(TypedDict):
    """What a move loses against the best one."""

    points: Annotated[
        float,
        "Mean over the deals, in points; in Boon Victory Cards, in Boojum cards.",
    ]
    least: Annotated[float, "Lower bound of `points`, of an interval of 95 %."]
    most: Annotated[float, "Upper bound."]
    deals: Annotated[int, "Deals on which both were tried; they fit what the seat knew."]


class JudgedDecision(TypedDict):
    """A decision of the seat."""

    n: Annotated[int, "Number of its event, as `at` of a replay."]
    hand: int
    action: Annotated[Mapping[str, Any], Component("Action")]
    text: Annotated[str, "What it did, as the texts of choices."]
    best: Annotated[ActionJson, "What the strongest bot would have played."]
    best_text: str
    grade: Grade
    loss: Annotated[MoveLoss | None, "null: it was the best move."]


class Analysis(TypedDict):
    """How well a seat decided."""

    table: str
    seat: Seat
    complete: Annotated[bool, "Whether all decisions are judged."]
    total: Annotated[int | None, "How many there are, at most 300; null: nobody has looked yet."]
    decisions: Annotated[list[JudgedDecision], "Those judged so far, in the order of play."]


@blueprint.post("")
def ask_for_analysis(table_id: str) -> Response:
    """Have a seat analysed."""
    caller, sent = require_player(), load_with_schema(NewAnalysis(), read_json_body())
    table = _require_analysis(table_id, caller)
    seat, analyses = _require_seat(table, sent["seat"]), AnalysisStore(connections().store)
    if analyses.find(table_id, seat) is None:
        require_quota("analyses", caller)
        analyses.ask(table_id, seat)
    return _analysis_response(table, seat, analyses.find(table_id, seat))


@blueprint.get("")
@takes_parameters("seat")
def show_analysis(table_id: str) -> Response:
    """Read an analysis."""
    caller = require_player()
    table = _require_analysis(table_id, caller)
    seat = _require_seat(table, integer_parameter("seat", 0, 10**9))
    analyses = AnalysisStore(connections().store)
    record = analyses.find(table_id, seat)
    if record is not None and not record.is_complete():
        analyses.ask(table_id, seat)  # again, lest the mark was lost
    return _analysis_response(table, seat, record)


def _require_analysis(table_id: str, caller: Player) -> Table:
    """Return a table that the caller may have analysed now."""
    tables = connections().tables
    table = table_for(tables, table_id, caller.id)[0].table
    cup = table.terms.tournament
    is_director = cup is not None and tables.directs(cup.id, caller.id)
    if seat_in(table, caller.id) is None and not is_director:
        raise NOT_SEATED(NOT_A_PARTY)
    if not gives_analysis(table):
        raise NO_ANALYSIS()
    return table


def _require_seat(table: Table, wanted: int) -> Seat:
    """Return a seat of the table."""
    if wanted >= table.seats:
        raise NoSuchSeat(table.seats)
    return Seat(wanted)


def _analysis_response(table: Table, seat: Seat, record: AnalysisRecord | None) -> Response:
    """Return what is known of a seat; 202 while decisions are left to judge."""
    if record is None:
        raise NOT_ANALYSED()
    catalogue = requested_catalogue(table.game)
    headers = {**PRIVATE, **language_headers(catalogue)}
    body = analysis_to_json(table.id, seat, record, language_of(catalogue))
    if record.is_complete():
        return json_response(body, headers=headers)
    return json_response(body, 202, {**headers, "Retry-After": SOON})


def analysis_to_json(
    table_id: str, seat: Seat, record: AnalysisRecord, language: str = ENGLISH
) -> Analysis:
    """Return an analysis as it was kept, in a language."""
    return {
        "table": table_id,
        "seat": seat,
        "complete": record.is_complete(),
        "total": record.total,
        "decisions": [_decision_json(one, language) for one in record.decisions],
    }


def _decision_json(one: StoredJudgement, language: str) -> JudgedDecision:
    """Return a decision in a language."""
    played, best = one["played"], one["best"]
    return {
        "n": one["n"],
        "hand": one["hand"],
        "action": played["action"],
        "text": played["text"].get(language, played["text"][ENGLISH]),
        "best": best["action"],
        "best_text": best["text"].get(language, best["text"][ENGLISH]),
        "grade": one["grade"],
        "loss": _loss_json(one["cost"]),
    }


def _loss_json(cost: StoredCost | None) -> MoveLoss | None:
    """Return what a move lost."""
    if cost is None:
        return None
    return {
        "points": cost["points"],
        "least": cost["least"],
        "most": cost["most"],
        "deals": cost["deals"],
    }
