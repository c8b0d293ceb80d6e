"""Rule 5: the cards are taken and paid for."""

from games.core.contract import Cards, Seat
from games.goblin_market import refusals
from games.goblin_market.actions import Refuse, Take, TakeAll
from games.goblin_market.bidding import is_forced, taking_advice, wrong_moment
from games.goblin_market.events import CardsDiscarded, CardsTaken, Event, ShareRefused
from games.goblin_market.state import State


def take_all(state: State, seat: Seat, action: TakeAll) -> tuple[Event, ...]:
    """Rule 5: the winner takes all cards, and nobody else pays."""
    _require_taking(state, seat)
    if seat != state.leader:
        raise refusals.ONLY_THE_WINNER(taking_advice(state, seat))
    return (CardsTaken(seat, state.row, _price_for_taker(state, seat), None),)


def take_one_card(state: State, seat: Seat, action: Take) -> tuple[Event, ...]:
    """Rule 5: take one card; the next bidder takes from the others."""
    _require_taking(state, seat)
    if action.card not in state.row:
        raise refusals.NOT_FOR_SALE(action.card, taking_advice(state, seat))
    left = tuple(card for card in state.row if card != action.card)
    then = _next_taker(state, left)
    taken = CardsTaken(seat, (action.card,), _price_for_taker(state, seat), then)
    return (taken, *_leftover_events(left, then))


def take_last(state: State, order: tuple[str, ...]) -> tuple[Event, ...]:
    """Rule 5: the only card left is taken without being asked for."""
    seat = state.takers[0]
    return (CardsTaken(seat, state.row, _price_for_taker(state, seat), None),)


def refuse_share(state: State, seat: Seat, action: Refuse) -> tuple[Event, ...]:
    """G1 and G20: let the next bidder choose; nothing is paid."""
    _require_taking(state, seat)
    if seat == state.leader:
        raise refusals.WINNER_MUST_TAKE(taking_advice(state, seat))
    if not state.options.share_may_be_refused:
        raise refusals.MUST_TAKE(taking_advice(state, seat))
    then = _next_taker(state, state.row)
    return (ShareRefused(seat, then), *_leftover_events(state.row, then))


def _price_for_taker(state: State, seat: Seat) -> int:
    """Rule 5: who gets cards pays the own last bid."""
    coins = state.bids[seat]
    assert coins is not None
    return coins


def _next_taker(state: State, left: Cards) -> Seat | None:
    """Rule 5: the next lower bidder takes from what is left."""
    return state.takers[1] if left and len(state.takers) > 1 else None


def _leftover_events(left: Cards, then: Seat | None) -> tuple[Event, ...]:
    """Rule 5: cards that nobody is left to take are discarded."""
    return (CardsDiscarded(left),) if left and then is None else ()


def _require_taking(state: State, seat: Seat) -> None:
    """Rule 5: it must be this seat's turn to take."""
    if state.phase != "taking" or is_forced(state):
        raise wrong_moment(state, seat, "take cards")
    if state.takers[0] != seat:
        raise refusals.NOT_YOUR_CHOICE(state.takers[0])
