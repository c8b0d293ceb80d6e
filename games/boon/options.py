"""The options of Boon; what the rulebook leaves open has its ruling as the default."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar

from games.core.contract import Seat
from games.core.options import Flag, IntegerList, IntegerRange, SeatOrRandom, Shorthand, WordOption
from games.core.type_hints.values import SPARSE

LEASTER, FORCED_PICK = "leaster", "forced_pick"
ASIDE, LAST_TRICK = "aside", "last_trick"
EVEN = (2, 1, 1, 2)  # N6
DOUBLE_ON_THE_BUMP = (4, 2, 1, 2)  # N27


@dataclass(frozen=True, slots=True)
class Options:
    """What a table may settle before the first deal."""

    SHORTHANDS: ClassVar[Mapping[str, Shorthand]] = {
        "named_payout": Shorthand(
            {"even": {"payout": EVEN}, "double_on_the_bump": {"payout": DOUBLE_ON_THE_BUMP}},
            "N27: the payout by its name; double_on_the_bump: 4, 2, 1, 2, a lost Boon costs double",
        )
    }

    victory_cards: Annotated[
        int, IntegerRange(1, 50, "N1: Victory Cards of each player at the start")
    ] = 5
    payout: Annotated[
        tuple[int, ...],
        IntegerList(4, 0, 9, "N6: Victory Cards a defender on 0-29, 30-60, 61-90, 91-120 points"),
    ] = EVEN
    leaster_blind: Annotated[
        str, WordOption((ASIDE, LAST_TRICK), "N12: who gets the Boon's points in a Leaster")
    ] = ASIDE
    may_bury_gold7: Annotated[bool, Flag("N15: with five players the taker may bury gold 7")] = True
    max_rounds: Annotated[int, IntegerRange(1, 1000, "N22: rounds after which the game ends")] = 500
    first_dealer: Annotated[Seat | None, SeatOrRandom("rule 1: who deals the first round")] = None
    all_pass: Annotated[
        str,
        WordOption(
            (LEASTER, FORCED_PICK),
            "N26: what follows when nobody wants the Boon; forced_pick: the dealer must take it",
        ),
        SPARSE,
    ] = LEASTER
