"""The game's part of the search of `expert`."""

from collections.abc import Sequence
from typing import Final

from games.core.bots import Guide
from games.core.contract import Choices, Seat, View
from games.goblin_market.actions import Action
from games.goblin_market.rivals import policy, worlds
from games.goblin_market.scoring import score_owned_cards
from games.goblin_market.state import State

BIDS_TRIED: Final = 4  # the lowest ones


def _candidates(view: View, choices: Choices[Action]) -> Sequence[Action]:
    """Return pass and the lowest bids, or all that may be taken."""
    if view["phase"] == "bidding":
        return choices.actions[: 1 + BIDS_TRIED]
    return choices.actions


def _over(root: State, state: State) -> bool:
    """Play on to the end."""
    return False


def _worth(root: State, state: State, seat: Seat) -> float:
    """Return the points of the seat less the mean of all."""
    scores = [score_owned_cards(owned)[0] for owned in state.owned]
    return scores[seat] - sum(scores) / len(scores)


LOSSES = (0.25, 0.75, 1.25)  # points; see docs/how-to/analyse-a-table.md
GUIDE: Final = Guide(worlds, _candidates, _over, _worth, policy, losses=LOSSES)
