"""A table as it was: what was served after any command, and what a seat could have done before."""

from collections.abc import Sequence
from typing import Any

from events.handle import Held
from events.record.codec import Stored
from events.record.steps import Step, marked
from games.core.contract import Seat
from games.table import Table
from games.table.view import ChoiceForms, choices
from projections.hand import write_move
from projections.hands import Marks, command_of, move
from projections.views import served


class UnknownEvent(Exception):
    """There is no event of this number, as far as the reader may know."""


def replayed(
    now: Table, events: Sequence[Stored], n: int, seat: Seat | None, marks: Marks | None = None
) -> dict[str, Any]:
    """Return the view of a seat after the command that holds event n, and that command.

    `now` is the table as the reader may see it, `events` are all events of it. `could` holds the
    choices that the seat had just before; None if it had none. `marks` knows where to begin.
    """
    if not 1 <= n <= now.n:
        raise UnknownEvent(n)
    last = command_of(events, n)[1]
    begin = (marks or Marks()).before(now, events, n)
    *_, (_, step) = marked(now.id, events[:last], begin)
    return {
        "at": n,
        "seat": seat,
        "command": write_move(move(now, step, seat, 1, last)),
        "could": could(step, seat),
        "view": served(Held(step.table, step.events[-1].h), seat),
    }


def could(step: Step, seat: Seat | None) -> ChoiceForms | None:
    """Return the choices that a seat had before a command."""
    if step.before is None or seat is None or seat not in step.before.to_act():
        return None
    return choices(step.before, seat)
