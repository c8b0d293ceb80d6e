"""Means of what was measured, and how sure they are.

To the last bit the same on every machine: sums are exact before they are rounded, and nothing is
raised to a power by a library of the system.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import fsum, inf, sqrt
from statistics import NormalDist
from typing import Final, NamedTuple

SURE: Final = 1.959963984540054  # of a normal value 95 % are less than so many spreads off

EXACT: Final = 200  # degrees of freedom, up to which Student's t is summed term by term
RIGHT_ANGLE: Final = 1.5707963267948966
HALVINGS: Final = 3  # of an angle, which then is an eighth of a right one at most
TERMS: Final = 41  # of the series, of which every second is 0
FARTHEST: Final = 1e6  # more than any quantile that is asked for
BISECTIONS: Final = 80  # halve that to the last bit


class Mean(NamedTuple):
    """A mean with half the width of its 95 % interval; inf where one value says nothing of it."""

    value: float
    error: float


def mean_with_error(values: Sequence[float]) -> Mean:
    """Return the mean of independent values; by Student's t, the same whatever their order."""
    count = len(values)
    middle = fsum(values) / count
    if count < 2:
        return Mean(middle, inf)
    spread = sum_of_squares(one - middle for one in values) / (count - 1)
    return Mean(middle, student_t_quantile(count - 1) * sqrt(spread / count))


def sum_of_squares(values: Iterable[float]) -> float:
    """Return the sum of the squares."""
    return fsum(one * one for one in values)


def control_variate_mean(
    values: Sequence[float], controls: Sequence[float], more: Sequence[float]
) -> Mean:
    """Return the mean of `values` as it would be if `controls`, measured on the same, were typical.

    What is typical is known from `more`. By linear regression; its error is that of what the
    controls leave unexplained, and of what is typical.
    """
    count = len(values)
    own, same, typical = mean_with_error(values), mean_with_error(controls), mean_with_error(more)
    spread = sum_of_squares(one - same.value for one in controls)
    if count < 3 or spread == 0:
        return own
    pairs = zip(values, controls, strict=True)
    slope = fsum((x - own.value) * (c - same.value) for x, c in pairs) / spread
    pairs = zip(values, controls, strict=True)
    left = sum_of_squares(x - own.value - slope * (c - same.value) for x, c in pairs) / (count - 2)
    error = student_t_quantile(count - 2) * sqrt(left / count)
    value = own.value - slope * (same.value - typical.value)
    return Mean(value, sqrt(sum_of_squares((error, slope * typical.error))))


def mean_with_interval(found: Mean, form: str) -> str:
    """Return a mean with its interval, where there is one."""
    error = f"{found.error:{form.replace('+', '')}}" if found.error < inf else "?"
    return f"{found.value:{form}}±{error}"


@lru_cache(maxsize=1024)
def student_t_quantile(freedom: int, outside: float = 0.05) -> float:
    """Return how far off a value of Student's t is at most, but for a share `outside` of them.

    By bisection of its distribution (Abramowitz and Stegun 26.7.3 and 26.7.4); of many degrees of
    freedom by the expansion about the normal one (26.7.5).
    """
    if freedom > EXACT:
        return _quantile_of_many(freedom, NormalDist().inv_cdf(1 - outside / 2))
    low, high = 0.0, FARTHEST
    for _ in range(BISECTIONS):
        middle = (low + high) / 2
        if _share_within(middle, freedom) < 1 - outside:
            low = middle
        else:
            high = middle
    return high


def _share_within(distance: float, freedom: int) -> float:
    """Return how often Student's t is no farther off than that."""
    whole = freedom + distance * distance
    sine, square = distance / sqrt(whole), freedom / whole  # of the angle's cosine
    if freedom == 1:
        return _arc_tangent(distance) / RIGHT_ANGLE
    odd = freedom % 2
    term = sqrt(square) if odd else 1.0
    terms = [term]
    for step in range(2 + odd, freedom, 2):
        term *= square * (step - 1) / step
        terms.append(term)
    shares = sine * fsum(terms)
    if odd:
        return (_arc_tangent(distance / sqrt(freedom)) + shares) / RIGHT_ANGLE
    return shares


def _arc_tangent(value: float) -> float:
    """Return the angle of a tangent that is not negative: halved until the series ends soon."""
    for _ in range(HALVINGS):
        value /= 1 + sqrt(1 + value * value)
    terms, power = [], value
    for odd in range(1, TERMS, 2):
        terms.append(power / odd)
        power *= -value * value
    return 2**HALVINGS * fsum(terms)


def _quantile_of_many(freedom: int, z: float) -> float:
    """Return the quantile of Student's t from that of the normal distribution."""
    square = z * z
    terms = (
        (square + 1) / 4,
        ((5 * square + 16) * square + 3) / 96,
        (((3 * square + 19) * square + 17) * square - 15) / 384,
        ((((79 * square + 776) * square + 1482) * square - 1920) * square - 945) / 92160,
    )
    return z + z * fsum(term / freedom**k for k, term in enumerate(terms, 1))
