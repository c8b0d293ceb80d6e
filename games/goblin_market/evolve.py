"""What each event changes; nothing here judges."""

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal

from games.core.dispatch import by_kind, on_event
from games.core.presentation.scene import Deed
from games.goblin_market.events import (
    EVENTS,
    AuctionWon,
    BidMade,
    CardsDiscarded,
    CardsTaken,
    CardsTurned,
    Dealt,
    Event,
    FirstBidderDrawn,
    GoblinMoneyPaid,
    GoblinsShuffled,
    HandVoided,
    MarketClosed,
    NobodyBid,
    Passed,
    ShareRefused,
    SisterhoodPaid,
    SizeTurned,
)
from games.goblin_market.state import LedgerEntry, State


def apply(state: State, event: Event) -> None:
    """Change a private copy of the state by one event."""
    CHANGES[type(event)](state, event)


def _first_bidder_drawn(state: State, event: FirstBidderDrawn) -> None:
    """G21."""
    state.starter = event.seat
    state.phase = "dealing"


def _apply_dealt(state: State, event: Dealt) -> None:
    """Setup."""
    state.hand = event.hand
    state.starter = event.starter
    state.deck = event.deck
    state.coins = (event.coins,) * state.seats
    state.owned = ((),) * state.seats
    state.bids = (None,) * state.seats
    state.phase = "goblins"


def _goblins_shuffled(state: State, event: GoblinsShuffled) -> None:
    """Setup and rule 7."""
    state.goblins = event.deck
    state.goblins_shown = ()
    state.goblin_shuffles += 1
    state.phase = "between"


def _size_turned(state: State, event: SizeTurned) -> None:
    """Rule 1."""
    state.deck = state.deck[1:]
    state.set_aside += (event.card,)


def _cards_turned(state: State, event: CardsTurned) -> None:
    """Rule 2."""
    state.deck = state.deck[len(event.cards) :]
    state.row = event.cards
    state.auction += 1
    state.final = event.final
    state.still = CLOCKWISE[state.seats][event.starter]
    state.bids = (None,) * state.seats
    state.high = state.leader = None
    state.takers = state.buyers = ()
    state.deeds_before, state.deeds = state.deeds, ()
    state.phase = "bidding"


def _apply_bid_made(state: State, event: BidMade) -> None:
    """Rule 3."""
    seat, still, bids = event.seat, state.still, state.bids
    state.bids = (*bids[:seat], event.coins, *bids[seat + 1 :])
    state.high = event.coins
    state.leader = seat
    state.still = still[1:] + still[:1]
    state.deeds += (Deed(seat, "bid", (), "", event.coins),)


def _passed(state: State, event: Passed) -> None:
    """Rule 3."""
    state.still = state.still[1:]
    state.deeds += (Deed(event.seat, "pass"),)


def _auction_won(state: State, event: AuctionWon) -> None:
    """Rule 3."""
    state.starter = event.seat
    state.takers = event.order
    state.phase = "taking"


def _nobody_bid(state: State, event: NobodyBid) -> None:
    """Rule 4."""
    state.discards += event.cards
    state.row = ()
    state.phase = "goblin_money" if event.goblin_money else "between"


def _apply_cards_taken(state: State, event: CardsTaken) -> None:
    """Rule 5."""
    seat, owned = event.seat, state.owned
    bought = event.cards
    state.owned = (*owned[:seat], owned[seat] + bought, *owned[seat + 1 :])
    state.row = tuple(card for card in state.row if card not in bought)
    state.buyers += (seat,)
    state.deeds += (Deed(seat, "take", bought, "", event.coins),)
    _move_coins(state, "cards", (*(0,) * seat, -event.coins, *(0,) * (state.seats - seat - 1)))
    state.takers = state.takers[1:]
    if event.then is None:
        state.phase = "sisterhood"


def _apply_share_refused(state: State, event: ShareRefused) -> None:
    """G1."""
    state.deeds += (Deed(event.seat, "refuse"),)
    state.takers = state.takers[1:]
    if event.then is None:
        state.phase = "sisterhood"


def _cards_discarded(state: State, event: CardsDiscarded) -> None:
    """Rule 5."""
    state.discards += event.cards
    state.row = ()


def _apply_sisterhood_paid(state: State, event: SisterhoodPaid) -> None:
    """Rule 6."""
    _move_coins(state, "sisterhood", event.coins)
    state.phase = "goblin_money"


def _apply_goblin_money_paid(state: State, event: GoblinMoneyPaid) -> None:
    """Rule 7."""
    state.goblins = state.goblins[1:]
    state.goblins_shown += (event.card,)
    _move_coins(state, "goblins", event.coins)
    state.phase = "between" if state.goblins else "goblins"


def _move_coins(
    state: State, what: Literal["cards", "sisterhood", "goblins"], coins: tuple[int, ...]
) -> None:
    """Add these coins to those of the players, and write it down."""
    state.coins = tuple([one + two for one, two in zip(state.coins, coins, strict=True)])
    state.ledger += (LedgerEntry(state.auction, what, coins),)


def _apply_market_closed(state: State, event: MarketClosed | HandVoided) -> None:
    """Rules 8 and 9."""
    state.scores = event.scores
    state.positive = event.positive
    state.places = event.places
    state.phase = "over"


def _hand_voided(state: State, event: HandVoided) -> None:
    """Take the points back and end the table."""
    _apply_market_closed(state, event)
    state.voided = True


# number of seats -> seat -> all seats clockwise from it
CLOCKWISE: Final[Mapping[int, Mapping[int, Any]]] = {
    seats: {seat: (*range(seat, seats), *range(seat)) for seat in range(seats)}
    for seats in range(3, 7)
}

CHANGES: Final[Mapping[type[Event], Callable[[State, Any], None]]] = by_kind(
    EVENTS.values(),
    on_event(FirstBidderDrawn, _first_bidder_drawn),
    on_event(Dealt, _apply_dealt),
    on_event(GoblinsShuffled, _goblins_shuffled),
    on_event(SizeTurned, _size_turned),
    on_event(CardsTurned, _cards_turned),
    on_event(BidMade, _apply_bid_made),
    on_event(Passed, _passed),
    on_event(AuctionWon, _auction_won),
    on_event(NobodyBid, _nobody_bid),
    on_event(CardsTaken, _apply_cards_taken),
    on_event(ShareRefused, _apply_share_refused),
    on_event(CardsDiscarded, _cards_discarded),
    on_event(SisterhoodPaid, _apply_sisterhood_paid),
    on_event(GoblinMoneyPaid, _apply_goblin_money_paid),
    on_event(MarketClosed, _apply_market_closed),
    on_event(HandVoided, _hand_voided),
)
