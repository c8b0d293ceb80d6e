"""What a seat may ask for."""

from dataclasses import dataclass
from typing import Any

from games.bum.cards import Kind
from games.core.contract import Cards


@dataclass(frozen=True, slots=True)
class Play:
    """Rule 5: play one combination; `declared` says which, where cards can be read as two (U6)."""

    cards: Cards
    declared: Kind | None = None


@dataclass(frozen=True, slots=True)
class Pass:
    """Rule 5: leave the combination on the table unbeaten for now."""


ACTIONS: dict[str, type[Any]] = {"play": Play, "pass": Pass}
