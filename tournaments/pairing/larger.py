"""Who meets whom at tables of three to six: a search by swaps from a start that is near in points.

Costs are whole numbers, of which the higher part counts before the lower: that pairs meet again,
that somebody can't have a seat of those sat in least (or these two the other way round), how often
those met who meet, how far apart they are in points.
"""

from collections.abc import Collection, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from tournaments.pairing.history import History
from tournaments.pairing.seating import count_misfits, more_misfits, open_seats
from tournaments.tables import Entrant

MEETING: Final = 1 << 36
NEVER: Final = 1 << 96
APART: Final = 1 << 88  # of a pair that should not meet: more than all rematches of a hall
OUT: Final = 0  # the size of what holds those who sit out


class Weights(NamedTuple):
    """What it costs that two meet again, and that somebody's seat is none of those sat in least.

    Attributes:
        is_even: all should meet equally often, whatever their points.
    """

    again: int
    seat: int
    is_even: bool = False

    def price(self, met: int, apart: int) -> int:
        """Return what it costs that two meet who met so often and are so far apart in points."""
        if self.is_even:
            return self.again * met
        return self.again * (met > 0) + MEETING * met * met + apart * apart


NEW_FIRST: Final = Weights(again=1 << 76, seat=1 << 56)
SEATS_FIRST: Final = Weights(again=1 << 56, seat=1 << 76)
EVEN: Final = SEATS_FIRST._replace(is_even=True)


class TableAssignment:
    """A field that is spread over tables; entrants are named by their place, the leader 0.

    Searches weigh many swaps for each one made. So every swap keeps up to date what weighing needs.

    Attributes:
        prices: what it costs that two meet.
        table_prices: what an entrant costs with all who sit at a table, by entrant and table.
        seat_costs: what the seats of a table cost, by table.
        open_at: the open seats of those at a table, sorted; none for those who sit out.
    """

    def __init__(
        self,
        field: Sequence[Entrant],
        sizes: Sequence[int],
        pool: Collection[Entrant],
        history: History,
        weights: Weights,
    ) -> None:
        self.weights, price = weights, weights.price
        places = range(len(field))
        scores = sorted({history.points[one] for one in field}, reverse=True)
        rank = {score: at for at, score in enumerate(scores)}
        group = [rank[history.points[one]] for one in field]
        self.prices = [[price(0, abs(own - other)) for other in group] for own in group]
        at = {one: place for place, one in enumerate(field)}
        for one in field:
            for other, times in history.met.get(one, {}).items():
                if other in at:
                    apart = abs(group[at[one]] - group[at[other]])
                    self.prices[at[one]][at[other]] = price(times, apart)
        for one, two in history.apart:
            if one in at and two in at:
                self.prices[at[one]][at[two]] += APART
                self.prices[at[two]][at[one]] += APART
        self.masks = {
            size: [open_seats(history.seats_of(one, size), size) for one in field]
            for size in set(sizes)
        }
        self.at_other_sizes = [history.at_other_sizes(one, sizes[0]) for one in field]
        self.bye = [
            (group[-1] - group[place]) ** 2 if field[place] in pool else NEVER for place in places
        ]
        self.table_of = [0] * len(field)
        tables, self.sizes = self.start(sizes)
        self.place(tables)

    def start(self, sizes: Sequence[int]) -> tuple[list[list[int]], list[int]]:
        """Return tables in the order of points, with those who sit out behind the last."""
        places = range(len(self.bye))
        count = len(places) - sum(sizes)
        out = sorted(places, key=lambda place: (self.bye[place], -place))[:count]
        playing = iter([place for place in places if place not in out])
        tables = [[next(playing) for _ in range(size)] for size in sizes]
        return ([*tables, out], [*sizes, OUT]) if out else (tables, list(sizes))

    def place(self, tables: list[list[int]]) -> None:
        """Let all sit as these tables say."""
        self.tables = tables
        for number, table in enumerate(tables):
            for one in table:
                self.table_of[one] = number
        self.table_prices = [
            [sum([row[place] for place in table]) for table in tables] for row in self.prices
        ]
        self.open_at = [self.open_seats_at(number) for number in range(len(tables))]
        self.seat_costs = [self.seat_cost(number) for number in range(len(tables))]

    def copy(self) -> list[list[int]]:
        """Return who sits at which table, to be placed again."""
        return [list(table) for table in self.tables]

    def open_seats_at(self, number: int) -> tuple[int, ...]:
        """Return the open seats of those at a table, sorted; none for those who sit out."""
        size = self.sizes[number]
        if size == OUT:
            return ()
        masks = self.masks[size]
        return tuple(sorted([masks[place] for place in self.tables[number]]))

    def seat_cost(self, number: int) -> int:
        """Return what it costs that not everybody at a table gets one of the seats sat in least."""
        return self.cost_without_pairs(self.tables[number], self.sizes[number])

    def cost_without_pairs(self, table: Sequence[int], size: int) -> int:
        """Return what seats, sizes and byes cost of those who would be at a table together."""
        if size == OUT:
            return sum([self.bye[place] for place in table])
        extra = sum([self.at_other_sizes[place] for place in table]) if size != self.sizes[0] else 0
        masks = self.masks[size]
        open_at = tuple(sorted([masks[place] for place in table]))
        return self.weights.seat * (count_misfits(open_at) + extra)

    def cost_of(self, table: Sequence[int], size: int) -> int:
        """Return all that a table costs."""
        prices = self.prices
        pairs = sum([prices[one][two] for one, two in combinations(table, 2)]) if size else 0
        return pairs + self.cost_without_pairs(table, size)

    def seat_change(self, number: int, leaves: int, comes: int) -> int:
        """Return by how much a table's seats get dearer when one takes the place of another."""
        size = self.sizes[number]
        if size == OUT:
            return self.bye[comes] - self.bye[leaves]
        masks = self.masks[size]
        old, new = masks[leaves], masks[comes]
        change = (
            0 if old == new else self.weights.seat * more_misfits(self.open_at[number], old, new)
        )
        if size != self.sizes[0]:
            change += self.weights.seat * (self.at_other_sizes[comes] - self.at_other_sizes[leaves])
        return change

    def change(self, one: int, two: int) -> int:
        """Return by how much a swap of two from different tables makes all dearer."""
        here, there = self.table_of[one], self.table_of[two]
        total = self.seat_change(here, one, two) + self.seat_change(there, two, one)
        own, other = self.table_prices[one], self.table_prices[two]
        if self.sizes[here] != OUT:
            total += other[here] - own[here] - self.prices[two][one]
        if self.sizes[there] != OUT:
            total += own[there] - other[there] - self.prices[one][two]
        return total

    def swap(self, one: int, two: int) -> None:
        """Let two change places."""
        here, there = self.table_of[one], self.table_of[two]
        self.table_of[one], self.table_of[two] = there, here
        for number, leaves, comes in ((here, one, two), (there, two, one)):
            self.tables[number] = [
                comes if place == leaves else place for place in self.tables[number]
            ]
            self.open_at[number] = self.open_seats_at(number)
            self.seat_costs[number] = self.seat_cost(number)
        for prices, row in zip(self.prices, self.table_prices, strict=True):
            dearer = prices[two] - prices[one]
            if dearer:
                row[here] += dearer
                row[there] -= dearer

    def cost(self) -> int:
        """Return what all tables cost."""
        rows = zip(self.tables, self.sizes, strict=True)
        return sum(self.cost_of(table, size) for table, size in rows)
