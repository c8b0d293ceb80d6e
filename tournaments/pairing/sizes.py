"""How many tables of how many seats a round has."""

from functools import lru_cache


@lru_cache
def table_sizes(entrants: int, seats: int, others: tuple[int, ...] = ()) -> tuple[int, ...]:
    """Return the seats of each table: few sit out, then few tables have other numbers of seats."""
    best: list[tuple[int, int, tuple[int, ...]] | None] = [(0, 0, ())]
    for total in range(1, entrants + 1):
        one_less = best[total - 1]
        assert one_less is not None
        found = [(one_less[0] + 1, one_less[1], one_less[2])]
        for size in {seats, *others}:
            if size <= total:
                before = best[total - size]
                assert before is not None
                out, changes, sizes = before
                found.append((out, changes + (size != seats), (*sizes, size)))
        best.append(min(found, key=lambda one: (one[0], one[1], sorted(one[2], reverse=True))))
    last = best[entrants]
    assert last is not None
    return tuple(sorted(last[2], key=lambda size: (size != seats, -size)))
