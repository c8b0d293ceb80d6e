"""What a seat or a spectator may know: all but the order of the decks and, by G18, the coins."""

from typing import Any

from games.core.contract import Seat, View
from games.core.options import written
from games.goblin_market.bidding import least_bid
from games.goblin_market.rules import to_act
from games.goblin_market.scoring import points
from games.goblin_market.state import State


def view(state: State, seat: Seat | None) -> View:
    """Return the table as this seat may see it."""
    acting = to_act(state)
    return {
        "seat": seat,
        "seats": state.seats,
        "options": written(state.options),
        "hand": state.hand,
        "phase": state.phase,
        "to_act": list(acting),
        "auction": auction(state),
        "deck_count": len(state.deck),
        "set_aside": list(state.set_aside),
        "discards": list(state.discards),
        "goblin_count": len(state.goblins),
        "goblin_shuffles": state.goblin_shuffles,
        "goblins_shown": list(state.goblins_shown),
        "players": [player(state, Seat(one), seat) for one in range(state.seats)],
        "ledger": [
            {"auction": number, "what": what, "coins": list(coins)}
            for number, what, coins in state.ledger
        ],
        "result": result(state),
    }


def auction(state: State) -> dict[str, Any]:
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


def player(state: State, one: Seat, seat: Seat | None) -> dict[str, Any]:
    """Return what `seat` may know of player `one`."""
    owned = state.owned[one] if state.owned else ()
    score, positive = points(owned)
    known = bool(state.coins) and (state.options.coins_public or one == seat)
    return {
        "cards": list(owned),
        "coins": state.coins[one] if known else None,
        "points": score,
        "positive_points": positive,
    }


def result(state: State) -> dict[str, Any] | None:
    """Return scores and places once the table is over."""
    if state.phase != "over":
        return None
    return {
        "scores": list(state.scores),
        "positive_points": list(state.positive),
        "places": list(state.places),
        "voided": state.voided,
    }
