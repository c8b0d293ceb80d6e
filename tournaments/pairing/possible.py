"""What can be asked of a format, and how many rounds it takes."""

from typing import Final

from tournaments.pairing.designs import designed_round_count
from tournaments.pairing.formats import Format, Knockout, RoundRobin, Swiss
from tournaments.pairing.knockout import stage_sizes
from tournaments.pairing.pools import Pools
from tournaments.pairing.refusals import (
    IMPOSSIBLE_ADVANCING,
    IMPOSSIBLE_SEATS,
    NO_ROUNDS,
    TOO_FEW,
    TOO_FEW_FOR_POOLS,
)
from tournaments.pairing.sizes import table_sizes

SEATS: Final = range(2, 7)


def advancing_from(seats: int) -> list[int]:
    """Return how many of a table may go on in a knockout: they fill whole tables again."""
    return [count for count in range(1, seats) if seats % count == 0]


def require_possible(format: Format | Pools, entrants: int) -> None:
    """Refuse a format that can't be, or that so many entrants can't play."""
    if isinstance(format, Pools):
        least = format.pools * max(format.seats, format.qualify)
        if entrants < least:
            raise TOO_FEW_FOR_POOLS(format.pools, least, entrants)
        require_possible(format.within, entrants)
        require_possible(format.knockout, entrants)
        return
    sizes = {format.seats} if isinstance(format, Knockout) else {format.seats, *format.other_seats}
    for size in sorted(sizes - set(SEATS)):
        raise IMPOSSIBLE_SEATS(size)
    if isinstance(format, RoundRobin) and format.cycles < 1:
        raise NO_ROUNDS("The number of cycles")
    if isinstance(format, Swiss) and format.rounds < 1:
        raise NO_ROUNDS("The number of rounds")
    if isinstance(format, Knockout):
        fitting = advancing_from(format.seats)
        if format.advancing not in fitting:
            raise IMPOSSIBLE_ADVANCING(format.seats, " or ".join(map(str, fitting)))
    if entrants < min(sizes):
        raise TOO_FEW(entrants, min(sizes))


def rounds_needed(format: Format | Pools, entrants: int) -> int:
    """Return how many rounds it takes if nobody withdraws.

    A round robin at tables of three to six for which no design is stored takes so many at least.
    """
    match format:
        case Pools():
            largest = -(-entrants // format.pools)
            sizes = {largest, entrants // format.pools}
            pooled = max(rounds_needed(format.within, size) for size in sizes)
            return pooled + rounds_needed(format.knockout, format.pools * format.qualify)
        case Swiss():
            return format.rounds
        case Knockout():
            rounds = 1
            while entrants > format.seats:
                rounds, entrants = rounds + 1, stage_sizes(entrants, format)[1]
            return rounds
        case RoundRobin():
            if designed := _designed_count(format, entrants):
                return designed
            tables = table_sizes(entrants, format.seats, format.other_seats)
            met = sum(size * (size - 1) for size in tables)
            wanted = format.cycles * entrants * (entrants - 1)
            return -(-wanted // met) if met else 0


def is_searched(format: Format | Pools, entrants: int) -> bool:
    """Say whether rounds are searched one by one, so that nobody knows how many there will be."""
    match format:
        case RoundRobin():
            is_circle = format.seats == 2 and not format.other_seats
            return not is_circle and not _designed_count(format, entrants)
        case _:
            return False


def _designed_count(format: RoundRobin, entrants: int) -> int:
    """Return how many rounds are stored for such a field; 0: none are."""
    if {*table_sizes(entrants, format.seats, format.other_seats)} != {format.seats}:
        return 0
    return designed_round_count(entrants, format.seats, format.cycles)
