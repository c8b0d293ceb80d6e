"""What the tests that hold for every game need to know of this one: see `tests.games.every`."""

from games.boosh import GAME
from games.boosh.actions import Expose, Pass, Take
from games.boosh.state import State
from games.core.contract import Card, Seat
from tests.games.boosh.cards import everywhere
from tests.games.boosh.table import X, Y, Z, called, dealt, opened, turn
from tests.games.play import VOID

__all__ = ["everywhere", "unknown_to"]

EVENTFUL = {"max_hands": 2, "woof": True, "deck_exhausted": "reshuffle"}
VARIED = {"max_hands": [1, 2, 4], "woof": [False, True], "deck_exhausted": ["reshuffle"]}
A, B, C = map(Seat, range(3))
EMPTY = dealt(X, Y, Z, deck="3C", deck_exhausted="faceup_only").play(*turn(0)).state
TO_RESHUFFLE = dealt(X, Y, Z, deck="3C", deck_exhausted="reshuffle").play(*turn(0, "")).state
REFUSED = (
    (opened(3, first_dealer=None).state, A, Pass()),
    (GAME.fold(TO_RESHUFFLE, GAME.decide(TO_RESHUFFLE, A, Pass())), C, Pass()),
    (dealt(X, Y, Z).state, A, Take("C")),  # type: ignore[arg-type]  # what JSON cannot say
    (EMPTY, VOID, 99),
    (EMPTY, B, Take("A")),
    (called(dealt(X, Y, Z), 0).play(*turn(1, ""), *turn(2, "")).state, A, Expose((2, 1))),
)


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
