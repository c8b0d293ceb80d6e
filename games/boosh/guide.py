"""What a search must know of Boosh: what is worth trying, and what it has brought."""

from collections.abc import Sequence

from games.boosh.actions import Action
from games.boosh.rivals import policy, worlds
from games.boosh.state import State
from games.core.bots import Guide
from games.core.contract import Choices, Seat, View


def _candidates(view: View, choices: Choices[Action]) -> Sequence[Action]:
    """Return all that may be done; what others than the caller show changes little."""
    if view["phase"] == "exposing" and view["seat"] != view["caller"]:
        return ()
    return choices.actions


def _over(root: State, state: State) -> bool:
    """Say whether the hand has been scored."""
    return len(state.history) > len(root.history)


def _worth(root: State, state: State, seat: Seat) -> float:
    """Return by how much the seat has gained more than all on the average."""
    gained = [now - before for now, before in zip(state.totals, root.totals, strict=True)]
    return gained[seat] - sum(gained) / len(root.players)


GUIDE: Guide[State, Action] = Guide(worlds, _candidates, _over, _worth, policy)
