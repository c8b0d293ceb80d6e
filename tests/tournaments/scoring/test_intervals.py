"""Intervals hold what they promise, and say how many more deals are wanted."""

from itertools import pairwise
from math import sqrt
from statistics import NormalDist, fmean

import pytest

from bench.coverage import DUPLICATE, POINTS, SHARE, CupForm, measured
from games.core.fairness.chance import Chance
from games.core.figures import student_t_quantile
from tests.tournaments.scoring.cups import A, B, C, D, cup, played, table
from tournaments.scoring import Scoring, build_cross_table, cell_json, entrant_standings
from tournaments.scoring.intervals import (
    FEWEST_BOUNDED,
    POWER,
    GroupTotal,
    Spread,
    estimate_mean,
    group_values,
    more_groups,
    spread_of_differences,
    spread_of_means,
    unseen_share,
)

UNIT = 2**32
LEVEL = Spread(1.0, 1000, 0.0, None)  # of many entrants who spread by one


def normal(luck: Chance) -> float:
    return NormalDist().inv_cdf((luck.randrange(UNIT) + 0.5) / UNIT)


@pytest.mark.parametrize(
    "form",
    [
        CupForm(6, 2, 10, POINTS, "coin"),
        CupForm(6, 2, 20, POINTS, "coin"),
        CupForm(6, 2, 40, SHARE, "coin"),
        CupForm(8, 4, 7, POINTS, "tied"),
        CupForm(8, 4, 7, DUPLICATE, "dealt"),
        CupForm(12, 4, 4, DUPLICATE, "tied"),
    ],
    ids=lambda form: f"{form.source}-{form.rounds}",
)
def test_intervals_hold_the_truth_in_cups_of_equals(form: CupForm) -> None:
    """`bench.coverage` counts thousands of cups."""
    found = measured(form, 60, 95)
    assert min(found["mean"], found["pair"], found["family"]) >= 0.88


def test_one_pair_in_two_is_told_apart_by_luck_where_two_tosses_of_a_coin_decide() -> None:
    """As it was before: by Student's t over the groups of a pair alone."""
    found = measured(CupForm(6, 2, 10, POINTS, "coin"), 60, 7)
    assert found["student"] < 0.6
    assert found["pair"] == 1


def test_intervals_shrink_with_the_root_of_the_number_of_deals() -> None:
    widths = [width([0.0, 1.0] * half) for half in (10, 40, 160)]
    for wide, narrow in pairwise(widths):
        assert wide / narrow == pytest.approx(2, rel=0.01)


def width(values: list[float]) -> float:
    found = estimate_mean(values, LEVEL)
    assert found.low is not None
    assert found.high is not None
    return found.high - found.low


def test_tables_of_one_group_do_not_make_an_interval_narrower_by_their_number() -> None:
    luck = Chance(4)
    values = [normal(luck) for _ in range(30)]
    once = group_values([GroupTotal(one, 1) for one in values])
    ten = group_values([GroupTotal(10 * one, 10) for one in values])
    assert ten == pytest.approx(once)


def test_groups_weigh_by_their_tables() -> None:
    assert fmean(group_values([GroupTotal(6.0, 3), GroupTotal(0.0, 1)])) == 6 / 4


def test_all_entrants_tell_together_what_values_spread_by() -> None:
    groups = [{at: GroupTotal(value, 1) for at, value in enumerate(row)} for row in ROWS]
    found = spread_of_means(groups, None)
    assert found is not None
    assert found.freedom == 3 * 4 - 3 - 3  # entrants' means, and one value of each group but one
    assert found.deviation == pytest.approx(sqrt((4 + 18 + 34) / 6))
    assert found.grain == 1


ROWS = [(1.0, 3.0, 1.0, 3.0), (-3.0, 0.0, 0.0, 3.0), (2.0, -3.0, -1.0, -6.0)]


def test_differences_are_freed_of_what_entrants_and_deals_are_worth() -> None:
    luck = Chance(5)
    noise = {one: [normal(luck) for _ in range(200)] for one in (A, B, C)}
    rows = {
        one: {at: value + 100 * one + 7 * at for at, value in enumerate(values)}
        for one, values in noise.items()
    }
    found = spread_of_differences(rows, None)
    assert found is not None
    assert found.freedom == 2 * 199
    assert found.deviation == pytest.approx(sqrt(2), rel=0.1)


def test_too_little_play_says_nothing_and_few_groups_borrow_from_all() -> None:
    assert spread_of_differences({A: {0: 1.0}, B: {0: 0.0}}, None) is None
    assert estimate_mean([1.5], None) == (1.5, None, None, 1)
    found = estimate_mean([1.5, 1.5], LEVEL)
    assert found.high == pytest.approx(1.5 + student_t_quantile(1000) / sqrt(2))


def test_values_that_spread_more_than_others_are_taken_at_their_own() -> None:
    found = estimate_mean([-9.0, 9.0, -9.0, 9.0], LEVEL)
    assert found.high == pytest.approx(student_t_quantile(1000) * 9 * sqrt(4 / 3) / 2)


def test_intervals_are_about_half_a_step_of_the_values_wider() -> None:
    coarse = LEVEL._replace(grain=2.0)
    values = [1.0, -1.0, 1.0, 1.0]
    fine, wide = estimate_mean(values, LEVEL), estimate_mean(values, coarse)
    assert (wide.high or 0) - (fine.high or 0) == pytest.approx(1.96 * 2 / 16, abs=0.01)


def test_what_has_bounds_wants_six_groups_and_is_never_sure_of_what_nobody_has_seen() -> None:
    bounded = Spread(0.0, 1000, 0.0, (-1.0, 1.0))
    assert estimate_mean([1.0] * (FEWEST_BOUNDED - 1), bounded)[1:3] == (None, None)
    found = estimate_mean([1.0] * 10, bounded)
    assert found.high == 1
    assert found.low == pytest.approx(1 - 2 * unseen_share(10, 0.05))
    assert (1 - unseen_share(10, 0.05)) ** 10 == pytest.approx(0.025)


def test_more_deals_are_wanted_until_two_are_told_apart() -> None:
    luck = Chance(21)
    noise = [normal(luck) for _ in range(40)]
    level = fmean(noise)
    differences = [one - level + 0.2 for one in noise]
    spread = sqrt(sum((one - 0.2) ** 2 for one in differences) / 39)
    more = more_groups(differences, LEVEL._replace(deviation=0.0))
    assert more is not None
    assert more == pytest.approx(((1.96 + 0.8416) * spread / 0.2) ** 2 - 40, abs=1)


def test_so_many_deals_tell_apart_in_80_of_100_cups() -> None:
    assert NormalDist().inv_cdf(0.8) == pytest.approx(POWER)
    luck, told, wanted = Chance(3), 0, 197  # for a difference of a fifth of the spread
    for _ in range(300):
        found = estimate_mean([normal(luck) + 0.2 for _ in range(wanted)], LEVEL)
        assert found.low is not None
        told += found.low > 0
    assert 0.74 <= told / 300 <= 0.86


def test_who_is_told_apart_wants_no_more_deals_and_who_is_level_never_will_be() -> None:
    assert more_groups([3.0, 1.1, 2.9, 1.0], LEVEL) == 0
    assert more_groups([1.0, -1.0, 2.0, -2.0], LEVEL) is None
    assert more_groups([1.0], None) is None
    assert more_groups([1.0], LEVEL) == 7
    assert more_groups([0.1, 0.2, -0.3], LEVEL) is None, "level but for what floats leave over"


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
    assert cell_json((A, B), points[A, B]) == CELL


CELL = {
    "entrants": [0, 1],
    "difference": {"value": 2.0, "low": -3.899946, "high": 7.899946, "groups": 2},
    "together": {"low": -8.308393, "high": 12.308393},
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
