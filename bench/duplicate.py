"""How much narrower duplicate deals make intervals: `regular` against `plain/1`.

    python -m bench.duplicate [--game boon] [--seats 4] [--deals 400] [--house novice] [--short]

In a group of duplicate deals each of the two has each seat once, with bots of the house, `plain/1`
as well, in all others; with independent deals the same tables are played, each with a deal of its
own. Two widths are compared, as the standings and the cross-table of a tournament tell them:

league  of the difference between the two, who never meet: scores against the same seat's field,
        and with independent deals scores less the table's mean
table   of what `regular` brings at its own tables alone, against those of the house

Bots draw nothing but from the deal: in a group the four tables of `plain/1` among its like are one
table, which is played once and counted as four. Equally many tables are counted on both sides.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from math import sqrt
from typing import Any, Final

from bench.arguments import BenchmarkParser
from bots.deals import Dealer
from bots.entrants import player_factory
from bots.programs import USUAL
from bots.table import ArenaResult as Outcome
from bots.table import play_out_table
from games import GAMES
from games.core.game import AnyGame
from tournaments.scoring import (
    Estimate,
    Scoring,
    StandingsInput,
    build_cross_table,
    entrant_standings,
)
from tournaments.tables import Entrant, SeatOccupant, TablePlan, TournamentTableResult

DEALS: Final[Mapping[str, int]] = {
    "boon": 250, "bum": 100, "boosh": 250, "goblin_market": 40, "boojum": 8,
}  # fmt: skip
SHORTER = 4  # times fewer deals in the short form
BOTS: Final = ("regular", "plain/1")
REGULAR, PLAIN, HOUSE = map(Entrant, range(3))
SHARED, OWN = Scoring("duplicate", tie_breaks=()), Scoring("points", tie_breaks=())


def tables(dealer: Dealer, house: str, deals: int, shared: bool) -> Iterator[TournamentTableResult]:
    """Yield what came of the tables of both bots, with shared deals or with own ones."""
    sit = {name: player_factory(dealer.game, name, USUAL) for name in (*BOTS, house)}
    known: dict[tuple[int, tuple[str, ...]], Outcome] = {}
    own = deals
    for k in range(deals):
        for who, bot in enumerate(BOTS):
            for seat in range(dealer.seats):
                at, own = (k, own) if shared else (own, own + 1)
                names = tuple(bot if seat == one else house for one in range(dealer.seats))
                if (at, names) not in known:
                    seated = [sit[name] for name in names]
                    known[at, names] = play_out_table(dealer.deal(at), seated)
                yield result(known[at, names], at, Entrant(who), seat)


def result(found: Outcome, group: int, who: Entrant, seat: int) -> TournamentTableResult:
    """Return what came of a table at which somebody had a seat among house bots."""
    seats = range(len(found.scores))
    sittings = tuple(SeatOccupant(who if at == seat else HOUSE) for at in seats)
    return TournamentTableResult(0, TablePlan(0, group, sittings), found.scores, found.places)


def width(found: Estimate | None) -> float:
    """Return how wide an interval is."""
    assert found is not None
    assert found.low is not None
    assert found.high is not None
    return found.high - found.low


def brought(
    results: Iterable[TournamentTableResult], scoring: Scoring
) -> Mapping[Entrant, Estimate | None]:
    """Return by entrant what its seats brought a table."""
    found = entrant_standings(StandingsInput((REGULAR, PLAIN), [], [*results]), scoring)
    return {one.entrant: one.mean for one in found}


def measured(game: AnyGame, seats: int, deals: int, house: str) -> dict[str, Any]:
    """Return both pairs of widths and their ratios."""
    dealer = Dealer(game, seats, {}, False, "1")
    shared, own = ([*tables(dealer, house, deals, one)] for one in (True, False))
    cell = build_cross_table(StandingsInput((REGULAR, PLAIN), [], shared), SHARED)[REGULAR, PLAIN]
    apart = brought(own, OWN)
    league = width(cell.difference), sqrt(sum(width(one) ** 2 for one in apart.values()))
    at_table = (
        width(brought(of_regular(shared), SHARED)[REGULAR]),
        width(brought(of_regular(own), OWN)[REGULAR]),
    )
    return {
        "game": game.name,
        "seats": seats,
        "house": house,
        "tables": len(shared),
        "difference": round(cell.difference.value, 3),
        "league": summary(*league),
        "table": summary(*at_table),
    }


def of_regular(results: Iterable[TournamentTableResult]) -> Iterator[TournamentTableResult]:
    """Yield the tables at which `regular` sat; the others there are of the house."""
    for one in results:
        if SeatOccupant(REGULAR) in one.table.seats:
            yield one


def summary(shared: float, own: float) -> dict[str, float]:
    """Return two widths and their ratio."""
    return {"shared": round(shared, 4), "own": round(own, 4), "ratio": round(shared / own, 3)}


def show(row: Mapping[str, Any]) -> None:
    """Print the widths of a game."""
    for kind in ("league", "table"):
        found = row[kind]
        print(
            f"{row['game']:14} {row['tables']:5} tables  {kind:7} shared {found['shared']:8.3f}"
            f"  own {found['own']:8.3f}  ratio {found['ratio']:.3f}",
            flush=True,
        )


def main() -> None:
    """Print the widths, or one JSON object last."""
    parser = BenchmarkParser(__doc__)
    parser.add_argument("--game", action="append", default=[], help="only this game; repeatable")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--deals", type=int, help="shared deals; each is eight tables of four")
    parser.add_argument("--house", default="plain/1", help="the bots in all other seats")
    given = parser.parse_sizes()
    rows = []
    for (name, _), game in GAMES.items():
        if not given.game or name in given.game:
            usual = DEALS.get(name, 20)
            deals = given.deals or (usual // SHORTER if given.short else usual)
            rows.append(measured(game, given.seats, deals, given.house))
            show(rows[-1])
    if given.json:
        ratios = {one["game"]: one["league"]["ratio"] for one in rows}
        own = {one["game"]: one["table"]["ratio"] for one in rows}
        print(json.dumps({"ratios": ratios, "own_tables": own, "rows": rows}))


if __name__ == "__main__":
    main()
