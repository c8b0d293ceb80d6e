"""Cards by short names, and where all the cards are."""

from games.boon.cards import DECK
from games.boon.state import DEALING, State
from games.core.contract import Card, Cards


def cards(text: str) -> Cards:
    """Return the cards of ``blue 5 6, gold 7``."""
    groups = [group.split() for group in text.split(",") if group.strip()]
    return tuple(Card(f"{suit}-{rank}") for suit, *ranks in groups for rank in ranks)


def card(text: str) -> Card:
    (one,) = cards(text)
    return one


def everywhere(state: State) -> list[Card]:
    """Return all cards wherever they are; the whole deck while none is dealt."""
    if state.phase == DEALING and not state.tricks:
        return list(DECK[state.seats])
    boon = state.boon if state.taker is None else ()  # a taken Boon is part of the taker's hand
    tricks = [one for _, trick, _ in state.tricks for one in trick]
    hands = [one for hand in state.hands for one in hand]
    return [*hands, *boon, *state.buried, *state.trick, *tricks]
