"""What a seat may do now, and what is done for it when its time is up."""

from games.core.contract import Choices, Seat
from high_card.actions import Action, Play
from high_card.cards import STRENGTH
from high_card.rules import to_act
from high_card.state import State


def choices(state: State, seat: Seat) -> Choices[Action]:
    """Rule 3: any card of the hand, for the seat whose turn it is."""
    if seat not in to_act(state):
        return Choices()
    return Choices(tuple(map(Play, state.hands[seat])))


def fallback(state: State, seat: Seat) -> Action:
    """H1: play the lowest card."""
    return Play(min(state.hands[seat], key=STRENGTH.__getitem__))
