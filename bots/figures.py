"""Means of what was measured, and how sure they are."""

from collections.abc import Sequence
from math import fsum, inf, sqrt
from statistics import NormalDist
from typing import NamedTuple


class Mean(NamedTuple):
    """A mean with half the width of its 95 % interval; inf where one value says nothing of it."""

    value: float
    error: float


def mean(values: Sequence[float]) -> Mean:
    """Return the mean of independent values; by Student's t, the same whatever their order."""
    count = len(values)
    middle = fsum(values) / count
    if count < 2:
        return Mean(middle, inf)
    spread = fsum((one - middle) ** 2 for one in values) / (count - 1)
    return Mean(middle, quantile(count - 1) * sqrt(spread / count))


def controlled(values: Sequence[float], controls: Sequence[float], more: Sequence[float]) -> Mean:
    """Return the mean of `values` as it would be if `controls`, measured on the same, were typical.

    What is typical is known from `more`. By linear regression; its error is that of what the
    controls leave unexplained, and of what is typical.
    """
    count = len(values)
    own, same, typical = mean(values), mean(controls), mean(more)
    spread = fsum((one - same.value) ** 2 for one in controls)
    if count < 3 or spread == 0:
        return own
    pairs = zip(values, controls, strict=True)
    slope = fsum((x - own.value) * (c - same.value) for x, c in pairs) / spread
    pairs = zip(values, controls, strict=True)
    left = fsum((x - own.value - slope * (c - same.value)) ** 2 for x, c in pairs) / (count - 2)
    error = quantile(count - 2) * sqrt(left / count)
    value = own.value - slope * (same.value - typical.value)
    return Mean(value, sqrt(error**2 + (slope * typical.error) ** 2))


def mean_told(found: Mean, form: str) -> str:
    """Return a mean with its interval, where there is one."""
    error = f"{found.error:{form.replace('+', '')}}" if found.error < inf else "?"
    return f"{found.value:{form}}±{error}"


def quantile(freedom: int) -> float:
    """Return the 97.5 % quantile of Student's t.

    By the expansion about the normal one (Abramowitz and Stegun 26.7.5), which is exact to three
    digits from 3 degrees of freedom on; below, from the table.
    """
    if freedom < 3:
        return (12.706, 4.303)[freedom - 1]
    z = NormalDist().inv_cdf(0.975)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + fsum(term / freedom**k for k, term in enumerate(terms, 1))
