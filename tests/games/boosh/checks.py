"""What the tests that hold for every game need to know of this one: see `tests.games.every`."""

from games.boosh.state import State
from games.core.contract import Card, Seat
from tests.games.boosh.cards import everywhere

__all__ = ["everywhere", "unknown_to"]

EVENTFUL = {"max_hands": 2, "woof": True, "deck_exhausted": "reshuffle"}
VARIED = {"max_hands": [1, 2, 4], "woof": [False, True], "deck_exhausted": ["reshuffle"]}


def unknown_to(state: State, seat: Seat | None) -> set[Card]:
    """Rules 1-7, W24, W26: the deck, and the others' cards that were never face up."""
    hidden = set(state.deck)
    for holder, hand in enumerate(state.hands):
        if holder == seat or (state.scored is not None and state.revealed[holder]):
            continue
        hidden |= {
            card
            for position, card in enumerate(hand)
            if state.known[holder][position] is None and position not in state.exposed[holder]
        }
    if state.taken is not None and state.taken_from == "A" and state.queue[0] != seat:
        hidden.add(state.taken)
    return hidden
