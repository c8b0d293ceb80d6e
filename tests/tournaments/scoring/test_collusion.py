"""Figures of pairs: colluders that were planted are found, honest cups are left alone."""

from itertools import combinations

import pytest

from bench.changed_cups import Plan, changed_cup
from bench.collusion import flag_rates
from bench.coverage import DUPLICATE, POINTS, CupForm, drawn_cup
from games.core.fairness.chance import Chance
from tests.tournaments.scoring.cups import A, B, C, D, played, table
from tournaments.scoring.collusion import FEWEST_GROUPS, collusion_figures

FORM = CupForm(8, 4, 40, DUPLICATE, "dealt")
CUPS = 12


def test_who_gives_another_scores_is_flagged_and_says_how_much() -> None:
    honest = drawn_cup(FORM, Chance(3))
    given = collusion_figures(changed_cup(honest, Plan(dumped=1.0)))
    found = given[A, B]
    assert found.flagged == ("given",)
    assert found.given.value == pytest.approx(1.0, abs=0.35)
    assert found.given.low is not None and found.given.low > 0
    assert not any(one.flagged for pair, one in given.items() if pair != (A, B))


def test_who_plays_soft_with_another_is_flagged_for_what_both_bring() -> None:
    honest = drawn_cup(FORM, Chance(3))
    found = collusion_figures(changed_cup(honest, Plan(soft=0.75)))[A, B]
    assert found.flagged == ("shared",)
    assert found.shared is not None and found.shared.value > 0.8


def test_few_honest_cups_of_equals_and_of_unequals_have_a_flag() -> None:
    flagged = 0
    for seed in range(CUPS):
        honest = drawn_cup(FORM, Chance(seed))
        for plan in (Plan(), Plan(strength=1.0)):
            figures = collusion_figures(changed_cup(honest, plan))
            flagged += any(one.flagged for one in figures.values())
    assert flagged <= 2  # of 24, where 5 % are meant to


def test_pairs_that_met_too_seldom_are_not_told_of() -> None:
    rows = [table((A, B, C, D), (4, 0, 0, 0), at, at) for at in range(FEWEST_GROUPS - 1)]
    assert collusion_figures(played(*rows)) == {}
    rows.append(table((A, B, C, D), (4, 0, 0, 0), FEWEST_GROUPS, FEWEST_GROUPS))
    assert {*collusion_figures(played(*rows))} == {*combinations((A, B, C, D), 2)}


def test_at_tables_of_two_nobody_pays_for_two_others() -> None:
    figures = collusion_figures(drawn_cup(CupForm(6, 2, 40, POINTS, "coin"), Chance(1)))
    assert len(figures) == 15
    assert all(one.shared is None for one in figures.values())


@pytest.mark.nightly
@pytest.mark.parametrize("source", ["boon", "tied", "dealt"])
def test_few_honest_cups_are_flagged_and_most_colluders_are(source: str) -> None:
    rates = flag_rates(CupForm(8, 4, 40, POINTS, source), 100, 1)
    assert max(rates["honest"], rates["honest_unequal"]) <= 0.1
    assert min(rates["dumping"], rates["soft"]) >= 0.8
