"""What a search must know of the Bum Game: `regular` plays on until the seat is out."""

from collections.abc import Sequence

from games.bum import regular
from games.bum.actions import Action, Play
from games.bum.cards import RANK, WORDS
from games.bum.choices import choices
from games.bum.determinise import consistent_worlds
from games.bum.plans import beating_options, rank_counts
from games.bum.regular import (
    PASS,
    BotView,
    gifts_from_best,
    others_in_trick,
    planned_move,
    play_worth,
)
from games.bum.state import State
from games.core.bots import Guide
from games.core.contract import Card, Choices, Seat, View

MOST = 8  # candidates
IN_HAND = ("exchange", "play")


def _sight_from_state(state: State, seat: Seat) -> BotView:
    """Return what the rule looks at, from the state: of others' cards only which there are."""
    unseen = [0] * len(WORDS)
    others = []
    for holder, hand in enumerate(state.hands):
        if hand and holder != seat:
            others.append(len(hand))
            for card in hand:
                unseen[RANK[card]] += 1
    found = tuple(others)
    able = others_in_trick([*map(len, state.hands)], seat, state.passed) if state.passed else found
    return BotView(state.hands[seat], state.lead, found, able, tuple(unseen))


def _playout_policy(state: State, seat: Seat) -> Action:
    """Return the move of `regular`."""
    if state.phase == "exchange":
        return gifts_from_best(state.hands[seat], choices(state, seat))[0]
    lead = state.lead
    if lead is not None and not beating_options(rank_counts(state.hands[seat]), lead):
        return PASS
    return planned_move(_sight_from_state(state, seat))


def _candidates(view: View, offered: Choices[Action]) -> Sequence[Action]:
    """Return the moves that `regular` thinks best, and a pass."""
    if view["phase"] == "exchange":
        return gifts_from_best(tuple(map(Card, view["cards"])), offered)[:MOST]
    plays = [one for one in offered.actions if isinstance(one, Play)]
    seen = regular.sight_from_view(view)
    plays.sort(key=lambda play: play_worth(seen, play), reverse=True)
    return (*plays[:MOST], *offered.actions[len(plays) :])


def _over(root: State, state: State) -> bool:
    """Say whether the seat that moved first has gone out, or the hand has ended."""
    assert root.turn is not None
    return state.phase not in IN_HAND or not state.hands[root.turn]


def _worth(root: State, state: State, seat: Seat) -> float:
    """Return the points that the seat has scored."""
    return state.totals[seat] - root.totals[seat]


LOSSES = (0.1, 0.3, 1.0)  # points; see docs/how-to/analyse-a-table.md
GUIDE: Guide[State, Action] = Guide(
    consistent_worlds, _candidates, _over, _worth, _playout_policy, losses=LOSSES
)
