"""The cross-table: by how much each entrant is ahead of each other, and how sure that is."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any, NamedTuple

from tournaments.scoring.intervals import (
    OUTSIDE,
    Estimate,
    estimate_mean,
    more_groups,
    spread_of_differences,
)
from tournaments.scoring.ledger import Ledger, StandingsInput, build_ledger
from tournaments.scoring.measures import bounds_of
from tournaments.scoring.settings import Scoring
from tournaments.scoring.standings import estimate_json, round_for_display
from tournaments.tables import Entrant

Pair = tuple[Entrant, Entrant]


class EntrantComparison(NamedTuple):
    """How two entrants compare.

    Attributes:
        difference: what the first brought a table more than the second, over the deal groups that
            both have played; at the same table or, in duplicate, at another.
        together: its interval, so wide that those of all pairs of the cup hold at once in 95 % of
            cups.
        tables: how often they met at one.
        more: how many more groups will tell them apart; 0: they are told apart; None: never at
            this difference, or it can't be said yet.
    """

    difference: Estimate
    together: tuple[float | None, float | None]
    tables: int
    more: int | None


def build_cross_table(
    played: StandingsInput, scoring: Scoring, through: int | None = None, of: Entrant | None = None
) -> Mapping[Pair, EntrantComparison]:
    """Return the cell of each pair, in the order of registration, that has a group in common.

    `of`: only those of one entrant.
    """
    return dict(cross_table_cells(played.upto(through), scoring, of))


def cross_table_cells(
    played: StandingsInput, scoring: Scoring, of: Entrant | None = None
) -> Iterator[tuple[Pair, EntrantComparison]]:
    """Yield the cells one by one: of a large field there are too many to hold them all."""
    book = build_ledger(played, scoring)
    met = _meeting_counts(book)
    means = {one: _by_group(book, one) for one in played.entrants}
    least, most = bounds_of(book.tables, scoring) or (None, None)
    bounds = None if least is None or most is None else (least - most, most - least)
    spread = spread_of_differences(means, bounds)
    playing = sum(map(bool, means.values()))
    outside = OUTSIDE / max(1, playing * (playing - 1) // 2)
    for (one, own), (other, theirs) in combinations(means.items(), 2):
        if of not in (None, one, other):
            continue
        if differences := [own[name] - theirs[name] for name in own if name in theirs]:
            wide = estimate_mean(differences, spread, outside)
            cell = EntrantComparison(
                estimate_mean(differences, spread),
                (wide.low, wide.high),
                met[frozenset((one, other))],
                more_groups(differences, spread),
            )
            yield (one, other), cell


def _by_group(book: Ledger, entrant: Entrant) -> Mapping[int, float]:
    """Return what an entrant brought a table in each deal group."""
    return {name: found.total / found.tables for name, found in book.groups(entrant).items()}


def _meeting_counts(book: Ledger) -> Counter[frozenset[Entrant]]:
    """Return how many tables there were at which two entrants sat."""
    found: Counter[frozenset[Entrant]] = Counter()
    for seats in book.tables:
        found.update(map(frozenset, combinations({one.entrant for one in seats}, 2)))
    return found


def cell_json(pair: Pair, cell: EntrantComparison) -> dict[str, Any]:
    """Return a cell as JSON; numbers are rounded as in the standings."""
    return {
        "entrants": list(pair),
        "difference": estimate_json(cell.difference),
        "together": dict(zip(("low", "high"), map(round_for_display, cell.together), strict=True)),
        "tables": cell.tables,
        "more": cell.more,
    }
