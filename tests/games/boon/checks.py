"""What the tests that hold for every game need to know of this one: see `tests.games.every`."""

from games.boon.actions import Bury, Take
from games.boon.state import DEALING, State
from games.core.contract import Card, Seat
from tests.games.boon.cards import cards, everywhere
from tests.games.boon.table import acted, dealt
from tests.games.known import others

__all__ = ["everywhere", "unknown_to"]

EVENTFUL = {"max_rounds": 2}
VARIED = {"max_rounds": [1, 2], "leaster_blind": ["aside", "last_trick"]}
REFUSED = ((acted(dealt(5, "blue 1 2 3"), (0, Take())), Seat(0), Bury(cards("blue 1 1"))),)


def unknown_to(state: State, seat: Seat | None) -> set[Card]:
    """Rules 1-3: hands are hidden, the Boon from all but who took it; N21: all is shown at last."""
    if state.phase == DEALING:
        return set()
    hidden = others(state.hands, seat)
    if state.taker is None or state.taker != seat:
        hidden |= {*state.boon, *state.buried}
    return hidden
