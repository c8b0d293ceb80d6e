"""Options of a table of Boosh."""

from dataclasses import dataclass
from typing import Annotated

from games.core.contract import Seat
from games.core.options import Flag, IntegerList, IntegerRange, SeatOrRandom, WordOption


@dataclass(frozen=True, slots=True)
class Options:
    """What the players agree on before the first deal."""

    woof: Annotated[bool, Flag("rules 10-11: Woof may be called before the cherry is turned")] = (
        False
    )
    woof_points: Annotated[
        tuple[int, ...],
        IntegerList(
            6,
            -1000,
            1000,
            "W1: all others folded: caller; caller lowest: caller, others in; "
            "caller not lowest: caller, lowest, others in",
        ),
    ] = (50, 100, -25, -50, 50, -25)
    woof_call_can_win: Annotated[bool, Flag("W2: a Woof caller too can win at the target")] = False
    target: Annotated[int, IntegerRange(1, 10_000, "rule 8: a caller with this total wins")] = 250
    elimination: Annotated[
        int, IntegerRange(-10_000, -1, "rule 8: with this total a player is out")
    ] = -250
    deck_exhausted: Annotated[
        str,
        WordOption(
            ("end_hand", "faceup_only", "reshuffle"),
            "W9: what happens when [A] is empty at the end of a turn",
        ),
    ] = "end_hand"
    allow_returning_faceup: Annotated[
        bool, Flag("W6: a card taken from [B] may be discarded straight back")
    ] = True
    caller_wins_ties: Annotated[bool, Flag("W10: a tied caller counts as best")] = True
    tie_payment: Annotated[
        str,
        WordOption(("each", "split"), "W11, W12: tied hands get the points each, or share them"),
    ] = "each"
    own_cards_shown: Annotated[bool, Flag("W24: the view shows a seat its own four cards")] = True
    max_hands: Annotated[int, IntegerRange(1, 1000, "W22: the game stops after so many hands")] = (
        100
    )
    first_dealer: Annotated[Seat | None, SeatOrRandom("W18: who deals first")] = None
