"""The formats of a tournament, and what of it the next pairing depends on."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from tournaments.tables import Entrant

Table = tuple[Entrant, ...]  # who sits where, by seat


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """Everybody meets everybody, `cycles` times at least.

    Attributes:
        seats: of a table.
        other_seats: numbers of seats that tables may have besides where the field is no multiple.
    """

    seats: int
    cycles: int = 1
    other_seats: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Swiss:
    """In each of so many rounds everybody meets others with about as many points.

    Attributes:
        seats_first: at tables of three to six even seats count before new opponents.
    """

    seats: int
    rounds: int
    other_seats: tuple[int, ...] = ()
    seats_first: bool = False


@dataclass(frozen=True, slots=True)
class Knockout:
    """The first `advancing` of each table go on, until one table is left.

    Attributes:
        third_place: whether the best of those who missed the final play for the places behind it.
    """

    seats: int
    advancing: int = 1
    third_place: bool = False


Format = RoundRobin | Swiss | Knockout


class DrawnRound(NamedTuple):
    """A round as it was drawn: who sits at which table, and who has none."""

    tables: tuple[Table, ...]
    byes: tuple[Entrant, ...] = ()


class PairingContext(NamedTuple):
    """What has been up to now.

    Attributes:
        entrants: all there ever were, the strongest first; who came late stands last.
        active: who is to be paired now.
        points: what entrants won in each round, in units that are the same all along; none is 0.
        apart: two each who should not meet, whatever it costs.
    """

    entrants: tuple[Entrant, ...]
    active: frozenset[Entrant]
    rounds: tuple[DrawnRound, ...] = ()
    points: tuple[Mapping[Entrant, int], ...] = ()
    apart: frozenset[tuple[Entrant, Entrant]] = frozenset()

    def seeded(self) -> list[Entrant]:
        """Return who is active, the strongest first."""
        return [one for one in self.entrants if one in self.active]
