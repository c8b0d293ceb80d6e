"""Ladders: who is free plays, and not at once with the same people again."""

from itertools import pairwise

import pytest

from games.core.fairness.chance import Chance
from tournaments.pairing import DrawnRound, PairingContext, Table
from tournaments.pairing.ladder import pair_free
from tournaments.tables import Entrant

THREE = (Entrant(0), Entrant(1), Entrant(2))


def past_of(entrants: int, *tables: Table) -> PairingContext:
    everybody = tuple(Entrant(one) for one in range(entrants))
    rounds = tuple(DrawnRound((table,)) for table in tables)
    return PairingContext(everybody, frozenset(everybody), rounds, tuple({} for _ in rounds))


def test_a_table_starts_as_soon_as_enough_are_free() -> None:
    past = past_of(6)
    assert pair_free(past.entrants[:2], 4, past, 3, Chance(0)) == ()
    (table,) = pair_free(past.entrants[:4], 2, past, 3, Chance(0))
    assert set(table) == {0, 1, 2}, "who waited longest"


def test_two_who_come_from_one_table_wait_for_others_who_play() -> None:
    past = past_of(4, (Entrant(0), Entrant(1)))
    assert pair_free(past.entrants[:2], 2, past, 2, Chance(0)) == ()
    assert len(pair_free(past.entrants[:2], 0, past, 2, Chance(0))) == 1


def test_with_others_free_nobody_meets_again_whom_they_met_lately() -> None:
    past = past_of(4, (Entrant(0), Entrant(1)), (Entrant(2), Entrant(3)))
    tables = pair_free(past.entrants, 0, past, 2, Chance(0))
    assert not any(set(table) in ({0, 1}, {2, 3}) for table in tables)


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("seed", range(1))
def test_over_an_evening_all_play_as_often_and_meet_many(seats: int, seed: int) -> None:
    luck = Chance(seed)
    past = past_of(12)
    free, playing = list(past.entrants), list[Table]()
    for _ in range(20):
        tables = pair_free(free, seats * len(playing), past, seats, luck)
        playing += tables
        free = [one for one in free if not any(one in table for table in tables)]
        past = past._replace(rounds=(*past.rounds, *(DrawnRound((table,)) for table in tables)))
        free += playing.pop(luck.randrange(min(2, len(playing))))
    counts = [sum(one in drawn.tables[0] for drawn in past.rounds) for one in past.entrants]
    assert max(counts) <= 2 * min(counts), f"seed {seed}"
    reruns = sum(set(one.tables[0]) == set(two.tables[0]) for one, two in pairwise(past.rounds))
    assert reruns == 0, f"seed {seed}"
