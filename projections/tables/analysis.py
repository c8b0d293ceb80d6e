"""The decisions of a seat at a table that is over, each judged: a record that follows from the log.

Whoever computes it again gets the same, on any machine.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple, TypedDict

import orjson

from events.record.codec import ACTION_NAMES, StoredEvent, decode_event, read_command
from events.record.steps import CommandStep, log_steps
from games.core.contract import Seat
from games.core.received import ReceivedEvents
from games.core.type_hints.values import to_json
from games.table import Act, Table
from games.table.analysis import ERRORS, Grade, JudgedMove, is_decision, judge_move
from games.table.bots import events_seen_by
from projections.tables.languages import LANGUAGES, catalogue_of

MOST: Final = 300  # decisions of a seat that are judged


class Decision(NamedTuple):
    """A seat's choice among several actions, at a table as it was before."""

    n: int  # of the first event of its command
    before: Table
    seat: Seat
    action: Any
    events: ReceivedEvents  # of the hand, as the seat had received them


class StoredMove(TypedDict):
    """An action, and what it does in the words of each language."""

    action: Mapping[str, Any]
    text: Mapping[str, str]


class StoredCost(TypedDict):
    """What the move loses against the best one, in points, and between which bounds."""

    points: float
    least: float
    most: float
    deals: int


class StoredJudgement(TypedDict):
    """A decision that was judged, as it is kept."""

    n: int
    hand: int
    played: StoredMove
    best: StoredMove
    cost: StoredCost | None
    grade: Grade


def decisions_in(
    table_id: str, events: Sequence[StoredEvent], seat: Seat | None = None
) -> Iterator[Decision]:
    """Yield the decisions in a whole log, of one seat or of all, at most so many as are judged."""
    steps = log_steps(table_id, events)
    found = (_decision_in(step, events) for step in steps if seat in (None, step.seat))
    return islice((one for one in found if one is not None), MOST if seat is not None else None)


def _decision_in(step: CommandStep, events: Sequence[StoredEvent]) -> Decision | None:
    """Return the decision of a command; None: nobody had a choice."""
    before = step.before
    if before is None or before.phase != "playing":
        return None
    public = orjson.loads(step.events[0].e)
    parts = {key: part["data"] for key, part in orjson.loads(step.events[0].p or b"{}").items()}
    command = read_command(before.game, public, parts)
    if not isinstance(command, Act) or not is_decision(before, command.seat):
        return None
    seat, hand = command.seat, events[before.hands[-1] - 1 : before.n]
    seen = ReceivedEvents(lambda: events_seen_by(before, map(decode_event, hand), seat))
    return Decision(public["n"], before, seat, command.action, seen)


def judge_decisions(decisions: Iterable[Decision]) -> Iterator[StoredJudgement]:
    """Judge decisions one after the other, each when it is asked for."""
    return (judgement_record(one, judge_decision(one)) for one in decisions)


def judge_decision(one: Decision) -> JudgedMove:
    """Judge a decision."""
    return judge_move(one.before, one.seat, one.action, one.events)


def judgement_record(one: Decision, found: JudgedMove) -> StoredJudgement:
    """Return what is kept of a decision."""
    return {
        "n": one.n,
        "hand": one.before.hand,
        "played": _move_record(one, one.action),
        "best": _move_record(one, found.best),
        "cost": _cost_record(found),
        "grade": found.grade,
    }


def _cost_record(found: JudgedMove) -> StoredCost | None:
    """Return what a move loses, in hundredths of a point."""
    if found.cost is None:
        return None
    points, error, deals = found.cost
    least, most = points - ERRORS * error, points + ERRORS * error
    return {
        "points": round(points, 2),
        "least": round(least, 2),
        "most": round(most, 2),
        "deals": deals,
    }


def _move_record(one: Decision, action: Any) -> StoredMove:
    """Return an action in words."""
    game, table = one.before.game, one.before
    text = game.presentation.wording(game.view(table.play, one.seat), action).text
    catalogues = {language: catalogue_of(game, language) for language in LANGUAGES}
    return {
        "action": {"type": ACTION_NAMES[type(action)], **to_json(action)},
        "text": {
            language: str(text) if own is None else own.text(text)
            for language, own in catalogues.items()
        },
    }
