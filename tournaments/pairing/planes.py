"""Round robins that are known to come out even: the lines of a finite plane.

With as many entrants as the square of a table's seats, everybody meets everybody exactly once in
one round more than a table has seats, where numbers up to the seats can be added, multiplied and
divided as in a field: 3 and 5 are prime, and of 4 the field is written out.
"""

from collections.abc import Sequence
from typing import Final

from tournaments.pairing.formats import Table
from tournaments.tables import Entrant

TIMES_OF_FOUR: Final = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))
PLANES: Final = (3, 4, 5)


def _finite_field_sum(one: int, two: int, order: int) -> int:
    """Return the sum of two numbers of the field."""
    return one ^ two if order == 4 else (one + two) % order


def _finite_field_product(one: int, two: int, order: int) -> int:
    """Return the product of two numbers of the field."""
    return TIMES_OF_FOUR[one][two] if order == 4 else one * two % order


def plane_round(field: Sequence[Entrant], seats: int, number: int) -> tuple[Table, ...] | None:
    """Return a round of the first cycle; None where there is no plane, or it is played.

    A point stands in column x and row y. The tables of a round are parallel lines; whoever stands
    in column x sits x + slope, so in `seats` rounds once in each seat, and in the last one y.
    """
    if seats not in PLANES or len(field) != seats * seats or number > seats:
        return None
    tables = []
    for start in range(seats):
        by_seat: dict[int, Entrant] = {}
        for step in range(seats):
            if number == seats:
                x, y = start, step
            else:
                x, y = (
                    step,
                    _finite_field_sum(_finite_field_product(number, step, seats), start, seats),
                )
            seat = y if number == seats else _finite_field_sum(x, number, seats)
            by_seat[seat] = field[x * seats + y]
        tables.append(tuple(by_seat[seat] for seat in range(seats)))
    return tuple(tables)
