"""Tables of Boojum with chosen cards, at chosen moments."""

from collections.abc import Sequence
from typing import Any

from games.boojum import GAME
from games.boojum import events as ev
from games.boojum.actions import Bid, Claim, Done, Pass
from games.boojum.cards import pack
from games.boojum.options import Options
from games.boojum.state import State
from games.core.contract import Cards, Seat, Shuffle
from games.core.options import validate_options
from tests.games.boojum.cards import cards
from tests.given import only

PASS, DONE = Pass(), Done()


def bids(words: str) -> Bid:
    return Bid(cards(words))


def claims(token: str, kind: str, words: str, *excuses: str) -> Claim:
    return Claim(token, kind, cards(words), excuses)


def options_of(seats: int = 3, **options: Any) -> Options:
    return validate_options(Options, options, seats)


def deck_of(options: Options, seats: int) -> Cards:
    return pack(options.decktets(seats), options.excuse, options.pawns, options.courts)


def opened(seats: int, **options: Any) -> State:
    state: State = GAME.rules.open(options_of(seats, **options), seats, None)
    return state


def order_for(deck: Cards, hands: Sequence[str], slots: Sequence[str], stack: str) -> Cards:
    """Return an order that deals these cards when seat 0 is left of the dealer.

    Missing cards of hands and slots are filled with what is left of the deck.
    """
    groups = [*map(cards, hands), *map(cards, slots), cards(stack)]
    free = list(deck)
    for card in (card for group in groups for card in group):
        free.remove(card)
    sizes = [5] * len(hands) + [2] * len(slots) + [len(groups[-1])]
    full = []
    for group, size in zip(groups, sizes, strict=True):
        more = size - len(group)
        full.append((*group, *free[:more]))
        del free[:more]
    dealt = [full[seat][at] for at in range(5) for seat in range(len(hands))]
    return (*dealt, *(card for group in full[len(hands) :] for card in group), *free)


def dealt(
    *hands: str, slots: Sequence[str] = (), stack: str = "", seats: int = 3, **options: Any
) -> State:
    """Return a table in its first auction; the dealer is the last seat, so seat 0 bids first."""
    made = options_of(seats, first_dealer=seats - 1, **options)
    every = [*hands, *[""] * (seats - len(hands))]
    piles = [*slots, *[""] * (seats - 1 - len(slots))]
    order = order_for(deck_of(made, seats), every, piles, stack)
    state: State
    state, _ = GAME.settle(GAME.rules.open(made, seats, None), lambda shuffle: order)
    return state


def claiming(
    *hands: str,
    tokens: Sequence[str] = (),
    stack: str = "darkness darkness",
    discards: str = "",
    **changes: Any,
) -> State:
    """Return a table of three in the claim phase of round 1; `changes` are options or fields."""
    fields = {name: changes.pop(name) for name in list(changes) if hasattr(State, name)}
    state = opened(3, **changes)
    state.phase, state.hand, state.round, state.dealer = "claims", 1, 1, Seat(2)
    state.hands = tuple(
        tuple(sorted(cards(hands[seat] if seat < len(hands) else ""))) for seat in range(3)
    )
    state.tokens = tuple(
        tuple(tokens[seat].split()) if seat < len(tokens) else () for seat in range(3)
    )
    state.aside = state.piles = ((),) * 3
    state.slots = (cards("pact pact"), cards("sea sea"))
    state.unseen = (1, 1)
    state.stack, state.discards = cards(stack), cards(discards)
    state.slot, state.built, state.moved = 2, 5, True
    for name, value in fields.items():
        setattr(state, name, value)
    return state


def in_sorted_order(shuffle: Shuffle) -> tuple[str, ...]:
    return tuple(sorted(shuffle.cards))


def acted(state: State, *moves: tuple[int, Any]) -> State:
    """Return the state after these moves and what follows them by itself."""
    for seat, action in moves:
        state = GAME.fold(state, GAME.rules.decide(state, Seat(seat), action))
        state, _ = GAME.settle(state, in_sorted_order)
    return state


def passed_by_all(state: State) -> State:
    """Return the state after everybody has passed on every slot that is left."""
    while state.phase == "auction":
        state = acted(state, (state.turn, PASS))
    return state


def all_done(state: State) -> State:
    """Return the state after every seat has finished its claims."""
    return acted(state, *((seat, DONE) for seat in GAME.rules.to_act(state)))


def claimed(state: State, action: Claim) -> ev.SetClaimed:
    """Return what happens first when seat 0 claims a set."""
    return only(ev.SetClaimed, GAME.rules.decide(state, Seat(0), action)[:1])
