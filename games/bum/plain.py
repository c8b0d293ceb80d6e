"""A quick player by rules of thumb: low cards first, wild ones last, out when it can."""

from collections.abc import Sequence

from games.bum.actions import Action, Pass, Play
from games.bum.cards import ACE, RANK, TWO, by_rank
from games.core.bots import Budget
from games.core.contract import Card, Choices, Luck, ReceivedEvent, View

DANGER = 4  # somebody who holds so few cards may go out soon


def choose(
    view: View, choices: Choices[Action], seen: Sequence[ReceivedEvent], luck: Luck, budget: Budget
) -> Action:
    """Return one of the choices."""
    plays = [action for action in choices.actions if isinstance(action, Play)]
    if not plays:
        return choices.actions[0] if choices.actions else choices.picks[0].example
    for play in plays:
        if len(play.cards) == len(view["cards"]):
            return play  # out
    if view["lead"] is None:
        return min(plays, key=lambda play: _lead_cost(view, play))
    best = min(plays, key=lambda play: _follow_cost(view, play))
    return best if _worth_playing(view, best) else Pass()


def _others_near_out(view: View) -> bool:
    """Say whether somebody else is about to go out."""
    counts = [count for seat, count in enumerate(view["counts"]) if seat != view["seat"]]
    return any(0 < count <= DANGER for count in counts)


def _strength_spent(play: Play) -> int:
    """Return what the play uses up: high cards, and wild ones most."""
    return sum(max(0, RANK[card] - ACE + 2) ** 2 for card in play.cards)


def _left_behind_count(view: View, play: Play) -> int:
    """Return how many cards of the play's ranks stay behind."""
    rows = by_rank(tuple(map(Card, view["cards"])))
    ranks = {RANK[card] for card in play.cards if RANK[card] < TWO}
    natural = sum(RANK[card] < TWO for card in play.cards)
    return sum(len(rows[rank]) for rank in ranks) - natural


def _lead_cost(view: View, play: Play) -> int:
    """Return a low number for leads that shed many low cards and break nothing."""
    lowest = min(RANK[card] for card in play.cards)
    shed = 3 * len(play.cards)
    if _others_near_out(view):
        return 4 * _left_behind_count(view, play) + 2 * _strength_spent(play) - shed - lowest
    return lowest + 4 * _left_behind_count(view, play) + 2 * _strength_spent(play) - shed


def _follow_cost(view: View, play: Play) -> int:
    """Return a low number for plays that beat with little."""
    lowest = max(RANK[card] for card in play.cards)
    return lowest + 3 * _left_behind_count(view, play) + 4 * _strength_spent(play)


def _worth_playing(view: View, play: Play) -> bool:
    """Say whether to play rather than wait: high cards are kept until they decide something."""
    few = len(view["cards"]) - len(play.cards) <= DANGER
    if few or _others_near_out(view):
        return True
    return _strength_spent(play) <= 4 and _left_behind_count(view, play) <= 1
