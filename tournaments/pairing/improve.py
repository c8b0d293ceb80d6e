"""Larger tables: the cheapest of all halls for a small field, else swaps that make one cheaper.

Swaps go downhill, and a tabu search does away with what is left of rematches.
"""

from collections.abc import Collection, Sequence
from itertools import combinations
from typing import Final

from games.core.fairness.chance import Chance
from tournaments.pairing.exhaustive import cheapest_hall
from tournaments.pairing.history import History
from tournaments.pairing.larger import NEVER, OUT, TableAssignment, Weights
from tournaments.tables import Entrant

SMALL: Final = 12  # entrants: of so many all halls are weighed
SWEEPS: Final = 8
NEAR: Final = 2  # tables up and down among which a place near in points is looked for
TRIES: Final = 30_000  # swaps that are weighed to get rid of rematches
STARTS: Final = 100  # of a search in a small field
SHAKEN: Final = 60_000  # pairs of entrants that all starts of a larger one come to
TENURE: Final = 5  # moves for which nobody returns to a table


def group_field(
    field: Sequence[Entrant],
    sizes: Sequence[int],
    pool: Collection[Entrant],
    history: History,
    luck: Chance,
    weights: Weights,
) -> list[list[Entrant]]:
    """Return tables of these sizes for a field in the order of points; of `pool` some sit out."""
    hall = TableAssignment(field, sizes, pool, history, weights)
    if len(field) <= SMALL:
        hall.place(cheapest_hall(hall))
    else:
        _minimise_hall_cost(hall, luck)
    return [[field[place] for place in hall.tables[at]] for at in range(len(sizes))]


def _minimise_hall_cost(hall: TableAssignment, luck: Chance) -> None:
    """Make the hall as cheap as some starts can: the order of points, then by lot."""
    if len(hall.tables) < 2:
        return
    _go_downhill(hall, luck)
    starts = max(1, min(STARTS, SHAKEN // len(hall.table_of) ** 2))
    floor = _least_cost(hall) + min(hall.weights.again, hall.weights.seat)
    best, best_hall = hall.cost(), hall.copy()
    for start in range(starts):
        if best < floor:
            break
        if start:
            _perturb_hall(hall, luck)
            _go_downhill(hall, luck)
        _run_tabu_search(hall, luck, floor, TRIES // starts)
        if (now := hall.cost()) < best:
            best, best_hall = now, hall.copy()
    hall.place(best_hall)
    _go_downhill(hall, luck)


def _perturb_hall(hall: TableAssignment, luck: Chance) -> None:
    """Let everybody change places by lot with somebody who has the same open seats."""
    playing = [one for one, at in enumerate(hall.table_of) if hall.sizes[at] != OUT]
    for one in playing:
        size = hall.sizes[hall.table_of[one]]
        mask = hall.masks[size]
        alike = [
            two
            for two in playing
            if mask[two] == mask[one] and hall.sizes[hall.table_of[two]] == size
            if hall.table_of[two] != hall.table_of[one]
        ]
        if alike:
            hall.swap(one, alike[luck.randrange(len(alike))])


def _go_downhill(hall: TableAssignment, luck: Chance) -> None:
    """Swap neighbours as long as that makes the hall cheaper."""
    places = list(range(len(hall.table_of)))
    for _ in range(SWEEPS):
        luck.shuffle(places)
        swaps = [_swap_if_cheaper(hall, one) for one in places]
        if not any(swaps):
            return


def _swap_if_cheaper(hall: TableAssignment, one: int) -> bool:
    """Swap somebody with a neighbour if that makes the hall cheaper, and say whether it did."""
    own = hall.table_of[one]
    near = range(max(0, own - NEAR), min(len(hall.tables), own + NEAR + 1))
    others = [two for number in near if number != own for two in hall.tables[number]]
    change, two = min(((hall.change(one, two), two) for two in others), default=(0, one))
    if change >= 0:
        return False
    hall.swap(one, two)
    return True


def _run_tabu_search(hall: TableAssignment, luck: Chance, enough: int, tries: int) -> None:
    """Swap who meets again, or can't have a seat, with whoever suits best; keep the best hall."""
    now = best = hall.cost()
    best_hall = hall.copy()
    banned: dict[tuple[int, int], int] = {}  # nobody returns to a table before this move
    for move in range(tries // len(hall.table_of)):
        if best < enough:
            break
        one = _unlucky_one(hall, luck)
        here, found = hall.table_of[one], []
        for two, there in enumerate(hall.table_of):
            if here != there and (change := hall.change(one, two)) < NEVER // 2:
                late = max(banned.get((one, there), 0), banned.get((two, here), 0))
                if late <= move or now + change < best:
                    found.append((change, luck.randrange(1 << 16), two))
        if not found:
            continue
        change, _, two = min(found)
        for who in (one, two):
            banned[who, hall.table_of[who]] = move + 1 + TENURE + luck.randrange(TENURE)
        hall.swap(one, two)
        now += change
        if now < best:
            best, best_hall = now, hall.copy()
    hall.place(best_hall)


def _unlucky_one(hall: TableAssignment, luck: Chance) -> int:
    """Return somebody, by lot, who meets again or sits at a table whose seats do not fit."""
    unlucky: list[int] = []
    for number, table in enumerate(hall.tables):
        if hall.sizes[number] == OUT:
            continue
        if hall.seat_costs[number] >= hall.weights.seat:
            unlucky += table
        else:
            for one, two in combinations(table, 2):
                if hall.prices[one][two] >= hall.weights.again:
                    unlucky += (one, two)
    return unlucky[luck.randrange(len(unlucky))]


def _least_cost(hall: TableAssignment) -> int:
    """Return what rematches cost at least, as whoever has met too many must meet some again."""
    sizes = [size for size in hall.sizes if size != OUT]
    new = [sum(price < hall.weights.again for price in row) - 1 for row in hall.prices]
    lacking = sorted((max(0, min(sizes) - 1 - count) for count in new), reverse=True)
    out = len(lacking) - sum(sizes)
    return hall.weights.again * -(-sum(lacking[out:]) // 2)
