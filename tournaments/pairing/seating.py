"""Who sits where at a table, so that everybody sits in each seat as often as in any other."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations

from games.core.fairness.chance import Chance
from tournaments.pairing.formats import Table
from tournaments.pairing.history import History
from tournaments.tables import Entrant


def open_seats(sat: Counter[int], size: int) -> int:
    """Return the seats in which somebody sat least often, as bits."""
    least = min(sat[seat] for seat in range(size))
    return sum(1 << seat for seat in range(size) if sat[seat] == least)


@lru_cache(1 << 16)
def count_misfits(masks: tuple[int, ...]) -> int:
    """Return how many at a table can't have one of their own open seats, at best."""
    reached = {0: 0}  # seats taken, as bits: how many sit in one of theirs
    for mask in masks:
        after = dict(reached)
        for taken, fits in reached.items():
            free = mask & ~taken
            while free:
                seat = free & -free
                free ^= seat
                after[taken | seat] = max(after.get(taken | seat, 0), fits + 1)
        reached = after
    return len(masks) - max(reached.values())


@lru_cache(1 << 16)
def more_misfits(masks: tuple[int, ...], leaves: int, comes: int) -> int:
    """Return how many more can't have an open seat when somebody with others comes for one."""
    after = list(masks)
    after.remove(leaves)
    return count_misfits(tuple(sorted([*after, comes]))) - count_misfits(masks)


def assign_seats(entrants: Sequence[Entrant], history: History, luck: Chance) -> Table:
    """Return the entrants by seat: none in a seat more often than need be, then by lot."""
    size = len(entrants)
    drawn = list(entrants)
    luck.shuffle(drawn)
    counts = [history.seats_of(one, size) for one in drawn]
    prices = [
        [
            (1 + 2 * (count[seat] - min(count[at] for at in range(size)))) ** 2
            for seat in range(size)
        ]
        for count in counts
    ]
    best = min(
        permutations(range(size)),
        key=lambda order: sum([row[seat] for row, seat in zip(prices, order, strict=True)]),
    )
    by_seat = dict(zip(best, drawn, strict=True))
    return tuple(by_seat[seat] for seat in range(size))
