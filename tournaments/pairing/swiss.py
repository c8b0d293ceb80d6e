"""Swiss rounds: who has about as many points meets, and nobody the same one again.

What counts, the first before all that follows: byes are fair; whom a director keeps apart do not
meet; few pairs meet again (at tables of
two none as long as that can be, in this round and in those that follow); seats are even; few meet
those whom they met most; near in points; by lot. At larger tables the settings may want even seats
before new opponents. A field of 250 takes less than a second of a core, of two at a table as of six
(docs/reference/pairings.md).
"""

from collections.abc import Sequence

from games.core.fairness.chance import Chance
from tournaments.pairing.formats import DrawnRound, PairingContext, Swiss
from tournaments.pairing.history import History, history_of, who_sits_out
from tournaments.pairing.improve import group_field
from tournaments.pairing.larger import NEW_FIRST, SEATS_FIRST, Weights
from tournaments.pairing.pairs import pair_field
from tournaments.pairing.seating import assign_seats
from tournaments.pairing.sizes import table_sizes
from tournaments.tables import Entrant


def swiss_round(format: Swiss, past: PairingContext, luck: Chance) -> DrawnRound | None:
    """Return the next round, or None when all are played or nobody is left to meet."""
    history = history_of(past)
    field = by_points(past.seeded(), history, luck)
    sizes = table_sizes(len(field), format.seats, format.other_seats)
    if len(past.rounds) >= format.rounds or not sizes:
        return None
    later = format.rounds - len(past.rounds) - 1
    weights = SEATS_FIRST if format.seats_first else NEW_FIRST
    return draw_tables(field, sizes, history, luck, later, weights)


def by_points(entrants: Sequence[Entrant], history: History, luck: Chance) -> list[Entrant]:
    """Return the entrants by what they have won, the leader first; who has the same, by lot."""
    field = list(entrants)
    luck.shuffle(field)
    return sorted(field, key=lambda one: -history.points[one])


def draw_tables(
    field: Sequence[Entrant],
    sizes: Sequence[int],
    history: History,
    luck: Chance,
    later: int = 0,
    weights: Weights = NEW_FIRST,
) -> DrawnRound:
    """Return tables of these sizes for the field, the leaders first; `later` rounds follow.

    Where one sits out at tables of two, points of that one give way to new opponents of all.
    """
    twos = set(sizes) == {2}
    rank = history.bye_rank if twos else history.bye_and_points_rank
    must, pool = who_sits_out(field, len(field) - sum(sizes), rank)
    rest = [one for one in field if one not in must]
    if twos:
        groups = pair_field(rest, pool, history, luck, later)
    else:
        groups = group_field(rest, sizes, pool, history, luck, weights)
    place = {one: at for at, one in enumerate(field)}
    groups.sort(key=lambda group: min(place[one] for one in group))
    tables = tuple(assign_seats(group, history, luck) for group in groups)
    playing = {one for table in tables for one in table}
    return DrawnRound(tables, tuple(one for one in field if one not in playing))
