"""Who brought what: the results of a tournament up to a round, by entrant."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.scoring.intervals import GroupTotal
from tournaments.scoring.measures import (
    NOTHING,
    EntrantResult,
    Table,
    ranking_values,
    unplayed_value,
)
from tournaments.scoring.settings import Scoring
from tournaments.tables import Entrant, RoundPlan, TournamentTableResult


@dataclass(frozen=True, slots=True)
class StandingsInput:
    """What standings follow from.

    Attributes:
        entrants: who is told of, in the order of registration; tables of others count as well.
        rounds: as they were planned, from the first.
        results: of each table the newest, in any order; a table without one brings nothing.
    """

    entrants: Sequence[Entrant]
    rounds: Sequence[RoundPlan]
    results: Sequence[TournamentTableResult]

    def upto(self, last: int | None) -> "StandingsInput":
        """Return this as it was after a round."""
        if last is None:
            return self
        results = [one for one in self.results if one.round <= last]
        return StandingsInput(self.entrants, self.rounds[: last + 1], results)


@dataclass(frozen=True, slots=True)
class Ledger:
    """What was brought, by the measure that ranks.

    Attributes:
        tables: those that count.
        held: the same by entrant.
        given: by entrant what it was given, by round, for byes and tables that do not count.
        byes: how many, by entrant.
        last: the newest round.
    """

    tables: Sequence[Table]
    held: Mapping[Entrant, Sequence[EntrantResult]]
    given: Mapping[Entrant, Sequence[tuple[int, Fraction]]]
    byes: Mapping[Entrant, int]
    last: int

    def points(self, entrant: Entrant) -> Fraction:
        """Return all that an entrant has."""
        return sum((value for _, value in self.by_round(entrant)), NOTHING)

    def mean(self, entrant: Entrant) -> Fraction | None:
        """Return what an entrant brought a table; None without one."""
        held = self.held.get(entrant, ())
        return sum((one.value for one in held), NOTHING) / len(held) if held else None

    def by_round(self, entrant: Entrant) -> Iterator[tuple[int, Fraction]]:
        """Yield what an entrant brought and was given, with the round of it."""
        yield from ((one.result.round, one.value) for one in self.held.get(entrant, ()))
        yield from self.given.get(entrant, ())

    def groups(self, entrant: Entrant) -> Mapping[int, GroupTotal]:
        """Return what the deal groups brought an entrant, where there was something to compare."""
        found: dict[int, list[Fraction]] = {}
        for one in self.held.get(entrant, ()):
            if not one.alone:
                found.setdefault(one.result.table.group, []).append(one.value)
        return {
            name: GroupTotal(float(sum(values, NOTHING)), len(values))
            for name, values in sorted(found.items())
        }


def build_ledger(played: StandingsInput, scoring: Scoring) -> Ledger:
    """Return who brought what."""
    tables = ranking_values([one for one in played.results if one.counts], scoring)
    held: dict[Entrant, list[EntrantResult]] = {}
    for seats in tables:
        for one in seats:
            held.setdefault(one.entrant, []).append(one)
    given: dict[Entrant, list[tuple[int, Fraction]]] = {}
    for entrant, round, value in [*_of_byes(played, scoring), *_of_void(played, scoring)]:
        given.setdefault(entrant, []).append((round, value))
    byes = Counter(entrant for one in played.rounds for entrant in one.byes)
    last = max((len(played.rounds) - 1, *(one.round for one in played.results)), default=0)
    return Ledger(tables, held, given, byes, last)


Given = tuple[Entrant, int, Fraction]


def _of_byes(played: StandingsInput, scoring: Scoring) -> Iterator[Given]:
    """Yield what entrants without a table are given."""
    for number, one in enumerate(played.rounds):
        sizes = [len(table.seats) for table in one.tables]
        value = unplayed_value(scoring.bye, scoring, sizes)
        half = unplayed_value("none" if scoring.bye == "none" else "mean", scoring, sizes)
        for entrant in one.byes:
            if entrant not in one.unpaid:
                yield entrant, number, half if entrant in one.requested else value


def _of_void(played: StandingsInput, scoring: Scoring) -> Iterator[Given]:
    """Yield what those at tables that do not count are given."""
    for one in played.results:
        if not one.counts:
            value = unplayed_value(scoring.void, scoring, [len(one.table.seats)])
            yield from ((sitting.entrant, one.round, value) for sitting in one.table.seats)
