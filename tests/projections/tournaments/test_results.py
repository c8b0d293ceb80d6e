"""Figures of a tournament are worked out once, until what they follow from has changed."""

from collections import Counter
from dataclasses import replace
from functools import partial

import pytest

from projections.tournaments import results as tournament_results
from projections.tournaments.results import CACHED_RESULTS, LruCache, ResultsCache
from tests.tournaments.case import brought_in, started
from tests.tournaments.settings import BOTS, PEOPLE
from tournaments import commands as cm
from tournaments.public_results import public_standings
from tournaments.tables import Entrant


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count how often figures are worked out."""
    counts: Counter[str] = Counter()

    def counted(name: str) -> None:
        whole = getattr(tournament_results, name)

        def count(*arguments: object) -> object:
            counts[name] += 1
            return whole(*arguments)

        monkeypatch.setattr(tournament_results, name, count)

    counted("public_standings")
    counted("cross_table_cells")
    return counts


def test_what_has_been_worked_out_is_kept_while_nothing_it_follows_from_changes(
    made: Counter[str],
) -> None:
    figures, case = ResultsCache(), started(PEOPLE, 4, "player")
    case.tick()
    for _ in range(3):
        figures.standings(case.tournament)
        figures.cross_table(case.tournament)
    case.server(brought_in(case, 0))  # nothing that may be told: the group is played
    figures.standings(case.tournament)
    figures.cross_table(case.tournament)
    assert made == {"public_standings": 1, "cross_table_cells": 1}
    case.server(brought_in(case, 1))
    for _ in range(3):
        assert figures.standings(case.tournament) == public_standings(case.tournament)
        figures.standings(case.tournament, 0)
    assert made["public_standings"] == 2  # the first round is all there is
    case.play()
    figures.standings(case.tournament)
    figures.standings(case.tournament, 0)
    assert made["public_standings"] == 3
    assert {*figures.cross_table(case.tournament, None, Entrant(1))} == {
        pair for pair in figures.cross_table(case.tournament) if 1 in pair
    }


def test_a_ruling_and_a_withdrawal_are_seen_at_once(made: Counter[str]) -> None:
    case, figures = started(BOTS, 8).play(), ResultsCache()
    before = figures.standings(case.tournament)
    first = case.tournament.tables[0]
    assert first.finish is not None
    ruling = cm.Adjudicate(0, first.finish.places, tuple(one + 9 for one in first.finish.scores))
    case.server(replace(ruling, dispute="d1.1", scores=(99, 0, 0, 0), places=(1, 2, 2, 2)))
    assert figures.standings(case.tournament) != before
    assert made["public_standings"] == 2


def test_no_more_is_kept_than_was_asked_for_last() -> None:
    kept: LruCache[int, int] = LruCache(CACHED_RESULTS)
    for number in range(3 * CACHED_RESULTS):
        assert kept.value(number, partial(int, -number)) == -number
        kept.value(0, lambda: 1)
    assert len(kept.values) == CACHED_RESULTS
    assert 0 in kept.values
