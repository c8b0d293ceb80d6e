"""Unknown cards lie in every way that the seen events allow, each as often as any other."""

import random
from collections import Counter
from collections.abc import Hashable
from itertools import permutations, product

import pytest

from games.boojum import GAME
from games.boojum.hiding import HiddenLayout
from games.boojum.memory import HiddenDraw, RevealedCard, TableMemory
from games.core.contract import Seat
from tests.games.boojum.cards import cards
from tests.games.boojum.table import dealt
from tests.games.frequencies import hold_frequencies
from tests.games.play import Play, seen_by

SAMPLES = 4_000
B, C = 1, 2
# the pools, the draws from them (pool, seat, since), and what was shown when
Case = tuple[list[str], list[tuple[int, int | None, int]], list[tuple[int, str, int]]]

CASES: dict[str, Case] = {
    "one of two copies was shown": (
        ["author author desert origin pact"],
        [(0, B, 0), (0, B, 0), (0, C, 0), (0, C, 0)],
        [(B, "author", 3)],
    ),
    "a copy was shown before another card came": (
        ["author author desert origin"],
        [(0, B, 0), (0, C, 0), (0, B, 4)],
        [(B, "author", 3)],
    ),
    "each of two hands showed a copy, and each shuffle held one": (
        ["author desert", "author origin"],
        [(0, B, 0), (0, C, 0), (1, B, 4), (1, C, 4)],
        [(B, "author", 5), (C, "author", 6)],
    ),
    "a hand showed both copies, one of them early": (
        ["author author desert", "author origin sea"],
        [(0, B, 0), (0, B, 0), (0, C, 0), (1, B, 4), (1, None, 4)],
        [(B, "author", 3), (B, "author", 5)],
    ),
}


def memory_of(pools: list[str], draws: list[tuple[int, int | None, int]]) -> TableMemory:
    """Return what is known of a table where only these cards are unknown."""
    memory = TableMemory(GAME.view(dealt(), None))
    memory.pools = [Counter(cards(pool)) for pool in pools]
    memory.draws, memory.cards = [HiddenDraw(*draw) for draw in draws], [None] * len(draws)
    return memory


def explains(draws: list[HiddenDraw], held: tuple[str, ...], needs: list[RevealedCard]) -> bool:
    """Say whether every hand held what it showed by then, when it did."""
    for now in needs:
        shown = Counter(
            need.card for need in needs if need.seat == now.seat and need.when <= now.when
        )
        had = Counter(
            card
            for draw, card in zip(draws, held, strict=True)
            if draw.seat == now.seat and draw.since <= now.when
        )
        if shown - had:
            return False
    return True


def every_way(memory: TableMemory) -> Counter[Hashable]:
    """Return in how many deals of the cards, copies told apart, each way comes about."""
    ways: Counter[Hashable] = Counter()
    pools = [permutations(pool.elements()) for pool in memory.pools]
    for orders in product(*pools):
        stacks = [list(order) for order in orders]
        held = tuple(stacks[draw.pool].pop() for draw in memory.draws)
        if explains(memory.draws, held, memory.needs):
            ways[held] += 1
    return ways


@pytest.mark.parametrize("case", CASES)
def test_every_way_is_as_likely_as_the_deals_make_it(case: str) -> None:
    pools, draws, needs = CASES[case]
    memory = memory_of(pools, draws)
    memory.needs = [RevealedCard(*need) for need in needs]
    ways, luck = every_way(memory), random.Random(case)
    found: Counter[Hashable] = Counter()
    for _ in range(SAMPLES):
        hiding = HiddenLayout(memory, luck)
        hiding.stir()
        found[tuple(str(card) for card in hiding.cards[: len(draws)])] += 1
    hold_frequencies(found, ways)


def test_a_way_is_found_where_hardly_any_random_order_of_needs_leads_to_one() -> None:
    """After six reshuffles random orders alone found none in 200 trials for most lucks."""
    options = GAME.options(excuse=True, pawns=True, max_idle_rounds=3, max_rounds=500)
    play = Play(GAME, options, 11, random.Random(2))
    while len(play.moves) < 3_000:
        play.act(*play.random_move())
    assert play.state.reshuffles == 6
    reader = Seat(2)
    view, seen = GAME.view(play.state, reader), seen_by(GAME, reader, play.events)
    guess = GAME.bots.determinise(view, seen, random.Random(0))
    assert GAME.view(guess, reader) == view
