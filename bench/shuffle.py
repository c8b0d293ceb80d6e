"""Is the shuffle fair? Count every card at every place, and pairs, over many deals.

    nice python -m bench.shuffle [--deals 1000000] [--cards 52] [--seed fairdeal] [--short]

The deals are those of hands 1, 2 ... of a table whose secret is the SHA-256 of the seed. Three
tests, each of which a fair shuffle passes but once in about a thousand runs:

* places: how often each card lies at each place, chi-square with (n - 1)^2 degrees of freedom;
* first two: how often each ordered pair is dealt first, chi-square with n (n - 1) - 1;
* neighbours: how often each card lies directly before each other one, the largest deviation.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator
from math import erfc, sqrt
from statistics import NormalDist
from typing import Any, NamedTuple

from bench.arguments import BenchmarkParser
from games.core.fairness.shuffle import hand_secret, shuffle_by_key, shuffle_key

LIMIT = 0.001  # of fair runs fail


class Counts(NamedTuple):
    """What was counted, by card numbers: [card][place], [first][second], [card][next card]."""

    deals: int
    places: list[list[int]]
    first_two: list[list[int]]
    neighbours: list[list[int]]


def deals_of(seed: str, deals: int, cards: int) -> Iterator[list[int]]:
    """Yield the orders of the hands of one table, as card numbers."""
    secret = hashlib.sha256(seed.encode()).digest()
    names = [f"{number:03}" for number in range(cards)]
    for hand in range(1, deals + 1):
        key = shuffle_key(hand_secret(secret, hand), "shuffle", hand, "deal", 1, [])
        yield list(map(int, shuffle_by_key(names, key)))


def counted(orders: Iterable[list[int]], cards: int) -> Counts:
    """Count places and pairs."""
    places, first_two, neighbours = ([[0] * cards for _ in range(cards)] for _ in range(3))
    deals = 0
    for order in orders:
        deals += 1
        first_two[order[0]][order[1]] += 1
        before = None
        for place, card in enumerate(order):
            places[card][place] += 1
            if before is not None:
                neighbours[before][card] += 1
            before = card
    return Counts(deals, places, first_two, neighbours)


def chi_square(counts: list[int], expected: float) -> float:
    """Return Pearson's sum."""
    return sum((count - expected) ** 2 for count in counts) / expected


def chance_of(value: float, freedom: int) -> float:
    """Return how often a fair shuffle gives so much or more (Wilson and Hilferty)."""
    spread = 2 / (9 * freedom)
    return 1 - NormalDist().cdf(((value / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread))


def judged(counts: Counts) -> dict[str, dict[str, Any]]:
    """Return each test with its figure, and how often a fair shuffle gives as much."""
    n, deals = len(counts.places), counts.deals
    places = (n - 1) / n * chi_square([c for row in counts.places for c in row], deals / n)
    firsts = [c for a, row in enumerate(counts.first_two) for b, c in enumerate(row) if a != b]
    pairs = [c for a, row in enumerate(counts.neighbours) for b, c in enumerate(row) if a != b]
    first_two = chi_square(firsts, deals / (n * (n - 1)))
    spread = sqrt(deals / n * (1 - 1 / n))
    most = max(abs(count - deals / n) for count in pairs) / spread
    return {
        "places": shown(places, (n - 1) ** 2),
        "first_two": shown(first_two, n * (n - 1) - 1),
        "neighbours": {
            "largest": round(most, 3),  # in standard deviations
            "pairs": len(pairs),
            "p": round(min(1.0, len(pairs) * erfc(most / sqrt(2))), 4),
        },
    }


def shown(value: float, freedom: int) -> dict[str, Any]:
    """Return a chi-square with its degrees of freedom; too even is as odd as too uneven."""
    chance = chance_of(value, freedom)
    both = min(1.0, 2 * min(chance, 1 - chance))
    return {"chi_square": round(value, 1), "freedom": freedom, "p": round(both, 4)}


def is_fair(tests: dict[str, dict[str, Any]]) -> bool:
    """Say whether every test was passed."""
    return all(test["p"] >= LIMIT for test in tests.values())


def main() -> None:
    """Count, judge, print; exit 1 if a test failed."""
    parser = BenchmarkParser(__doc__)
    parser.add_size("--deals", 1_000_000, 30_000)
    parser.add_argument("--cards", type=int, default=52)
    parser.add_argument("--seed", default="fairdeal")
    given = parser.parse_sizes()
    tests = judged(counted(deals_of(given.seed, given.deals, given.cards), given.cards))
    print(f"{given.deals} deals of {given.cards} cards, seed {given.seed!r}")
    for name, test in tests.items():
        print(f"{name:12}", *(f"{word} {figure}" for word, figure in test.items()))
    print("fair" if is_fair(tests) else "NOT FAIR")
    if given.json:
        about = {"deals": given.deals, "cards": given.cards, "seed": given.seed}
        print(json.dumps({**about, "fair": is_fair(tests), **tests}))
    raise SystemExit(0 if is_fair(tests) else 1)


if __name__ == "__main__":
    main()
