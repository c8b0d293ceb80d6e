"""What the tests that hold for every game need to know of this one: see `tests.games.every`."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.boosh import GAME
from games.boosh.actions import (
    Action,
    CallBoosh,
    CallWoof,
    Discard,
    Expose,
    Fold,
    LayOut,
    Pass,
    Replace,
    Stay,
    Take,
)
from games.boosh.state import State, left_of, play_order_from
from games.core.contract import Card, Cards, ReceivedEvent, Seat
from tests.games.boosh.cards import everywhere
from tests.games.boosh.table import X, Y, Z, called, dealt, opened, turn
from tests.games.every import Again
from tests.games.play import VOID

__all__ = ["again", "everywhere", "unknown_to"]

EVENTFUL = {"max_hands": 2, "woof": True, "deck_exhausted": "reshuffle"}
VARIED = {"max_hands": [1, 2, 4], "woof": [False, True], "deck_exhausted": ["reshuffle"]}
A, B, C = map(Seat, range(3))
EMPTY = dealt(X, Y, Z, deck="3C", deck_exhausted="faceup_only").play(*turn(0)).state
TO_RESHUFFLE = dealt(X, Y, Z, deck="3C", deck_exhausted="reshuffle").play(*turn(0, "")).state
REFUSED = (
    (opened(3, first_dealer=None).state, A, Pass()),
    (GAME.fold(TO_RESHUFFLE, GAME.rules.decide(TO_RESHUFFLE, A, Pass())), C, Pass()),
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


MADE: Mapping[str, Callable[[Mapping[str, Any]], Action]] = {
    "boosh.laid_out.v1": lambda data: LayOut(),
    "boosh.woof_called.v1": lambda data: CallWoof(),
    "boosh.deck_card_taken.v1": lambda data: Take("A"),
    "boosh.face_up_card_taken.v1": lambda data: Take("B"),
    "boosh.card_replaced.v1": lambda data: Replace(data["position"]),
    "boosh.card_discarded.v1": lambda data: Discard(),
    "boosh.boosh_called.v1": lambda data: CallBoosh(),
    "boosh.passed.v1": lambda data: Pass(),
    "boosh.cards_exposed.v1": lambda data: Expose((data["positions"][0], data["positions"][1])),
    "boosh.folded.v1": lambda data: Fold(),
    "boosh.stayed.v1": lambda data: Stay(),
}


def again(guess: State, seen: Sequence[ReceivedEvent], reader: Seat) -> Again:
    """Take the hand back, turn by turn, to what was dealt and to each order of a reshuffle."""
    hands, deck, held = [list(hand) for hand in guess.hands], list(guess.deck), guess.taken
    orders: list[tuple[str, ...]] = []
    for kind, data in reversed(seen):
        match kind:
            case "boosh.card_replaced.v1":
                row, at = hands[data["seat"]], data["position"]
                held, row[at] = row[at], data["card"]
            case "boosh.card_discarded.v1":
                held = data["card"]
            case "boosh.deck_card_taken.v1":
                assert held is not None
                deck.insert(0, held)
            case "boosh.cherry_turned.v1":
                deck.insert(0, data["card"])
            case "boosh.pile_reshuffled.v1":
                orders.insert(0, tuple(deck))
                deck = []
            case _:
                pass  # moves no hidden card
    orders.insert(0, order_of(seen[0].data, hands, deck))
    moves = [(data["seat"], MADE[kind](data)) for kind, data in seen if kind in MADE]
    return Again(orders, moves)


def order_of(data: Mapping[str, Any], hands: list[list[Card]], deck: list[Card]) -> Cards:
    """Return the order of a deal: one card at a time from the dealer's left, then the deck."""
    players = tuple(map(Seat, data["players"]))
    first = play_order_from(players, left_of(players, Seat(data["dealer"])))
    return (*(hands[seat][at] for at in range(4) for seat in first), *deck)
