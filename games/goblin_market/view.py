"""What a seat or a spectator may know: all but the order of the decks and, by G18, the coins."""

from collections.abc import Mapping
from typing import Annotated, Any, TypedDict

from games.core.contract import Card, Seat
from games.core.options import options_to_json
from games.core.presentation.scene import DeedFacts, deed_facts
from games.core.type_hints.records import BySeat, CardRow, Component, SeatCount, Seats, Viewer
from games.goblin_market.bidding import least_bid
from games.goblin_market.rules import to_act
from games.goblin_market.scoring import score_owned_cards
from games.goblin_market.state import Phase, State


class Auction(TypedDict):
    """The cards for sale, the bidding and who takes cards."""

    number: int
    final: Annotated[bool, "These are the last cards."]
    row: Annotated[list[Card], "The cards for sale."]
    starter: Seat | None
    bids: Annotated[list[int | None], "By seat."]
    high: int | None
    leader: Seat | None
    least_bid: Annotated[int | None, "The lowest bid that is accepted now."]
    still: Annotated[list[Seat], "Seats still in the auction."]
    takers: Annotated[list[Seat], "Who takes cards, in order."]
    buyers: Annotated[list[Seat], "Who has taken cards."]


class PlayerAssets(TypedDict):
    """What a player owns."""

    cards: CardRow
    coins: Annotated[int | None, "null: hidden by an option."]
    points: int
    positive_points: int


class Payment(TypedDict):
    """Coins that went to the players, or from them, at one moment."""

    auction: int
    what: str
    coins: BySeat


class FinalResult(TypedDict):
    """Scores and places once the table is over."""

    scores: BySeat
    positive_points: BySeat
    places: BySeat
    voided: bool


class GoblinMarketPlayView(TypedDict):
    """What a seat may know of a play of Goblin Market."""

    seat: Viewer
    seats: SeatCount
    options: Annotated[Mapping[str, Any], Component("Options")]
    hand: int
    phase: Phase
    to_act: Seats
    auction: Auction
    deck_count: int
    set_aside: CardRow
    discards: CardRow
    goblin_count: int
    goblin_shuffles: int
    goblins_shown: CardRow
    players: Annotated[list[PlayerAssets], "By seat."]
    ledger: Annotated[list[Payment], "Every payment."]
    deeds: Annotated[list[DeedFacts], "Bids, passes and takings of this auction, in order."]
    deeds_before: Annotated[list[DeedFacts], "Those of the auction before."]
    result: FinalResult | None


def view(state: State, seat: Seat | None) -> GoblinMarketPlayView:
    """Return the table as this seat may see it."""
    acting = to_act(state)
    return {
        "seat": seat,
        "seats": state.seats,
        "options": options_to_json(state.options),
        "hand": state.hand,
        "phase": state.phase,
        "to_act": list(acting),
        "auction": _auction_facts(state),
        "deck_count": len(state.deck),
        "set_aside": list(state.set_aside),
        "discards": list(state.discards),
        "goblin_count": len(state.goblins),
        "goblin_shuffles": state.goblin_shuffles,
        "goblins_shown": list(state.goblins_shown),
        "players": [_visible_player_facts(state, Seat(one), seat) for one in range(state.seats)],
        "ledger": [
            {"auction": number, "what": what, "coins": list(coins)}
            for number, what, coins in state.ledger
        ],
        "deeds": deed_facts(state.deeds),
        "deeds_before": deed_facts(state.deeds_before),
        "result": _final_result(state),
    }


def _auction_facts(state: State) -> Auction:
    """Return the cards for sale, the bidding and who takes cards."""
    return {
        "number": state.auction,
        "final": state.final,
        "row": list(state.row),
        "starter": state.starter,
        "bids": list(state.bids),
        "high": state.high,
        "leader": state.leader,
        "least_bid": least_bid(state) if state.phase == "bidding" else None,
        "still": list(state.still),
        "takers": list(state.takers),
        "buyers": list(state.buyers),
    }


def _visible_player_facts(state: State, one: Seat, seat: Seat | None) -> PlayerAssets:
    """Return what `seat` may know of player `one`."""
    owned = state.owned[one] if state.owned else ()
    score, positive = score_owned_cards(owned)
    known = bool(state.coins) and (state.options.coins_public or one == seat)
    return {
        "cards": list(owned),
        "coins": state.coins[one] if known else None,
        "points": score,
        "positive_points": positive,
    }


def _final_result(state: State) -> FinalResult | None:
    """Return scores and places once the table is over."""
    if state.phase != "over":
        return None
    return {
        "scores": list(state.scores),
        "positive_points": list(state.positive),
        "places": list(state.places),
        "voided": state.voided,
    }
