"""Standings: who is placed where after a round, whatever the format."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

from tournaments.scoring.intervals import (
    Estimate,
    Spread,
    estimate_mean,
    group_values,
    spread_of_means,
)
from tournaments.scoring.ledger import Ledger, StandingsInput, build_ledger
from tournaments.scoring.measures import NOTHING, Measure, bounds_of
from tournaments.scoring.settings import Kind, Scoring, TieBreak
from tournaments.scoring.tie_breaks import (
    TieBreakInput,
    Tied,
    Values,
    apply_tie_breaks,
    measure_sums,
    split_ties,
    win_counts,
)
from tournaments.tables import Entrant

DIGITS: Final = 6  # that are shown behind the point
MEASURES_LISTED: Final[Mapping[Kind, Sequence[Measure]]] = {
    "points": ("points", "places"),
    "places": ("points", "places"),
    "duplicate": ("points", "places", "matchpoints", "difference"),
}


class EntrantStanding(NamedTuple):
    """What is told of an entrant.

    Attributes:
        place: from 1; who is equal has the same.
        points: all that it brought and was given.
        tables: those that counted.
        mean: of a table; None without one that could be compared.
        wins: first places; shared ones by their shares.
        measures: sums over its tables, not normalised.
        tie_breaks: None where there was nothing to say or, head to head, nobody to tell apart.
        by_game: what it brought in each game.
    """

    place: int
    entrant: Entrant
    points: Fraction
    tables: int
    byes: int
    mean: Estimate | None
    wins: Fraction
    measures: Mapping[Measure, Fraction]
    tie_breaks: Mapping[TieBreak, Fraction | None]
    by_game: Mapping[int, Fraction]


def entrant_standings(
    played: StandingsInput, scoring: Scoring, through: int | None = None
) -> list[EntrantStanding]:
    """Return the entrants, best first, as they stood after a round; None: after all."""
    seen = played.upto(through)
    course = TieBreakInput(seen, build_ledger(seen, scoring))
    blocks, breaks = _break_ties(course, scoring)
    measures = {name: measure_sums(seen.results, name) for name in MEASURES_LISTED[scoring.kind]}
    brought = [course.ledger.groups(one) for one in seen.entrants]
    spread = spread_of_means(brought, bounds_of(course.ledger.tables, scoring))
    rows, place = list[EntrantStanding](), 1
    for tied in blocks:
        rows += [_standing_row(place, one, course, measures, breaks, spread) for one in tied]
        place += len(tied)
    return rows


def standing_places(played: StandingsInput, scoring: Scoring) -> dict[Entrant, int]:
    """Return the place of each entrant after all: that of its standing, without intervals."""
    blocks, _ = _break_ties(TieBreakInput(played, build_ledger(played, scoring)), scoring)
    found, place = dict[Entrant, int](), 1
    for tied in blocks:
        found |= dict.fromkeys(tied, place)
        place += len(tied)
    return found


def _break_ties(
    course: TieBreakInput, scoring: Scoring
) -> tuple[Sequence[Tied], Mapping[TieBreak, Values]]:
    """Return the entrants, best first, those who stay tied together; and their tie-breaks."""
    blocks = [*split_ties(course.played.entrants, _ranking_points(course, scoring))]
    return apply_tie_breaks(course, blocks, scoring.tie_breaks)


def _ranking_points(course: TieBreakInput, scoring: Scoring) -> Values:
    """Return by what the entrants are ranked before any tie-break."""
    book = course.ledger
    value = book.points if scoring.rank_by == "sum" else book.mean
    return {one: value(one) for one in course.played.entrants}


def _standing_row(
    place: int,
    entrant: Entrant,
    course: TieBreakInput,
    measures: Mapping[Measure, Mapping[Entrant, Fraction]],
    breaks: Mapping[TieBreak, Values],
    spread: Spread | None,
) -> EntrantStanding:
    """Return what is told of an entrant that is placed here."""
    book = course.ledger
    groups = [*book.groups(entrant).values()]
    return EntrantStanding(
        place=place,
        entrant=entrant,
        points=book.points(entrant),
        tables=len(book.held.get(entrant, ())),
        byes=book.byes.get(entrant, 0),
        mean=estimate_mean(group_values(groups), spread) if groups else None,
        wins=win_counts(course, [entrant])[entrant] or NOTHING,
        measures={name: found.get(entrant, NOTHING) for name, found in measures.items()},
        tie_breaks={name: values.get(entrant) for name, values in breaks.items()},
        by_game=_by_game(book, entrant),
    )


def _by_game(book: Ledger, entrant: Entrant) -> Mapping[int, Fraction]:
    """Return what an entrant brought in each game that it has played."""
    found: dict[int, Fraction] = {}
    for one in book.held.get(entrant, ()):
        game = one.result.table.game
        found[game] = found.get(game, NOTHING) + one.value
    return dict(sorted(found.items()))


def standing_json(one: EntrantStanding) -> dict[str, Any]:
    """Return a row as JSON; numbers are rounded to six digits, half to even."""
    return {
        "place": one.place,
        "entrant": one.entrant,
        "points": round_for_display(one.points),
        "tables": one.tables,
        "byes": one.byes,
        "mean": None if one.mean is None else estimate_json(one.mean),
        "wins": round_for_display(one.wins),
        "measures": {name: round_for_display(value) for name, value in one.measures.items()},
        "tie_breaks": {name: round_for_display(value) for name, value in one.tie_breaks.items()},
        "by_game": {str(game): round_for_display(value) for game, value in one.by_game.items()},
    }


def estimate_json(found: Estimate) -> dict[str, Any]:
    """Return a mean with its interval as JSON."""
    return {
        "value": round_for_display(found.value),
        "low": round_for_display(found.low),
        "high": round_for_display(found.high),
        "groups": found.groups,
    }


def round_for_display(value: Fraction | float | None) -> float | None:
    """Return a number as it is shown."""
    if isinstance(value, Fraction):
        value = float(round(value, DIGITS))
    return None if value is None else round(value, DIGITS) + 0.0  # there is no -0.0
