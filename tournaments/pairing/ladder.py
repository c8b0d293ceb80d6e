"""A ladder: for a set time, whoever is free plays at once, with whom they did not lately."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Final

from games.core.fairness.chance import Chance
from tournaments.pairing.formats import PairingContext, Table
from tournaments.pairing.history import history_of
from tournaments.pairing.swiss import by_points, draw_tables
from tournaments.tables import Entrant

LATELY: Final = 5  # tables of one's own for which an opponent is better not met again


def pair_free(
    free: Sequence[Entrant], playing: int, past: PairingContext, seats: int, luck: Chance
) -> tuple[Table, ...]:
    """Return the tables that start now; of those who are free, who waited longest comes first.

    The same people do not sit down together twice running as long as others are at play, who will
    be free soon. In `past` every table is a round of its own, in the order of their starts.
    """
    sizes = [seats] * (len(free) // seats)
    history = history_of(past)._replace(met=_met_lately(past))
    field = by_points(free[: sum(sizes)], history, luck)
    tables = draw_tables(field, sizes, history, luck).tables if sizes else ()
    if not playing:
        return tables
    last = {one: table for round in past.rounds for table in round.tables for one in table}
    return tuple(table for table in tables if not _is_rerun(table, last))


def _is_rerun(table: Table, last: Mapping[Entrant, Table]) -> bool:
    """Say whether this is the newest table of all who sit at it once more."""
    return all(set(last.get(one, ())) == set(table) for one in table)


def _met_lately(past: PairingContext) -> defaultdict[Entrant, Counter[Entrant]]:
    """Return whom everybody met at one of the newest tables of either."""
    tables: Counter[Entrant] = Counter()
    met: defaultdict[Entrant, Counter[Entrant]] = defaultdict(Counter)
    for round in reversed(past.rounds):
        for table in round.tables:
            for one in table:
                if tables[one] < LATELY:
                    for other in set(table) - {one}:
                        met[one][other] += 1
                        met[other][one] += 1
            tables.update(table)
    return met
