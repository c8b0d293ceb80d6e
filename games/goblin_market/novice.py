"""A player as a beginner plays: likes what brings points now, and pays little.

It looks at no suit that may still come, at nobody else and at no last digit; it does not know that
coins are worth nothing in the end, and as a winner it keeps to itself what it has won.
"""

from collections.abc import Sequence
from typing import Final

from games.core.bots import Budget
from games.core.contract import Choices, ReceivedEvent, View
from games.core.fairness.chance import Chance
from games.goblin_market.actions import Action, Take, TakeAll
from games.goblin_market.choices import BIDS
from games.goblin_market.plain import immediate_gain

A_POINT: Final = 2  # coins


def choose(
    view: View,
    choices: Choices[Action],
    seen: Sequence[ReceivedEvent],
    luck: Chance,
    budget: Budget,
) -> Action:
    """Return the action that a beginner might take."""
    mine, row = tuple(view["players"][view["seat"]]["cards"]), tuple(view["auction"]["row"])
    if view["phase"] == "bidding":
        most = A_POINT * immediate_gain(mine, row) + luck.randrange(3)
        lowest = choices.actions[1:2]
        likes = immediate_gain(mine, row) > 0 and lowest and lowest[0] in BIDS[: most + 1]
        return lowest[0] if likes else choices.actions[0]
    if isinstance(choices.actions[0], TakeAll):
        return choices.actions[0]
    takes = [one for one in choices.actions if isinstance(one, Take)]
    return max(takes, key=lambda one: immediate_gain(mine, (one.card,)))
