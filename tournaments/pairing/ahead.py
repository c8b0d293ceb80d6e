"""A look ahead at tables of two: a round after which the rounds to come need no rematch either.

In six rounds of a small field the last ones may have no pairs left who have not met: of six who
have met as in two triangles and all between these, three rounds more are impossible, and with other
pairs they were not. So rounds are weighed from the cheapest on, until one leaves a way.
"""

from collections.abc import Iterator, Mapping, Sequence
from heapq import heappop, heappush
from typing import Final

from tournaments.pairing.matching import Pair, cheapest_matching

SMALL: Final = 15  # entrants: beyond so many nobody looks ahead
MOST_ROUNDS: Final = 60  # that are looked at, the cheapest first
STEPS: Final = 4_000  # of the search for the rounds to come; then there is taken to be a way


def first_with_a_future(
    best: Sequence[Pair], costs: Mapping[Pair, int], later: int
) -> Sequence[Pair]:
    """Return the cheapest round that lets so many follow without a rematch; else the best.

    Args:
        costs: of all pairs that have not met; of an odd field the last of all is the bye.
    """
    count = 1 + max(two for _, two in costs)
    for number, pairs in enumerate(_rounds_by_cost(best, costs)):
        left = [0] * count
        for one, two in costs.keys() - {*pairs}:
            left[one] |= 1 << two
            left[two] |= 1 << one
        fewest = min(mask.bit_count() for mask in left)
        if 2 * fewest >= count or _Future(left).is_there(min(later, fewest)):
            return pairs
        if number == MOST_ROUNDS:
            break
    return best


def _rounds_by_cost(best: Sequence[Pair], costs: Mapping[Pair, int]) -> Iterator[Sequence[Pair]]:
    """Yield whole rounds, the cheapest first, as Murty ranks assignments.

    Behind each round stand those that keep its first pairs and do without the next one.
    """
    queue: list[tuple[int, list[Pair], int, frozenset[Pair]]] = [(0, [*best], 0, frozenset())]
    while queue:
        _, pairs, count, without = heappop(queue)
        yield pairs
        for at in range(count, len(pairs)):
            fixed, banned = pairs[:at], without | {pairs[at]}
            seated = {one for pair in fixed for one in pair}
            free = {
                pair: cost
                for pair, cost in costs.items()
                if pair not in banned and seated.isdisjoint(pair)
            }
            rest = cheapest_matching(free)
            if len(fixed) + len(rest) == len(pairs):
                again = [*fixed, *rest]
                total = sum(costs[pair] for pair in again)
                heappush(queue, (total, again, at, banned))


class _Future:
    """Rounds that could follow: who may still meet whom, as bits."""

    def __init__(self, left: list[int]) -> None:
        self.left, self.steps = left, 0

    def is_there(self, rounds: int) -> bool:
        """Say whether so many whole rounds follow in which all pairs are new."""
        return not rounds or self._go_on((1 << len(self.left)) - 1, rounds)

    def _go_on(self, waiting: int, rounds: int) -> bool:
        """Pair those who wait in a round, then all in the next one; who has least choice first."""
        self.steps += 1
        if self.steps > STEPS:
            return True
        if not waiting:
            rounds, waiting = rounds - 1, (1 << len(self.left)) - 1
            if not rounds:
                return True
        choices = [
            (self.left[one] & waiting, one) for one in range(len(self.left)) if waiting >> one & 1
        ]
        free, one = min(choices, key=lambda choice: choice[0].bit_count())
        for two in range(len(self.left)):
            if free >> two & 1:
                self._toggle(one, two)
                if self._go_on(waiting & ~(1 << one | 1 << two), rounds):
                    return True
                self._toggle(one, two)
        return False

    def _toggle(self, one: int, two: int) -> None:
        """Note that two have met, or have not after all."""
        self.left[one] ^= 1 << two
        self.left[two] ^= 1 << one
