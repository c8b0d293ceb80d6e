"""What happens at a table; only the order of the two decks is secret."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Final

from games.core.audience import HAND
from games.core.contract import Card, Cards, Seat
from games.core.dispatch import by_name


@dataclass(frozen=True, slots=True)
class FirstBidderDrawn:
    """G21: `seat` was drawn to start the first auction."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Dealt:
    """Setup: the Auction Deck was shuffled and every player got `coins`."""

    hand: int
    starter: Seat
    coins: int
    deck: Annotated[Cards, HAND]  # next card first


@dataclass(frozen=True, slots=True)
class GoblinsShuffled:
    """Setup and rule 7: the Goblin Deck was shuffled."""

    deck: Annotated[Cards, HAND]  # next card first


@dataclass(frozen=True, slots=True)
class SizeTurned:
    """Rule 1: the size card says that `size` cards will be for sale; it is set aside."""

    card: Card
    size: int


@dataclass(frozen=True, slots=True)
class CardsTurned:
    """Rule 2: these cards are for sale, and `starter` bids first."""

    cards: Cards
    starter: Seat
    final: bool  # rule 1: no size card was turned, these are the last cards


@dataclass(frozen=True, slots=True)
class BidMade:
    """Rule 3."""

    seat: Seat
    coins: int


@dataclass(frozen=True, slots=True)
class Passed:
    """Rule 3."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class AuctionWon:
    """Rule 3: the bidding ended; `order` is everybody who bid, highest last bid first."""

    seat: Seat
    coins: int
    order: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class NobodyBid:
    """Rule 4: all passed, and the cards were discarded."""

    cards: Cards
    goblin_money: bool  # G9: it is paid all the same


@dataclass(frozen=True, slots=True)
class CardsTaken:
    """Rule 5: `seat` paid `coins` for `cards`; `then` takes next (None: nobody)."""

    seat: Seat
    cards: Cards
    coins: int
    then: Seat | None


@dataclass(frozen=True, slots=True)
class ShareRefused:
    """G1: `seat` took nothing and paid nothing; `then` is asked next (None: nobody)."""

    seat: Seat
    then: Seat | None


@dataclass(frozen=True, slots=True)
class CardsDiscarded:
    """Rule 5: nobody was left to take these."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class SisterhoodPaid:
    """Rule 6: who got no card earned for ranks at and below the last digit of the bid."""

    digit: int
    coins: tuple[int, ...]  # by seat


@dataclass(frozen=True, slots=True)
class GoblinMoneyPaid:
    """Rule 7: everybody got a coin for each suit of the Goblin card that they do not own."""

    card: Card
    coins: tuple[int, ...]  # by seat


@dataclass(frozen=True, slots=True)
class MarketClosed:
    """Rules 8 and 9: the Auction Deck is empty, and the cards were counted."""

    scores: tuple[int, ...]  # by seat
    positive: tuple[int, ...]  # by seat: points in the three best suits
    places: tuple[int, ...]  # by seat


@dataclass(frozen=True, slots=True)
class HandVoided:
    """An auditor took the hand's points back; there is no other hand, so the table is over."""

    hand: int
    scores: tuple[int, ...]  # by seat
    positive: tuple[int, ...]  # by seat
    places: tuple[int, ...]  # by seat


Event = (
    FirstBidderDrawn
    | Dealt
    | GoblinsShuffled
    | SizeTurned
    | CardsTurned
    | BidMade
    | Passed
    | AuctionWon
    | NobodyBid
    | CardsTaken
    | ShareRefused
    | CardsDiscarded
    | SisterhoodPaid
    | GoblinMoneyPaid
    | MarketClosed
    | HandVoided
)
EVENTS: Final[Mapping[str, type[Event]]] = by_name(
    Event,
    {
        "goblin_market.first_bidder_drawn.v1": FirstBidderDrawn,
        "goblin_market.dealt.v1": Dealt,
        "goblin_market.goblins_shuffled.v1": GoblinsShuffled,
        "goblin_market.size_turned.v1": SizeTurned,
        "goblin_market.cards_turned.v1": CardsTurned,
        "goblin_market.bid_made.v1": BidMade,
        "goblin_market.passed.v1": Passed,
        "goblin_market.auction_won.v1": AuctionWon,
        "goblin_market.nobody_bid.v1": NobodyBid,
        "goblin_market.cards_taken.v1": CardsTaken,
        "goblin_market.share_refused.v1": ShareRefused,
        "goblin_market.cards_discarded.v1": CardsDiscarded,
        "goblin_market.sisterhood_paid.v1": SisterhoodPaid,
        "goblin_market.goblin_money_paid.v1": GoblinMoneyPaid,
        "goblin_market.market_closed.v1": MarketClosed,
        "goblin_market.hand_voided.v1": HandVoided,
    },
)
