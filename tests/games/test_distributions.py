"""Frequencies and ranges that the rules' texts give, held to the games with fixed seeds."""

import random
from functools import cache
from itertools import combinations_with_replacement
from math import comb, sqrt

import pytest

from games.boojum.cards import SUIT_MASK, SUITS, rank_order
from games.boojum.options import Options as BoojumOptions
from games.boojum.payable import payable_sets
from games.bum import GAME as BUM
from games.bum.events import RevolutionDeclared
from games.core.cards.decktet import BASIC, EXTENDED
from games.core.contract import Card, Shuffle
from games.core.options import validate_options
from games.goblin_market import GAME as GOBLIN_MARKET
from tests.games.play import Play

DEALS = 4_000
SIGMAS = 4.0


def revolutions(seats: int, variant: str) -> float:
    """Return the share of first hands with a revolution."""
    luck = random.Random(f"revolution {seats} {variant}")
    options = validate_options(BUM.options, {"revolution": variant, "first_boss": 0}, seats)

    def order(shuffle: Shuffle) -> tuple[str, ...]:
        cards = sorted(shuffle.cards)
        luck.shuffle(cards)
        return tuple(cards)

    start = BUM.rules.open(options, seats, None)
    hands = (BUM.settle(start, order)[1] for _ in range(DEALS))
    return sum(any(isinstance(e, RevolutionDeclared) for e in hand) for hand in hands) / DEALS


@pytest.mark.parametrize(
    ("seats", "variant", "exact"),
    [
        (3, "standard", 0.0951),
        (4, "standard", 0.1090),
        (4, "bum_only", 0.0545),
        (5, "standard", 0.0970),
        (6, "standard", 0.131),
        (7, "standard", 0.176),
        (8, "standard", 0.139),
    ],
)
def test_bum_revolutions_come_as_often_as_published(seats: int, variant: str, exact: float) -> None:
    error = sqrt(exact * (1 - exact) / DEALS)
    assert abs(revolutions(seats, variant) - exact) < SIGMAS * error


def test_the_published_rate_for_four_is_the_exact_one() -> None:
    """Both Jokers among the 13 or 14 cards of one of the last two of four (54 cards)."""
    both = 2 * comb(13, 2) / comb(54, 2)
    assert round(100 * both, 2) == pytest.approx(10.90)


SIZES = (1, 2, 3)


@cache
def auctions(left: tuple[int, int, int]) -> frozenset[int]:
    """Return how many auctions a deck with so many cards of size 1, 2 and 3 may give."""
    total = sum(left)
    if total <= 3:
        return frozenset({1 if total else 0})
    found: set[int] = set()
    for turned, size in enumerate(SIZES):
        if left[turned]:
            rest = tuple(n - (at == turned) for at, n in enumerate(left))
            for sold in combinations_with_replacement(range(3), size):
                after = tuple(n - sold.count(at) for at, n in enumerate(rest))
                if min(after) >= 0:
                    found |= {1 + more for more in auctions(after)}
    return frozenset(found)


def test_goblin_market_has_between_10_and_14_auctions() -> None:
    possible = auctions((6, 24, 6))
    assert possible == frozenset(range(10, 15))
    met = set()
    for number in range(600):
        luck = random.Random(f"auctions {number}")
        seats = GOBLIN_MARKET.seats[number % len(GOBLIN_MARKET.seats)]
        play = Play(GOBLIN_MARKET, GOBLIN_MARKET.options(), seats, luck).finish()
        met.add(play.state.auction)
    assert met <= possible
    assert {11, 12, 13} <= met


@cache
def covers(deck: tuple[Card, ...], suits: int) -> tuple[tuple[Card, ...], ...]:
    """Return the groups of cards that show each of `suits` (a set of bits) exactly once."""
    if not suits:
        return ((),)
    lowest = suits & -suits
    return tuple(
        (card, *rest)
        for card in deck
        if SUIT_MASK[card] & lowest and SUIT_MASK[card] & ~suits == 0
        for rest in covers(deck, suits & ~SUIT_MASK[card])
    )


@pytest.mark.parametrize(
    ("deck", "sizes", "extended"), [(BASIC, {3, 4, 5, 6}, False), (EXTENDED, {2, 3, 4, 5, 6}, True)]
)
def test_boojum_groups_of_one_symbol_of_each_suit_have_the_published_sizes(
    deck: tuple[Card, ...], sizes: set[int], extended: bool
) -> None:
    groups = covers(tuple(c for c in deck if SUIT_MASK[c]), (1 << len(SUITS)) - 1)
    assert {len(group) for group in groups} == sizes
    if extended:
        assert [set(group) for group in groups if len(group) == 2] == [{"light-keeper", "rite"}]
    luck = random.Random("groups")
    options = BoojumOptions(pawns=extended, courts=extended)
    ranks = rank_order(options.pawns, options.courts)
    for group in luck.sample(groups, 60):
        hand = tuple(sorted(group))
        found = payable_sets(hand, SUITS, ranks, 1)
        assert ("knots", len(hand)) in {(one.kind.token, len(one.cards)) for one in found}


def test_every_seat_is_drawn_first_about_as_often_as_any_other() -> None:
    luck = random.Random("first seat")
    count = [0] * 5
    for _ in range(2_000):
        options = validate_options(BUM.options, {}, 5)
        play = Play(BUM, options, 5, luck)
        count[play.state.seated[0]] += 1
    error = sqrt(2_000 * 0.2 * 0.8)
    assert all(abs(each - 400) < SIGMAS * error for each in count)
