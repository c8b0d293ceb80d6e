"""What a player may ask for; all of it is public."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from games.core.contract import Card
from games.core.dispatch import by_name


@dataclass(frozen=True, slots=True)
class Bid:
    """Rule 3: offer this many coins."""

    coins: int


@dataclass(frozen=True, slots=True)
class Pass:
    """Rule 3: bid no more in this auction."""


@dataclass(frozen=True, slots=True)
class TakeAll:
    """Rule 5: the winner takes all cards for sale."""


@dataclass(frozen=True, slots=True)
class Take:
    """Rule 5: take one card; the others go to the next bidders."""

    card: Card


@dataclass(frozen=True, slots=True)
class Refuse:
    """G1: take no share; only where the table allows it."""


Action = Bid | Pass | TakeAll | Take | Refuse
ACTIONS: Final[Mapping[str, type[Action]]] = by_name(
    Action,
    {
        "bid": Bid,
        "pass": Pass,
        "take_all": TakeAll,
        "take": Take,
        "refuse": Refuse,
    },
)
