"""Which cards a seat may not know, said from the rules and from where the cards lie.

This is the other opinion in the law of non-interference: it looks at no view and at no audience. A
card counts as unknown only if it has lain where the seat may not look ever since it was dealt.
"""

from collections.abc import Callable, Iterable
from typing import Any

from games.boojum.state import State as Boojum
from games.boon.state import DEALING
from games.boon.state import State as Boon
from games.boosh.state import State as Boosh
from games.bum.state import State as Bum
from games.core.contract import Card, Cards, Game, Seat
from games.goblin_market.state import State as GoblinMarket


def others(hands: Iterable[Cards], seat: Seat | None) -> set[Card]:
    """Return the cards in the hands of the other seats; all of them for a spectator."""
    return {card for holder, hand in enumerate(hands) if holder != seat for card in hand}


def boon(state: Boon, seat: Seat | None) -> set[Card]:
    """Rules 1-3: hands are hidden, the Boon from all but who took it; N21: all is shown at last."""
    if state.phase == DEALING:
        return set()
    hidden = others(state.hands, seat)
    if state.taker is None or state.taker != seat:
        hidden |= {*state.boon, *state.buried}
    return hidden


def boosh(state: Boosh, seat: Seat | None) -> set[Card]:
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


def bum(state: Bum, seat: Seat | None) -> set[Card]:
    """Hands are hidden but for Jokers that were shown; who gave or got a card knows it."""
    hidden = others(state.hands, seat) - {card for shown in state.shown for card in shown}
    known = {c for giver, taker, cards in state.given if seat in (giver, taker) for c in cards}
    return hidden - known


def goblin_market(state: GoblinMarket, seat: Seat | None) -> set[Card]:
    """Only the two decks are hidden."""
    return {*state.deck, *state.goblins}


def boojum(state: Boojum, seat: Seat | None) -> set[Card]:
    """Hands, the stack, and the cards of a slot that never lay face up."""
    hidden = others(state.hands, seat) | others(state.aside, seat) | set(state.stack)
    open_cards = {
        *state.discards,
        *(card for shown in (*state.shown, *state.piles) for card in shown),
    }
    if seat is not None and state.hands:
        open_cards |= {*state.hands[seat], *state.aside[seat]}
    for cards, unseen in zip(state.slots, state.unseen, strict=True):
        hidden |= set(cards[len(cards) - unseen :])
        open_cards |= set(cards[: len(cards) - unseen])
    return hidden - open_cards  # a card with an equal copy in the open is known by its copy


KNOWLEDGE: dict[str, Callable[[Any, Seat | None], set[Card]]] = {
    "boojum": boojum,
    "boon": boon,
    "boosh": boosh,
    "bum": bum,
    "goblin_market": goblin_market,
}


def unknown(
    game: Game, first: Any, events: Iterable[Any], seat: Seat | None
) -> dict[int, set[Card]]:
    """Return by hand the cards that lay hidden from the seat after every event of that hand."""
    found: dict[int, set[Card]] = {}
    state = first
    for event in events:
        state = game.evolve(state, event)
        if type(event).__name__ == "HandVoided":
            continue  # puts cards away, and shows none
        hand = game.hand(state)
        hidden = KNOWLEDGE[game.name](state, seat)
        found[hand] = found[hand] & hidden if hand in found else hidden
    return found
