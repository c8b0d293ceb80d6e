"""What the tests that hold for every game need to know of this one: see `tests.games.every`."""

from games.bum.state import State
from games.core.contract import Card, Seat
from tests.games.bum.cards import dealt, everywhere, of, played
from tests.games.known import others

__all__ = ["everywhere", "unknown_to"]

TOLD = frozenset({"bum.cards_given.v1", "bum.exchange_called_off.v1", "bum.revolution_declared.v1"})
EVENTFUL = {"hands": 2}
VARIED = {"hands": [1, 2], "revolution": ["standard", "bum_only"]}
SEED = 1
ACES = dealt("A 2 JK 3", "4 5", "5")
RUNS = dealt("5 6 7 7", "9 10 J Q", "A 2 JK 3")
LED = played(RUNS, "5 6 7", "9 10 J")
REFUSED = (
    (ACES, Seat(0), of(ACES, 0, "A 2 JK")),
    (RUNS, Seat(0), of(RUNS, 0, "7 7 sequence")),
    (LED, Seat(2), of(LED, 2, "A 2 JK set")),
)


def unknown_to(state: State, seat: Seat | None) -> set[Card]:
    """Hands are hidden but for Jokers that were shown; who gave or got a card knows it."""
    hidden = others(state.hands, seat) - {card for shown in state.shown for card in shown}
    known = {c for giver, taker, cards in state.given if seat in (giver, taker) for c in cards}
    return hidden - known
