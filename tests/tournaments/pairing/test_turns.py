"""A deal group: bots sit in every seat of it, teams spread, and a player sits once."""

import pytest

from tournaments.pairing.turns import in_turns
from tournaments.tables import Entrant

TABLE = tuple(Entrant(one) for one in (7, 4, 9))


def test_bots_play_the_same_deal_from_every_seat() -> None:
    tables = in_turns(TABLE, lambda one: None)
    seats = [[sitting.entrant for sitting in table] for table in tables]
    assert seats == [[7, 4, 9], [9, 7, 4], [4, 9, 7]]
    assert {sitting.member for table in tables for sitting in table} == {0}


@pytest.mark.parametrize(("people", "turns"), [(1, 1), (2, 2), (3, 3), (5, 3)])
def test_of_a_team_nobody_sits_twice_at_a_deal(people: int, turns: int) -> None:
    tables = in_turns(TABLE, lambda one: None if one == 7 else people)
    sittings = [sitting for table in tables for sitting in table if sitting.entrant != 7]
    assert len(tables) == turns
    assert len(set(sittings)) == len(sittings) == 2 * turns
    assert all({sitting.entrant for sitting in table} == {*TABLE} for table in tables)


def test_each_turn_is_another_seat() -> None:
    tables = in_turns(TABLE, lambda one: 3)
    for one in TABLE:
        seats = {
            seat for table in tables for seat, sitting in enumerate(table) if sitting.entrant == one
        }
        assert seats == {0, 1, 2}
