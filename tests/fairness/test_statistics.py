"""The shuffle over many deals: every card at every place, and pairs (see bench/shuffle.py)."""

import random
from collections.abc import Callable

import pytest

from bench.shuffle import chance_of, counted, deals_of, is_fair, judged

DEALS = 4000


def test_every_card_comes_to_every_place_and_every_pair_together() -> None:
    tests = judged(counted(deals_of("tests", DEALS, 52), 52))
    assert is_fair(tests), tests


def swapped_anywhere(luck: random.Random, cards: int) -> list[int]:
    """Shuffle with the well-known mistake: each place is swapped with any place."""
    order = list(range(cards))
    for place in range(cards):
        other = luck.randrange(cards)
        order[place], order[other] = order[other], order[place]
    return order


def cut_once(luck: random.Random, cards: int) -> list[int]:
    """Every card at every place equally often, yet always in the same company."""
    at = luck.randrange(cards)
    return [*range(at, cards), *range(at)]


@pytest.mark.parametrize("unfair", [swapped_anywhere, cut_once])
def test_an_unfair_shuffle_is_found(unfair: Callable[[random.Random, int], list[int]]) -> None:
    luck = random.Random(1)
    orders = (unfair(luck, 16) for _ in range(DEALS))
    assert not is_fair(judged(counted(orders, 16)))


def test_a_fair_shuffle_of_the_library_passes() -> None:
    luck = random.Random(2)
    orders = (luck.sample(range(16), 16) for _ in range(DEALS))
    assert is_fair(judged(counted(orders, 16)))


@pytest.mark.parametrize(
    ("value", "freedom", "chance"), [(124.342, 100, 0.05), (135.807, 100, 0.01), (99.334, 100, 0.5)]
)
def test_chances_are_those_of_the_tables_of_chi_square(
    value: float, freedom: int, chance: float
) -> None:
    assert chance_of(value, freedom) == pytest.approx(chance, rel=0.01)
