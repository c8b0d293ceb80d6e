"""What each seat of a table brought, by whatever it is measured.

Values are exact, so that what is equal is equal on every machine.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import isqrt
from typing import Final, Literal, NamedTuple

from tournaments.scoring.settings import Kind, Normalise, Scoring, Unplayed
from tournaments.tables import Entrant, TournamentTableResult

Measure = Literal["points", "places", "share", "matchpoints", "difference"]

PRECISION: Final = 10**6  # spreads are whole numbers of its parts
NOTHING: Final = Fraction(0)
HALF: Final = Fraction(1, 2)
MEASURES: Final[Mapping[tuple[Kind, Normalise], Measure]] = {
    ("points", "none"): "points",
    ("points", "places"): "share",
    ("points", "z"): "points",
    ("places", "none"): "places",
    ("places", "places"): "share",
    ("places", "z"): "places",
    ("duplicate", "none"): "difference",
    ("duplicate", "places"): "matchpoints",
    ("duplicate", "z"): "difference",
}

FieldKey = tuple[int, int, int, int]  # deal group, game, seats, seat
Values = Sequence[Fraction | None]  # by seat; None: nobody to be compared with


class EntrantResult(NamedTuple):
    """What an entrant brought home from a seat of a table that counts.

    Attributes:
        place: who ties shares the mean of theirs.
        wins: 1, or a share of it, where it is the first place.
        alone: nobody else held the seat in the deal group: the value is the mean seat's.
    """

    entrant: Entrant
    result: TournamentTableResult
    place: Fraction
    wins: Fraction
    value: Fraction
    alone: bool


Table = Sequence[EntrantResult]  # by seat


def ranking_values(results: Sequence[TournamentTableResult], scoring: Scoring) -> list[Table]:
    """Return what ranks the entrants, by table and seat."""
    tables = measure_tables(results, MEASURES[scoring.kind, scoring.normalise])
    return _in_spreads(tables) if scoring.normalise == "z" else tables


def bounds_of(tables: Sequence[Table], scoring: Scoring) -> tuple[float, float] | None:
    """Return the least and the most that a value can be; None: there are no such bounds."""
    measure = MEASURES[scoring.kind, scoring.normalise]
    if scoring.normalise == "z" or measure in ("points", "difference"):
        return None
    return 0.0, float(max((_most_per_seat(measure, len(seats)) for seats in tables), default=1))


def measure_tables(results: Sequence[TournamentTableResult], measure: Measure) -> list[Table]:
    """Return what was brought by one measure, by table and seat."""
    values: Iterator[Values]
    match measure:
        case "points":
            values = map(_score_excesses, results)
        case "places" | "share":
            values = (_place_values(result, measure) for result in results)
        case "matchpoints" | "difference":
            values = _duplicate_values(results, measure)
    tables = [
        _brought_by_seat(result, own, measure) for result, own in zip(results, values, strict=True)
    ]
    if any(one.forfeits.seats for one in results):
        return _settle_forfeits(tables, measure)
    return tables


def _brought_by_seat(result: TournamentTableResult, values: Values, measure: Measure) -> Table:
    """Return what was brought from the seats of a table."""
    mean = _mean_seat(measure, len(result.places))
    firsts = result.places.count(1)
    return [
        EntrantResult(
            sitting.entrant, result, _shared_place(result, seat),
            Fraction(1, firsts) if result.places[seat] == 1 else NOTHING,
            mean if value is None else value, value is None,
        )
        for seat, (sitting, value) in enumerate(zip(result.table.seats, values, strict=True))
    ]  # fmt: skip


def _settle_forfeits(tables: Sequence[Table], measure: Measure) -> list[Table]:
    """Return what was brought where somebody has forfeited; T9 of the rules of tables says why."""
    lowest: dict[tuple[int, int], Fraction] = {}  # by round and game
    fields: dict[FieldKey, list[Fraction]] = {}  # of those who played to the end
    for seats in tables:
        for seat, one in enumerate(seats):
            name = one.result.round, one.result.table.game
            lowest[name] = min(one.value, lowest.get(name, one.value))
            if not one.result.forfeits.ended:
                fields.setdefault(_field_key(one.result, seat), []).append(one.value)

    def settled(one: EntrantResult, seat: int) -> Fraction:
        result, (lost, ended, unplayed) = one.result, one.result.forfeits
        field = fields.get(_field_key(result, seat))
        if seat in lost:
            return lowest[result.round, result.table.game]
        if ended and unplayed:
            return _mean_seat(measure, len(result.places))
        if ended and field is not None:
            return max(one.value, sum(field, NOTHING) / len(field))
        return one.value

    return [
        [one._replace(value=settled(one, seat)) for seat, one in enumerate(seats)]
        if seats[0].result.forfeits.seats
        else seats
        for seats in tables
    ]


def _score_excesses(result: TournamentTableResult) -> Values:
    """Return by seat the score less the mean of the table's."""
    scores = result.scores
    return [Fraction(len(scores) * score - sum(scores), len(scores)) for score in scores]


def _place_values(result: TournamentTableResult, measure: Literal["places", "share"]) -> Values:
    """Return by seat how many are placed behind it, or the share of the others that are."""
    seats = len(result.places)
    over = 1 if measure == "places" else seats - 1
    return [(seats - _shared_place(result, seat)) / over for seat in range(seats)]


def _shared_place(result: TournamentTableResult, seat: int) -> Fraction:
    """Return the place; who ties shares the mean of theirs."""
    place = result.places[seat]
    return place + Fraction(result.places.count(place) - 1, 2)


def _duplicate_values(
    results: Sequence[TournamentTableResult], measure: Literal["matchpoints", "difference"]
) -> Iterator[Values]:
    """Yield of each table its seats' scores against those of the same seats in its group.

    A table that ended by a forfeit is in the field of its own seats alone: its scores are those of
    less play.
    """
    fields: dict[FieldKey, list[int]] = {}
    for result in results:
        for seat, score in enumerate(result.scores):
            if not result.forfeits.ended:
                fields.setdefault(_field_key(result, seat), []).append(score)
    for scores in fields.values():
        scores.sort()
    sums = {name: sum(scores) for name, scores in fields.items()}
    for result in results:
        names = [_field_key(result, seat) for seat in range(len(result.scores))]
        if result.forfeits.ended:
            others = [fields.get(name, []) for name in names]
            rows = [
                sorted([*field, score]) for field, score in zip(others, result.scores, strict=True)
            ]
            totals = [*map(sum, rows)]
        else:
            rows, totals = [fields[name] for name in names], [sums[name] for name in names]
        yield [
            None
            if len(row) == 1
            else _matchpoint_share(score, row)
            if measure == "matchpoints"
            else Fraction(len(row) * score - total, len(row))
            for score, row, total in zip(result.scores, rows, totals, strict=True)
        ]


def _field_key(result: TournamentTableResult, seat: int) -> FieldKey:
    """Return a name for those who hold this seat of this deal, at any table."""
    return result.table.group, result.table.game, len(result.scores), seat


def _matchpoint_share(score: int, scores: Sequence[int]) -> Fraction:
    """Return the share of the others in a field that a score beats; ties count half.

    >>> _matchpoint_share(5, [1, 5, 5, 7])
    Fraction(1, 2)
    """
    below = bisect_left(scores, score)
    ties = bisect_right(scores, score) - below - 1
    return Fraction(2 * below + ties, 2 * (len(scores) - 1))


def _in_spreads(tables: Sequence[Table]) -> list[Table]:
    """Return values less the mean of their game, in units of what they spread by there."""
    by_game: dict[int, list[Fraction]] = {}
    for seats in tables:
        for one in seats:
            by_game.setdefault(one.result.table.game, []).append(one.value)
    scales = {game: _mean_and_spread(values) for game, values in by_game.items()}
    return [[_in_spread(one, *scales[one.result.table.game]) for one in seats] for seats in tables]


def _mean_and_spread(values: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
    """Return the mean and the standard deviation, the latter rounded down to a millionth."""
    mean = sum(values, NOTHING) / len(values)
    square = sum(((value - mean) ** 2 for value in values), NOTHING) / len(values)
    return mean, Fraction(isqrt(int(square * PRECISION**2)), PRECISION)


def _in_spread(one: EntrantResult, mean: Fraction, spread: Fraction) -> EntrantResult:
    """Return a value in units of the spread; nothing where there is none."""
    return one._replace(value=(one.value - mean) / spread if spread else NOTHING)


def unplayed_value(policy: Unplayed, scoring: Scoring, sizes: Sequence[int]) -> Fraction:
    """Return what who plays nothing is given, beside tables of so many seats."""
    if policy == "none" or scoring.normalise == "z" or not sizes:
        return NOTHING
    measure = MEASURES[scoring.kind, scoring.normalise]
    if policy == "most":
        return _most_per_seat(measure, max(sizes))
    return sum((size * _mean_seat(measure, size) for size in sizes), NOTHING) / sum(sizes)


def _mean_seat(measure: Measure, seats: int) -> Fraction:
    """Return what the seats of a table, or those of a field, bring on the average."""
    if measure in ("points", "difference"):
        return NOTHING
    return Fraction(seats - 1, 2) if measure == "places" else HALF


def _most_per_seat(measure: Measure, seats: int) -> Fraction:
    """Return the most that a seat can bring; of what has no most, what the mean seat does."""
    if measure in ("points", "difference"):
        return NOTHING
    return Fraction(seats - 1) if measure == "places" else Fraction(1)
