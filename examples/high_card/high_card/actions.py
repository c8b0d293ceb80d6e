"""What a seat may ask for; the seat itself is not in the action."""

from dataclasses import dataclass

from games.core.contract import Card
from games.core.dispatch import by_name


@dataclass(frozen=True, slots=True)
class Play:
    """Rule 3: play a card of one's hand."""

    card: Card


Action = Play

ACTIONS: dict[str, type[Action]] = by_name(Action, {"play": Play})
