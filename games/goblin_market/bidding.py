"""Rules 3 and 4: bidding, up to a winner or to nobody."""

from games.core.contract import Advice, Illegal, Seat
from games.core.presentation.texts import english_text
from games.goblin_market import refusals
from games.goblin_market.actions import Bid, Pass, Refuse, Take, TakeAll
from games.goblin_market.events import AuctionWon, BidMade, Event, NobodyBid, Passed
from games.goblin_market.state import State


def least_bid(state: State) -> int:
    """Rule 3 and G2: the lowest bid that is legal now."""
    return state.options.min_bid if state.high is None else state.high + 1


def place_bid(state: State, seat: Seat, action: Bid) -> tuple[Event, ...]:
    """Rule 3: bid more than the highest bid, and not more than the coins owned."""
    _require_bidding(state, seat)
    coins, least, owned = action.coins, least_bid(state), state.coins[seat]
    if not least <= coins <= owned:
        raise _bid_refusal(state, coins, owned)
    if len(state.still) > 1:
        return (BidMade(seat, coins),)
    return (BidMade(seat, coins), AuctionWon(seat, coins, (seat,)))


def _bid_refusal(state: State, coins: int, owned: int) -> Illegal:
    """Rule 3 and G2: say what is wrong with a bid, or that none is possible."""
    least = least_bid(state)
    if least > owned:
        return refusals.CANNOT_BID(Advice("Pass", (Pass(),)), owned, least)
    advice = _bidding_advice(least, owned)
    if coins > owned:
        return refusals.NOT_ENOUGH_COINS(coins, owned, advice)
    if state.high is None:
        return refusals.BELOW_MINIMUM(coins, advice)
    return refusals.BID_TOO_LOW(coins, state.high, advice)


def _bidding_advice(least: int, owned: int) -> Advice:
    """Rule 3: say what may be bid by who owns so many coins, if anything, and that one may pass."""
    if least > owned:
        return Advice("pass", (Pass(),))
    one = refusals.BID_ONLY(least=least)
    if least < owned:
        one = refusals.BID_WITHIN(least=least, owned=owned)
    return Advice(english_text(one), (Bid(least), Bid(owned), Pass()))


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
        raise wrong_moment(state, seat, "bid or pass")
    if state.still[0] != seat:
        raise _not_ones_turn(state, seat)


def _not_ones_turn(state: State, seat: Seat) -> Illegal:
    """Rule 3: say whether a seat that may not bid now may do so later in this auction."""
    if seat not in state.still:
        return refusals.ALREADY_PASSED()
    return refusals.NOT_YOUR_BID(state.still[0])


def wrong_moment(state: State, seat: Seat, wish: str) -> Illegal:
    """Say why neither this seat nor any other may do this now, and what this one may do."""
    match state.phase:
        case "over":
            return refusals.TABLE_OVER(wish)
        case "bidding" if state.still[0] == seat:
            advice = _bidding_advice(least_bid(state), state.coins[seat])
            return refusals.WHILE_BIDDING(wish, advice)
        case "bidding":
            return _not_ones_turn(state, seat)
        case "taking" if is_forced(state):
            return refusals.WHILE_TAKING(wish, "the last one goes to its taker by itself")
        case "taking" if state.takers[0] == seat:
            return refusals.WHILE_TAKING(wish, taking_advice(state, seat))
        case "taking":
            return refusals.NOT_YOUR_CHOICE(state.takers[0])
        case _:
            return refusals.BETWEEN_AUCTIONS(wish)


def is_forced(state: State) -> bool:
    """Rule 5: the last card leaves no choice, unless a share may be refused (G1)."""
    if len(state.row) > 1:
        return False
    return not state.options.share_may_be_refused or state.takers[0] == state.leader


def taking_advice(state: State, seat: Seat) -> Advice:
    """Rule 5 and G1: say what the seat whose turn it is may take, and whether it need not."""
    takes = tuple(map(Take, state.row))
    one: str = state.row[0]
    if len(takes) > 1:
        one = english_text(refusals.ONE_OF(cards=", ".join(state.row)))
    if seat == state.leader:
        return Advice(english_text(refusals.TAKE_ALL_OR(one=one)), (TakeAll(), *takes))
    if state.options.share_may_be_refused:
        return Advice(english_text(refusals.TAKE_OR_REFUSE(one=one)), (*takes, Refuse()))
    return Advice(english_text(refusals.TAKE_ONE(one=one)), takes)
