"""Laws that hold for all tournaments: sums, order, names, fields."""

from collections.abc import Sequence
from fractions import Fraction
from math import fsum

import pytest

from games.core.fairness.chance import Chance
from tests.tournaments.scoring.cups import cup
from tournaments.scoring import (
    Scoring,
    StandingsInput,
    build_cross_table,
    entrant_standings,
    standing_places,
)
from tournaments.scoring.measures import measure_tables
from tournaments.scoring.settings import Kind, Normalise
from tournaments.tables import Entrant, RoundPlan, SeatOccupant, TablePlan

SEEDS = range(2)
EVERY: Sequence[tuple[Kind, Normalise]] = [
    (kind, normalise)
    for kind in ("points", "places", "duplicate")
    for normalise in ("none", "places", "z")
]
HALF = Fraction(1, 2)


def settings(kind: Kind, normalise: Normalise) -> Scoring:
    return Scoring(kind, normalise)


def renamed(played: StandingsInput, names: Sequence[int]) -> StandingsInput:
    """Return the same with entrants of other numbers, told of in the same order."""

    def plan(table: TablePlan) -> TablePlan:
        seats = tuple(SeatOccupant(Entrant(names[one.entrant]), one.member) for one in table.seats)
        return table._replace(seats=seats)

    return StandingsInput(
        [Entrant(names[one]) for one in played.entrants],
        [
            RoundPlan(tuple(map(plan, one.tables)), tuple(Entrant(names[bye]) for bye in one.byes))
            for one in played.rounds
        ],
        [one._replace(table=plan(one.table)) for one in played.results],
    )


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("kind", "normalise"), EVERY)
def test_the_sum_of_points_follows_from_the_tables_alone(
    kind: Kind, normalise: Normalise, seed: int
) -> None:
    played = cup(seed, entrants=14)
    mean = {"none": Fraction(3, 2), "places": HALF, "z": Fraction(0)}[normalise]
    if kind != "places" and normalise == "none":
        mean = Fraction(0)
    found = entrant_standings(played, settings(kind, normalise))
    assert sum(one.points for one in found) == mean * 14 * len(played.rounds)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("kind", "normalise"), EVERY)
def test_the_order_of_results_changes_nothing(kind: Kind, normalise: Normalise, seed: int) -> None:
    played, luck = cup(seed), Chance(seed)
    mixed = [*played.results]
    luck.shuffle(mixed)
    other = StandingsInput(played.entrants, played.rounds, mixed)
    for scoring in (settings(kind, normalise), Scoring(kind, normalise, rank_by="mean")):
        assert entrant_standings(other, scoring) == entrant_standings(played, scoring)
        assert build_cross_table(other, scoring) == build_cross_table(played, scoring)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("kind", "normalise"), EVERY)
def test_other_numbers_of_the_entrants_change_nothing_else(
    kind: Kind, normalise: Normalise, seed: int
) -> None:
    played, luck, scoring = cup(seed), Chance(seed), settings(kind, normalise)
    names = [*range(len(played.entrants))]
    luck.shuffle(names)
    other = renamed(played, names)
    expected = [
        one._replace(entrant=Entrant(names[one.entrant]))
        for one in entrant_standings(played, scoring)
    ]
    assert entrant_standings(other, scoring) == expected
    assert build_cross_table(other, scoring) == {
        (names[one], names[two]): cell
        for (one, two), cell in build_cross_table(played, scoring).items()
    }


@pytest.mark.parametrize("seed", SEEDS)
def test_duplicate_scores_of_a_group_sum_to_zero_seat_by_seat(seed: int) -> None:
    sums: dict[tuple[int, int], Fraction] = {}
    for seats in measure_tables(cup(seed).results, "difference"):
        for seat, one in enumerate(seats):
            name = one.result.table.group, seat
            sums[name] = sums.get(name, Fraction(0)) + one.value
    assert set(sums.values()) == {Fraction(0)}


@pytest.mark.parametrize("seed", SEEDS)
def test_matchpoints_of_a_field_are_half_of_what_there_is_to_win(seed: int) -> None:
    fields: dict[tuple[int, int], list[Fraction]] = {}
    for seats in measure_tables(cup(seed).results, "matchpoints"):
        for seat, one in enumerate(seats):
            fields.setdefault((one.result.table.group, seat), []).append(one.value)
    assert all(2 * sum(field) == len(field) for field in fields.values())


@pytest.mark.parametrize("seed", SEEDS)
def test_what_all_seats_of_a_deal_get_more_changes_no_duplicate_score(seed: int) -> None:
    played = cup(seed)
    richer = [
        one._replace(
            scores=tuple(
                score + 7 * seat + one.table.group for seat, score in enumerate(one.scores)
            )
        )
        for one in played.results
    ]
    scoring = Scoring("duplicate")
    other = entrant_standings(StandingsInput(played.entrants, played.rounds, richer), scoring)
    assert [one.points for one in other] == [
        one.points for one in entrant_standings(played, scoring)
    ]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_larger_unit_of_scores_changes_no_normalised_points(seed: int) -> None:
    played = cup(seed)
    larger = [
        one._replace(scores=tuple(1000 * score for score in one.scores)) if one.table.game else one
        for one in played.results
    ]
    other = StandingsInput(played.entrants, played.rounds, larger)
    for kind, normalise in EVERY:
        if normalise != "none":
            scoring = settings(kind, normalise)
            old, new = entrant_standings(played, scoring), entrant_standings(other, scoring)
            assert [one.entrant for one in new] == [one.entrant for one in old]
            for before, after in zip(old, new, strict=True):
                assert float(after.points) == pytest.approx(float(before.points), abs=1e-5)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("shared", [True, False])
def test_a_cross_table_holds_the_same_difference_from_either_side(seed: int, shared: bool) -> None:
    played = cup(seed, shared=shared)
    scoring = Scoring("duplicate" if shared else "points")
    turned = StandingsInput(played.entrants[::-1], played.rounds, played.results)
    cells, others = build_cross_table(played, scoring), build_cross_table(turned, scoring)
    assert cells.keys() == {(one, two) for two, one in others}
    for (one, two), cell in cells.items():
        other = others[two, one]
        assert cell.difference.value == -other.difference.value
        assert (cell.tables, cell.more) == (other.tables, other.more)


@pytest.mark.parametrize("seed", SEEDS)
def test_means_are_points_over_tables(seed: int) -> None:
    for one in entrant_standings(cup(seed), Scoring()):
        assert one.mean is not None
        assert one.mean.value == pytest.approx(float(one.points) / one.tables)
        assert one.mean.low is not None
        assert one.mean.high is not None
        assert one.mean.low <= one.mean.value <= one.mean.high


@pytest.mark.parametrize("kind", ["points", "places", "duplicate"])
def test_places_are_those_of_the_standings(kind: Kind) -> None:
    played, scoring = cup(3, entrants=14), Scoring(kind)
    found = entrant_standings(played, scoring)
    assert standing_places(played, scoring) == {one.entrant: one.place for one in found}


def test_a_cup_of_made_up_entrants_is_won_by_the_better_half() -> None:
    found = entrant_standings(cup(5, rounds=60), Scoring())
    assert {one.entrant for one in found[:3]} <= set(range(6))
    assert fsum(float(one.points) for one in found) == pytest.approx(0)
