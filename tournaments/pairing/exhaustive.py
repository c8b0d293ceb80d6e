"""The cheapest of all halls: every way to spread a small field over its tables is weighed."""

from itertools import combinations

from tournaments.pairing.larger import TableAssignment

Kind = tuple[int, int]  # the size of a table, and how many are at it: of those who sit out, 0
Company = tuple[int, ...]
CheapestTables = tuple[int, tuple[tuple[Kind, Company], ...]]  # with what they cost


def cheapest_hall(hall: TableAssignment) -> list[list[int]]:
    """Return the tables, in the order of the hall's sizes, that cost least."""
    kinds = [(size, len(table)) for size, table in zip(hall.sizes, hall.tables, strict=True)]
    _, tables = _CheapestRest(hall).weigh(tuple(range(len(hall.table_of))), tuple(sorted(kinds)))
    waiting, found = [*tables], []
    for kind in kinds:
        own = next(one for one in waiting if one[0] == kind)
        waiting.remove(own)
        found.append([*own[1]])
    return found


class _CheapestRest:
    """What it costs at least to seat those who are left, kept by who that is.

    Who stands first of them is seated first: so every hall is met once.
    """

    def __init__(self, hall: TableAssignment) -> None:
        self.hall = hall
        self.known: dict[tuple[Company, tuple[Kind, ...]], CheapestTables] = {}
        self.costs: dict[tuple[Company, int], int] = {}

    def weigh(self, left: Company, kinds: tuple[Kind, ...]) -> CheapestTables:
        """Return the cheapest tables of these kinds for those who are left."""
        if not left:
            return 0, ()
        if (left, kinds) not in self.known:
            self.known[left, kinds] = self._weigh_all(left, kinds)
        return self.known[left, kinds]

    def _weigh_all(self, left: Company, kinds: tuple[Kind, ...]) -> CheapestTables:
        """Return the same, from every company that the first of them may have."""
        best: CheapestTables | None = None
        for at, (size, count) in enumerate(kinds):
            if kinds[at] in kinds[:at]:
                continue
            for others in combinations(left[1:], count - 1):
                table = (left[0], *others)
                cost = self.cost(table, size)
                if best is not None and cost >= best[0]:
                    continue
                rest = tuple(one for one in left[1:] if one not in others)
                more, tables = self.weigh(rest, kinds[:at] + kinds[at + 1 :])
                if best is None or cost + more < best[0]:
                    best = cost + more, ((kinds[at], table), *tables)
        assert best is not None
        return best

    def cost(self, table: Company, size: int) -> int:
        """Return what a table costs."""
        if (table, size) not in self.costs:
            self.costs[table, size] = self.hall.cost_of(table, size)
        return self.costs[table, size]
