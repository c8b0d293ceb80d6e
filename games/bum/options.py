"""Options of the Bum Game."""

from dataclasses import dataclass
from typing import Annotated, Any

from games.bum.cards import usual_jokers
from games.core.contract import Seat
from games.core.options import Flag, IntegerRange, SeatOrRandom, WordOption, is_whole


class IntegerOrUsual(IntegerRange):
    """A whole number within the bounds, or 0 for what is usual."""

    def problem(self, value: object, seats: int) -> str | None:
        """Say what is wrong with `value`, or None."""
        if is_whole(value, 0, 0) or is_whole(value, self.least, self.most):
            return None
        return f"must be a whole number from {self.least} to {self.most}, or 0 for the usual"

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of a value."""
        return {"type": "integer", "minimum": 0, "maximum": self.most}


class JokerCount(IntegerRange):
    """A number of Jokers that only six or more players may choose (U23); 0 for the usual."""

    def problem(self, value: object, seats: int) -> str | None:
        """Say what is wrong with `value`, or None."""
        if is_whole(value, 0, 0) or (seats >= 6 and is_whole(value, 2, seats)):
            return None
        usual = f"0 for the usual {usual_jokers(seats)}"
        return f"must be {usual}, or 2 to {seats}" if seats >= 6 else f"must be {usual}"


@dataclass(frozen=True, slots=True)
class Options:
    """What the players agree on before the first deal."""

    target: Annotated[
        int, IntegerOrUsual(1, 1000, "rule 9: points that win; 0: 25 for each player")
    ] = 0
    hands: Annotated[int, IntegerOrUsual(1, 1000, "U31: end after so many hands; 0: no limit")] = 0
    exchange: Annotated[bool, Flag("rule 4: cards are exchanged; no: single session game")] = True
    revolution: Annotated[str, WordOption(("standard", "bum_only"), "rule 3, U30")] = "standard"
    jokers: Annotated[int, JokerCount(0, 8, "U23: 2 to n for six or more; 0: half the players")] = 0
    first_boss: Annotated[Seat | None, SeatOrRandom("rule 1: Boss of the first hand")] = None
    pass_is_final: Annotated[bool, Flag("U34: who passes is out of the trick")] = False
    ranked_jokers: Annotated[bool, Flag("U35: higher Jokers beat lower ones")] = False
    boss_chooses: Annotated[bool, Flag("U36: Boss and Foreman choose what they give")] = False
