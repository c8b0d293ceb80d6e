"""How often the intervals of a tournament hold: cups of equals, in which every difference is luck.

    python -m bench.coverage [--cups 2000] [--short] [--json]

Each cup is drawn, not played: results come from coins, from orders drawn at random, from tables
that nearly always tie, from deals that are worth more than play, and from tables that `regular`
has really played among its like. Round robins at tables of two follow the circle; at larger tables
everybody sits anywhere. In all of them the true difference of two entrants is 0.

    mean      of the intervals of means in the standings, the share that holds the truth
    pair      the same of the intervals of the cross-table
    family    cups in which all intervals that are meant to hold at once do
    student   the pairs again, with Student's t over the groups of the pair alone
    width     of the intervals of pairs, to those of Student's t where both are there
    unequal   the same in these cups when the best is half a spread of scores ahead of the mean
"""

import json
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from math import fsum
from typing import Any, Final, NamedTuple

from bench.arguments import BenchmarkParser
from bench.changed_cups import Plan, changed_cup
from bots.deals import Dealer
from bots.entrants import player_factory
from bots.programs import USUAL
from bots.table import play_out_table
from games import GAMES
from games.core.fairness.chance import Chance
from games.core.figures import mean_with_error
from tournaments.scoring import Scoring, StandingsInput, build_cross_table, entrant_standings
from tournaments.scoring.ledger import build_ledger
from tournaments.tables import Entrant, RoundPlan, SeatOccupant, TablePlan, TournamentTableResult

Scores = list[int]
Draw = Callable[[Chance, int, int], Sequence[Scores]]  # luck, tables, seats -> scores by table
Bounds = tuple[float | None, float | None]
UNEQUAL: Final = 0.5  # spreads of a score between the strongest and the mean
PLAYED: Final = 300  # tables of `regular` from which results are drawn
POINTS, PLACES = Scoring("points", tie_breaks=()), Scoring("places", tie_breaks=())
SHARE = Scoring("points", "places", tie_breaks=())
DUPLICATE = Scoring("duplicate", tie_breaks=())
MATCHPOINTS = Scoring("duplicate", "places", tie_breaks=())


class CupForm(NamedTuple):
    """A form of cups: how many entrants at what tables, what is counted, and what decides."""

    entrants: int
    seats: int
    rounds: int
    scoring: Scoring
    source: str


class Tally(NamedTuple):
    """How many intervals of a cup there were, how many held, and their widths together."""

    there: int
    held: int
    width: float = 0.0


def coin(luck: Chance, tables: int, seats: int) -> list[Scores]:
    """Return what coins bring, one a table."""
    sides = [luck.randrange(2) for _ in range(tables)]
    return [[side, 1 - side] for side in sides]


def order(luck: Chance, tables: int, seats: int) -> list[Scores]:
    """Return orders of the seats."""
    found = [[*range(seats)] for _ in range(tables)]
    for scores in found:
        luck.shuffle(scores)
    return found


def tied(luck: Chance, tables: int, seats: int) -> list[Scores]:
    """Return scores of which three in four tables have none."""
    found = [[0] * seats for _ in range(tables)]
    for scores in found:
        if luck.randrange(4) == 0:
            winner = luck.randrange(seats)
            scores[winner] += 1
            scores[(winner + 1 + luck.randrange(seats - 1)) % seats] -= 1
    return found


def dealt(luck: Chance, tables: int, seats: int) -> list[Scores]:
    """Return scores of one deal: a seat's cards are worth up to 40, play at the table up to 10."""
    worth = [luck.randrange(41) for _ in range(seats)]
    return [[worth[seat] + luck.randrange(11) for seat in range(seats)] for _ in range(tables)]


def played_by_regular(name: str, **options: int) -> Draw:
    """Return what draws from tables that `regular` has played among its like."""

    @cache
    def pool(seats: int) -> list[Scores]:
        game = next(one for (known, _), one in GAMES.items() if known == name)
        dealer, sit = (
            Dealer(game, seats, options, False, "1"),
            player_factory(game, "regular", USUAL),
        )
        return [[*play_out_table(dealer.deal(k), [sit] * seats).scores] for k in range(PLAYED)]

    def draw(luck: Chance, tables: int, seats: int) -> list[Scores]:
        known = pool(seats)
        found = [[*known[luck.randrange(PLAYED)]] for _ in range(tables)]
        for scores in found:
            luck.shuffle(scores)  # seats are not worth the same
        return found

    return draw


SOURCES: Final[dict[str, Draw]] = {
    "coin": coin, "order": order, "tied": tied, "dealt": dealt,
    "boon": played_by_regular("boon", max_rounds=2),
    "boosh": played_by_regular("boosh", max_hands=2),
}  # fmt: skip
FORMS: Final = (
    *(CupForm(e, 2, r, kind, "coin") for e, r in ((4, 12), (6, 10), (6, 20), (8, 14), (6, 40))
      for kind in (POINTS, SHARE)),
    *(CupForm(e, 2, r, POINTS, "boosh") for e, r in ((6, 10), (8, 14), (24, 12))),
    *(CupForm(e, 4, r, kind, source)
      for e, r in ((8, 3), (8, 7), (12, 4), (12, 12), (16, 5), (24, 12))
      for kind, source in ((POINTS, "boon"), (POINTS, "tied"), (PLACES, "order"),
                           (DUPLICATE, "dealt"), (DUPLICATE, "tied"), (MATCHPOINTS, "dealt"))),
    CupForm(24, 4, 2, DUPLICATE, "dealt"),
    CupForm(4, 4, 12, PLACES, "order"),
    CupForm(4, 4, 12, POINTS, "boon"),
)  # fmt: skip


def rounds_of(form: CupForm, luck: Chance) -> Iterator[list[list[Entrant]]]:
    """Yield the tables of each round, by seat."""
    ring = [*map(Entrant, range(form.entrants))]
    for _ in range(form.rounds):
        if form.seats == 2:
            yield [[ring[at], ring[-1 - at]] for at in range(form.entrants // 2)]
            ring = [ring[0], ring[-1], *ring[1:-1]]
        else:
            luck.shuffle(ring)
            yield [ring[at : at + form.seats] for at in range(0, form.entrants, form.seats)]


def drawn_cup(form: CupForm, luck: Chance) -> StandingsInput:
    """Return a cup as it may have gone."""
    shared, group = form.scoring.kind == "duplicate", 0
    plans, results = list[RoundPlan](), list[TournamentTableResult]()
    for number, tables in enumerate(rounds_of(form, luck)):
        rows = SOURCES[form.source](luck, len(tables), form.seats)
        for seats, scores in zip(tables, rows, strict=True):
            plan = TablePlan(0, group, tuple(map(SeatOccupant, seats)))
            places = tuple(1 + sum(other > one for other in scores) for one in scores)
            results.append(TournamentTableResult(number, plan, tuple(scores), places))
            group += not shared
        group += shared
        plans.append(RoundPlan(tuple(one.table for one in results if one.round == number), ()))
    return StandingsInput(tuple(map(Entrant, range(form.entrants))), plans, results)


def held(bounds: Sequence[Bounds], truth: float) -> Tally:
    """Return how many of some intervals hold the truth."""
    known = [(low, high) for low, high in bounds if low is not None and high is not None]
    return Tally(
        len(known),
        sum(low <= truth + 1e-9 and truth - 1e-9 <= high for low, high in known),
        fsum(high - low for low, high in known),
    )


def measured(form: CupForm, cups: int, seed: int) -> dict[str, Any]:
    """Return how often the intervals of so many cups held."""
    luck = Chance(seed)
    found: dict[str, list[Tally]] = {"mean": [], "pair": [], "student": [], "family": []}
    widths, unequal = list[tuple[float, float]](), list[tuple[float, float]]()
    for _ in range(cups):
        cup = drawn_cup(form, luck)
        means = [one.mean for one in entrant_standings(cup, form.scoring) if one.mean is not None]
        truth = fsum(one.value for one in means) / len(means) if means else 0.0
        found["mean"].append(held([one[1:3] for one in means], truth))
        cells = build_cross_table(cup, form.scoring)
        pairs = [one.difference[1:3] for one in cells.values()]
        plain = _student_intervals(cup, form.scoring, [*cells])
        found["pair"].append(held(pairs, 0))
        found["student"].append(held(plain, 0))
        family = held([one.together for one in cells.values()], 0)
        if family.there:
            found["family"].append(Tally(1, family.there == family.held))
        widths += _both_widths(pairs, plain)
        cup = changed_cup(cup, Plan(UNEQUAL))
        cells = build_cross_table(cup, form.scoring)
        plain = _student_intervals(cup, form.scoring, [*cells])
        unequal += _both_widths([one.difference[1:3] for one in cells.values()], plain)
    return {
        "seats": form.seats, "entrants": form.entrants, "rounds": form.rounds,
        "kind": form.scoring.kind, "normalise": form.scoring.normalise, "source": form.source,
        **{name: _share(tallies) for name, tallies in found.items()},
        "width": _ratio(widths), "unequal": _ratio(unequal),
    }  # fmt: skip


def _both_widths(pairs: Sequence[Bounds], plain: Sequence[Bounds]) -> list[tuple[float, float]]:
    """Return how wide intervals are, each with the other of its pair, where both are there."""
    return [
        (one[1] - one[0], other[1] - other[0])
        for one, other in zip(pairs, plain, strict=True)
        if one[0] is not None and one[1] is not None
        if other[0] is not None and other[1] is not None
    ]  # fmt: skip


def _student_intervals(
    cup: StandingsInput, scoring: Scoring, pairs: Sequence[tuple[Entrant, Entrant]]
) -> list[Bounds]:
    """Return the interval of each pair by Student's t over its own groups alone."""
    found = list[Bounds]()
    book = build_ledger(cup, scoring)
    by_group = {
        one: {name: found.total / found.tables for name, found in book.groups(one).items()}
        for one in cup.entrants
    }
    for one, other in pairs:
        own, theirs = by_group[one], by_group[other]
        differences = [own[name] - theirs[name] for name in own if name in theirs]
        value, error = mean_with_error(differences)
        is_known = len(differences) > 1
        found.append((value - error, value + error) if is_known else (None, None))
    return found


def _share(tallies: Sequence[Tally]) -> float | None:
    """Return the share of intervals that hold."""
    there = sum(one.there for one in tallies)
    return round(sum(one.held for one in tallies) / there, 3) if there else None


def _ratio(widths: Sequence[tuple[float, float]]) -> float | None:
    """Return the ratio of mean widths."""
    other = fsum(one[1] for one in widths)
    return round(fsum(one[0] for one in widths) / other, 2) if other else None


def main() -> None:
    """Print a row for each form of cups, or a JSON object a line."""
    parser = BenchmarkParser(__doc__)
    parser.add_size("--cups", 2000, 60)
    given = parser.parse_sizes()
    rows = [measured(form, given.cups, seed) for seed, form in enumerate(FORMS)]
    if given.json:
        print(json.dumps({"cups": given.cups, "least": _least(rows), "rows": rows}))
        return
    print(_line([*rows[0]]))
    for row in rows:
        print(_line([*row.values()]))


def _least(rows: Sequence[dict[str, Any]]) -> dict[str, float]:
    """Return the least share of each kind of interval, whatever the cups."""
    return {
        name: min(row[name] for row in rows if row[name] is not None)
        for name in ("mean", "pair", "family")
    }


def _line(values: Sequence[object]) -> str:
    """Return a row of the table."""
    return " ".join(f"{'-' if value is None else value:>9}" for value in values)


if __name__ == "__main__":
    main()
