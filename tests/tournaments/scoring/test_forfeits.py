"""What seats bring where somebody has forfeited: T9 of the rules of tables, by each scoring."""

from fractions import Fraction

import pytest

from tests.tournaments.scoring.cups import A, B, C, D, played, table
from tournaments.scoring import Kind, Normalise, Scoring, entrant_standings
from tournaments.scoring.ledger import build_ledger
from tournaments.tables import Forfeits, TournamentTableResult

ALL = [
    Scoring(kind=kind, normalise=normalise)
    for kind in ("points", "places", "duplicate")
    for normalise in ("none", "places", "z")
]


def forfeited(
    result: TournamentTableResult, *seats: int, ended: bool = True, unplayed: bool = False
) -> TournamentTableResult:
    """Return a result at which seats were forfeited, which are placed last."""
    rest = [place for seat, place in enumerate(result.places) if seat not in seats]
    placed = tuple(
        len(rest) + 1 if seat in seats else 1 + sum(other < place for other in rest)
        for seat, place in enumerate(result.places)
    )
    return result._replace(places=placed, forfeits=Forfeits(seats, ended, unplayed))


def brought(scoring: Scoring, *results: TournamentTableResult) -> dict[int, list[Fraction]]:
    """Return what each entrant brought from its tables."""
    book = build_ledger(played(*results), scoring)
    return {who: [one.value for one in held] for who, held in book.held.items()}


def scored(kind: Kind, normalise: Normalise = "none") -> Scoring:
    """Return such a scoring."""
    return Scoring(kind=kind, normalise=normalise)


def test_who_is_behind_gains_nothing_by_letting_the_clock_run_out() -> None:
    lost = forfeited(table([A, B], [0, 50]), 0)
    assert brought(scored("points"), lost) == {A: [-25], B: [25]}
    assert brought(scored("places"), lost) == {A: [0], B: [1]}


def test_who_is_ahead_and_forfeits_has_the_least_of_the_round() -> None:
    lost = forfeited(table([A, B], [50, 0]), 0)
    other = table([C, D], [10, 70], group=1)
    assert brought(scored("points"), lost, other) == {A: [-30], B: [-25], C: [-30], D: [30]}
    assert brought(scored("places"), lost, other) == {A: [0], B: [1], C: [0], D: [1]}


def test_a_later_round_is_not_looked_at_for_the_least() -> None:
    lost = forfeited(table([A, B], [0, 50]), 0)
    later = table([A, B], [0, 90], round=1, group=1)
    assert brought(scored("points"), lost, later)[A] == [-25, -45]


def test_where_deals_are_shared_the_others_have_at_least_what_their_field_brought() -> None:
    lost = forfeited(table([A, B], [50, 0]), 0)
    shared = [table([C, D], [10, 70]), table([D, C], [20, 40])]
    values = brought(scored("points"), lost, *shared)
    assert values[B] == [Fraction(30 + 10, 2)], "the mean of seat 1 at the other two tables"
    assert values[A] == [-30]
    values = brought(scored("duplicate"), lost, *shared)
    assert values[B] == [0], "what the mean seat of its field brings"
    values = brought(scored("duplicate", "places"), lost, *shared)
    assert values[B] == [Fraction(1, 2)]


def test_a_table_that_was_broken_off_is_no_measure_for_its_field() -> None:
    full = [table([A, B], [10, 30]), table([C, D], [30, 10])]
    lost = forfeited(table([A, C], [900, 0], group=0), 0)
    for scoring in (scored("duplicate"), scored("duplicate", "places")):
        alone, beside = brought(scoring, *full), brought(scoring, *full, lost)
        assert alone[B] == beside[B]
        assert alone[D] == beside[D]


def test_who_forfeits_and_has_a_bot_play_on_has_the_least_and_the_others_their_result() -> None:
    lost = forfeited(table([A, B, C], [90, 30, 60]), 0, ended=False)
    assert brought(scored("points"), lost) == {A: [-30], B: [-30], C: [0]}
    assert brought(scored("places"), lost) == {A: [0], B: [1], C: [2]}


def test_a_win_without_play_counts_what_the_mean_seat_does() -> None:
    lost = forfeited(table([A, B], [0, 0]), 0, unplayed=True)
    other = table([C, D], [10, 70])
    assert brought(scored("points"), lost, other)[B] == [0]
    assert brought(scored("places"), lost, other)[B] == [Fraction(1, 2)]
    assert brought(scored("places", "places"), lost, other)[B] == [Fraction(1, 2)]
    assert brought(scored("places"), lost, other)[A] == [0]


def test_a_win_by_a_forfeit_is_a_win_for_the_tie_break() -> None:
    lost = forfeited(table([A, B], [50, 0]), 0)
    rows = {one.entrant: one.wins for one in entrant_standings(played(lost), scored("points"))}
    assert rows == {A: 0, B: 1}


@pytest.mark.parametrize("scoring", ALL, ids=lambda one: f"{one.kind} {one.normalise}")
def test_nobody_who_forfeits_brings_more_than_anybody_of_the_round(scoring: Scoring) -> None:
    results = [
        table([A, B], [5, 3]), forfeited(table([C, D], [9, 1]), 0), table([B, C], [2, 8], round=1),
        table([D, A], [4, 4], round=1, group=1),
    ]  # fmt: skip
    book = build_ledger(played(*results), scoring)
    first = {one.entrant: one.value for seats in book.tables for one in seats
             if one.result.round == 0}  # fmt: skip
    assert first[C] == min(first.values())
