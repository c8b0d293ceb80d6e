"""Where the cards of a table of Boojum are."""

from games.boojum.state import State
from games.core.contract import Card, Cards


def cards(words: str) -> Cards:
    """Return the cards of a text such as ``author ace-moons``."""
    return tuple(map(Card, words.split()))


def everywhere(state: State) -> list[Card]:
    """Return all cards, wherever they are."""
    places = (*state.hands, *state.aside, *state.piles, *state.slots, state.stack, state.discards)
    return [card for place in places for card in place]
