"""The generator of bots: what it is defined to give, and that it favours nothing."""

from collections import Counter
from itertools import permutations

from games.core.fairness.chance import BITS, Chance


def chi_square(counts: list[int]) -> float:
    """Return how far counts are from being alike."""
    wanted = sum(counts) / len(counts)
    return sum((count - wanted) ** 2 for count in counts) / wanted


def test_it_gives_the_numbers_that_its_definition_gives() -> None:
    """The first of SplitMix64 with seed 1234567, as its authors' code gives them."""
    chance = Chance(0)
    chance.state = 1234567
    words = [chance.randrange(1 << BITS) for _ in range(5)]
    assert words == [
        6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431,
        16408922859458223821,
    ]  # fmt: skip


def test_the_same_seed_gives_the_same_numbers_and_forks_do_not_mind_what_was_drawn() -> None:
    one, two = Chance(5), Chance(5)
    drawn = [one.randrange(100) for _ in range(20)]
    assert [two.fork(9).randrange(100) for _ in range(3)] == [one.fork(9).randrange(100)] * 3
    assert [two.randrange(100) for _ in range(20)] == drawn
    assert [one.fork(8).randrange(10**9)] != [one.fork(9).randrange(10**9)]


def test_a_shuffle_draws_each_place_from_the_last_on() -> None:
    chance, same = Chance(11), Chance(11)
    cards, wanted = list(range(40)), list(range(40))
    chance.shuffle(cards)
    for at in range(39, 0, -1):
        other = same.randrange(at + 1)
        wanted[at], wanted[other] = wanted[other], wanted[at]
    assert cards == wanted
    assert chance.randrange(1 << BITS) == same.randrange(1 << BITS)


def test_every_order_is_as_likely() -> None:
    counts, orders = Counter[str](), ["".join(order) for order in permutations("abcd")]
    for seed in range(200):
        chance = Chance(seed)
        for _ in range(60):
            letters = list("abcd")
            chance.shuffle(letters)
            counts["".join(letters)] += 1
    assert chi_square([counts[order] for order in orders]) < 50  # 23 degrees: one in 1,000


def test_forks_of_neighbours_have_nothing_in_common() -> None:
    cells = Counter(
        (Chance(1).fork(key).randrange(8), Chance(1).fork(key + 1).randrange(8))
        for key in range(12_800)
    )
    assert len(cells) == 64
    assert chi_square(list(cells.values())) < 104  # 63 degrees: one in 1,000


def test_each_place_is_drawn_as_often_as_its_weight_says() -> None:
    weights, chance = (0.5, 0.0, 2.5, 1.0), Chance(3)
    counts = Counter(chance.drawn(weights) for _ in range(8_000))
    assert counts[1] == 0
    off = [counts[at] / 2_000 / weight for at, weight in enumerate(weights) if weight]
    assert all(0.9 < one < 1.1 for one in off), off
