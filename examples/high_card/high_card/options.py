"""Options of a table of High Card."""

from dataclasses import dataclass
from typing import Annotated

from games.core.contract import Seat
from games.core.options import IntegerRange, SeatOrRandom


@dataclass(frozen=True, slots=True)
class Options:
    """What the players agree on before the first deal."""

    hands: Annotated[int, IntegerRange(1, 20, "rule 6: hands of the game")] = 3
    cards: Annotated[int, IntegerRange(1, 8, "rule 2: cards each seat is dealt")] = 3
    first_dealer: Annotated[Seat | None, SeatOrRandom("rule 1: who deals first")] = None
