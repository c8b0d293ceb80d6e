"""What the search must know of the game."""

from collections.abc import Sequence
from typing import Final

from games.boojum.actions import Action, Bid, Claim
from games.boojum.determinise import determinised_states
from games.boojum.plans import CARD, position_value
from games.boojum.regular import cards_to_outbid, move, sight_from_view_and_events, sight_in
from games.boojum.state import State
from games.core.bots import Guide
from games.core.contract import Choices, Seat, View

ROUNDS: Final = 1  # that a playout goes on for, with what is left of the round
WON: Final = 40  # cards that a won game stands for


def _regular_move(state: State, seat: Seat) -> Action:
    """Return what `regular` would do."""
    return move(sight_in(state, seat))


def _candidates(view: View, choices: Choices[Action]) -> Sequence[Action]:
    """Return the bids that beat the highest by little and a pass, or all claims of new tokens."""
    if view["auction"] is None:
        held = view["tokens"][view["seat"]]
        claims = (pick.example for pick in choices.picks)
        new = [one for one in claims if isinstance(one, Claim) and one.token not in held]
        return [*choices.actions, *new]
    bids = (
        [Bid(cards) for cards in cards_to_outbid(sight_from_view_and_events(view, ()))]
        if choices.picks
        else []
    )
    examples = [pick.example for pick in choices.picks]
    return list(dict.fromkeys([*choices.actions, *bids, *examples]))


def _over(root: State, state: State) -> bool:
    """Say whether the round has ended, with all its claims, or the game."""
    return state.phase == "over" or state.round >= root.round + ROUNDS


def _worth(root: State, state: State, seat: Seat) -> float:
    """Return by how many cards' worth the seat is ahead of the mean."""
    if state.phase == "over":
        first = state.places.count(1)
        return WON * ((state.places[seat] == 1) / first - 1 / state.seats)
    ranks = state.options.ranks
    values = [
        position_value(hand, tokens, ranks)
        for hand, tokens in zip(state.hands, state.tokens, strict=True)
    ]
    return (values[seat] - sum(values) / state.seats) / CARD


LOSSES = (0.4, 1.2, 3.5)  # cards' worth; see docs/how-to/analyse-a-table.md
GUIDE: Guide[State, Action] = Guide(
    determinised_states, _candidates, _over, _worth, _regular_move, losses=LOSSES
)
