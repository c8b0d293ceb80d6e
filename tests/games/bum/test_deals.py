"""Deals are drawn with the frequencies that all deals which agree with what is known have."""

import random
from collections import Counter
from collections.abc import Hashable, Iterator
from copy import copy
from functools import cache
from itertools import accumulate, combinations, pairwise, product

import pytest

from games.bum.cards import JOKER, RANK, sort_by_rank
from games.bum.deals import CardExchange, DealKnowledge, sample_deals
from games.bum.evolve import apply
from games.bum.exchange import NEVER, exchange_events, exchange_for
from games.bum.scoring import exchanged_cards
from games.bum.state import State
from games.core.contract import Card, Cards, Seat
from tests.games.bum.cards import opened
from tests.games.frequencies import hold_frequencies

RANKS = "3-1 3-2 4-1 5-1 6-1 7-1 8-1 8-2 9-1 K-1 A-1 2-1 JK-1"
DECK = tuple(map(Card, RANKS.split()))  # one Joker: everybody has cards to give
DRAWS = 2_000
Hands = tuple[Cards, ...]


def splits(hidden: Cards, rooms: list[int]) -> Iterator[list[Cards]]:
    """Yield every way to deal all hidden cards."""
    if not rooms:
        yield []
        return
    for taken in combinations(hidden, rooms[0]):
        left = tuple(card for card in hidden if card not in taken)
        for rest in splits(left, rooms[1:]):
            yield [taken, *rest]


@cache
def first_state(seats: int) -> State:
    """Return a table at which seat 0 is the Boss, seat 1 the next, and so on."""
    carried = {"data": {"totals": [0] * seats, "order": list(range(seats))}}
    state: State = opened(seats, carried=carried)
    return state


def after_exchange(hands: Hands) -> State:
    """Rule 4, by the game's own rules, seat 0 the Boss."""
    state = copy(first_state(len(hands)))
    state.hands = hands
    for event in exchange_events(tuple(map(Seat, range(len(hands)))), hands):
        apply(state, event)
    return state


def after_gifts(hands: Hands) -> list[State]:
    """U36: the same, for all cards that the Boss and the Foreman may choose to give."""
    order = tuple(map(Seat, range(len(hands))))
    states = [copy(first_state(len(hands)))]
    states[0].hands = hands
    for place, count in enumerate(exchanged_cards(len(hands))):
        able = [card for card in hands[place] if RANK[card] != JOKER]
        states, before = [], states
        for state, gift in product(before, combinations(able, count)):
            states.append(copy(state))
            for event in exchange_for(order, hands, place, gift):
                apply(states[-1], event)
    return states


def seen_of(state: State, mine: Seat) -> list[object]:
    return [row if mine in row[:2] else row[:2] for row in state.given]


def possible(
    hands: Hands, mine: Seat, played: list[Cards], state: State, chosen: bool
) -> list[Hands]:
    """Return every deal in which a seat has seen the same, and which the plays can follow."""
    others = tuple(card for seat, hand in enumerate(hands) if seat != mine for card in hand)
    seen, found = seen_of(state, mine), []
    for deal in splits(others, [len(hand) for seat, hand in enumerate(hands) if seat != mine]):
        whole = tuple(map(sort_by_rank, (*deal[:mine], hands[mine], *deal[mine:])))
        if any(
            seen_of(each, mine) == seen
            and all(set(row) <= set(held) for row, held in zip(played, each.hands, strict=True))
            for each in (after_gifts(whole) if chosen else [after_exchange(whole)])
        ):
            found.append(whole)
    return found


def knowledge(
    hands: Hands, mine: Seat, played: list[Cards], state: State, chosen: bool
) -> DealKnowledge:
    exchanges = []
    known = {card for cards in (hands[mine], *played) for card in cards}
    for one, two in zip(state.given[::2], state.given[1::2], strict=True):
        rows = [frozenset(row[2]) if mine in row[:2] else None for row in (one, two)]
        made = CardExchange(one[0], one[1], len(one[2]), rows[0], rows[1], chosen)
        exchanges.append((made, mine))
        known |= {card for row in rows for card in row or ()}
    hidden = tuple(card for hand in hands for card in hand if card not in known)
    own = tuple(hand if seat == mine else () for seat, hand in enumerate(hands))
    sizes, spare = tuple(map(len, hands)), (NEVER,) * len(hands)
    return DealKnowledge(own, tuple(map(frozenset, played)), sizes, hidden, spare, tuple(exchanges))


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.nightly) for seed in (1, 2))]
)
@pytest.mark.parametrize(
    ("sizes", "mine", "chosen"),
    [
        ((4, 3, 3, 3), 0, False),
        ((3, 4, 3, 3), 1, False),
        ((3, 2, 2, 2, 3), 2, False),
        ((4, 3, 3, 3), 0, True),
        ((3, 3, 3, 3), 1, True),
        ((3, 3, 3, 3), 3, True),
    ],
)
def test_all_deals_that_agree_with_what_was_seen_come_alike_often(
    sizes: tuple[int, ...], mine: Seat, chosen: bool, seed: int
) -> None:
    """Others have played some cards after exchanges that the seat has seen, or has not."""
    luck = random.Random(f"{sizes} {seed}")
    deck = luck.sample(DECK, sum(sizes))
    hands = tuple(
        sort_by_rank(tuple(deck[at:end])) for at, end in pairwise(accumulate((0, *sizes)))
    )
    state = luck.choice(after_gifts(hands)) if chosen else after_exchange(hands)
    held = state.hands
    played = [tuple(luck.sample(hand, luck.randrange(3))) for hand in held]
    played[mine] = ()
    shown = luck.choice([seat for seat in range(len(sizes)) if seat != mine])
    expected = Counter[Hashable](
        deal[shown] for deal in possible(hands, mine, played, state, chosen)
    )
    known = knowledge(hands, mine, played, state, chosen)
    firsts = (next(sample_deals(known, luck)) for _ in range(DRAWS))  # each of a chain of its own
    drawn = Counter[Hashable](sort_by_rank(tuple(deal[Seat(shown)])) for deal in firsts)
    if len(expected) > 1:
        rare = {one for one, count in expected.items() if count * DRAWS < 5 * expected.total()}
        assert not rare, "draw more"
        hold_frequencies(drawn, {one: float(count) for one, count in expected.items()})
    else:
        assert drawn.keys() == expected.keys()
