"""How sure means of a tournament are: 95 % intervals, and how many more deals they want.

Deal groups are independent of each other; tables of one are not. So intervals come from groups.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import ceil, fsum, inf, sqrt
from operator import itemgetter
from statistics import NormalDist
from typing import Any, Final, NamedTuple

from games.core.fairness.chance import Chance
from games.core.figures import SURE, mean_with_error, student_t_quantile, sum_of_squares

REPLICATES: Final = 2_000  # of a bootstrap
SEED: Final = 95  # of what it draws: the same every time
FEWEST: Final = 5  # groups: of fewer, a bootstrap makes intervals too narrow
BATCHES: Final = 100  # more groups than that are taken together
ENDLESS: Final = 1e9  # deals: who would need more is level but for the rounding of floats
POWER: Final = 0.8416212335729143  # 80 % of normal values are less than so many spreads above


class GroupTotal(NamedTuple):
    """What a deal group brought an entrant, over so many tables."""

    total: float
    tables: int


class Estimate(NamedTuple):
    """A mean with its 95 % interval; None where one group says nothing of it."""

    value: float
    low: float | None
    high: float | None
    groups: int


def bootstrap_mean(groups: Sequence[GroupTotal]) -> Estimate:
    """Return the mean a table.

    By the bootstrap over groups, its percentiles widened as Student's t widens the normal ones
    (Hesterberg, "What teachers should know about the bootstrap", 2015); of few groups by Student's
    t itself.
    """
    value = _mean_of(groups)
    if len(groups) < FEWEST:
        return _of_few(groups, value)
    batches = _batch_groups(groups)
    totals, tables = zip(*batches, strict=True)
    means = sorted(
        fsum(draw(totals)) / sum(draw(tables)) for draw in _bootstrap_resamplers(len(batches))
    )
    outside = tail_rank(len(batches))
    return Estimate(value, means[outside - 1], means[-outside], len(groups))


def _mean_of(groups: Sequence[GroupTotal]) -> float:
    """Return the mean a table."""
    return fsum(one.total for one in groups) / sum(one.tables for one in groups)


def _of_few(groups: Sequence[GroupTotal], value: float) -> Estimate:
    """Return a mean with its interval by Student's t."""
    count, tables = len(groups), sum(one.tables for one in groups)
    if count < 2:
        return Estimate(value, None, None, count)
    left = sum_of_squares(one.total - value * one.tables for one in groups)
    error = student_t_quantile(count - 1) * sqrt(left * count / (count - 1)) / tables
    return Estimate(value, value - error, value + error, count)


def _batch_groups(groups: Sequence[GroupTotal]) -> Sequence[GroupTotal]:
    """Return the groups, neighbours taken together so that there are not too many."""
    if len(groups) <= BATCHES:
        return groups
    bounds = [at * len(groups) // BATCHES for at in range(BATCHES + 1)]
    parts = [groups[low:high] for low, high in pairwise(bounds)]
    return [
        GroupTotal(fsum(one.total for one in part), sum(one.tables for one in part))
        for part in parts
    ]


@lru_cache(maxsize=8)
def _bootstrap_resamplers(count: int) -> Sequence[Callable[[Sequence[Any]], tuple[Any, ...]]]:
    """Return what draws `count` of as many values, once for each replicate of a bootstrap."""
    luck = Chance(SEED).fork(count)
    return [itemgetter(*(luck.randrange(count) for _ in range(count))) for _ in range(REPLICATES)]


@lru_cache
def tail_rank(count: int) -> int:
    """Return which of the replicates, from either end, bounds the interval of so many groups."""
    widened = sqrt(count / (count - 1)) * student_t_quantile(count - 1)
    return max(1, round(REPLICATES * NormalDist().cdf(-widened)))


def mean_paired_difference(differences: Sequence[float]) -> Estimate:
    """Return the mean of what two entrants differed by, group by group; by Student's t."""
    value, error = mean_with_error(differences)
    if error == inf:
        return Estimate(value, None, None, len(differences))
    return Estimate(value, value - error, value + error, len(differences))


def more_groups(differences: Sequence[float]) -> int | None:
    """Return how many more groups will tell two entrants apart with a power of 80 %.

    That is if they differ by as much as they have so far, and spread as they did; by the normal
    approximation. 0: they are told apart; None: never at this difference, or nothing is known yet.
    """
    found, count = mean_paired_difference(differences), len(differences)
    if found.low is None or found.high is None or found.value == 0:
        return None
    if found.low > 0 or found.high < 0:
        return 0
    spread = sum_of_squares(one - found.value for one in differences) / (count - 1)
    wanted = (SURE + POWER) * (SURE + POWER) * spread / (found.value * found.value)
    return max(1, ceil(wanted) - count) if wanted < ENDLESS else None


def expected_half_width(spread: float, groups: int) -> float:
    """Return half the width that the interval of a mean over so many groups will have."""
    return student_t_quantile(groups - 1) * spread / sqrt(groups) if groups > 1 else inf
