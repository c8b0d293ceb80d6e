"""What the tests that hold for every game need to know of this one."""

from collections.abc import Sequence

from games.core.contract import Card, ReceivedEvent, Seat
from high_card import GAME
from high_card.actions import Play
from high_card.options import Options
from high_card.state import State, clockwise

EVENTFUL = {"hands": 4, "cards": 5}
VARIED = {"hands": [1, 2, 3], "cards": [1, 3, 8]}
PLACES = 100
REFUSED = (
    (GAME.rules.open(Options(), 2, None), "void", 1),
)  # random tables void hands that are there


def everywhere(state: State) -> list[Card]:
    """Return all cards of the newest hand, wherever they are."""
    held = [card for hand in state.hands for card in hand]
    return [*held, *state.stock, *(card for _, card in state.trick), *state.played]


def unknown_to(state: State, seat: Seat | None) -> set[Card]:
    """Rules 2 and 3: the stock, and the hands of others."""
    others = {card for holder, hand in enumerate(state.hands) if holder != seat for card in hand}
    return others | {*state.stock}


Again = tuple[list[tuple[str, ...]], list[tuple[Seat, Play]]]  # shuffles, and moves by seat


def again(guess: State, seen: Sequence[ReceivedEvent], reader: Seat) -> Again:
    """Give everybody back what they have played in this hand."""
    dealt, *rest = seen
    hands = [list(hand) for hand in guess.hands]
    moves = [
        (one.data["seat"], Play(one.data["card"]))
        for one in rest
        if one.type == "high_card.card_played.v1"
    ]
    for seat, action in moves:
        hands[seat].append(action.card)
    hands[reader] = dealt.data["hands"]
    turns = [hands[seat] for seat in clockwise(len(hands), dealt.data["dealer"] + 1)]
    order = [hand[at] for at in range(len(turns[0])) for hand in turns]
    return [(*order, *guess.stock)], moves
