"""A quick player: beats the trick as cheaply as it can, else throws its lowest card."""

from collections.abc import Sequence

from games.core.bots import Bot, Budget, by_level
from games.core.contract import Choices, Luck, ReceivedEvent, View
from high_card.actions import Action
from high_card.cards import STRENGTH


def choose(
    view: View, choices: Choices[Action], seen: Sequence[ReceivedEvent], luck: Luck, budget: Budget
) -> Action:
    """Return one of `choices` by a rule of thumb."""
    best = max((STRENGTH[one["card"]] for one in view["trick"]), default=-1)
    ranked = sorted(choices.actions, key=lambda play: STRENGTH[play.card])
    beating = [play for play in ranked if STRENGTH[play.card] > best]
    is_last = len(view["queue"]) == 1
    if not beating:
        return ranked[0]
    return beating[0] if is_last else beating[-1]


BOTS = by_level(Bot("regular", 1, choose))
