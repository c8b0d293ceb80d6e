"""What entrants brought home, with 95 % intervals.

What an entrant gained in a deal is its mean over all tables of the deal and all its seats there:
one value a deal, as tables of a deal are not independent of each other.
"""

from collections.abc import Mapping, Sequence
from math import fsum
from typing import Any, NamedTuple

from bots.arena import Lineup, LineupResult, conducts_of_entrant
from bots.table import ArenaResult
from games.core.figures import Mean, mean_with_error


class DealScore(NamedTuple):
    """What an entrant brought home in one deal, on the average of its tables and seats."""

    gain: float  # score less the table's mean
    place: float  # ties share the mean of their places
    wins: float  # share of tables at the first place; ties share it


Scores = Mapping[str, DealScore]  # by entrant


def scores_by_entrant(tables: Sequence[LineupResult]) -> Scores:
    """Return by entrant what it brought home in a deal."""
    held: dict[str, list[tuple[ArenaResult, int]]] = {}
    for lineup, result in tables:
        for seat, name in enumerate(lineup):
            held.setdefault(name, []).append((result, seat))
    return {name: mean_score(seats) for name, seats in held.items()}


def mean_score(held: Sequence[tuple[ArenaResult, int]]) -> DealScore:
    """Return what was brought home on the average of some seats."""
    count = len(held)
    excess = sum(result.excess(seat) for result, seat in held)
    places = fsum(result.shared_place(seat) for result, seat in held)
    wins = fsum(1 / result.places.count(1) for result, seat in held if result.places[seat] == 1)
    return DealScore(excess / (count * len(held[0][0].scores)), places / count, wins / count)


class EntrantScores(NamedTuple):
    """What is told of an entrant."""

    name: str
    gain: Mean
    place: Mean
    wins: Mean
    moves: int
    playouts: int
    seconds: float
    fallbacks: int
    first: str | None  # the first reason for a fallback


def score_rows(names: Lineup, deals: Sequence[Sequence[LineupResult]]) -> list[EntrantScores]:
    """Return a row an entrant."""
    by_deal = list(map(scores_by_entrant, deals))
    return [_score_row(name, [one[name] for one in by_deal], deals) for name in names]


def _score_row(
    name: str, brought: Sequence[DealScore], deals: Sequence[Sequence[LineupResult]]
) -> EntrantScores:
    """Return the row of an entrant that brought this home from the deals."""
    own = conducts_of_entrant(name, deals)
    return EntrantScores(
        name,
        gain=mean_with_error([one.gain for one in brought]),
        place=mean_with_error([one.place for one in brought]),
        wins=mean_with_error([one.wins for one in brought]),
        moves=sum(one.moves for one in own),
        playouts=sum(one.playouts for one in own),
        seconds=fsum(one.seconds for one in own),
        fallbacks=sum(one.fallbacks for one in own),
        first=next((one.first for one in own if one.first), None),
    )


def has_narrow_intervals(brought: Sequence[Scores], width: float) -> bool:
    """Say whether the interval of every gain is at most so wide."""
    return bool(brought) and all(
        2 * mean_with_error([one[name].gain for one in brought]).error <= width
        for name in brought[0]
    )


def score_row_json(found: EntrantScores) -> dict[str, Any]:
    """Return a row without times, which are never the same twice."""
    means = {"gain": found.gain, "place": found.place, "wins": found.wins}
    return {
        "bot": found.name,
        **{
            name: {"mean": round(value.value, 6), "error": _finite_error(value.error)}
            for name, value in means.items()
        },
        "moves": found.moves,
        "playouts": found.playouts,
        "fallbacks": found.fallbacks,
        "first_fallback": found.first,
    }


def _finite_error(error: float) -> float | None:
    """Return half the width of an interval; None where it has no bounds."""
    return round(error, 6) if error < float("inf") else None
