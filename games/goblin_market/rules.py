"""The rules in the order of RULES.md: what a player may do, and what follows by itself."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from games.core.contract import (
    Action,
    Card,
    Cards,
    Event,
    Illegal,
    Outcome,
    Seat,
    Shuffle,
    Step,
)
from games.goblin_market.actions import Bid, Pass, Refuse, Take, TakeAll
from games.goblin_market.cards import AUCTION_DECK, SIZE, SUIT_BITS, goblin_deck, named
from games.goblin_market.events import (
    AuctionWon,
    BidMade,
    CardsDiscarded,
    CardsTaken,
    CardsTurned,
    Dealt,
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
from games.goblin_market.options import Options
from games.goblin_market.scoring import goblin_money, places, points, sisterhood_money
from games.goblin_market.state import State

FINAL_AUCTION = 3  # with so few cards left, all of them are sold without a size card


def open_table(options: Options, seats: int, carried: Mapping[str, Any] | None) -> State:
    """Return the table before its decks are shuffled."""
    drawn = options.first_bidder is None
    return State(options, seats, "drawing" if drawn else "dealing", starter=options.first_bidder)


def to_act(state: State) -> tuple[Seat, ...]:
    """Return the one seat that bids or takes now."""
    if state.phase == "bidding":
        return state.still[:1]
    if state.phase == "taking" and not is_forced(state):
        return state.takers[:1]
    return ()


def decide(state: State, seat: Seat, action: Action) -> tuple[Event, ...]:
    """Return the events of an action, or raise Illegal."""
    return JUDGES[type(action)](state, seat, action)


def pending(state: State) -> Step | Shuffle | None:
    """Return the shuffle or the step that comes before any seat may act."""
    phase = state.phase
    if phase == "bidding":
        return None
    if phase == "taking":
        return LAST_CARD if is_forced(state) else None
    if phase == "between":
        return AUCTION if state.deck else CLOSE
    return WAITS[phase](state) if phase in WAITS else STEPS.get(phase)


def proceed(state: State, order: tuple[str, ...]) -> tuple[Event, ...]:
    """Return the events of the pending shuffle or step."""
    return PROCEED[state.phase](state, order)


# Setup


def draw_first_bidder(state: State, order: tuple[str, ...]) -> tuple[Event, ...]:
    """G21: the seat that comes first in the shuffled order starts the first auction."""
    return (FirstBidderDrawn(Seat(int(order[0]))),)


def deal(state: State, order: tuple[str, ...]) -> tuple[Event, ...]:
    """Setup: shuffle the Auction Deck and give out the coins."""
    assert state.starter is not None
    return (Dealt(1, state.starter, state.options.start_coins, tuple(map(Card, order))),)


def shuffle_goblins(state: State, order: tuple[str, ...]) -> tuple[Event, ...]:
    """Setup and rule 7: shuffle all Goblin cards."""
    return (GoblinsShuffled(tuple(map(Card, order))),)


# Rules 1 and 2: the cards for sale


def open_auction(state: State, order: tuple[str, ...]) -> tuple[Event, ...]:
    """Rules 1 and 2: turn a size card and the cards for sale, or all of the last three."""
    assert state.starter is not None
    deck = state.deck
    if len(deck) <= FINAL_AUCTION:
        return (CardsTurned(deck, state.starter, True),)
    size = SIZE[deck[0]]
    return (
        SizeTurned(deck[0], size),
        CardsTurned(deck[1 : 1 + size], state.starter, False),
    )


def turn_up(state: State, order: tuple[str, ...]) -> tuple[Event, ...]:
    """Rules 1 and 8: open an auction while there are cards, else close the market."""
    return open_auction(state, order) if state.deck else close_market(state)


# Rules 3 and 4: bidding


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


# Rule 5: taking


def is_forced(state: State) -> bool:
    """Rule 5: the last card leaves no choice, unless a share may be refused (G1)."""
    if len(state.row) > 1:
        return False
    return not state.options.share_may_be_refused or state.takers[0] == state.leader


def take_all(state: State, seat: Seat, action: TakeAll) -> tuple[Event, ...]:
    """Rule 5: the winner takes all cards, and nobody else pays."""
    require_taking(state, seat)
    if seat != state.leader:
        why = "only the winner may take all cards: take one of them"
        raise Illegal("goblin_market/only_the_winner", "5", why)
    return (CardsTaken(seat, state.row, price(state, seat), None),)


def take(state: State, seat: Seat, action: Take) -> tuple[Event, ...]:
    """Rule 5: take one card; the next bidder takes from the others."""
    require_taking(state, seat)
    if action.card not in state.row:
        why = f"{action.card} is not for sale: take {named(state.row)} by its id"
        raise Illegal("goblin_market/not_for_sale", "5", why)
    left = tuple(card for card in state.row if card != action.card)
    then = next_taker(state, left)
    taken = CardsTaken(seat, (action.card,), price(state, seat), then)
    return (taken, *leavings(left, then))


def take_last(state: State, order: tuple[str, ...]) -> tuple[Event, ...]:
    """Rule 5: the only card left is taken without being asked for."""
    seat = state.takers[0]
    return (CardsTaken(seat, state.row, price(state, seat), None),)


def refuse(state: State, seat: Seat, action: Refuse) -> tuple[Event, ...]:
    """G1 and G20: let the next bidder choose; nothing is paid."""
    require_taking(state, seat)
    if seat == state.leader:
        why = "the winner must pay and take: take all cards, or one"
        raise Illegal("goblin_market/winner_must_take", "5", why)
    if not state.options.share_may_be_refused:
        why = "at this table a share may not be refused: take one of the cards"
        raise Illegal("goblin_market/must_take", "G1", why)
    then = next_taker(state, state.row)
    return (ShareRefused(seat, then), *leavings(state.row, then))


def price(state: State, seat: Seat) -> int:
    """Rule 5: who gets cards pays the own last bid."""
    coins = state.bids[seat]
    assert coins is not None
    return coins


def next_taker(state: State, left: Cards) -> Seat | None:
    """Rule 5: the next lower bidder takes from what is left."""
    return state.takers[1] if left and len(state.takers) > 1 else None


def leavings(left: Cards, then: Seat | None) -> tuple[Event, ...]:
    """Rule 5: cards that nobody is left to take are discarded."""
    return (CardsDiscarded(left),) if left and then is None else ()


def require_taking(state: State, seat: Seat) -> None:
    """Rule 5: it must be this seat's turn to take."""
    if state.phase != "taking" or is_forced(state):
        raise wrong_moment(state, "take cards")
    if state.takers[0] != seat:
        why = f"it is seat {state.takers[0]}'s turn to take: wait"
        raise Illegal("goblin_market/not_your_turn", "5", why)


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
            return Illegal(code, "5", f"you can't {wish} while cards are taken: wait")
        case _:
            return Illegal(code, "1", f"you can't {wish} between two auctions: wait for the next")


# Rules 6 and 7: money


def pay_sisters(state: State, order: tuple[str, ...]) -> tuple[Event, ...]:
    """Rules 6 and 7: pay sisterhood money for the winning bid, then goblin money."""
    assert state.high is not None
    digit = state.high % 10
    earned = tuple(
        [
            0 if seat in state.buyers else sisterhood_money(digit, owned)
            for seat, owned in enumerate(state.owned)
        ]
    )
    return (SisterhoodPaid(digit, earned), *pay_goblins(state, order))


def pay_goblins(state: State, order: tuple[str, ...]) -> tuple[Event, ...]:
    """Rule 7: turn a Goblin card; a coin for each of its suits that a player does not own."""
    card = state.goblins[0]
    bits = SUIT_BITS[card]
    return (GoblinMoneyPaid(card, tuple([goblin_money(bits, owned) for owned in state.owned])),)


# Rules 8 and 9: the end


def close_market(state: State) -> tuple[Event, ...]:
    """Rules 8 and 9: count everybody's points and place them."""
    results = [points(owned) for owned in state.owned]
    scores = tuple(score for score, _ in results)
    return (MarketClosed(scores, tuple(best for _, best in results), places(results)),)


def outcome(state: State) -> Outcome | None:
    """Return places and scores once the market is closed."""
    if state.phase != "over":
        return None
    return Outcome(state.places, state.scores, reason(state))


def reason(state: State) -> str:
    """Rule 9: say in one sentence how the winner was found."""
    if state.voided:
        return "The hand was voided, so nobody has points"
    first = [seat for seat, place in enumerate(state.places) if place == 1]
    best = state.scores[first[0]]
    if len(first) > 1:
        winners = " and ".join(f"seat {seat}" for seat in first)
        return f"{winners} share the win: equal in points ({best}) and in positive points".replace(
            "seat", "Seat", 1
        )
    if state.scores.count(best) > 1:
        return f"Seat {first[0]} wins the tie at {best} points by more positive points"
    return f"Seat {first[0]} has the most points: {best}"


def hand(state: State) -> int:
    """Return 1 once the decks are shuffled; a table plays one hand."""
    return state.hand


def void(state: State, number: int) -> HandVoided:
    """Return the event that takes the points of the only hand back."""
    if number != 1 or state.hand != 1:
        why = f"there is no hand {number} to void: a table has one hand, number 1, once dealt"
        raise Illegal("goblin_market/no_such_hand", "8", why)
    none = (0,) * state.seats
    return HandVoided(1, none, none, (1,) * state.seats)


LAST_CARD: Final = Step("last_card")
AUCTION: Final = Step("auction")
CLOSE: Final = Step("close")
STEPS: Final[Mapping[str, Step]] = {
    "sisterhood": Step("money"),
    "goblin_money": Step("goblin_money"),
}
WAITS: Final[Mapping[str, Callable[[State], Shuffle]]] = {
    "drawing": lambda state: Shuffle("first_seat", tuple(map(str, range(state.seats))), 0),
    "dealing": lambda state: Shuffle("deal", AUCTION_DECK, 1),
    "goblins": lambda state: Shuffle(
        "goblins", goblin_deck(state.options.use_courts), 1, state.goblin_shuffles + 1
    ),
}
JUDGES: Final[Mapping[type[Any], Callable[[State, Seat, Any], tuple[Event, ...]]]] = {
    Bid: bid,
    Pass: pass_bidding,
    TakeAll: take_all,
    Take: take,
    Refuse: refuse,
}
PROCEED: Final[Mapping[str, Callable[[State, tuple[str, ...]], tuple[Event, ...]]]] = {
    "drawing": draw_first_bidder,
    "dealing": deal,
    "goblins": shuffle_goblins,
    "between": turn_up,
    "taking": take_last,
    "sisterhood": pay_sisters,
    "goblin_money": pay_goblins,
}
