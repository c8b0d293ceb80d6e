"""Points and places."""


def added(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    """Return the sums by seat."""
    return tuple(map(int.__add__, one, other))


def places(totals: tuple[int, ...]) -> tuple[int, ...]:
    """Return the places by seat (rule 6).

    >>> places((5, 5, 2))
    (1, 1, 3)
    """
    return tuple(1 + sum(other > own for other in totals) for own in totals)
