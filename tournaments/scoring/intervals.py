"""How sure means of a tournament are: 95 % intervals, and how many more deals they want.

Deal groups are independent of each other; tables of one are not. So a group is one value. What
values spread by is taken from all entrants together, and from the values at hand where these spread
by more: a few that happen to be equal say nothing of it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from math import ceil, fsum, sqrt
from typing import Final, NamedTuple

from games.core.figures import SURE, student_t_quantile, sum_of_squares
from tournaments.tables import Entrant

OUTSIDE: Final = 0.05  # of all cups, in which an interval may miss the truth
FEWEST_BOUNDED: Final = 6  # groups: five that are won say as little as five tosses of a coin
FEWEST_FREEDOM: Final = 3  # degrees of freedom that a spread must have
SWEEPS: Final = 20  # over entrants and groups, until their means no longer change to be seen
NEIGHBOURS: Final = 8  # entrants of a group that are compared for the least step between values
STEPS: Final = 9  # digits behind the point, below which two values are equal
ENDLESS: Final = 1e9  # deals: who would need more is level but for the rounding of floats
POWER: Final = 0.8416212335729143  # 80 % of normal values are less than so many spreads above
BISECTIONS: Final = 60

Bounds = tuple[float, float]


class GroupTotal(NamedTuple):
    """What a deal group brought an entrant, over so many tables."""

    total: float
    tables: int


class Estimate(NamedTuple):
    """A mean with its 95 % interval; None where too little was played to tell one."""

    value: float
    low: float | None
    high: float | None
    groups: int


class Spread(NamedTuple):
    """What values of groups spread by about their means, whoever brought them.

    Attributes:
        deviation: the standard deviation of a value.
        freedom: degrees of freedom that it was found with.
        grain: the least step between two values that occur.
        bounds: the least and the most that a value can be; None: there are none.
    """

    deviation: float
    freedom: int
    grain: float
    bounds: Bounds | None


def group_values(groups: Sequence[GroupTotal]) -> list[float]:
    """Return a value for each group; their mean is that of all tables."""
    tables = sum(one.tables for one in groups)
    mean = fsum(one.total for one in groups) / tables
    weight = len(groups) / tables
    return [mean + (one.total - mean * one.tables) * weight for one in groups]


def spread_of_means(
    brought: Iterable[Mapping[int, GroupTotal]], bounds: Bounds | None
) -> Spread | None:
    """Return what the values of each entrant, by group, spread by about its mean."""
    squares, seen, left = list[float](), Counter[int](), 0
    steps = set[float]()
    for groups in brought:
        values = group_values([*groups.values()]) if groups else []
        squares += _squares_about_mean(values)
        seen.update(groups.keys())
        steps.update(round(value, STEPS) for value in values)
        left += max(0, len(values) - 1)
    shared = sum(count > 1 for count in seen.values())
    left -= max(0, shared - 1)  # of a group the last value follows from the others
    return _spread_from(fsum(squares), left, _least_step(steps), bounds)


def spread_of_differences(
    values: Mapping[Entrant, Mapping[int, float]], bounds: Bounds | None
) -> Spread | None:
    """Return what the differences of two entrants spread by about their means.

    From what is left of the values by entrant and group when the mean of each entrant and that of
    each group are taken away.
    """
    groups: dict[int, list[tuple[Entrant, float]]] = {}
    for entrant, own in values.items():
        for name, value in own.items():
            groups.setdefault(name, []).append((entrant, value))
    compared = [rows for rows in groups.values() if len(rows) > 1]
    means = _means_of_entrants(compared)
    squares = list[float]()
    for rows in compared:
        squares += _squares_about_mean([value - means[entrant] for entrant, value in rows])
    left = sum(len(rows) - 1 for rows in compared) - max(0, len(means) - 1)
    return _spread_from(2 * fsum(squares), left, _least_step(_differences(compared)), bounds)


def _means_of_entrants(
    groups: Sequence[Sequence[tuple[Entrant, float]]],
) -> Mapping[Entrant, float]:
    """Return the mean of each entrant beside those whom it met, by least squares."""
    own: dict[Entrant, list[tuple[int, float]]] = {}
    for name, rows in enumerate(groups):
        for entrant, value in rows:
            own.setdefault(entrant, []).append((name, value))
    means = dict.fromkeys(own, 0.0)
    for _ in range(SWEEPS):
        levels = [fsum(value - means[one] for one, value in rows) / len(rows) for rows in groups]
        means = {
            entrant: fsum(value - levels[name] for name, value in rows) / len(rows)
            for entrant, rows in own.items()
        }
    return means


def _differences(groups: Iterable[Sequence[tuple[Entrant, float]]]) -> set[float]:
    """Return by what entrants of a group differ."""
    found = set[float]()
    for rows in groups:
        lowest = sorted(value for _, value in rows)[:NEIGHBOURS]
        for one, other in combinations(lowest, 2):
            found |= {round(one - other, STEPS), round(other - one, STEPS)}
    return found


def _least_step(values: Iterable[float]) -> float:
    """Return the least difference between two of them; 0: there is none."""
    return min((after - before for before, after in pairwise(sorted({*values}))), default=0.0)


def _squares_about_mean(values: Sequence[float]) -> Iterator[float]:
    """Yield the squares of what values differ from their mean by."""
    mean = fsum(values) / len(values) if values else 0.0
    return ((value - mean) * (value - mean) for value in values)


def _spread_from(
    squares: float, freedom: int, grain: float, bounds: Bounds | None
) -> Spread | None:
    """Return a spread; None where too little was played to tell it."""
    if freedom < FEWEST_FREEDOM:
        return None
    return Spread(sqrt(squares / freedom), freedom, grain, bounds)


def estimate_mean(
    values: Sequence[float], spread: Spread | None, outside: float = OUTSIDE
) -> Estimate:
    """Return a mean with the interval that misses the truth in a share `outside` of all cups.

    By Student's t, and about half a step of the values wider; where values have bounds, so wide as
    well as values that nobody has seen yet may make it.
    """
    count, value = len(values), fsum(values) / len(values)
    if spread is None or (spread.bounds is not None and count < FEWEST_BOUNDED):
        return Estimate(value, None, None, count)
    deviation = max(spread.deviation, _own_deviation(values, value))
    error = deviation / sqrt(count) + spread.grain / (4 * count)
    error *= student_t_quantile(spread.freedom, outside)
    low, high = value - error, value + error
    if spread.bounds is not None:
        (least, most), unseen = spread.bounds, unseen_share(count, outside)
        low = max(least, min(low, value + unseen * (least - value)))
        high = min(most, max(high, value + unseen * (most - value)))
    return Estimate(value, low, high, count)


def _own_deviation(values: Sequence[float], mean: float) -> float:
    """Return the standard deviation of values; 0 of one."""
    if len(values) < 2:
        return 0.0
    return sqrt(sum_of_squares(one - mean for one in values) / (len(values) - 1))


@lru_cache(maxsize=1024)
def unseen_share(count: int, outside: float) -> float:
    """Return what share of all values those may have that are not among `count` of them.

    With a larger share one of them would have been seen, but for a share `outside / 2` of cups.
    """
    low, high = 0.0, 1.0
    for _ in range(BISECTIONS):
        middle = (low + high) / 2
        missed = 1.0
        for _ in range(count):
            missed *= 1 - middle
        low, high = (middle, high) if missed > outside / 2 else (low, middle)
    return high


def more_groups(values: Sequence[float], spread: Spread | None) -> int | None:
    """Return how many more groups will tell two entrants apart with a power of 80 %.

    That is if they differ by as much as they have so far, and spread as they did; by the normal
    approximation. 0: they are told apart; None: never at this difference, or nothing is known yet.
    """
    found, count = estimate_mean(values, spread), len(values)
    if spread is None or found.low is None or found.high is None or found.value == 0:
        return None
    if found.low > 0 or found.high < 0:
        return 0
    deviation = max(spread.deviation, _own_deviation(values, found.value))
    root = (SURE + POWER) * deviation / found.value
    return max(1, ceil(root * root) - count) if root * root < ENDLESS else None
