"""Options of the Bum Game."""

from dataclasses import dataclass
from typing import Annotated

from games.bum.cards import usual_jokers
from games.core.contract import Seat
from games.core.options import Flag, SeatOrRandom, Whole, Word


class Jokers(Whole):
    """A number of Jokers that only six or more players may choose (U23)."""

    def problem(self, value: object, seats: int) -> str | None:
        """Say what is wrong with `value`, or None."""
        if type(value) is int and (value == 0 or (seats >= 6 and 2 <= value <= seats)):
            return None
        usual = f"0 for the usual {usual_jokers(seats)}"
        return f"must be {usual}, or 2 to {seats}" if seats >= 6 else f"must be {usual}"


@dataclass(frozen=True, slots=True)
class Options:
    """What the players agree on before the first deal."""

    target: Annotated[int, Whole(0, 1000, "rule 9: points that win; 0: 25 for each player")] = 0
    hands: Annotated[int, Whole(1, 1000, "U31: the session ends after so many hands")] = 1000
    exchange: Annotated[bool, Flag("rule 4: cards are exchanged; no: single session game")] = True
    revolution: Annotated[str, Word(("standard", "bum_only"), "rule 3, U30")] = "standard"
    jokers: Annotated[int, Jokers(0, 8, "U23: 2 to n for six or more; 0: half the players")] = 0
    first_boss: Annotated[Seat | None, SeatOrRandom("rule 1: Boss of the first hand")] = None
