"""Tables of Boon with chosen hands, at chosen moments."""

from collections.abc import Sequence
from typing import Any

from games.boon import GAME
from games.boon.actions import Bury, Pass, Take
from games.boon.cards import BOON_SIZE, DECK, HAND_SIZE, POINTS, SUIT
from games.boon.state import COUNTING, State
from games.core.contract import Card, Cards, Seat, Shuffle, private_copy
from games.core.options import validate_options
from tests.games.boon.cards import cards

ALL_PASS = {seats: tuple((seat, Pass()) for seat in range(seats)) for seats in (3, 4, 5)}


def order_for(seats: int, dealer: int, hands: tuple[str, ...], boon: str) -> Cards:
    """Return a shuffled deck that gives these hands and Boon; other places get what is left."""
    chosen = [list(cards(hands[seat])) if seat < len(hands) else [] for seat in range(seats)]
    rest = list(cards(boon))
    free = [c for c in DECK[seats] if c not in rest and all(c not in hand for hand in chosen)]
    for hand in chosen:
        while len(hand) < HAND_SIZE[seats]:
            hand.append(free.pop(0))
    while len(rest) < BOON_SIZE[seats]:
        rest.append(free.pop(0))
    return order_of(dealer, chosen, rest)


def order_of(dealer: int, hands: Sequence[Sequence[Card]], boon: Sequence[Card]) -> Cards:
    """Return the shuffled deck of which these hands and this Boon are dealt."""
    turns = [hands[(dealer + 1 + at) % len(hands)] for at in range(len(hands))]
    return tuple(hand[at] for at in range(len(turns[0])) for hand in turns) + tuple(boon)


def dealt(
    seats: int, *hands: str, boon: str = "", dealer: int | None = None, **options: Any
) -> State:
    """Return a table with these hands by seat; seat 0 is left of the dealer unless told."""
    first = seats - 1 if dealer is None else dealer
    order = order_for(seats, first, hands, boon)
    state = GAME.rules.open(
        validate_options(GAME.options, {"first_dealer": first, **options}, seats), seats, None
    )
    settled: State
    settled, _ = GAME.settle(state, lambda shuffle: order)
    return settled


def opened(seats: int, **options: Any) -> State:
    """Return a table before its first deal."""
    state: State = GAME.rules.open(validate_options(GAME.options, options, seats), seats, None)
    return state


def in_deck_order(shuffle: Shuffle) -> tuple[str, ...]:
    return tuple(shuffle.cards)


def acted(state: State, *moves: tuple[int, Any]) -> State:
    """Return the state after these moves and what follows them by itself."""
    for seat, action in moves:
        events = GAME.rules.decide(state, Seat(seat), action)
        state, _ = GAME.settle(GAME.fold(state, events), in_deck_order)
    return state


def turn(state: State) -> Seat:
    """Return the seat that is to act."""
    (seat,) = GAME.rules.to_act(state)
    return seat


def worth(points: int, deck: Cards) -> Cards:
    """Return some cards of the deck with exactly that many points."""
    found: dict[int, Cards] = {0: ()}
    for one in deck:
        for total, some in list(found.items()):
            found.setdefault(total + POINTS[one], (*some, one))
    return found[points]


def counting(
    seats: int,
    points: int,
    *,
    taker: int = 0,
    partner: int | None = None,
    held: tuple[int, ...] | None = None,
    **options: Any,
) -> State:
    """Return a table whose round is to be counted; the offence has taken that many points."""
    state = opened(seats, first_dealer=0, **options)
    offence = worth(points, DECK[seats])
    defence = tuple(one for one in DECK[seats] if one not in offence)
    other = next(seat for seat in range(seats) if seat not in (taker, partner))
    state.phase, state.hand, state.hands = COUNTING, 1, ((),) * seats
    state.taker, state.gold7 = Seat(taker), None if partner is None else Seat(partner)
    state.tricks = (
        (Seat(0), offence, Seat(taker if partner is None else partner)),
        (Seat(0), defence, Seat(other)),
    )
    state.victory_cards = held or state.victory_cards
    return state


def leaster(
    tricks: dict[int, list[str]], held: tuple[int, ...], boon: str = "", **options: Any
) -> State:
    """Return a Leaster to be counted: the cards of the tricks of each seat, the last one last."""
    seats = len(held)
    state = opened(seats, first_dealer=0, **options)
    state.phase, state.hand, state.hands = COUNTING, 1, ((),) * seats
    state.tricks = tuple(
        (Seat(0), cards(text), Seat(seat)) for seat, texts in tricks.items() for text in texts
    )
    state.boon, state.victory_cards = cards(boon), held
    return state


def counted(state: State) -> tuple[Any, ...]:
    """Return the events of a round's count."""
    return GAME.rules.proceed(state, ())


def playing(seats: int, *hands: str, **options: Any) -> State:
    """Return a Leaster at its first lead, with seat 0 to play."""
    return acted(dealt(seats, *hands, **options), *ALL_PASS[seats])


def acted_events(state: State, seat: Seat) -> State:
    """Let a seat do what is done when its time is up, without what follows by itself."""
    return GAME.fold(state, GAME.rules.decide(state, seat, GAME.rules.fallback(state, seat)))


def five(*hands: str, boon: str = "", bury: str, taker: int = 0, **options: Any) -> State:
    """Return a table of five at its first lead; `taker` has taken the Boon and buried cards."""
    passes = [(seat, Pass()) for seat in range(taker)]
    state = dealt(5, *hands, boon=boon, **options)
    return acted(state, *passes, (taker, Take()), (taker, Bury(cards(bury))))


def without(state: State, suit: str, *seats: int) -> State:
    """Return the state with a suit taken out of some hands, to see only the rest follow."""
    new = private_copy(state)
    new.hands = tuple(
        tuple(one for one in hand if seat not in seats or SUIT[one] != suit)
        for seat, hand in enumerate(new.hands)
    )
    return new
