"""What a seat may ask for."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from games.core.audience import OWN
from games.core.contract import Card, Cards
from games.core.dispatch import by_name


@dataclass(frozen=True, slots=True)
class Take:
    """Rule 2: take the Boon."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Rule 2: leave the Boon to the others."""


@dataclass(frozen=True, slots=True)
class Bury:
    """Rule 3: put as many cards as the Boon had into the own points pile, in any order."""

    cards: Annotated[Cards, OWN]


@dataclass(frozen=True, slots=True)
class Play:
    """Rule 5: lead a card or play one to the trick."""

    card: Card


Action = Take | Pass | Bury | Play
ACTIONS: Mapping[str, type[Action]] = by_name(
    Action,
    {"take": Take, "pass": Pass, "bury": Bury, "play": Play},
)
