"""Rules 3 and 4: what comes between the deal and the first lead, and what U36 makes of it."""

from games.bum import events as ev
from games.bum import refusals
from games.bum.actions import Give
from games.bum.cards import JOKER, RANK, sort_by_rank
from games.bum.choices import cards_to_give
from games.bum.scoring import exchanged_cards
from games.bum.state import State
from games.core.contract import Advice, Cards, Seat
from games.core.presentation.texts import count_text, english_text

Hands = tuple[Cards, ...]
NEVER = 99  # more Jokers than there are: three players have no Worker


def needed_jokers(seats: int) -> tuple[int, int]:
    """Rule 3, U24: the Jokers with which the Worker, and with which the Bum, revolts."""
    return {3: NEVER, 5: 3}.get(seats, 2), 2


def revolution_events(state: State, hands: Hands) -> tuple[ev.Event, ...]:
    """Rule 3, U13-U18, U24, U30: see whether the dealt Jokers turn the order round."""
    *others, worker, bum = state.seated
    held = {seat: tuple(c for c in hands[seat] if RANK[c] == JOKER) for seat in (worker, bum)}
    enough = zip((worker, bum), needed_jokers(state.seats), strict=True)
    holders = tuple(seat for seat, needed in enough if len(held[seat]) >= needed)
    if state.options.revolution == "bum_only" and holders:
        if bum not in holders:
            return (ev.ExchangeCalledOff(worker, held[worker]),)
        holders = (bum,)
    if not holders:
        return ()
    turned = (bum, worker, *others) if state.seats == 3 else (worker, bum, *others)
    return (ev.RevolutionDeclared(holders, tuple(held[s] for s in holders), turned),)


def exchange_events(order: tuple[Seat, ...], hands: Hands) -> tuple[ev.Event, ...]:
    """Rule 4, U11, U12, U25: lowest cards go down, highest but Jokers go up, all at once."""
    happened: tuple[ev.Event, ...] = ()
    for place, count in enumerate(exchanged_cards(len(order))):
        happened += exchange_for(order, hands, place, hands[order[place]][:count])
    return happened


def exchange_for(
    order: tuple[Seat, ...], hands: Hands, place: int, given: Cards
) -> tuple[ev.Event, ...]:
    """Rule 4: exchange `given`, of the seat at a place of the order, for cards of its opposite."""
    high, low, count = order[place], order[-1 - place], len(given)
    highest = tuple(card for card in hands[low] if RANK[card] != JOKER)[-count:]
    return (
        ev.CardsGiven(high, low, count, given),
        ev.CardsGiven(low, high, count, highest),
    )


def gift_advice(state: State, seat: Seat) -> Advice:
    """U36: say how many cards the seat gives, and which those may be."""
    count, cards = cards_to_give(state, seat)
    words = english_text(refusals.GIVE_OF(count=count, cards=", ".join(cards)))
    return Advice(words, (Give(cards[:count]), Give(cards[-count:])))


def give_cards(state: State, seat: Seat, action: Give) -> tuple[ev.Event, ...]:
    """U36: exchange the cards that the seat has chosen for the highest of its opposite."""
    given, hand = action.cards, state.hands[seat]
    count, _ = cards_to_give(state, seat)
    if len(given) != count:
        raise refusals.WRONG_NUMBER(count_text(len(given), "card"), gift_advice(state, seat))
    for card in given:
        if card not in hand:
            raise refusals.NOT_HELD.under("U36")(card, gift_advice(state, seat))
    if len(set(given)) != count:
        raise refusals.CARD_TWICE.under("U36")(gift_advice(state, seat))
    if any(RANK[card] == JOKER for card in given):
        raise refusals.JOKERS_STAY(gift_advice(state, seat))
    place = state.order.index(seat)
    return exchange_for(state.order, state.hands, place, sort_by_rank(given))
