"""What rounds have made of the entrants: whom each met, where each sat, how often each sat out."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from tournaments.pairing.formats import PairingContext
from tournaments.tables import Entrant

SIZES: Final = range(2, 7)
Rank = tuple[int, ...]
NOWHERE: Final[Counter[int]] = Counter()


class History(NamedTuple):
    """Counts over all rounds up to now; who is in none of them counts 0.

    Attributes:
        met: how often an entrant met each other one.
        byes: rounds that an entrant sat out, though there.
        sat: how often an entrant sat in each seat of tables of so many seats.
        points: all that an entrant has won.
        apart: two each who should not meet.
    """

    met: Mapping[Entrant, Counter[Entrant]]
    byes: Counter[Entrant]
    sat: Mapping[tuple[Entrant, int], Counter[int]]
    points: Counter[Entrant]
    apart: frozenset[tuple[Entrant, Entrant]] = frozenset()

    def is_apart(self, one: Entrant, two: Entrant) -> bool:
        """Say whether two should not meet."""
        return (one, two) in self.apart or (two, one) in self.apart

    def bye_rank(self, one: Entrant) -> Rank:
        """Rank by byes: nobody sits out twice before everybody has once."""
        return (self.byes[one],)

    def bye_and_points_rank(self, one: Entrant) -> Rank:
        """Rank by byes, then by points: of those whose turn it is who has fewest sits out."""
        return self.byes[one], self.points[one]

    def seats_of(self, one: Entrant, size: int) -> Counter[int]:
        """Return how often somebody sat in each seat of tables of so many seats."""
        return self.sat.get((one, size), NOWHERE)

    def at_other_sizes(self, one: Entrant, size: int) -> int:
        """Return at how many tables of another number of seats somebody sat."""
        return sum(self.seats_of(one, other).total() for other in SIZES if other != size)


def history_of(past: PairingContext) -> History:
    """Return the counts."""
    met: defaultdict[Entrant, Counter[Entrant]] = defaultdict(Counter)
    sat: defaultdict[tuple[Entrant, int], Counter[int]] = defaultdict(Counter)
    byes: Counter[Entrant] = Counter()
    for drawn in past.rounds:
        byes.update(drawn.byes)
        for table in drawn.tables:
            for seat, one in enumerate(table):
                sat[one, len(table)][seat] += 1
                met[one].update(table[:seat] + table[seat + 1 :])
    points: Counter[Entrant] = Counter()
    for won in past.points:
        points.update(won)
    return History(met, byes, sat, points, past.apart)


def who_sits_out(
    field: Sequence[Entrant], count: int, rank: Callable[[Entrant], Rank]
) -> tuple[list[Entrant], list[Entrant]]:
    """Return who of a field must sit out and of whom the others are taken, if `count` sit out.

    Those with the lowest rank must, before any with a higher one.
    """
    if not count:
        return [], []
    ranks = {one: rank(one) for one in field}
    most = sorted(ranks.values())[count - 1]
    must = [one for one in field if ranks[one] < most]
    others = [one for one in field if ranks[one] == most]
    return (must, others) if len(must) + len(others) > count else (must + others, [])
