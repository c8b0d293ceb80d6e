"""Tables of a tournament: as they are planned, and what came of them."""

from typing import NamedTuple, NewType

Entrant = NewType("Entrant", int)  # from 0, in the order of registration


class SeatOccupant(NamedTuple):
    """Who sits in a seat: of a team one of its members, in their order from 0."""

    entrant: Entrant
    member: int = 0


class TablePlan(NamedTuple):
    """A table that is to be played.

    Attributes:
        game: its place among the games of the tournament.
        group: number of its deal group, from 0: tables of one group have the same deals.
        seats: who sits in which.
    """

    game: int
    group: int
    seats: tuple[SeatOccupant, ...]


class RoundPlan(NamedTuple):
    """The tables of a round, and who has none in it.

    `requested`: who asked for that; `unpaid`: who did so more often than it brings points.
    """

    tables: tuple[TablePlan, ...]
    byes: tuple[Entrant, ...] = ()
    requested: frozenset[Entrant] = frozenset()
    unpaid: frozenset[Entrant] = frozenset()


class Forfeits(NamedTuple):
    """What players have forfeited at a table.

    Attributes:
        seats: which.
        ended: whether the table ended by it, with the scores as they stood.
        unplayed: whether somebody who forfeited had never acted.
    """

    seats: tuple[int, ...] = ()
    ended: bool = False
    unplayed: bool = False


NO_FORFEITS = Forfeits()


class TournamentTableResult(NamedTuple):
    """What came of a planned table.

    Attributes:
        round: from 0.
        table: as it was planned.
        scores: by seat; more is better.
        places: by seat, from 1; who ties has the same.
        counts: whether it counts: a void table does not, unless the policy scores it.
        forfeits: what was forfeited there.
    """

    round: int
    table: TablePlan
    scores: tuple[int, ...]
    places: tuple[int, ...]
    counts: bool = True
    forfeits: Forfeits = NO_FORFEITS
