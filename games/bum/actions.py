"""What a seat may ask for."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.bum.cards import Kind
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


Action = Play | Pass
ACTIONS: Mapping[str, type[Action]] = by_name(
    Action,
    {"play": Play, "pass": Pass},
)
