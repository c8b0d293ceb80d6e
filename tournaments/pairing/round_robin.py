"""Round robins: everybody meets everybody, as evenly as can be."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations

from games.core.fairness.chance import Chance
from tournaments.pairing.designs import designed_round, designed_round_count
from tournaments.pairing.formats import DrawnRound, PairingContext, RoundRobin, Table
from tournaments.pairing.history import History, history_of, who_sits_out
from tournaments.pairing.improve import group_field
from tournaments.pairing.larger import EVEN
from tournaments.pairing.matching import Pair, cheapest_matching, lexicographic_cost
from tournaments.pairing.pairs import excess_seat_lead, seat_lead
from tournaments.pairing.seating import assign_seats
from tournaments.pairing.sizes import table_sizes
from tournaments.tables import Entrant


def round_robin_round(format: RoundRobin, past: PairingContext, luck: Chance) -> DrawnRound | None:
    """Return the next round, or None when everybody has met everybody who is left."""
    history = history_of(past)
    field = past.seeded()
    if _fewest_meetings(field, history) >= format.cycles:
        return None
    if format.seats == 2 and not format.other_seats:
        return _twos_round(format, past, history, luck)
    sizes = table_sizes(len(field), format.seats, format.other_seats)
    if not sizes:
        return None
    planned = _designed_tables(format, past, history, luck)
    if sum(map(len, planned)) == sum(sizes):
        return _with_byes(planned, field)
    must, pool = who_sits_out(field, len(field) - sum(sizes), history.bye_rank)
    rest = [one for one in field if one not in must]
    level = history._replace(points=Counter())
    groups = group_field(rest, sizes, pool, level, luck, EVEN)
    return _with_byes([assign_seats(group, history, luck) for group in groups], field)


def _with_byes(tables: Sequence[Table], field: Sequence[Entrant]) -> DrawnRound:
    """Return a round of these tables, with whoever of the field has none."""
    playing = {one for table in tables for one in table}
    return DrawnRound(tuple(tables), tuple(one for one in field if one not in playing))


def _designed_tables(
    format: RoundRobin, past: PairingContext, history: History, luck: Chance
) -> list[Table]:
    """Return the next round of the stored design; none where there is none, or it is played.

    It is for who was in the first round. Of those who have withdrawn the seats stay empty, if their
    tables may be smaller. Seats are those of the design unless a round was paired otherwise.
    """
    field = _first_field(past)
    size, number = (len(field), format.seats), len(past.rounds)
    if {*table_sizes(*size, format.other_seats)} != {format.seats}:
        return []
    if not past.active <= {*field} or number >= designed_round_count(*size, format.cycles):
        return []
    *before, tables = (
        [_seat_field(table, field) for table in designed_round(*size, format.cycles, at)]
        for at in range(number + 1)
    )
    as_designed = all(
        {*drawn.tables} == {*planned} for drawn, planned in zip(past.rounds, before, strict=True)
    )
    if as_designed and past.active == {*field}:
        return tables
    there = [[one for one in table if one in past.active] for table in tables]
    if not {len(table) for table in there} <= {0, format.seats, *format.other_seats}:
        return []
    return [assign_seats(table, history, luck) for table in there if table]


def _seat_field(table: Table, field: Sequence[Entrant]) -> Table:
    """Return a table of places in the field as a table of entrants."""
    return tuple(field[place] for place in table)


def _fewest_meetings(field: Sequence[Entrant], history: History) -> int:
    """Return how often those met who met least; of fewer than two nobody is left to meet."""
    if len(field) < 2:
        return 1 << 30
    return min(
        history.met[one][two] if one in history.met else 0 for one, two in combinations(field, 2)
    )


def _first_field(past: PairingContext) -> list[Entrant]:
    """Return who was in the first round, the strongest first."""
    if not past.rounds:
        return past.seeded()
    first = past.rounds[0]
    there = {*first.byes, *(one for table in first.tables for one in table)}
    return [one for one in past.entrants if one in there]


def _twos_round(
    format: RoundRobin, past: PairingContext, history: History, luck: Chance
) -> DrawnRound:
    """Return the next round of tables of two.

    It is one of the circle as long as nobody has come late and most are there: who should have met
    one who has withdrawn sits out. Else as many pairs as can be who have not met yet.
    """
    field = _first_field(past)
    if past.active <= set(field) and 2 * len(past.active) > len(field):
        tables = next(filter(None, _lacking_rounds(field, past, history, format.cycles)))
    else:
        tables = _rest_round(past.seeded(), history, luck)
    return _with_byes(tables, past.seeded())


def _lacking_rounds(
    field: Sequence[Entrant], past: PairingContext, history: History, cycles: int
) -> Iterator[tuple[Table, ...]]:
    """Yield, of each round of the circle, the tables that were not played and can be."""
    for cycle in range(cycles):
        for tables in _circle_method_rounds(field, turned=cycle % 2 == 1):
            yield tuple(
                table
                for table in tables
                if past.active.issuperset(table)
                if table[0] not in history.met or history.met[table[0]][table[1]] <= cycle
            )


def _circle_method_rounds(field: Sequence[Entrant], *, turned: bool) -> Iterator[list[Table]]:
    """Yield the rounds of the circle method, in which no lead of a seat is ever above one.

    Turned, it is the same from its end with seats changed, so that no lead grows in the second
    cycle. Of an odd field whoever would meet the last, who is nobody, sits out.
    """
    places: list[Entrant | None] = [*field] if len(field) % 2 == 0 else [*field, None]
    around = len(places) - 1
    for number in reversed(range(around)) if turned else range(around):
        pairs = []
        for one in range(around):
            steps = (2 * one - number) % around
            if steps == 0:  # meets the last, who does not move
                pairs.append((one, around) if number % 2 == 0 else (around, one))
            elif steps % 2 == 1:
                pairs.append((one, (number - one) % around))
        seats = [
            (places[two], places[one]) if turned else (places[one], places[two])
            for one, two in pairs
        ]
        yield [
            (first, second) for first, second in seats if first is not None and second is not None
        ]


def _rest_round(field: Sequence[Entrant], history: History, luck: Chance) -> tuple[Table, ...]:
    """Return as many pairs as can be of those who met least; who has most still to meet goes first.

    Of two such rounds the better leaves seats even.
    """
    met = [[history.met[one][two] if one in history.met else 0 for two in field] for one in field]
    least = _fewest_meetings(field, history)
    open_pairs = [
        (one, two) for one, two in combinations(range(len(field)), 2) if met[one][two] == least
    ]
    ahead: defaultdict[int, int] = defaultdict(int)
    for pair in open_pairs:
        for at in pair:
            ahead[at] += 1
    leads = [seat_lead(history, one) for one in field]
    most = 2 * max(ahead.values())
    costs: dict[Pair, int] = {
        (one, two): lexicographic_cost(
            most - ahead[one] - ahead[two],
            excess_seat_lead(leads[one], leads[two]),
            luck.randrange(1 << 32),
        )
        for one, two in open_pairs
    }
    return tuple(
        assign_seats([field[one], field[two]], history, luck)
        for one, two in cheapest_matching(costs)
    )
