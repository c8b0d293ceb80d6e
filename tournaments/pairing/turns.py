"""A pairing as the tables of one deal group: bots and teams turn through the seats."""

from collections.abc import Callable

from tournaments.pairing.formats import Table
from tournaments.tables import Entrant, SeatOccupant


def in_turns(
    table: Table, members: Callable[[Entrant], int | None]
) -> tuple[tuple[SeatOccupant, ...], ...]:
    """Return the tables of a pairing, each a seat further; they have the same deals.

    `members` says how many people an entrant is: None, a bot of the server's, may see the same deal
    from every seat; nobody else sits twice at it, so there are as many tables as the smallest team.
    """
    people = [members(one) for one in table]
    turns = min([len(table), *(count for count in people if count is not None)])
    return tuple(
        tuple(
            SeatOccupant(table[at], 0 if people[at] is None else turn)
            for at in ((seat - turn) % len(table) for seat in range(len(table)))
        )
        for turn in range(turns)
    )
