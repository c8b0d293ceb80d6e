"""What `expert` does before it searches: as the table says, mixed by its own luck."""

from collections.abc import Sequence

from games.boosh.actions import Action
from games.boosh.regular import move_by_draw
from games.boosh.sight import sight_of_viewer
from games.boosh.table import STEPS
from games.core.bots import Budget
from games.core.contract import Choices, ReceivedEvent, View
from games.core.fairness.chance import Chance


def choose(
    view: View,
    choices: Choices[Action],
    seen: Sequence[ReceivedEvent],
    luck: Chance,
    budget: Budget,
) -> Action:
    """Return one of the choices."""
    return move_by_draw(sight_of_viewer(view, seen), luck.randrange(STEPS))
