"""What a player by rules goes by: made from a view, or, in a search, from a state."""

from functools import lru_cache
from typing import NamedTuple

from games.boon.cards import DECK, RANKS, SUIT, SUITS, WHOLE
from games.boon.state import State, Trick
from games.boon.view import known_sides
from games.core.contract import Card, Cards, Seat, View

BIT = {card: 1 << at for at, card in enumerate(WHOLE)}  # sets of cards are whole numbers
SUIT_BITS = {suit: sum(BIT[card] for card in WHOLE if SUIT[card] == suit) for suit in SUITS}
DECK_BITS = {seats: sum(map(BIT.__getitem__, deck)) for seats, deck in DECK.items()}
HIGHER = {  # card -> those of its suit that beat it
    Card(f"{suit}-{rank}"): sum(
        BIT[Card(f"{suit}-{above}")] for above in range(rank + 1, RANKS[suit] + 1)
    )
    for suit in SUITS
    for rank in range(1, RANKS[suit] + 1)
}


class BotView(NamedTuple):
    """What a seat knows when it has to play a card.

    Attributes:
        partner, alone: the taker's, as far as the seat knows.
        buried: as far as the seat knows.
        tricks: those that lie there already, first one first.
    """

    seat: Seat
    seats: int
    hand: Cards
    taker: Seat | None
    partner: Seat | None
    alone: bool | None
    buried: Cards
    leader: Seat
    trick: Cards
    tricks: tuple[Trick, ...]


class PlayedCards(NamedTuple):
    """What tricks have shown: the cards, and by seat the suits that it has no more."""

    cards: int
    voids: tuple[int, ...]  # sets of cards
    tricks_won: tuple[int, ...]


def play_sight_from_view(view: View) -> BotView:
    """Return what the reader of a view goes by."""
    tricks = tuple((row["leader"], tuple(row["cards"]), row["winner"]) for row in view["tricks"])
    return BotView(
        view["seat"],
        view["seats"],
        tuple(view["cards"]),
        view["taker"],
        view["partner"],
        view["taker_alone"],
        tuple(view["buried"] or ()),
        view["leader"],
        tuple(view["trick"]),
        tricks,
    )


def play_sight_from_state(state: State, seat: Seat) -> BotView:
    """Return what a seat goes by in a state."""
    partner, alone = known_sides(state, seat)
    buried = state.buried if seat == state.taker else ()
    return BotView(
        seat,
        state.seats,
        state.hands[seat],
        state.taker,
        partner,
        alone,
        buried,
        state.leader,
        state.trick,
        state.tricks,
    )


@lru_cache(1 << 14)
def _cards_to_bits(cards: Cards) -> int:
    """Return a set of cards; a search asks for the same ones again and again."""
    return sum([BIT[card] for card in cards])


@lru_cache(4096)
def finished_trick_facts(tricks: tuple[Trick, ...], seats: int) -> PlayedCards:
    """Return what finished tricks have shown; a search asks for the same ones again and again."""
    cards, voids, tricks_won = 0, [0] * seats, [0] * seats
    for leader, trick, winner in tricks:
        cards |= _cards_to_bits(trick)
        tricks_won[winner] += 1
        led = SUIT[trick[0]]
        for at, card in enumerate(trick):
            if SUIT[card] != led:
                voids[(leader + at) % seats] |= SUIT_BITS[led]
    return PlayedCards(cards, tuple(voids), tuple(tricks_won))


def unseen_by(sight: BotView, shown: PlayedCards) -> int:
    """Return the cards of which the seat does not know where they lie."""
    known = (
        shown.cards
        | _cards_to_bits(sight.hand)
        | _cards_to_bits(sight.trick)
        | _cards_to_bits(sight.buried)
    )
    return DECK_BITS[sight.seats] & ~known
