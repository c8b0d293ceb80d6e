"""Where the cards of a table are."""

from games.boosh.state import State
from games.core.contract import Card


def everywhere(state: State) -> list[Card]:
    """Return all cards of the newest hand, wherever they are; none before the first deal."""
    hands = [card for hand in state.hands for card in hand]
    held = [] if state.taken is None else [state.taken]
    return [*hands, *state.deck, *state.pile, *held]
