"""Hold how often things were drawn to how often they should be, by the chi-square test."""

from collections import Counter
from collections.abc import Hashable, Mapping
from math import sqrt

SIGMAS = 4.0


def excess(found: Mapping[Hashable, int], weights: Mapping[Hashable, float]) -> float:
    """Return by how many standard deviations chi-square is too large (Wilson and Hilferty).

    `weights` has all that may be drawn, each in proportion to how often it should be.
    """
    assert found.keys() <= weights.keys(), f"impossible: {found.keys() - weights.keys()}"
    draws, whole, free = sum(found.values()), sum(weights.values()), len(weights) - 1
    expected = {what: draws * weight / whole for what, weight in weights.items()}
    assert min(expected.values()) >= 5, "too few draws for this test"
    chi = sum((found.get(what, 0) - mean) ** 2 / mean for what, mean in expected.items())
    spread = 2 / (9 * free)
    return float(((chi / free) ** (1 / 3) - (1 - spread)) / sqrt(spread))


def hold_frequencies(found: Mapping[Hashable, int], weights: Mapping[Hashable, float]) -> None:
    """Fail when the draws do not come from these weights."""
    assert excess(found, weights) < SIGMAS, f"{Counter(found)} instead of {weights}"
