"""Standings by hand: what each kind counts, who is before whom, and what is told of it."""

from fractions import Fraction

import pytest

from tests.tournaments.scoring.cups import A, B, C, D, E, played, table
from tournaments.scoring import (
    EntrantStanding,
    Scoring,
    StandingsInput,
    entrant_standings,
    scoring_mistakes,
    standing_json,
)
from tournaments.scoring.settings import Kind, Normalise, TieBreak, Unplayed
from tournaments.tables import RoundPlan, SeatOccupant, TablePlan, TournamentTableResult

HALF = Fraction(1, 2)
PLAIN: tuple[TieBreak, ...] = ()


def scoring(
    kind: Kind = "points", normalise: Normalise = "none", *breaks: TieBreak, bye: Unplayed = "mean"
) -> Scoring:
    return Scoring(kind, normalise, bye, tie_breaks=breaks)


def points(found: list[EntrantStanding]) -> dict[int, Fraction]:
    return {one.entrant: one.points for one in found}


def in_places(found: list[EntrantStanding]) -> list[tuple[int, int]]:
    return [(one.place, one.entrant) for one in found]


def test_points_are_scores_less_the_mean_of_the_table() -> None:
    found = entrant_standings(played(table([A, B, C], [10, 4, 1])), scoring())
    assert points(found) == {A: 5, B: -1, C: -4}
    assert [one.place for one in found] == [1, 2, 3]


def test_places_count_those_placed_behind_and_ties_share() -> None:
    found = entrant_standings(played(table([A, B, C, D], [7, 3, 3, 1])), scoring("places"))
    assert points(found) == {A: 3, B: 3 * HALF, C: 3 * HALF, D: 0}
    assert in_places(found) == [(1, A), (2, B), (2, C), (4, D)]
    assert [one.wins for one in found] == [1, 0, 0, 0]


def test_shared_wins_are_shares() -> None:
    found = entrant_standings(played(table([A, B, C], [5, 5, 1])), scoring("places"))
    assert [one.wins for one in found] == [HALF, HALF, 0]


GROUP = (  # three tables with the same deals
    table([A, B], [10, 2]),
    table([C, D], [6, 6]),
    table([E, 5], [6, 0]),
)


def test_duplicate_is_the_mean_difference_to_those_with_the_same_cards() -> None:
    found = points(entrant_standings(played(*GROUP), scoring("duplicate")))
    thirds = {name: 3 * value for name, value in found.items()}
    assert thirds == {A: 8, C: -4, E: -4, B: -2, D: 10, 5: -8}


def test_matchpoints_are_the_share_of_those_with_the_same_cards_that_are_beaten() -> None:
    found = points(entrant_standings(played(*GROUP), scoring("duplicate", "places")))
    assert found == {A: 1, C: Fraction(1, 4), E: Fraction(1, 4), B: HALF, D: 1, 5: 0}


def test_both_duplicate_measures_are_told_whichever_ranks() -> None:
    (first, *_) = entrant_standings(played(*GROUP), scoring("duplicate", "none", "matchpoints"))
    assert first.entrant == D
    assert first.points == Fraction(10, 3)
    assert first.measures == {
        "points": 0,
        "places": HALF,
        "matchpoints": 1,
        "difference": first.points,
    }
    assert first.tie_breaks == {"matchpoints": 1}


def test_who_is_alone_with_its_cards_gets_what_the_mean_seat_does_and_no_interval() -> None:
    alone = played(table([A, B], [9, 1]))
    assert points(entrant_standings(alone, scoring("duplicate", "places"))) == {A: HALF, B: HALF}
    found = entrant_standings(alone, scoring("duplicate"))
    assert {(float(one.points), one.mean, one.tables) for one in found} == {(0.0, None, 1)}


def test_a_void_table_counts_for_nobody_and_is_in_no_field() -> None:
    void = GROUP[2]._replace(counts=False, scores=(), places=())
    found = entrant_standings(played(GROUP[0], GROUP[1], void, entrants=6), scoring("duplicate"))
    assert points(found) == {A: 2, C: -2, B: -2, D: 2, E: 0, 5: 0}
    assert {one.entrant: one.tables for one in found}[E] == 0


def test_a_void_table_may_bring_what_the_mean_seat_does() -> None:
    void = table([A, B, C], [9, 0, 0])._replace(counts=False)
    settings = Scoring("places", void="mean", tie_breaks=())
    assert points(entrant_standings(played(void), settings)) == {A: 1, B: 1, C: 1}


def test_a_ruling_replaces_the_result_and_standings_follow() -> None:
    before, ruled = table([A, B], [9, 1]), table([A, B], [0, 1])
    other = table([A, C], [2, 1], round=1, group=1)
    assert entrant_standings(played(before, other), scoring())[0].entrant == A
    assert entrant_standings(played(ruled, other), scoring())[0].entrant == B
    assert entrant_standings(played(ruled, other), scoring()) != entrant_standings(
        played(before, other), scoring()
    )


@pytest.mark.parametrize(
    ("bye", "value"), [("mean", Fraction(3, 2)), ("most", Fraction(3)), ("none", Fraction(0))]
)
def test_a_bye_brings_what_the_settings_say(bye: Unplayed, value: Fraction) -> None:
    cup = played(table([A, B, C, D], [4, 3, 2, 1]), byes=[[E]])
    found = points(entrant_standings(cup, scoring("places", bye=bye)))
    assert found[E] == value
    (own,) = [one for one in entrant_standings(cup, scoring("places", bye=bye)) if one.entrant == E]
    assert (own.byes, own.tables, own.mean) == (1, 0, None)


def test_a_bye_beside_tables_of_different_sizes_brings_their_mean_seat() -> None:
    cup = played(table([A, B], [1, 0]), table([C, D, 5, 6], [4, 3, 2, 1]), byes=[[E]])
    assert points(entrant_standings(cup, scoring("places")))[E] == Fraction(1 + 6, 6)


def test_a_table_that_has_not_ended_brings_nothing_yet() -> None:
    waits = TablePlan(0, 1, (SeatOccupant(A), SeatOccupant(B)))
    cup = StandingsInput((A, B), [RoundPlan((GROUP[0].table, waits))], [GROUP[0]])
    assert points(entrant_standings(cup, scoring())) == {A: 4, B: -4}


def test_standings_of_an_earlier_round_know_nothing_later() -> None:
    early = table([A, B], [3, 1])
    late = table([A, B], [0, 9], round=1, group=1)
    cup = played(early, late, byes=[[], [C]])
    assert entrant_standings(cup, scoring(), through=0) == entrant_standings(
        played(early, entrants=3), scoring()
    )
    assert entrant_standings(cup, scoring(), through=1) == entrant_standings(cup, scoring())


def test_a_mean_ranks_who_played_less_by_what_a_table_brought() -> None:
    tables = [table([A, B], [3, 1], group=g) for g in range(3)] + [table([C, D], [5, 1], group=3)]
    by_sum = entrant_standings(played(*tables), scoring())
    by_mean = entrant_standings(played(*tables, entrants=5), Scoring(rank_by="mean", tie_breaks=()))
    assert in_places(by_sum)[0] == (1, A)
    assert in_places(by_mean) == [(1, C), (2, A), (3, B), (4, D), (5, E)]


def test_games_that_spread_differently_count_alike_in_units_of_their_spread() -> None:
    small = table([A, B], [1, 0])
    large = table([A, B], [0, 100], round=1, group=1, game=1)
    assert points(entrant_standings(played(small, large), scoring())) == {A: -49.5, B: 49.5}
    assert points(entrant_standings(played(small, large), scoring("points", "z"))) == {A: 0, B: 0}
    found = entrant_standings(played(small, large), scoring("points", "places"))
    assert points(found) == {A: 1, B: 1}
    assert found[0].by_game == {0: 1, 1: 0}


def test_a_game_in_which_all_are_equal_says_nothing_in_units_of_its_spread() -> None:
    assert points(entrant_standings(played(table([A, B], [2, 2])), scoring("points", "z"))) == {
        A: 0,
        B: 0,
    }


TRIANGLE = (  # A and B have 0 each, C too; A beat B, B beat C, C beat A, D lost nothing by them
    table([A, B], [2, 0], 0, 0),
    table([B, C], [2, 0], 1, 1),
    table([C, A], [2, 0], 2, 2),
)


def test_equal_stays_equal_where_nothing_tells_apart() -> None:
    found = entrant_standings(
        played(*TRIANGLE), scoring("points", "none", "head_to_head", "opponents")
    )
    assert in_places(found) == [(1, A), (1, B), (1, C)]
    assert found[0].tie_breaks == {"head_to_head": 0, "opponents": 0}


def test_the_last_round_and_the_order_of_registration_may_tell_apart() -> None:
    last = entrant_standings(played(*TRIANGLE), scoring("points", "none", "last_round"))
    assert in_places(last) == [(1, C), (2, B), (3, A)]
    first = entrant_standings(played(*TRIANGLE), scoring("points", "none", "registered"))
    assert in_places(first) == [(1, A), (2, B), (3, C)]


def test_head_to_head_tells_apart_who_have_met() -> None:
    tables = [
        table([A, B], [0, 2], 0, 0),
        table([A, C], [2, 0], 1, 1),
        table([B, D], [0, 2], 1, 2),
    ]
    found = entrant_standings(played(*tables), scoring("points", "none", "head_to_head"))
    assert in_places(found) == [(1, D), (2, B), (3, A), (4, C)]
    assert {one.entrant: one.tie_breaks["head_to_head"] for one in found} == {
        A: -2, B: 2, C: None, D: None,
    }  # fmt: skip


def test_head_to_head_says_nothing_unless_all_who_are_equal_have_met() -> None:
    tables = [
        table([A, B], [0, 2], 0, 0), table([A, D], [2, 0], 1, 1), table([B, D], [0, 2], 1, 2),
        table([C, E], [1, 1], 0, 3),
    ]  # fmt: skip
    found = entrant_standings(played(*tables), scoring("points", "none", "head_to_head"))
    assert {place for place, _ in in_places(found)} == {1}


def test_who_met_the_stronger_is_before_who_met_the_weaker() -> None:
    tables = [
        table([A, C], [1, 1], 0, 0), table([B, D], [1, 1], 0, 1),
        table([C, E], [0, 4], 1, 2), table([D, 5], [4, 0], 1, 3),
    ]  # fmt: skip
    found = entrant_standings(played(*tables), scoring("points", "none", "opponents"))
    assert [one.entrant for one in found if one.entrant in (A, B)] == [B, A]
    assert {one.entrant: one.tie_breaks["opponents"] for one in found}[B] == 1


def test_tables_of_who_is_not_told_of_count_for_the_others() -> None:
    full = played(table([A, B], [3, 1]), table([B, C], [3, 1], 1, 1))
    without = StandingsInput((A, C), full.rounds, full.results)
    found = entrant_standings(without, scoring())
    assert points(found) == {A: 1, C: -1}


def test_members_of_a_team_play_for_it() -> None:
    seats = (SeatOccupant(A, 0), SeatOccupant(B, 0)), (SeatOccupant(B, 1), SeatOccupant(A, 1))
    tables = [
        TournamentTableResult(0, TablePlan(0, 0, row), scores, (1, 2))
        for row, scores in zip(seats, ((8, 2), (6, 4)), strict=True)
    ]
    found = entrant_standings(played(*tables), scoring("duplicate"))
    assert points(found) == {A: 1 + 1, B: -1 - 1}
    assert [one.mean and one.mean.groups for one in found] == [1, 1]


def test_rows_are_told_as_json_with_six_digits() -> None:
    (first, *_) = entrant_standings(played(table([A, B, C], [1, 0, 0])), scoring())
    assert standing_json(first) == {
        "place": 1,
        "entrant": 0,
        "points": 0.666667,
        "tables": 1,
        "byes": 0,
        "mean": {"value": 0.666667, "low": None, "high": None, "groups": 1},
        "wins": 1.0,
        "measures": {"points": 0.666667, "places": 2.0},
        "tie_breaks": {},
        "by_game": {"0": 0.666667},
    }


@pytest.mark.parametrize(
    ("settings", "games", "path", "said"),
    [
        (Scoring(), 2, "normalise", "can't be added up"),
        (Scoring("duplicate"), 2, "normalise", "can't be added up"),
        (Scoring("places"), 2, "normalise", "can't be compared"),
        (Scoring(bye="most"), 1, "bye", "no maximum"),
        (Scoring("points", "z", void="most"), 1, "void", "no maximum"),
        (Scoring(tie_breaks=("wins", "wins")), 1, "tie_breaks/1", "is named twice"),
        (Scoring(tie_breaks=("matchpoints",)), 1, "tie_breaks/0", "deal group"),
        (Scoring("places", "places", tie_breaks=("points",)), 5, "tie_breaks/0", "several games"),
    ],
)
def test_what_does_not_fit_together_is_said(
    settings: Scoring, games: int, path: str, said: str
) -> None:
    assert said in scoring_mistakes(settings, games)[path]


def test_what_fits_together_is_accepted() -> None:
    assert scoring_mistakes(Scoring(), 1) == {}
    assert scoring_mistakes(Scoring("places", bye="most"), 1) == {}
    assert scoring_mistakes(Scoring("places"), 1, sizes_differ=True).keys() == {"normalise"}
    assert scoring_mistakes(Scoring("duplicate", "places", tie_breaks=("matchpoints",)), 5) == {}
