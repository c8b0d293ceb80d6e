"""The cross-table: by how much each entrant is ahead of each other, and how sure that is."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any, NamedTuple

from tournaments.scoring.intervals import Estimate, mean_paired_difference, more_groups
from tournaments.scoring.ledger import Ledger, StandingsInput, build_ledger
from tournaments.scoring.settings import Scoring
from tournaments.scoring.standings import estimate_json
from tournaments.tables import Entrant

Pair = tuple[Entrant, Entrant]


class EntrantComparison(NamedTuple):
    """How two entrants compare.

    Attributes:
        difference: what the first brought a table more than the second, over the deal groups that
            both have played; at the same table or, in duplicate, at another.
        tables: how often they met at one.
        more: how many more groups will tell them apart; 0: they are told apart; None: never at
            this difference, or it can't be said yet.
    """

    difference: Estimate
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
    means = [_by_group(book, one) for one in played.entrants]
    for (one, own), (other, theirs) in combinations(zip(played.entrants, means, strict=True), 2):
        if of not in (None, one, other):
            continue
        if differences := [own[name] - theirs[name] for name in own if name in theirs]:
            pair = frozenset((one, other))
            cell = EntrantComparison(
                mean_paired_difference(differences), met[pair], more_groups(differences)
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
        "tables": cell.tables,
        "more": cell.more,
    }
