"""What tells entrants apart whose points are equal.

Each tie-break looks at those who are still equal after the ones before it. Those whom nothing
tells apart share a place.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Final, NamedTuple

from tournaments.scoring.ledger import Ledger, StandingsInput
from tournaments.scoring.measures import NOTHING, Measure, Table, measure_tables
from tournaments.scoring.settings import TieBreak
from tournaments.tables import Entrant, TournamentTableResult

Tied = Sequence[Entrant]
Values = Mapping[Entrant, Fraction | None]  # None, or not there: nothing is to be said of them


class TieBreakInput(NamedTuple):
    """What tie-breaks look at."""

    played: StandingsInput
    ledger: Ledger


def _head_to_head(course: TieBreakInput, tied: Tied) -> Values:
    """Return what each brought more than the other tied where they met, if all have met."""
    among, met = set(tied), set[tuple[Entrant, Entrant]]()
    values = dict.fromkeys(tied, NOTHING)
    for seats in course.ledger.tables:
        own = [one for one in seats if one.entrant in among]
        for one in own:
            for other in own:
                met.add((one.entrant, other.entrant))
                values[one.entrant] += one.value - other.value
    met -= {(one, one) for one in tied}
    return values if len(met) == len(tied) * (len(tied) - 1) else {}


def _opponents_mean(course: TieBreakInput, tied: Tied) -> Values:
    """Return what those whom an entrant met brought a table, each as often as they met."""
    book = course.ledger
    means = {entrant: book.mean(entrant) or NOTHING for entrant in book.held}
    found: dict[Entrant, list[Fraction]] = {}
    for seats in book.tables:
        for one in seats:
            others = [means[other.entrant] for other in seats if other.entrant != one.entrant]
            found.setdefault(one.entrant, []).extend(others)
    return {
        entrant: sum(values, NOTHING) / len(values) for entrant, values in found.items() if values
    }


def win_counts(course: TieBreakInput, tied: Tied) -> Values:
    """Return the number of first places, shared ones by their shares."""
    held = course.ledger.held
    return {one: sum((seat.wins for seat in held.get(one, ())), NOTHING) for one in tied}


def _last_round_points(course: TieBreakInput, tied: Tied) -> Values:
    """Return what was brought in the newest round."""
    book = course.ledger
    return {
        one: sum((value for round, value in book.by_round(one) if round == book.last), NOTHING)
        for one in tied
    }


def _registration_order(course: TieBreakInput, tied: Tied) -> Values:
    """Return the order of registration, from 0; who came first is placed first."""
    return {one: Fraction(course.played.entrants.index(one)) for one in tied}


def _measure_tie_break(measure: Measure) -> Callable[[TieBreakInput, Tied], Values]:
    """Return a tie-break by the sum of a measure."""
    return lambda course, tied: measure_sums(course.played.results, measure)


def measure_sums(
    results: Sequence[TournamentTableResult], measure: Measure
) -> Mapping[Entrant, Fraction]:
    """Return by entrant the sum of what it brought by a measure at tables that count."""
    found: dict[Entrant, Fraction] = {}
    tables: Sequence[Table] = measure_tables([one for one in results if one.counts], measure)
    for seats in tables:
        for one in seats:
            found[one.entrant] = found.get(one.entrant, NOTHING) + one.value
    return found


TIE_BREAKS: Final[Mapping[TieBreak, Callable[[TieBreakInput, Tied], Values]]] = {
    "head_to_head": _head_to_head,
    "opponents": _opponents_mean,
    "wins": win_counts,
    "last_round": _last_round_points,
    "points": _measure_tie_break("points"),
    "places": _measure_tie_break("places"),
    "matchpoints": _measure_tie_break("matchpoints"),
    "difference": _measure_tie_break("difference"),
    "registered": _registration_order,
}
AMONG_THEMSELVES: Final = {"head_to_head"}  # depends on who is tied
LESS_IS_BETTER: Final = {"registered"}


def apply_tie_breaks(
    course: TieBreakInput, blocks: Sequence[Tied], names: Sequence[TieBreak]
) -> tuple[Sequence[Tied], Mapping[TieBreak, Values]]:
    """Return those who are equal for good, best first, and what each tie-break says."""
    values_by_break: dict[TieBreak, Values] = {}
    for name in names:
        value, less = TIE_BREAKS[name], name in LESS_IS_BETTER
        if name in AMONG_THEMSELVES:
            each = [value(course, tied) if len(tied) > 1 else {} for tied in blocks]
        else:
            each = [value(course, course.played.entrants)] * len(blocks)
        values_by_break[name] = {one: found for values in each for one, found in values.items()}
        blocks = [
            same
            for tied, values in zip(blocks, each, strict=True)
            for same in split_ties(tied, values, less)
        ]
    return blocks, values_by_break


def split_ties(tied: Tied, values: Values, less: bool = False) -> Iterator[Tied]:
    """Yield those whose values are equal, best first; who has none comes last."""

    def key(entrant: Entrant) -> tuple[bool, Fraction]:
        value = values.get(entrant)
        return value is None, NOTHING if value is None else value if less else -value

    for _, same in groupby(sorted(tied, key=key), key):
        yield list(same)
