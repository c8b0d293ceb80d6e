"""What the tests that hold for every game need to know of this one."""

from games.core.contract import Card, Seat
from high_card import GAME
from high_card.options import Options
from high_card.state import State

EVENTFUL = {"hands": 4, "cards": 5}
VARIED = {"hands": [1, 2, 3], "cards": [1, 3, 8]}
PLACES = 100
REFUSED = ((GAME.open(Options(), 2, None), "void", 1),)  # random tables void hands that are there


def everywhere(state: State) -> list[Card]:
    """Return all cards of the newest hand, wherever they are."""
    held = [card for hand in state.hands for card in hand]
    return [*held, *state.stock, *(card for _, card in state.trick), *state.played]


def unknown_to(state: State, seat: Seat | None) -> set[Card]:
    """Rules 2 and 3: the stock, and the hands of others."""
    others = {card for holder, hand in enumerate(state.hands) if holder != seat for card in hand}
    return others | {*state.stock}
