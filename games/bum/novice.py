"""A beginner: rids itself of the lowest cards first and beats whatever it can, without a plan.

It leads all cards of its lowest rank and sees no sequences, beats with the lowest cards that will
do even where that breaks a set, and forgets that wild cards can help until it has few cards left.
"""

from collections.abc import Sequence

from games.bum.actions import Action, Pass, Play
from games.bum.cards import RANK, possible_combinations
from games.core.contract import Choices, Luck, ReceivedEvent, View

FEW = 4  # cards, from which on it thinks of its wild ones


def choose(
    view: View, choices: Choices[Action], seen: Sequence[ReceivedEvent], luck: Luck, budget: object
) -> Action:
    """Return one of the choices."""
    plays = [action for action in choices.actions if isinstance(action, Play)]
    if view["phase"] == "exchange":
        return choices.picks[0].example  # its lowest cards
    if view["lead"] is None:
        return min(filter(_is_set, plays), key=lambda play: (_lowest_rank(play), -len(play.cards)))
    thought_of = [play for play in plays if len(view["cards"]) <= FEW or not _is_mixed(play)]
    return min(thought_of, key=lambda play: RANK[play.cards[-1]], default=Pass())


def _is_set(play: Play) -> bool:
    """Say whether all cards are of one rank."""
    return RANK[play.cards[0]] == RANK[play.cards[-1]]


def _is_mixed(play: Play) -> bool:
    """Say whether wild cards stand for others."""
    return possible_combinations(play.cards)[0].kind == "set" and not _is_set(play)


def _lowest_rank(play: Play) -> int:
    """Return the rank of the lowest card."""
    return RANK[play.cards[0]]
