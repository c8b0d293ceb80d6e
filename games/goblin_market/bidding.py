"""Rules 3 and 4: bidding, up to a winner or to nobody."""

from games.core.contract import Event, Illegal, Seat
from games.goblin_market.actions import Bid, Pass
from games.goblin_market.events import AuctionWon, BidMade, NobodyBid, Passed
from games.goblin_market.state import State


def least_bid(state: State) -> int:
    """Rule 3 and G2: the lowest bid that is legal now."""
    return state.options.min_bid if state.high is None else state.high + 1


def bid(state: State, seat: Seat, action: Bid) -> tuple[Event, ...]:
    """Rule 3: bid more than the highest bid, and not more than the coins owned."""
    require_bidding(state, seat)
    coins = action.coins
    if coins < least_bid(state):
        raise too_low(state, coins)
    if coins > state.coins[seat]:
        why = f"{coins} coins are more than the {state.coins[seat]} you own: bid less, or pass"
        raise Illegal("goblin_market/not_enough_coins", "3", why)
    if len(state.still) > 1:
        return (BidMade(seat, coins),)
    return (BidMade(seat, coins), AuctionWon(seat, coins, (seat,)))


def too_low(state: State, coins: int) -> Illegal:
    """Rule 3 and G2: say why a bid is too low."""
    least = least_bid(state)
    if state.high is None:
        why = f"{coins} is too little to open with: bid {least} or more, or pass"
        return Illegal("goblin_market/below_minimum", "G2", why)
    why = f"{coins} does not beat the bid of {state.high}: bid {least} or more, or pass"
    return Illegal("goblin_market/bid_too_low", "3", why)


def pass_bidding(state: State, seat: Seat, action: Pass) -> tuple[Event, ...]:
    """Rule 3: bid no more; the last to stay wins, and rule 4 if nobody bid."""
    require_bidding(state, seat)
    left = len(state.still) - 1
    if state.leader is None:
        if left:
            return (Passed(seat),)
        money = state.options.goblin_money_when_all_pass
        return (Passed(seat), NobodyBid(state.row, money))
    if left > 1:
        return (Passed(seat),)
    assert state.high is not None
    return (Passed(seat), AuctionWon(state.leader, state.high, bidders(state)))


def bidders(state: State) -> tuple[Seat, ...]:
    """Rule 5 and G4: everybody who bid, highest last bid first."""
    bids = [(coins, seat) for seat, coins in enumerate(state.bids) if coins is not None]
    return tuple(Seat(seat) for _, seat in sorted(bids, reverse=True))


def require_bidding(state: State, seat: Seat) -> None:
    """Rule 3: it must be this seat's turn to bid."""
    if state.phase != "bidding":
        raise wrong_moment(state, "bid or pass")
    if state.still[0] != seat:
        if seat not in state.still:
            why = "you have passed and may not bid again in this auction: wait for the next one"
            raise Illegal("goblin_market/already_passed", "3", why)
        why = f"it is seat {state.still[0]}'s turn to bid: wait for yours"
        raise Illegal("goblin_market/not_your_turn", "3", why)


def wrong_moment(state: State, wish: str) -> Illegal:
    """Say why neither this seat nor any other may do this now."""
    code = "goblin_market/wrong_moment"
    match state.phase:
        case "over":
            why = f"you can't {wish}: the market is closed; look at the result"
            return Illegal("goblin_market/table_over", "8", why)
        case "bidding":
            return Illegal(code, "3", f"you can't {wish} while there is bidding: bid or pass")
        case "taking":
            return Illegal(code, "5", f"you can't {wish} while cards are taken: take one, or wait")
        case _:
            return Illegal(code, "1", f"you can't {wish} between two auctions: wait for the next")
