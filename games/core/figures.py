"""Means of what was measured, and how sure they are.

To the last bit the same on every machine: sums are exact before they are rounded, and nothing is
raised to a power by a library of the system.
"""

from collections.abc import Iterable, Sequence
from math import fsum, inf, sqrt
from typing import Final, NamedTuple

SURE: Final = 1.959963984540054  # of a normal value 95 % are less than so many spreads off


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


def student_t_quantile(freedom: int) -> float:
    """Return the 97.5 % quantile of Student's t.

    By the expansion about the normal one (Abramowitz and Stegun 26.7.5), which is exact to three
    digits from 3 degrees of freedom on; below, from the table.
    """
    if freedom < 3:
        return (12.706, 4.303)[freedom - 1]
    z, square = SURE, SURE * SURE
    terms = (
        (square + 1) / 4,
        ((5 * square + 16) * square + 3) / 96,
        (((3 * square + 19) * square + 17) * square - 15) / 384,
        ((((79 * square + 776) * square + 1482) * square - 1920) * square - 945) / 92160,
    )
    return z + z * fsum(term / freedom**k for k, term in enumerate(terms, 1))
