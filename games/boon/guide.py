"""What a search must know of Boon: where the hidden cards may lie, and what is worth trying."""

from collections.abc import Sequence

from games.boon import regular
from games.boon.actions import Action, Bury, Play
from games.boon.cards import GOLD_7, POINTS, SUIT
from games.boon.events import RoundCounted
from games.boon.rivals import policy, worlds
from games.boon.sight import BIT, HIGHER, finished_trick_facts, play_sight_from_view, unseen_by
from games.boon.state import DEALING, OVER, TAKING, State
from games.core.bots import Guide
from games.core.contract import Card, Choices, Seat, View

POINT, EVEN = 0.03, 60  # Victory Cards a point above what the sides share
BURIALS = 8  # that are tried


def _over(root: State, state: State) -> bool:
    """Say whether the round has been counted."""
    return state.phase in (DEALING, OVER)


def _worth(root: State, state: State, seat: Seat) -> float:
    """Return the Victory Cards that the round has brought, and something for every point.

    Points tell sooner than Victory Cards, of which few playouts win or lose one more.
    """
    gained, last = state.victory_cards[seat] - root.victory_cards[seat], state.last
    if not isinstance(last, RoundCounted):
        return gained
    ahead = POINT * (last.points - EVEN)
    if seat == last.taker:
        return gained + ahead * (state.seats - 1 if last.partner is None else 2)
    return gained + (ahead if seat == last.partner else -ahead)


def _candidates(view: View, choices: Choices[Action]) -> Sequence[Action]:
    """Return the likeliest burials; of cards that are as good as each other, the lowest."""
    if choices.picks:
        pick = choices.picks[0]
        return [
            Bury(cards) for cards in regular.burials_best_first(pick.cards, pick.least)[:BURIALS]
        ]
    if view["phase"] == TAKING:
        return choices.actions
    sight = play_sight_from_view(view)
    unseen, found = unseen_by(sight, finished_trick_facts(sight.tricks, sight.seats)), []
    last: Card | None = None
    for action in choices.actions:
        assert isinstance(action, Play)
        if last is None or not _is_equivalent_card(last, action.card, unseen):
            found.append(action)
        last = action.card
    return found


def _is_equivalent_card(low: Card, high: Card, unseen: int) -> bool:
    """Say whether it is all one which of two cards is played."""
    if SUIT[low] != SUIT[high] or POINTS[low] != POINTS[high] or GOLD_7 in (low, high):
        return False
    return not HIGHER[low] & ~HIGHER[high] & ~BIT[high] & unseen


LOSSES = (0.1, 0.4, 1.25)  # Victory Cards; see docs/how-to/analyse-a-table.md
GUIDE: Guide[State, Action] = Guide(worlds, _candidates, _over, _worth, policy, losses=LOSSES)
