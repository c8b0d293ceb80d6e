"""Options of Goblin Market; RULES.md says what each changes."""

from dataclasses import dataclass
from typing import Annotated, Final

from games.core.contract import Seat
from games.core.options import Flag, IntegerRange, SeatOrRandom

SEAT_0: Final = Seat(0)


@dataclass(frozen=True, slots=True)
class Options:
    """What the players of a table may agree on."""

    use_courts: Annotated[bool, Flag("Setup: the Courts are in the Goblin Deck too")] = True
    start_coins: Annotated[
        int, IntegerRange(0, 200, "Setup: coins of each player at the start")
    ] = 10
    first_bidder: Annotated[
        Seat | None, SeatOrRandom("Setup, G21: starts the first auction, as the youngest player")
    ] = SEAT_0
    min_bid: Annotated[int, IntegerRange(0, 200, "G2: the lowest opening bid")] = 1
    goblin_money_when_all_pass: Annotated[
        bool, Flag("G9: goblin money is also paid when nobody bid")
    ] = False
    share_may_be_refused: Annotated[
        bool, Flag("G1, G20: those who share the cards with the winner may refuse")
    ] = False
    coins_public: Annotated[bool, Flag("G18: everybody sees how many coins a player has")] = True
