"""What a player may ask for; all of it is public."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Final

from games.core.contract import Card
from games.core.dispatch import by_name
from games.core.distinct import Among

MOST_COINS = 1000  # nobody can own more: 200 at the start, and at most 36 from each of 14 auctions


@dataclass(frozen=True, slots=True)
class Bid:
    """Rule 3: offer this many coins."""

    coins: Annotated[int, Among(range(MOST_COINS))]


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
