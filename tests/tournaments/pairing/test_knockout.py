"""Knockouts: the strongest enter late, as many go on as should, and one table is the last."""

from itertools import pairwise

import pytest

from games.core.fairness.chance import Chance
from tests.tournaments.pairing.cups import Drawing, cup
from tournaments.pairing import DrawnRound, Knockout, PairingContext, next_round, rounds_needed
from tournaments.pairing.knockout import knockout_ranking, stage_sizes
from tournaments.tables import Entrant

FORMATS = [(2, 1), (3, 1), (4, 1), (4, 2), (5, 1), (6, 1), (6, 2), (6, 3)]


def played_by_seed(format: Knockout, entrants: int) -> list[DrawnRound]:
    """Return the rounds of a cup in which the stronger always wins."""
    everybody = tuple(Entrant(one) for one in range(entrants))
    past, rounds = PairingContext(everybody, frozenset(everybody)), list[DrawnRound]()
    while (drawn := next_round(format, past, Chance(len(rounds)))) is not None:
        rounds.append(drawn)
        won = {one: -one for one in everybody}
        past = past._replace(rounds=tuple(rounds), points=(*past.points, won))
    return rounds


def test_eight_at_tables_of_two_meet_as_their_seeds_say() -> None:
    rounds = played_by_seed(Knockout(2, third_place=True), 8)
    met = [[set(table) for table in drawn.tables] for drawn in rounds]
    assert met == [[{0, 7}, {1, 6}, {2, 5}, {3, 4}], [{0, 3}, {1, 2}], [{0, 1}, {2, 3}]]


def test_the_strongest_have_a_bye_into_the_second_round() -> None:
    rounds = played_by_seed(Knockout(2), 11)
    assert rounds[0].byes == (0, 1, 2, 3, 4)
    assert [len(drawn.tables) for drawn in rounds] == [3, 4, 2, 1]
    assert not any(drawn.byes for drawn in rounds[1:])


@pytest.mark.parametrize(("seats", "advancing"), FORMATS)
def test_any_number_of_entrants_comes_down_to_one_table(seats: int, advancing: int) -> None:
    for entrants in [*range(seats, 8 * seats), 250]:
        left, rounds = entrants, 1
        while left > seats:
            tables, after = stage_sizes(left, Knockout(seats, advancing))
            out = left - tables * seats
            assert tables >= 1
            assert out >= 0
            assert tables * advancing + out <= after < left
            left, rounds = after, rounds + 1
        assert left == seats
        assert rounds == rounds_needed(Knockout(seats, advancing), entrants)


@pytest.mark.parametrize("entrants", [6, 14, 23, 64])
@pytest.mark.parametrize(("seats", "advancing"), FORMATS)
def test_the_first_of_each_table_go_on_and_the_rest_of_the_field_is_out(
    seats: int, advancing: int, entrants: int
) -> None:
    drawings = list(cup(Knockout(seats, advancing), entrants, entrants))
    assert len(drawings) == rounds_needed(Knockout(seats, advancing), entrants)
    for before, after in pairwise(drawings):
        points = after.past.points[-1]
        there = named(after)
        assert there >= {*before.drawn.byes}
        for table in before.drawn.tables:
            best = sorted(table, key=lambda one: (-points[one], one))
            assert there >= {*best[:advancing]}
            assert not there >= {*table}
        assert there <= named(before)
    assert len(drawings[-1].drawn.tables) == 1


def named(drawing: Drawing) -> set[Entrant]:
    """Return who has a table or a bye in a round."""
    return {one for table in drawing.drawn.tables for one in table} | {*drawing.drawn.byes}


def test_who_went_on_from_one_table_is_kept_apart_at_the_next() -> None:
    for drawn in played_by_seed(Knockout(4, 2), 32)[1:-1]:
        assert len(drawn.tables) > 1
    first, second, *_ = played_by_seed(Knockout(4, 2), 32)
    home = {one: number for number, table in enumerate(first.tables) for one in table}
    assert all(len({home[one] for one in table}) == 4 for table in second.tables)


@pytest.mark.parametrize("seed", range(6))
def test_whoever_leaves_makes_way_for_the_next_at_the_table(seed: int) -> None:
    for drawing in cup(Knockout(2), 16, seed, leaving=100):
        assert named(drawing) <= drawing.past.active
        assert not drawing.past.rounds or not drawing.drawn.byes or len(drawing.past.active) < 8


def test_who_comes_when_a_knockout_has_begun_is_not_in_it() -> None:
    for drawing in cup(Knockout(2), 8, 1, coming=300):
        assert max(named(drawing)) < 8


def test_the_order_of_a_knockout_is_that_of_the_final_then_of_how_far_the_others_came() -> None:
    format = Knockout(2, third_place=True)
    rounds = played_by_seed(format, 8)
    everybody = tuple(Entrant(one) for one in range(8))
    points = tuple({one: -one for one in everybody} for _ in rounds)
    order = knockout_ranking(
        format, PairingContext(everybody, frozenset(everybody), tuple(rounds), points)
    )
    assert order == ((0,), (1,), (2,), (3,), (4, 5, 6, 7))


def test_too_few_are_no_final() -> None:
    few = (Entrant(0), Entrant(1), Entrant(2))
    assert next_round(Knockout(4), PairingContext(few, frozenset(few)), Chance(0)) is None
