"""Pairs of entrants who bring each other more than chance would: figures for directors.

At a table an entrant is expected to bring its strength less that of the others there; strengths are
fitted to the whole cup. What a seat's cards were worth is known where others held the same seat of
the same deal. Of what is left over, two figures are taken for the tables at which two sat together:
what the first gave the second (chip dumping), and what both brought together (soft play, which
others at the table pay for). A figure that its interval tells from nothing is flagged. It proves
nothing: a director looks at the tables.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import fsum, sqrt
from typing import Any, Final, NamedTuple

from games.core.figures import student_t_quantile
from tournaments.scoring.cross_table import Pair
from tournaments.scoring.intervals import OUTSIDE, Estimate
from tournaments.scoring.ledger import StandingsInput
from tournaments.scoring.measures import measure_tables
from tournaments.scoring.standings import estimate_json
from tournaments.tables import Entrant, TournamentTableResult

SWEEPS: Final = 15  # until strengths no longer change to be seen
FEWEST_GROUPS: Final = 6  # that two have shared before anything is said of them
FEWEST_FREEDOM: Final = 12  # degrees of freedom of what values spread by


class PairFigures(NamedTuple):
    """What the tables at which two sat together say of them, in scores a table.

    Attributes:
        given: what the first gave the second beyond what was expected; less than 0: the other way.
        shared: what both brought together beyond it; None where only two sit at a table.
        flagged: which of the two is told from nothing, with all pairs of the cup taken together.
    """

    tables: int
    given: Estimate
    shared: Estimate | None
    flagged: tuple[str, ...]


def collusion_figures(played: StandingsInput) -> Mapping[Pair, PairFigures]:
    """Return the figures of each pair that has shared enough deal groups."""
    results = [one for one in played.results if one.counts and not one.forfeits.seats]
    who = [[one.entrant for one in result.table.seats] for result in results]
    left = _left_over(results, who)
    sat = Counter(one for seats in who for one in seats)
    given, shared, met = _by_pair(results, who, left)
    known = [pair for pair in sorted(given) if len(given[pair]) >= FEWEST_GROUPS]
    outside = OUTSIDE / max(1, len(known) + sum(pair in shared for pair in known))
    count = _independent_values(results)
    spreads = [_spread_of(rows, count, len(sat)) for rows in (given, shared)]
    found = {}
    for pair in known:
        apart = _inflation(met[pair], min(sat[one] for one in pair))
        own = _estimate(given[pair], spreads[0], apart, outside)
        both = None
        flags = ["given"] if _is_apart(own) else []
        if pair in shared:
            both = _estimate(shared[pair], spreads[1], apart, outside)
            flags += ["shared"] if both.low is not None and both.low > 0 else []
        found[pair] = PairFigures(met[pair], own, both, tuple(flags))
    return found


def _inflation(met: int, sat: int) -> float:
    """Return by how much what is left over is too small, as strengths are fitted to it as well.

    What two bring where they meet is compared with what they bring elsewhere.
    """
    return sat / max(1, sat - met)


Groups = dict[Pair, dict[int, float]]  # by pair and deal group
Values = Sequence[Sequence[float]]  # by table and seat
FieldKey = tuple[int, int, int, int]  # deal group, game, seats, seat


def _left_over(
    results: Sequence[TournamentTableResult], who: Sequence[Sequence[Entrant]]
) -> Values:
    """Return by table and seat what was brought beyond what is expected there.

    Strengths and what cards are worth are fitted in turn: each to what the other leaves.
    """
    brought = _brought(results)
    keys = [_field_keys(result) for result in results]
    strength = dict.fromkeys((one for seats in who for one in seats), 0.0)
    left = brought
    for _ in range(SWEEPS):
        left = _less_cards(_less_strength(brought, who, strength), keys)
        rows: dict[Entrant, list[float]] = {one: [] for one in strength}
        for seats, values in zip(who, left, strict=True):
            for one, value in zip(seats, values, strict=True):
                rows[one].append(value)
        for entrant, own in rows.items():
            strength[entrant] += fsum(own) / len(own)
    return left


def _field_keys(result: TournamentTableResult) -> list[FieldKey]:
    """Return by seat a name for those who hold this seat of this deal, at any table."""
    seats = len(result.scores)
    return [(result.table.group, result.table.game, seats, at) for at in range(seats)]


def _less_strength(
    tables: Values, who: Sequence[Sequence[Entrant]], strength: Mapping[Entrant, float]
) -> Values:
    """Return what is left of tables when everybody brings their strength less that of the rest."""
    found = []
    for seats, values in zip(who, tables, strict=True):
        own = [strength[one] for one in seats]
        total, others = fsum(own), max(1, len(own) - 1)
        rows = zip(values, own, strict=True)
        found.append([value - part + (total - part) / others for value, part in rows])
    return found


def _less_cards(tables: Values, keys: Sequence[Sequence[FieldKey]]) -> Values:
    """Return what is left when the cards of a seat bring what they bring to others who hold it."""
    fields: dict[FieldKey, list[float]] = {}
    for values, names in zip(tables, keys, strict=True):
        for value, name in zip(values, names, strict=True):
            fields.setdefault(name, []).append(value)
    sums = {name: (fsum(own), len(own)) for name, own in fields.items() if len(own) > 1}
    found = []
    for values, names in zip(tables, keys, strict=True):
        row = []
        for value, name in zip(values, names, strict=True):
            total, count = sums.get(name, (value, 2))  # alone with its cards: they say nothing
            row.append(value - (total - value) / (count - 1))
        found.append(row)
    return found


def _brought(results: Sequence[TournamentTableResult]) -> Values:
    """Return by table and seat the score less the table's mean, in spreads of its game."""
    tables = [[float(one.value) for one in seats] for seats in measure_tables(results, "points")]
    games: dict[int, list[float]] = {}
    for result, values in zip(results, tables, strict=True):
        games.setdefault(result.table.game, []).extend(values)
    units = {game: _root_mean_square(own) or 1.0 for game, own in games.items()}
    return [
        [value / units[result.table.game] for value in values]
        for result, values in zip(results, tables, strict=True)
    ]


def _root_mean_square(values: Sequence[float]) -> float:
    """Return what values spread by about 0."""
    return sqrt(fsum(one * one for one in values) / max(1, len(values)))


def _by_pair(
    results: Sequence[TournamentTableResult], who: Sequence[Sequence[Entrant]], left: Values
) -> tuple[Groups, Groups, Counter[Pair]]:
    """Return by deal group what each two gave each other and brought together; and their tables."""
    given: dict[Pair, dict[int, list[float]]] = {}
    shared: dict[Pair, dict[int, list[float]]] = {}
    met = Counter[Pair]()
    for result, seats, values in zip(results, who, left, strict=True):
        group = result.table.group
        for (one, own), (other, theirs) in _pairs_at(seats, values):
            met[one, other] += 1
            row = given.setdefault((one, other), {})
            row.setdefault(group, []).append((theirs - own) / 2)
            if len(seats) > 2:
                row = shared.setdefault((one, other), {})
                row.setdefault(group, []).append(own + theirs)
    return _means_by_group(given), _means_by_group(shared), met


Seat = tuple[Entrant, float]


def _pairs_at(seats: Sequence[Entrant], values: Sequence[float]) -> Iterator[tuple[Seat, Seat]]:
    """Yield each two at a table with what they brought, the smaller number first."""
    in_order = sorted(zip(seats, values, strict=True))
    return ((one, two) for one, two in combinations(in_order, 2) if one[0] != two[0])


def _means_by_group(rows: Mapping[Pair, Mapping[int, Sequence[float]]]) -> Groups:
    """Return a mean for each pair and group."""
    return {
        pair: {group: fsum(values) / len(values) for group, values in groups.items()}
        for pair, groups in rows.items()
    }


class PairSpread(NamedTuple):
    """What values of pairs spread by about nothing, and with how many degrees of freedom."""

    deviation: float
    freedom: int


def _independent_values(results: Sequence[TournamentTableResult]) -> int:
    """Return how many values say something of their own: those of a table sum to nothing.

    So do those of a seat over all tables of its deal.
    """
    tables = Counter((one.table.group, one.table.game, len(one.scores)) for one in results)
    return sum((seats - 1) * max(1, count - 1) for (_, _, seats), count in tables.items())


def _spread_of(rows: Groups, count: int, entrants: int) -> PairSpread | None:
    """Return what values of all pairs spread by; None where too little is known."""
    values = [value for groups in rows.values() for value in groups.values()]
    freedom = count - entrants + 1
    if freedom < FEWEST_FREEDOM or not values:
        return None
    return PairSpread(_root_mean_square(values) * sqrt(count / freedom), freedom)


def _estimate(
    rows: Mapping[int, float], spread: PairSpread | None, apart: float, outside: float
) -> Estimate:
    """Return the mean of a pair with the interval that holds together with those of all others.

    By Student's t; `apart`: by how much what is left over is too small.
    """
    value, count = apart * fsum(rows.values()) / len(rows), len(rows)
    if spread is None:
        return Estimate(value, None, None, count)
    error = spread.deviation * sqrt(apart / count) * student_t_quantile(spread.freedom, outside)
    return Estimate(value, value - error, value + error, count)


def _is_apart(found: Estimate) -> bool:
    """Say whether an interval leaves nothing out."""
    return found.low is not None and found.high is not None and (found.low > 0 or found.high < 0)


def pair_figures_json(pair: Pair, found: PairFigures) -> dict[str, Any]:
    """Return the figures of a pair as JSON."""
    return {
        "entrants": list(pair),
        "tables": found.tables,
        "given": estimate_json(found.given),
        "shared": None if found.shared is None else estimate_json(found.shared),
        "flagged": list(found.flagged),
    }
