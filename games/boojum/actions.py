"""What a seat may ask for."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.core.contract import Cards


@dataclass(frozen=True, slots=True)
class Bid:
    """Rule 5: add `cards` from the hand to the own bid pile for the slot under auction."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class Pass:
    """Rule 5: stay out of this slot's auction."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Rule 9: turn in `cards` as a set of this `kind` for a token.

    `excuses` names what the Excuses among the cards stand for, as far as the kind needs it (B29):
    a rank, or the suits of its symbols joined by ``/``. What is left out is filled in.
    """

    token: str
    kind: str
    cards: Cards
    excuses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Done:
    """Rule 9: make no more claims in this claim phase."""


ACTIONS: Mapping[str, type[Any]] = {"bid": Bid, "pass": Pass, "claim": Claim, "done": Done}
