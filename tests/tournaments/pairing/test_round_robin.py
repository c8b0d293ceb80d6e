"""Round robins: everybody meets everybody, seats and byes come out even."""

from itertools import combinations

import pytest

from games.core.fairness.chance import Chance
from tests.tournaments.pairing.cups import Drawing, cup, going_on, off_share, seat_spread
from tournaments.pairing import PairingContext, RoundRobin, next_round, rounds_needed
from tournaments.pairing.history import history_of
from tournaments.tables import Entrant


def last_of(format: RoundRobin, entrants: int, **changes: int) -> tuple[int, Drawing]:
    """Return the number of rounds of a cup, and its last one."""
    drawings = list(cup(format, entrants, entrants, **changes))
    return len(drawings), drawings[-1]


@pytest.mark.parametrize("cycles", [1, 2, 3])
@pytest.mark.parametrize("entrants", [2, 3, 4, 5, 8, 9, 16, 31])
def test_at_tables_of_two_all_meet_once_a_cycle_and_seats_are_never_uneven(
    entrants: int, cycles: int
) -> None:
    format = RoundRobin(2, cycles)
    rounds = 0
    for drawing in cup(format, entrants, 0):
        rounds += 1
        after = drawing.after()
        assert max(seat_spread(after, one, 2) for one in drawing.past.entrants) <= 1
        byes = {after.byes[one] for one in drawing.past.entrants}
        assert max(byes) - min(byes) <= 1
    assert rounds == rounds_needed(format, entrants) == cycles * (entrants - 1 + entrants % 2)
    pairs = combinations(drawing.past.entrants, 2)
    assert {after.met[one][two] for one, two in pairs} == {cycles}


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_as_many_as_the_square_of_the_seats_meet_exactly_once(seats: int) -> None:
    entrants = seats * seats
    rounds = 0
    for drawing in cup(RoundRobin(seats), entrants, 0):
        rounds += 1
        after = drawing.after()
        assert max(seat_spread(after, one, seats) for one in drawing.past.entrants) <= 1
    assert rounds == rounds_needed(RoundRobin(seats), entrants) == seats + 1
    pairs = combinations(drawing.past.entrants, 2)
    assert {after.met[one][two] for one, two in pairs} == {1}


@pytest.mark.parametrize(
    ("seats", "entrants", "most"),
    [
        (3, 7, 3),
        (4, 6, 3),
        *(
            pytest.param(*one, marks=pytest.mark.nightly)
            for one in ((3, 12, 3), (4, 13, 3), (5, 11, 5))
        ),
    ],
)
def test_at_larger_tables_all_meet_and_seats_and_byes_are_even(
    seats: int, entrants: int, most: int
) -> None:
    rounds, drawing = last_of(RoundRobin(seats), entrants)
    after = drawing.after()
    pairs = combinations(drawing.past.entrants, 2)
    assert {after.met[one][two] for one, two in pairs} <= set(range(1, most + 1))
    byes = {after.byes[one] for one in drawing.past.entrants}
    assert max(byes) - min(byes) <= 1
    assert max(off_share(after, one, seats) for one in drawing.past.entrants) <= 1
    assert rounds >= rounds_needed(RoundRobin(seats), entrants)


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.nightly) for seed in (1, 2))]
)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whoever_comes_and_goes_all_who_are_left_have_met(seats: int, seed: int) -> None:
    luck = Chance(seed)
    everybody = tuple(Entrant(one) for one in range(9 + seed))
    past = PairingContext(everybody, frozenset(everybody))
    while (drawn := next_round(RoundRobin(seats), past, luck.fork(len(past.rounds)))) is not None:
        named = [one for table in drawn.tables for one in table] + [*drawn.byes]
        assert sorted(named) == sorted(past.active)
        assert drawn.tables
        past = going_on(Drawing(past, drawn), luck, leaving=40, coming=20)
        assert len(past.rounds) < 40
    met = history_of(past).met
    assert all(met[one][two] >= 1 for one, two in combinations(past.active, 2)), f"seed {seed}"


def test_the_circle_goes_on_without_two_who_have_withdrawn() -> None:
    drawings = list(cup(RoundRobin(2), 8, 0))
    past, whole = drawings[2]
    gone = set(whole.tables[0])
    rest = next_round(RoundRobin(2), past._replace(active=past.active - gone), Chance(0))
    assert rest is not None
    assert set(rest.tables) == set(whole.tables) - {whole.tables[0]}
    assert rest.byes == ()


def test_who_is_not_there_is_not_waited_for_in_rounds_of_nobody_else() -> None:
    """Of eight in a circle four are left: they meet in two or three more rounds, not in six."""
    past = list(cup(RoundRobin(2), 8, 0))[1].past
    left = past._replace(active=frozenset(past.entrants[:4]))
    rounds = 0
    while (drawn := next_round(RoundRobin(2), left, Chance(rounds))) is not None:
        left = left._replace(rounds=(*left.rounds, drawn))
        rounds += 1
    assert rounds <= 3
