"""What the tests that hold for every game need to know of this one: see `tests.games.every`."""

from games.bum.state import State
from games.core.contract import Card, Seat
from tests.games.bum.cards import everywhere
from tests.games.known import others

__all__ = ["everywhere", "unknown_to"]

TOLD = frozenset({"bum.cards_given.v1", "bum.exchange_called_off.v1", "bum.revolution_declared.v1"})
EVENTFUL = {"hands": 2}
VARIED = {"hands": [1, 2], "revolution": ["standard", "bum_only"]}
SEED = 1


def unknown_to(state: State, seat: Seat | None) -> set[Card]:
    """Hands are hidden but for Jokers that were shown; who gave or got a card knows it."""
    hidden = others(state.hands, seat) - {card for shown in state.shown for card in shown}
    known = {c for giver, taker, cards in state.given if seat in (giver, taker) for c in cards}
    return hidden - known
