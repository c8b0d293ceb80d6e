"""Rules 3 and 4: bidding, up to a winner or to nobody."""

from games.core.contract import Illegal, Seat
from games.goblin_market import refusals
from games.goblin_market.actions import Bid, Pass
from games.goblin_market.events import AuctionWon, BidMade, Event, NobodyBid, Passed
from games.goblin_market.state import State


def least_bid(state: State) -> int:
    """Rule 3 and G2: the lowest bid that is legal now."""
    return state.options.min_bid if state.high is None else state.high + 1


def place_bid(state: State, seat: Seat, action: Bid) -> tuple[Event, ...]:
    """Rule 3: bid more than the highest bid, and not more than the coins owned."""
    _require_bidding(state, seat)
    coins = action.coins
    if coins < least_bid(state):
        raise _too_low(state, coins)
    if coins > state.coins[seat]:
        raise refusals.NOT_ENOUGH_COINS(coins, state.coins[seat])
    if len(state.still) > 1:
        return (BidMade(seat, coins),)
    return (BidMade(seat, coins), AuctionWon(seat, coins, (seat,)))


def _too_low(state: State, coins: int) -> Illegal:
    """Rule 3 and G2: say why a bid is too low."""
    least = least_bid(state)
    if state.high is None:
        return refusals.BELOW_MINIMUM(coins, least)
    return refusals.BID_TOO_LOW(coins, state.high, least)


def pass_bidding(state: State, seat: Seat, action: Pass) -> tuple[Event, ...]:
    """Rule 3: bid no more; the last to stay wins, and rule 4 if nobody bid."""
    _require_bidding(state, seat)
    left = len(state.still) - 1
    if state.leader is None:
        if left:
            return (Passed(seat),)
        money = state.options.goblin_money_when_all_pass
        return (Passed(seat), NobodyBid(state.row, money))
    if left > 1:
        return (Passed(seat),)
    assert state.high is not None
    return (Passed(seat), AuctionWon(state.leader, state.high, _bidders_by_bid(state)))


def _bidders_by_bid(state: State) -> tuple[Seat, ...]:
    """Rule 5 and G4: everybody who bid, highest last bid first."""
    bids = [(coins, seat) for seat, coins in enumerate(state.bids) if coins is not None]
    return tuple(Seat(seat) for _, seat in sorted(bids, reverse=True))


def _require_bidding(state: State, seat: Seat) -> None:
    """Rule 3: it must be this seat's turn to bid."""
    if state.phase != "bidding":
        raise wrong_moment(state, "bid or pass")
    if state.still[0] != seat:
        if seat not in state.still:
            raise refusals.ALREADY_PASSED()
        raise refusals.NOT_YOUR_BID(state.still[0])


def wrong_moment(state: State, wish: str) -> Illegal:
    """Say why neither this seat nor any other may do this now."""
    match state.phase:
        case "over":
            return refusals.TABLE_OVER(wish)
        case "bidding":
            return refusals.WHILE_BIDDING(wish)
        case "taking":
            return refusals.WHILE_TAKING(wish)
        case _:
            return refusals.BETWEEN_AUCTIONS(wish)
