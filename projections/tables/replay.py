"""A table as it was: what was served after any command, and what a seat could have done before."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, TypedDict

from events.cached_streams import CachedStream
from events.record.codec import StoredEvent
from events.record.steps import CommandStep, steps_from_mark
from games.core.contract import Seat
from games.core.errors import FairdealError
from games.core.presentation.texts import english_text, template
from games.core.presentation.translations import Catalogue
from games.core.type_hints.records import Component, Viewer
from games.table import Table
from games.table.view import ChoiceForms, seat_choice_forms
from projections.tables.hand import write_move
from projections.tables.hands import HandIndex, command_range, move_for_seat
from projections.tables.languages import translate_choices, translate_view
from projections.tables.views import Names, View, no_names, view_for_seat

EVENTS = template("table.no_such_event", "The table has events 1 to {n}", n="number")
SEATS = template("table.no_such_seat", "The table has seats 0 to {last}", last="number")


class Replay(TypedDict):
    """The view as it was after a command."""

    at: Annotated[int, "The number that was asked for; in a list that of the command's last event."]
    seat: Viewer
    command: Annotated[Mapping[str, Any], Component("HandCommand")]
    could: Annotated[
        Annotated[ChoiceForms, Component("Choices")] | None,
        "What the seat could have done just before; null: nothing.",
    ]
    view: View


class NoSuchEvent(FairdealError):
    """There is no event of this number, as far as the reader may know; there are `n`."""

    code, status = "table/no_such_event", 404

    def __init__(self, n: int) -> None:
        super().__init__(f"events: {n}")
        self.detail = english_text(EVENTS(n=n))


class NoSuchSeat(FairdealError):
    """The table has no such seat to look from; there are `seats`."""

    code, status = "table/no_such_seat", 404

    def __init__(self, seats: int) -> None:
        super().__init__(f"seats: {seats}")
        self.detail = english_text(SEATS(last=seats - 1))


def replay_at_event(
    now: Table,
    events: Sequence[StoredEvent],
    n: int,
    seat: Seat | None,
    marks: HandIndex | None = None,
    names: Names = no_names,
    *,
    catalogue: Catalogue | None = None,
) -> Replay:
    """Return the view of a seat after the command that holds event n, and that command.

    `now` is the table as the reader may see it, `events` are all events of it. `could` holds the
    choices that the seat had just before; None if it had none. `marks` knows where to begin;
    `catalogue` has the language.
    """
    if not 1 <= n <= now.n:
        raise NoSuchEvent(now.n)
    last = command_range(events, n)[1]
    begin = (marks or HandIndex()).before(now, events, n)
    *_, (_, step) = steps_from_mark(now.id, events[:last], begin)
    return replay_step(now, step, seat, n, names, catalogue)


def replay_step(
    now: Table,
    step: CommandStep,
    seat: Seat | None,
    n: int,
    names: Names = no_names,
    catalogue: Catalogue | None = None,
) -> Replay:
    """Return a command that holds event n, and the view of a seat after it."""
    could = _choices_before(step, seat)
    seen = view_for_seat(CachedStream(step.table, step.events[-1].h), seat, names)
    if catalogue is not None:
        could = translate_choices(catalogue, could)
        seen = translate_view(catalogue, seen, seen["story"])
    return {
        "at": n,
        "seat": seat,
        "command": write_move(move_for_seat(now, step, seat, 1, step.table.n, catalogue)),
        "could": could,
        "view": seen,
    }


def _choices_before(step: CommandStep, seat: Seat | None) -> ChoiceForms | None:
    """Return the choices that a seat had before a command."""
    if step.before is None or seat is None or seat not in step.before.to_act():
        return None
    return seat_choice_forms(step.before, seat, step.before.game.view(step.before.play, seat))
