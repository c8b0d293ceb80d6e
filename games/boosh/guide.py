"""What a search must know of Boosh: what is worth trying, and what it has brought."""

from collections.abc import Sequence

from games.boosh.actions import Action, Replace
from games.boosh.rivals import policy, worlds
from games.boosh.sight import HIGH, LOW, total_of_ranks
from games.boosh.state import State
from games.core.bots import Guide
from games.core.contract import Choices, Seat, View


def _candidates(view: View, choices: Choices[Action]) -> Sequence[Action]:
    """Return from where to take a card, and where it may go without a lower hand.

    Calls, shows and answers are the table's: a search that guesses how others play leaves what
    nobody can gain against.
    """
    if view["phase"] == "taking":
        return choices.actions
    if view["phase"] == "placing" and view["own_cards"]:
        return best_placements(view, choices.actions)
    return ()


def best_placements(view: View, actions: Sequence[Action]) -> Sequence[Action]:
    """Return the placements of a taken card that leave the best hand."""
    ranks, card = LOW if view["call"] == "woof" else HIGH, view["taken"]["card"]
    hand = [ranks[one] for one in view["own_cards"]]

    def points(action: Action) -> int:
        after = hand.copy()
        if isinstance(action, Replace):
            after[action.position] = ranks[card]
        return total_of_ranks(after)

    best = max(map(points, actions))
    return [one for one in actions if points(one) == best]


def _over(root: State, state: State) -> bool:
    """Say whether the hand has been scored."""
    return len(state.history) > len(root.history)


def _worth(root: State, state: State, seat: Seat) -> float:
    """Return by how much the seat has gained more than all on the average."""
    gained = [now - before for now, before in zip(state.totals, root.totals, strict=True)]
    return gained[seat] - sum(gained) / len(root.players)


LOSSES = (4.0, 10.0, 15.0)  # points; see docs/how-to/analyse-a-table.md
GUIDE: Guide[State, Action] = Guide(worlds, _candidates, _over, _worth, policy, losses=LOSSES)
