"""A knockout: who is best at a table goes on, the strongest enter late, and one table is the last.

Full rounds have 1, 2, 4 ... times as many tables as the final (where half go on). A field that is
larger than one of them and smaller than the next plays down to it first, at as few tables as that
takes: the strongest have a bye. Where even that does not come out, one table plays before it.
"""

from collections.abc import Sequence
from itertools import combinations

from games.core.fairness.chance import Chance
from tournaments.pairing.formats import DrawnRound, Knockout, PairingContext, Table
from tournaments.pairing.history import History, history_of
from tournaments.pairing.seating import assign_seats
from tournaments.tables import Entrant

Ranked = tuple[int, int, int]  # place at the table, points (more is less), seed


def stage_sizes(left: int, format: Knockout) -> tuple[int, int]:
    """Return how many tables play when so many are left, and how many are left behind them."""
    seats, advancing = format.seats, format.advancing
    full = seats
    while full * seats // advancing < left:
        full = full * seats // advancing
    tables = -(-(left - full) // (seats - advancing))
    if tables * seats <= left:
        return tables, full
    return 1, full + (seats - advancing) * (left // seats)


def knockout_round(
    format: Knockout, past: PairingContext, luck: Chance, before: tuple[DrawnRound, ...] = ()
) -> DrawnRound | None:
    """Return the next round, or None behind the final or when too few are left for a table.

    `before`: rounds ahead of the knockout, of which nobody should meet the same people again.
    """
    left = _who_is_left(format, past)
    if len(left) < format.seats:
        return None
    history = history_of(past._replace(rounds=(*before, *past.rounds)))
    if len(left) == format.seats:
        groups = [left, *_third_place_tables(format, past, left)]
        return DrawnRound(tuple(assign_seats(group, history, luck) for group in groups))
    tables, _ = stage_sizes(len(left), format)
    out = len(left) - tables * format.seats
    groups = _reduce_rematches(_snake_seeding(left[out:], tables), history)
    return DrawnRound(
        tuple(assign_seats(group, history, luck) for group in groups), tuple(left[:out])
    )


def _who_is_left(format: Knockout, past: PairingContext) -> list[Entrant]:
    """Return who plays for the final still, the strongest first; behind it nobody does."""
    if not past.rounds:
        return past.seeded()
    count = _everybody_in(past.rounds[0])
    for drawn in past.rounds[1:]:
        _, after = stage_sizes(count, format)
        count = after if after == format.seats else _everybody_in(drawn)
    if count == format.seats:
        return []
    return _going_on(past, format, stage_sizes(count, format)[1])


def _everybody_in(drawn: DrawnRound) -> int:
    """Return how many a round is for, byes included."""
    return sum(map(len, drawn.tables)) + len(drawn.byes)


def _going_on(past: PairingContext, format: Knockout, count: int) -> list[Entrant]:
    """Return who goes on from the newest round: byes, the first of each table, the best of others.

    Who has withdrawn gives way to the next at the table.
    """
    drawn = past.rounds[-1]
    first, others = [one for one in drawn.byes if one in past.active], list[Entrant]()
    for table in drawn.tables:
        there = [one for one in _by_result(table, past) if one in past.active]
        first += there[: format.advancing]
        others += there[format.advancing :]
    place = _ranks_across_tables(past)
    others.sort(key=lambda one: place[one])
    remaining = {*first, *others[: max(0, count - len(first))]}
    return [one for one in past.seeded() if one in remaining]


def _third_place_tables(
    format: Knockout, past: PairingContext, final: Sequence[Entrant]
) -> list[list[Entrant]]:
    """Return the table for the places behind the final: the best who missed it, if they fill one.

    It is none where too few are left, or the final was reached because others have withdrawn.
    """
    if not (format.third_place and past.rounds):
        return []
    place = _ranks_across_tables(past)
    missed = sorted((place[one], one) for one in place if one in past.active - set(final))
    return [[one for _, one in missed[: format.seats]]] if len(missed) >= format.seats else []


def _by_result(table: Table, past: PairingContext) -> list[Entrant]:
    """Return who sat at a table of the newest round, the best first; of equals the stronger."""
    won = past.points[-1] if len(past.points) == len(past.rounds) else {}
    return sorted(table, key=lambda one: (-won.get(one, 0), past.entrants.index(one)))


def _ranks_across_tables(past: PairingContext) -> dict[Entrant, Ranked]:
    """Return how everybody at a table of the newest round compares with those at others."""
    won = past.points[-1]
    return {
        one: (place, -won.get(one, 0), past.entrants.index(one))
        for table in past.rounds[-1].tables
        for place, one in enumerate(_by_result(table, past))
    }


def knockout_ranking(format: Knockout, past: PairingContext) -> tuple[tuple[Entrant, ...], ...]:
    """Return everybody by how far they came, the winner first; who came as far stands together.

    Those of one round are told apart by their places at their tables; of the last, by its table.
    """
    left = set(_who_is_left(format, past))
    keys = dict.fromkeys(past.entrants, (1, 0, 0))
    over = not left
    for number, drawn in enumerate(past.rounds):
        won = past.points[number] if number < len(past.points) else {}
        keys.update((one, (-number, 0, 0)) for one in drawn.byes)
        for at, table in enumerate(drawn.tables):
            last = at if over and number == len(past.rounds) - 1 else 0
            for one in table:
                better = sum(won.get(other, 0) > won.get(one, 0) for other in table)
                keys[one] = (-number, last, better)
    keys.update((one, (-len(past.rounds), 0, 0)) for one in left)
    shared: dict[tuple[int, int, int], list[Entrant]] = {}
    for one in past.entrants:
        shared.setdefault(keys[one], []).append(one)
    return tuple(tuple(shared[key]) for key in sorted(shared))


def _snake_seeding(field: Sequence[Entrant], tables: int) -> list[list[Entrant]]:
    """Return tables that are equally strong: the strongest meets the weakest."""
    rows = [list(field[at : at + tables]) for at in range(0, len(field), tables)]
    turned = [row[::-1] if number % 2 else row for number, row in enumerate(rows)]
    return [list(column) for column in zip(*turned, strict=True)]


def _reduce_rematches(groups: list[list[Entrant]], history: History) -> list[list[Entrant]]:
    """Return the tables with as few who met before as swaps within a row of the snake can have."""
    swapped = True
    while swapped:
        swapped = False
        for one, two in combinations(groups, 2):
            for row in range(1, len(one)):
                before = _count_rematches(one, history) + _count_rematches(two, history)
                one[row], two[row] = two[row], one[row]
                if _count_rematches(one, history) + _count_rematches(two, history) < before:
                    swapped = True
                else:
                    one[row], two[row] = two[row], one[row]
    return groups


def _count_rematches(group: Sequence[Entrant], history: History) -> int:
    """Return how many pairs at a table have met before."""
    return sum(
        history.met[one][two] > 0 for one, two in combinations(group, 2) if one in history.met
    )
