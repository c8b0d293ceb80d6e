"""What a seat may ask for."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from games.bum.cards import Kind
from games.core.audience import OWN
from games.core.contract import Cards
from games.core.dispatch import by_name


@dataclass(frozen=True, slots=True)
class Play:
    """Rule 5: play one combination; `declared` says which, where cards can be read as two (U6)."""

    cards: Cards
    declared: Kind | None = None


@dataclass(frozen=True, slots=True)
class Pass:
    """Rule 5: leave the combination on the table unbeaten for now."""


@dataclass(frozen=True, slots=True)
class Give:
    """U36: choose the cards that one gives in the exchange."""

    cards: Annotated[Cards, OWN]


Action = Play | Pass | Give
ACTIONS: Mapping[str, type[Action]] = by_name(
    Action,
    {"play": Play, "pass": Pass, "give": Give},
)
