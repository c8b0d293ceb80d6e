"""Designations, points and places."""

from games.core.contract import Seat

POINTS_A_PLAYER = 25  # the published targets are 75, 100 and 125 (rule 9, U26)


def usual_target(seats: int) -> int:
    """Return the total that wins.

    >>> [usual_target(seats) for seats in range(3, 9)]
    [75, 100, 125, 150, 175, 200]
    """
    return POINTS_A_PLAYER * seats


def points_for_place(seats: int, place: int) -> int:
    """Return the points for going out as number `place` (rule 8).

    >>> [points_for_place(4, place) for place in (1, 2, 3, 4)]
    [3, 2, 1, 0]
    """
    return seats - place


MIDDLEMEN = ("Middleman 1", "Middleman 2", "Middleman 3", "Middleman 4")  # of eight players


def designation_at(seats: int, position: int) -> str:
    """Return the name of a position in the order of a hand.

    >>> [designation_at(5, position) for position in range(5)]
    ['Boss', 'Foreman', 'Middleman', 'Worker', 'Bum']
    >>> [designation_at(3, position) for position in range(3)]
    ['Boss', 'Middleman', 'Bum']
    >>> [designation_at(6, position) for position in (2, 3)]
    ['Middleman 1', 'Middleman 2']
    """
    if position == 0:
        return "Boss"
    if position == seats - 1:
        return "Bum"
    if seats > 3 and position in (1, seats - 2):
        return "Foreman" if position == 1 else "Worker"
    return "Middleman" if seats in (3, 5) else MIDDLEMEN[position - 2]


def exchanged_cards(seats: int) -> tuple[int, ...]:
    """Return how many cards the Boss, and how many the Foreman, exchanges (rule 4, U25).

    >>> [exchanged_cards(seats) for seats in (3, 4, 8)]
    [(1,), (2, 1), (2, 1)]
    """
    return (1,) if seats == 3 else (2, 1)


def add_points_to_seat(totals: tuple[int, ...], seat: Seat, extra: int) -> tuple[int, ...]:
    """Return totals with `extra` more for one seat."""
    return (*totals[:seat], totals[seat] + extra, *totals[seat + 1 :])


def places(totals: tuple[int, ...]) -> tuple[int, ...]:
    """Return the place of each seat by totals; equal totals share a place.

    >>> places((40, 75, 40))
    (2, 1, 2)
    """
    return tuple(1 + sum(other > total for other in totals) for total in totals)
