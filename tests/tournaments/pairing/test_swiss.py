"""Swiss rounds: nobody is forgotten, byes and seats are even, and few meet again."""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

import pytest

from games.core.fairness.chance import Chance
from tests.tournaments.pairing.cups import Drawing, cup, met_again, off_share, seat_spread
from tournaments.pairing import DrawnRound, Swiss, Table
from tournaments.pairing.history import History, history_of, who_sits_out
from tournaments.pairing.larger import SEATS_FIRST, TableAssignment
from tournaments.pairing.pairs import excess_seat_lead, seat_lead
from tournaments.pairing.seating import open_seats
from tournaments.tables import Entrant

SIZES = range(2, 7)
SOME = [2, 4, *(pytest.param(size, marks=pytest.mark.nightly) for size in (3, 5, 6))]
NOBODY = Entrant(-1)
CHANGING = {"leaving": 40, "coming": 20}
LARGE = ((5, 6), (6, 4), (6, 6))  # seats and tables of which a cup takes seconds to draw


def require_whole(drawing: Drawing, seats: int) -> None:
    """Hold a round to what every one must be: all there are in it once, and byes are fair."""
    past, drawn = drawing
    named = [one for table in drawn.tables for one in table] + list(drawn.byes)
    assert sorted(named) == sorted(past.active)
    assert {len(table) for table in drawn.tables} == {seats}
    assert len(drawn.byes) == len(past.active) % seats
    byes = history_of(past).byes
    if drawn.byes:
        assert max(byes[one] for one in drawn.byes) <= min(
            byes[one] for table in drawn.tables for one in table
        )


def require_even(drawing: Drawing, seats: int, off: float = 1) -> None:
    """Hold seats to an equal share: no count of anybody is further off it than this."""
    after = drawing.after()
    assert max(off_share(after, one, seats) for one in drawing.past.active) <= off


@pytest.mark.parametrize("seed", range(1))
@pytest.mark.parametrize("seats", SOME)
def test_whoever_comes_and_goes_everybody_plays_and_byes_are_fair(seats: int, seed: int) -> None:
    field = seats + Chance(seed * 10 + seats).randrange(24)
    for drawing in cup(Swiss(seats, 5), field, seed, **CHANGING):
        require_whole(drawing, seats)
    for drawing in cup(Swiss(seats, 5, seats_first=True), field, seed, **CHANGING):
        require_whole(drawing, seats)
        require_even(drawing, seats)


def require_new(drawing: Drawing) -> None:
    """Hold a round to be the first at which any two in it meet."""
    assert met_again(drawing.drawn, history_of(drawing.past)) == 0


def play_250(seats: int, rounds: int) -> None:
    """Draw for 250 who stay, and for 250 of whom some leave: all hold but even seats of these."""
    for drawing in cup(Swiss(seats, rounds), 250, seats):
        require_whole(drawing, seats)
        require_new(drawing)
        after = drawing.after()
        assert max(seat_spread(after, one, seats) for one in drawing.past.active) <= 1
    for drawing in cup(Swiss(seats, rounds), 250, seats, **CHANGING):
        require_whole(drawing, seats)
        require_new(drawing)
        require_even(drawing, seats)


@pytest.mark.parametrize(
    ("seats", "rounds"), [(2, 2), pytest.param(4, 4, marks=pytest.mark.nightly)]
)
def test_250_entrants_meet_nobody_again_and_sit_evenly(seats: int, rounds: int) -> None:
    play_250(seats, rounds)


@pytest.mark.nightly
@pytest.mark.parametrize("seats", SIZES)
def test_250_entrants_meet_nobody_again_and_sit_evenly_in_all_of_eight_rounds(seats: int) -> None:
    play_250(seats, 8)


@pytest.mark.parametrize("tables", [3])
@pytest.mark.parametrize("seats", SOME[1:])
def test_seats_of_larger_tables_stay_even_where_they_come_first(seats: int, tables: int) -> None:
    for drawing in cup(Swiss(seats, seats + 2, seats_first=True), seats * tables, tables):
        after = drawing.after()
        assert max(seat_spread(after, one, seats) for one in drawing.past.active) <= 1


def matchings(field: Sequence[Entrant]) -> Iterator[list[tuple[Entrant, Entrant]]]:
    """Yield all ways to pair an even number of entrants."""
    if not field:
        yield []
        return
    first, *others = field
    for other in others:
        for rest in matchings([one for one in others if one != other]):
            yield [(first, other), *rest]


def price(
    pairs: Sequence[tuple[Entrant, Entrant]], out: Entrant, before: History
) -> tuple[int, int, int]:
    """Return how many pairs meet again, which points a bye has, and how uneven seats get."""
    again = sum(one in before.met and before.met[one][two] > 0 for one, two in pairs)
    uneven = sum(
        excess_seat_lead(seat_lead(before, one), seat_lead(before, two)) for one, two in pairs
    )
    return again, before.points[out], uneven


@pytest.mark.parametrize("seed", range(5))
def test_two_do_not_meet_again_while_there_is_a_way_and_then_seats_stay_even(seed: int) -> None:
    field = 4 + seed % 5
    for drawing in cup(Swiss(2, field + 2), field, seed, leaving=30, coming=30):
        past, drawn = drawing
        if len(past.active) > 9:
            break
        before = history_of(past)
        must, pool = who_sits_out(past.seeded(), len(past.active) % 2, before.bye_rank)
        best = min(
            price(pairs, out, before)
            for out in [*must, *pool] or [NOBODY]
            for pairs in matchings([one for one in past.seeded() if one != out])
        )
        two = [(table[0], table[1]) for table in drawn.tables]
        (out,) = drawn.byes or (NOBODY,)
        assert price(two, out, before) == best, f"seed {seed}, round {len(past.rounds)}"


def random_round(playing: list[Entrant], seats: int, luck: Chance) -> tuple[Table, ...]:
    """Return entrants at tables by lot."""
    luck.shuffle(playing)
    return tuple(tuple(playing[at : at + seats]) for at in range(0, len(playing), seats))


def even_round(
    playing: list[Entrant], seats: int, luck: Chance, before: History
) -> tuple[Table, ...]:
    """Return entrants by lot at tables where each can have a seat of those sat in least."""
    luck.shuffle(playing)
    columns: list[list[Entrant]] = [[] for _ in range(seats)]
    free = {one: open_seats(before.seats_of(one, seats), seats) for one in playing}

    def find_seat(one: Entrant, tried: set[int]) -> bool:
        order = [seat for seat in range(seats) if free[one] >> seat & 1]
        luck.shuffle(order)
        for seat in order:
            if seat not in tried:
                tried.add(seat)
                column = columns[seat]
                if len(column) * seats < len(playing):
                    column.append(one)
                    return True
                for at, other in enumerate(column):
                    if find_seat(other, tried):
                        column[at] = one
                        return True
        return False

    assert all(find_seat(one, set()) for one in playing)
    for column in columns:
        luck.shuffle(column)
    return tuple(zip(*columns, strict=True))


def downhill(tables: tuple[Table, ...], before: History) -> tuple[Table, ...]:
    """Return the tables after swaps of two, until none lets fewer meet again and seats even."""
    seated = [one for table in tables for one in table]
    hall = TableAssignment(
        seated,
        [len(table) for table in tables],
        (),
        before._replace(points=Counter()),
        SEATS_FIRST,
    )
    swapped = True
    while swapped:
        swapped = False
        for one, two in combinations(range(len(seated)), 2):
            if hall.table_of[one] != hall.table_of[two] and hall.change(one, two) < 0:
                hall.swap(one, two)
                swapped = True
    return tuple(tuple(seated[place] for place in table) for table in hall.tables)


def require_few(drawing: Drawing, seats: int, restarts: int, *, whatever_seats: bool) -> None:
    """Hold a round to the best of so many that begin at random and are swapped downhill.

    All leave seats even; where it is asked for, also to those at random that do not.
    """
    before, luck = history_of(drawing.past), Chance(seats)
    again = met_again(drawing.drawn, before)
    playing = [one for table in drawing.drawn.tables for one in table]
    for _ in range(restarts if again else 0):
        tables = downhill(even_round(playing, seats, luck, before), before)
        assert again <= met_again(DrawnRound(tables), before), f"round {len(drawing.past.rounds)}"
        if whatever_seats:
            tables = random_round(playing, seats, luck)
            assert again <= met_again(DrawnRound(tables), before), (
                f"round {len(drawing.past.rounds)}"
            )


@pytest.mark.parametrize("seats", SOME[1:])
@pytest.mark.parametrize("tables", [4])
def test_no_more_meet_again_at_larger_tables_than_in_the_best_of_some_restarts(
    seats: int, tables: int
) -> None:
    for drawing in cup(Swiss(seats, 3, seats_first=True), seats * tables, tables):
        require_few(drawing, seats, 3, whatever_seats=tables > 3)


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("seats", "tables"),
    [(3, 3), (3, 4), (3, 6), (4, 3), (4, 4), (4, 6), (5, 3), (5, 4), (6, 3)],
)
def test_no_more_meet_again_than_in_the_best_of_1_000_restarts(seats: int, tables: int) -> None:
    """In small fields even seats cost rematches: 12 in threes have 8 in round 6, else 6."""
    for drawing in cup(Swiss(seats, 6, seats_first=True), seats * tables, tables):
        require_few(drawing, seats, 1_000, whatever_seats=tables > 4)


@pytest.mark.parametrize(
    ("seats", "tables"),
    [(3, 6), (4, 5), *(pytest.param(*one, marks=pytest.mark.nightly) for one in LARGE)],
)
def test_no_more_meet_again_than_in_the_best_of_1_000_drawn_by_lot(seats: int, tables: int) -> None:
    for drawing in cup(Swiss(seats, 6), seats * tables, tables):
        before, luck = history_of(drawing.past), random.Random(seats)
        again = met_again(drawing.drawn, before)
        playing = [one for table in drawing.drawn.tables for one in table]
        met = {one: bits(two for two in playing if before.met[one][two]) for one in playing}
        for _ in range(1_000 if again else 0):
            luck.shuffle(playing)
            fewest = 0
            for at in range(0, len(playing), seats):
                table = bits(playing[at : at + seats])
                fewest += sum((met[one] & table).bit_count() for one in playing[at : at + seats])
                if fewest >= 2 * again:
                    break  # each pair is counted twice; how many more there are does not matter
            assert 2 * again <= fewest, f"round {len(drawing.past.rounds)}"


def bits(entrants: Iterable[Entrant]) -> int:
    """Return a set of entrants as the bits of a number, since thousands are compared."""
    return sum(1 << one for one in entrants)


@pytest.mark.parametrize("seed", range(1))
def test_who_has_about_as_many_points_meets(seed: int) -> None:
    """By lot, two of 40 would be 40 / 3 ranks apart on the average."""
    *_, last = cup(Swiss(2, 5), 40, seed)
    points = history_of(last.past).points
    gaps = [abs(points[one] - points[two]) for one, two in last.drawn.tables]
    assert sum(gaps) / len(gaps) < 0.5


def test_the_same_seed_draws_the_same_round_whatever_was_drawn_before() -> None:
    one = [drawing.drawn for drawing in cup(Swiss(4, 5), 30, 9, leaving=30)]
    two = [drawing.drawn for drawing in cup(Swiss(4, 5), 30, 9, leaving=30)]
    assert one == two
