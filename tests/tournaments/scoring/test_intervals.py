"""Intervals hold what they promise, and say how many more deals are wanted."""

from collections.abc import Callable
from math import inf, sqrt
from statistics import NormalDist, fmean

import pytest

from games.core.fairness.chance import Chance
from games.core.figures import student_t_quantile
from tests.tournaments.scoring.cups import A, B, C, D, cup, played, table
from tournaments.scoring import (
    Scoring,
    build_cross_table,
    cell_json,
    entrant_standings,
    expected_half_width,
)
from tournaments.scoring.intervals import (
    BATCHES,
    FEWEST,
    POWER,
    REPLICATES,
    GroupTotal,
    bootstrap_mean,
    mean_paired_difference,
    more_groups,
    tail_rank,
)

UNIT = 2**32


def normal(luck: Chance) -> float:
    return NormalDist().inv_cdf((luck.randrange(UNIT) + 0.5) / UNIT)


def skewed(luck: Chance) -> float:
    value = normal(luck)
    return value * value - 1


def made_up(luck: Chance, count: int, draw: Callable[[Chance], float] = normal) -> list[GroupTotal]:
    """Return groups of one to four tables that have their luck in common."""
    tables = [1 + luck.randrange(4) for _ in range(count)]
    return [GroupTotal(sum(draw(luck) for _ in range(k)) + k * draw(luck), k) for k in tables]


@pytest.mark.parametrize(
    ("count", "draw", "cups", "least", "most"),
    [
        (3, normal, 2000, 0.93, 0.96),
        (6, normal, 300, 0.92, 0.98),
        (24, normal, 200, 0.92, 0.98),
        (40, skewed, 150, 0.90, 0.98),
    ],
)
def test_intervals_hold_the_true_mean_in_about_95_of_100_cups(
    count: int, draw: Callable[[Chance], float], cups: int, least: float, most: float
) -> None:
    luck, held = Chance(count), 0
    for _ in range(cups):
        found = bootstrap_mean(made_up(luck, count, draw))
        assert found.low is not None
        assert found.high is not None
        held += found.low <= 0 <= found.high
    assert least <= held / cups <= most


def test_intervals_shrink_with_the_root_of_the_number_of_deals() -> None:
    luck, widths = Chance(8), {}
    for count in (20, 80, 320):
        found = [bootstrap_mean(made_up(luck, count)) for _ in range(10)]
        widths[count] = fmean((one.high or 0) - (one.low or 0) for one in found)
    assert widths[20] / widths[80] == pytest.approx(2, rel=0.2)
    assert widths[80] / widths[320] == pytest.approx(2, rel=0.2)


def test_tables_of_one_group_do_not_make_an_interval_narrower_by_their_number() -> None:
    luck = Chance(4)
    values = [normal(luck) for _ in range(30)]
    once = bootstrap_mean([GroupTotal(one, 1) for one in values])
    ten = bootstrap_mean([GroupTotal(10 * one, 10) for one in values])
    assert ten == pytest.approx(once)


def test_a_bootstrap_draws_the_same_every_time() -> None:
    found = bootstrap_mean([GroupTotal(float(value * value), 1 + value % 2) for value in range(12)])
    assert [round(one or 0, 9) for one in found] == GOLDEN


GOLDEN = [28.111111111, 12.111111111, 48.5, 12]


def test_one_group_says_nothing_and_few_say_what_student_does() -> None:
    assert bootstrap_mean([GroupTotal(3.0, 2)]) == (1.5, None, None, 1)
    found = bootstrap_mean([GroupTotal(one, 1) for one in (1.0, 2.0, 3.0, 4.0)])
    assert len(found) == FEWEST - 1
    assert found.high == pytest.approx(2.5 + student_t_quantile(3) * sqrt(5 / 3 / 4))


def test_no_number_of_groups_is_so_near_two_tails_that_machines_could_differ() -> None:
    for count in range(FEWEST, BATCHES + 1):
        widened = sqrt(count / (count - 1)) * student_t_quantile(count - 1)
        exact = REPLICATES * NormalDist().cdf(-widened)
        assert abs(exact % 1 - 0.5) > 1e-6, count
        assert 1 <= tail_rank(count) <= REPLICATES // 40, count


def test_more_deals_are_wanted_until_two_are_told_apart() -> None:
    luck = Chance(21)
    noise = [normal(luck) for _ in range(40)]
    level = fmean(noise)
    differences = [one - level + 0.2 for one in noise]
    spread = sqrt(sum((one - 0.2) ** 2 for one in differences) / 39)
    more = more_groups(differences)
    assert more is not None
    assert more == pytest.approx(((1.96 + 0.8416) * spread / 0.2) ** 2 - 40, abs=1)


def test_so_many_deals_tell_apart_in_80_of_100_cups() -> None:
    assert NormalDist().inv_cdf(0.8) == pytest.approx(POWER)
    luck, told, wanted = Chance(3), 0, 197  # for a difference of a fifth of the spread
    for _ in range(300):
        found = mean_paired_difference([normal(luck) + 0.2 for _ in range(wanted)])
        assert found.low is not None
        told += found.low > 0
    assert 0.74 <= told / 300 <= 0.86


def test_who_is_told_apart_wants_no_more_deals_and_who_is_level_never_will_be() -> None:
    assert more_groups([1.0, 1.1, 0.9, 1.0]) == 0
    assert more_groups([1.0, -1.0, 2.0, -2.0]) is None
    assert more_groups([1.0]) is None
    assert more_groups([2.0, 2.0, 2.0]) == 0
    assert more_groups([0.1, 0.2, -0.3]) is None, "level but for what floats leave over"


def test_how_wide_an_interval_will_be_is_known_before() -> None:
    assert expected_half_width(2.0, 16) == pytest.approx(2.131 * 2 / 4, abs=0.001)
    assert expected_half_width(2.0, 1) == inf


def test_a_cell_compares_over_the_deals_that_both_have_played() -> None:
    cup = played(
        table([A, B], [6, 2], 0, 0), table([C, D], [3, 3], 0, 0),
        table([B, A], [1, 1], 1, 1), table([D, C], [3, 1], 1, 1),
        table([A, C], [9, 9], 2, 2),
    )  # fmt: skip
    cells = build_cross_table(cup, Scoring("duplicate"))
    assert cells[A, B].difference.value == (1.5 + 0.5 + 0 + 1) / 2
    assert cells[A, B].tables == 2
    assert cells[A, D].tables == 0
    assert cells[A, D].difference.groups == 2
    points = build_cross_table(cup, Scoring())
    assert points[A, B].difference.value == (4 + 0) / 2
    assert points[A, C].difference.groups == 3
    assert cell_json((A, B), points[A, B]) == {
        "entrants": [0, 1],
        "difference": {"value": 2.0, "low": -23.412, "high": 27.412, "groups": 2},
        "tables": 2,
        "more": 14,
    }


def test_who_have_no_deal_in_common_have_no_cell() -> None:
    apart = played(table([A, B], [1, 0]), table([C, D], [1, 0], 0, 1))
    assert build_cross_table(apart, Scoring()).keys() == {(A, B), (C, D)}


def test_duplicate_deals_narrow_intervals_where_deals_say_much() -> None:
    """In made-up cups a seat's cards are worth up to 40, skill and the rest up to 15."""
    luck, widths = Chance(6), {}
    for shared in (True, False):
        results, worth = [], [0, 0, 0, 0]
        for at in range(120):
            if at % 4 == 0 or not shared:
                worth = [luck.randrange(40) for _ in range(4)]
            who = [(at + seat) % 4 for seat in range(4)]
            scores = [worth[seat] + luck.randrange(10) - one for seat, one in enumerate(who)]
            results.append(table(who, scores, at // 4, at // 4 if shared else at))
        found = entrant_standings(played(*results), Scoring("duplicate" if shared else "points"))
        widths[shared] = fmean(
            (one.mean.high or 0) - (one.mean.low or 0) for one in found if one.mean
        )
    assert widths[True] < widths[False] / 2


def test_a_cup_that_goes_on_has_narrower_intervals() -> None:
    short, long = (
        entrant_standings(cup(2, rounds=rounds), Scoring("duplicate")) for rounds in (6, 60)
    )
    widths = [
        fmean((one.mean.high or 0) - (one.mean.low or 0) for one in found if one.mean)
        for found in (short, long)
    ]
    assert widths[1] < widths[0] / 2
