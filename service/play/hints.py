"""Hints: what the strongest bot would play in one's seat, and why."""

from collections.abc import Mapping
from typing import Annotated, Any, TypedDict

from flask import Blueprint, Response

from events.store.hints import HintStore
from games.core.contract import Seat
from games.core.presentation.marks import as_sentence
from games.core.presentation.texts import english_text
from games.core.presentation.translations import Catalogue
from games.core.search import MoveComparison
from games.core.type_hints.records import Component
from games.core.type_hints.values import read_action
from games.table import Table
from games.table.hints import gives_hints, hint_reasons
from games.table.view import Action as ActionJson
from projections.tables.views import table_for
from service.limits.admission import require_quota
from service.wire.connections import connections
from service.wire.languages import language_headers, requested_catalogue
from service.wire.problems import NO_HINT_NOW, NO_HINTS, NOT_SEATED
from service.wire.requests import PRIVATE, json_response, require_player

blueprint = Blueprint("hints", __name__, url_prefix="/v1/tables/<table_id>/hint")
SOON = "1"  # seconds after which a hint may be there


class ComparedMove(TypedDict):
    """Another move that was tried, on the same deals."""

    action: Annotated[Mapping[str, Any], Component("Action")]
    text: Annotated[str, "What it does, as the texts of choices."]
    better: Annotated[int, "In how many of 100 deals the hint does better than it."]
    worse: Annotated[int, "In how many of 100 deals the hint does worse."]


class Hint(TypedDict):
    """What the strongest bot would play in your seat."""

    n: Annotated[int, "Number of the table's newest event, behind which this is so."]
    action: Annotated[ActionJson, "Send this as it is."]
    text: Annotated[str, "What it does, as the texts of choices."]
    why: Annotated[list[str], "Sentences for people; cards are marked as in the story."]
    deals: Annotated[int, "Deals that fit what you know, on which it was tried; 0: none."]
    others: Annotated[list[ComparedMove], "The closest rival first."]


class PendingHint(TypedDict):
    """A hint that is not there yet."""

    n: Annotated[int, "Number of the table's newest event."]


@blueprint.get("")
def show_hint(table_id: str) -> Response:
    """Ask for a hint."""
    caller, own = require_player(), connections()
    held, seat = table_for(own.tables, table_id, caller.id)
    table = held.table
    seat = _require_hints(table, seat)
    hints = HintStore(own.store)
    found = hints.find(table_id, table.n)
    if found is None:
        if not hints.is_requested(table_id, table.n):
            require_quota("hints", caller)
            hints.ask(table_id, table.n)
        pending: PendingHint = {"n": table.n}
        return json_response(pending, 202, {**PRIVATE, "Retry-After": SOON})
    catalogue = requested_catalogue(table.game)
    headers = {**PRIVATE, **language_headers(catalogue)}
    return json_response(hint_to_json(table, seat, found, catalogue), headers=headers)


def _require_hints(table: Table, seat: Seat | None) -> Seat:
    """Return the seat of the caller, who may have a hint now."""
    if seat is None:
        raise NOT_SEATED()
    if not gives_hints(table):
        raise NO_HINTS()
    if table.phase != "playing" or seat not in table.to_act():
        raise NO_HINT_NOW()
    return seat


def hint_to_json(table: Table, seat: Seat, found: Any, catalogue: Catalogue | None) -> Hint:
    """Return a hint that was kept, in words of a language; None: English."""
    view = table.game.view(table.play, seat)

    def text_of(action: Any) -> str:
        return table.game.presentation.wording(view, read_action(table.game, action)).text

    def in_language(text: str) -> str:
        return text if catalogue is None else catalogue.text(text)

    action = text_of(found["action"])
    others = [MoveComparison(text_of(one), *rest) for one, *rest in found["others"]]
    reasons = hint_reasons(action, text_of(found["rule"]), others[0] if others else None)
    return {
        "n": table.n,
        "action": found["action"],
        "text": in_language(action),
        "why": [as_sentence(in_language(english_text(one))) for one in reasons],
        "deals": found["deals"],
        "others": [
            {
                "action": one,
                "text": in_language(text_of(one)),
                "better": better,
                "worse": worse,
            }
            for one, better, worse in found["others"]
        ],
    }
