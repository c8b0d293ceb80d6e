"""The state of a table of Goblin Market."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, get_args

from games.core.contract import Cards, Seat
from games.core.presentation.scene import Deeds
from games.goblin_market.options import Options

Phase = Literal[
    "drawing",  # the first bidder is drawn
    "dealing",  # the Auction Deck is shuffled
    "goblins",  # the Goblin Deck is shuffled
    "between",  # the next auction opens, or the market closes
    "bidding",
    "taking",
    "sisterhood",  # sisterhood money, then goblin money, is paid
    "goblin_money",  # goblin money alone is paid
    "over",
]
PHASES: Final[tuple[Phase, ...]] = get_args(Phase)

MOST_POINTS, TIE_BROKEN, WIN_SHARED = "most_points", "tie_broken", "win_shared"
HAND_VOIDED: Final = "hand_voided"
ENDINGS: Final[Mapping[str, str]] = {  # rule 9
    MOST_POINTS: "The market has closed, and one player has the most points",
    TIE_BROKEN: "The market has closed, and positive points decide among those equal in points",
    WIN_SHARED: "The market has closed, and players equal in points and in positive points share"
    " the win",
    HAND_VOIDED: "The only hand was voided",
}


class LedgerEntry(NamedTuple):
    """Coins that went to the players (or from them, below 0) at one moment."""

    auction: int
    what: Literal["cards", "sisterhood", "goblins"]
    coins: tuple[int, ...]  # by seat


@dataclass
class State:
    """Everything about a table; only `evolve.apply` assigns to it, on a copy."""

    options: Options
    seats: int
    phase: Phase
    hand: int = 0
    starter: Seat | None = None  # starts the bidding of this auction and, if nobody bids, the next
    # Cards. Together with those owned: each card of the two decks once.
    deck: Cards = ()  # the Auction Deck, next card first
    goblins: Cards = ()  # the Goblin Deck, next card first
    goblin_shuffles: int = 0  # how often the Goblin Deck was shuffled
    goblins_shown: Cards = ()  # turned since the Goblin Deck was shuffled, in that order
    set_aside: Cards = ()  # size cards, in the order turned
    discards: Cards = ()  # in the order discarded
    row: Cards = ()  # for sale, in the order turned
    owned: tuple[Cards, ...] = ()  # by seat, in the order bought
    # Coins
    coins: tuple[int, ...] = ()  # by seat
    ledger: tuple[LedgerEntry, ...] = ()  # every payment and income after the start, in order
    # This auction
    auction: int = 0  # 1, 2, 3 ...
    final: bool = False  # all the rest of the deck is for sale
    still: tuple[Seat, ...] = ()  # have not passed: who bids now, then clockwise
    bids: tuple[int | None, ...] = ()  # by seat: the last bid
    high: int | None = None  # the highest bid
    leader: Seat | None = None  # who made it; in the end the winner
    takers: tuple[Seat, ...] = ()  # by bid, highest first: who takes now, then those after
    buyers: tuple[Seat, ...] = ()  # who got cards
    # The result
    scores: tuple[int, ...] = ()  # by seat
    positive: tuple[int, ...] = ()  # by seat: points in the three best suits
    places: tuple[int, ...] = ()  # by seat
    voided: bool = False
    # For the scene
    deeds: Deeds = ()  # bids, passes and takings of this auction, for the scene
    deeds_before: Deeds = ()  # those of the one before
