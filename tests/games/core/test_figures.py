"""Means of what was measured: their intervals are as wide as they should be."""

from math import isinf

import pytest

from games.core.fairness.chance import Chance
from games.core.figures import control_variate_mean, mean_with_error, student_t_quantile


def test_intervals_are_those_of_student() -> None:
    found = mean_with_error([1.0, 2.0, 3.0, 4.0])
    assert found.value == 2.5
    assert found.error == pytest.approx(3.182 * (5 / 3 / 4) ** 0.5, abs=0.005)
    assert isinf(mean_with_error([1.0]).error)


@pytest.mark.parametrize(
    ("freedom", "exact"), [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (30, 2.042)]
)
def test_quantiles_of_student_are_near_those_of_tables(freedom: int, exact: float) -> None:
    assert student_t_quantile(freedom) == pytest.approx(exact, abs=0.01)


def test_a_control_takes_out_the_luck_that_it_shares() -> None:
    luck = Chance(7)
    shared = [luck.randrange(100) for _ in range(400)]
    values = [one + luck.randrange(20) for one in shared]
    own, sharp = (
        mean_with_error(values[:40]),
        control_variate_mean(values[:40], shared[:40], shared),
    )
    assert sharp.error < own.error / 2
    assert abs(sharp.value - mean_with_error(values).value) < sharp.error
    assert abs(sharp.value - mean_with_error(values).value) < abs(
        own.value - mean_with_error(values).value
    )


def test_a_control_that_says_nothing_changes_nothing() -> None:
    values = [1.0, 2.0, 4.0]
    assert control_variate_mean(values, [5.0] * 3, [5.0] * 9) == mean_with_error(values)
    assert control_variate_mean(values[:2], [1.0, 2.0], [1.0, 2.0]) == mean_with_error(values[:2])


def test_intervals_with_a_control_hold_what_they_promise() -> None:
    luck, held = Chance(11), 0
    for _ in range(400):
        shared = [luck.randrange(1000) for _ in range(100)]
        values = [one // 2 + luck.randrange(400) for one in shared[:20]]
        found = control_variate_mean(values, shared[:20], shared)
        held += abs(found.value - (249.5 + 199.5)) <= found.error
    assert 0.92 <= held / 400 <= 0.98
