"""Play `expert` against OpenSpiel's ISMCTS, and count the playouts a second of both on Boon.

    python -m bench.ismcts [--deals 20] [--processes 1] [--bot expert@100] [--short] [GAME ...]

ISMCTS holds all other seats, at the fewest that a game is played with (three where that can be),
and has 100 ms of the processor's time a step unless it is given a number of simulations; `expert`
has the budget that it has at tables, unless another bot is named. Needs the extra `openspiel`.
"""

import argparse
import json
import time
from collections.abc import Iterator
from typing import Any

from bench.arguments import BenchmarkParser
from bots.arena import Match
from bots.deals import Dealer
from bots.research import ismcts
from bots.research.gains import usual_players
from bots.run import MatchRun, StopCondition
from bots.scores import EntrantScores, score_rows
from bots.table import ArenaTable, Question
from games import NEWEST, OWN
from games.core.bots import Budget
from games.core.fairness.chance import Chance
from games.core.game import AnyGame
from games.core.search import choose_bot_action

EXPERT = "expert"
SEED, RATED = "ismcts", "boon"


def opponent(game: AnyGame, simulations: int) -> str:
    """Return the name of ISMCTS in the arena; with no simulations it has its time."""
    name = f"python:{ismcts.__name__}:{game.name}"
    return f"{name}@{simulations}" if simulations else name


def played(game: AnyGame, given: argparse.Namespace) -> list[EntrantScores]:
    """Return what a bot and ISMCTS brought home."""
    seats = usual_players(game)
    options = game.brief if given.short else {}  # a usual table of Boojum takes many minutes
    dealer = Dealer(game, seats, options, False, SEED)
    match = Match(dealer, (given.bot, *[opponent(game, given.simulations)] * (seats - 1)))
    run = MatchRun(match, StopCondition(given.deals))
    run.play(given.processes)
    return score_rows(match.names, run.counted())


def questions(game: AnyGame, tables: int) -> Iterator[Question]:
    """Yield what is asked at tables that `regular` plays, where there is a choice."""
    for number in range(tables):
        table = ArenaTable(Dealer(game, usual_players(game), {}, False, SEED).deal(number))
        while game.rules.outcome(table.state) is None:
            seat = game.rules.to_act(table.state)[0]
            asked = table.question(seat)
            if len(asked.choices.actions) > 1:
                yield asked
            view, choices, luck = asked.view, asked.choices, Chance(asked.seed)
            bot = game.bots.levels["regular"]
            action = choose_bot_action(
                game, bot, view, choices, asked.hand, luck=luck, budget=Budget()
            )
            events = game.rules.decide(table.state, seat, action)
            table.move_on(events, game.fold(table.state, events))
            table.settle()


def rates(game: AnyGame, tables: int) -> tuple[float, float]:
    """Return the playouts a second of `expert` and of ISMCTS at the same moves."""
    expert, other = game.bots.levels[EXPERT], ismcts.bot_of(game)
    done, spent = [0, 0], [0.0, 0.0]
    for asked in questions(game, tables):
        for at, bot in enumerate((expert, other)):  # in turn, so that both have the same machine
            budget, begin = Budget(expert.playouts * (1 - at)), time.process_time()
            luck = Chance(asked.seed)
            choose_bot_action(
                game, bot, asked.view, asked.choices, asked.hand, luck=luck, budget=budget
            )
            done[at] += budget.done
            spent[at] += time.process_time() - begin
    return done[0] / spent[0], done[1] / spent[1]


def summary_line(game: AnyGame, row: EntrantScores) -> str:
    """Return a line of what an entrant brought home."""
    spent = 1000 * row.seconds / max(1, row.moves)
    return (
        f"{game.title} | {usual_players(game)} | {row.name} | {row.gain.value:+.2f} ±"
        f" {row.gain.error:.2f} | {100 * row.wins.value:.0f} % | {spent:.0f} ms | {row.fallbacks}"
    )


def main() -> None:
    """Print a line an entrant of each game, and the playouts a second; or one JSON object last."""
    parser = BenchmarkParser(__doc__)
    parser.add_argument("games", nargs="*", default=[game.name for game in OWN])
    parser.add_size("--deals", 20, 1)
    parser.add_size("--simulations", 0, 2, "of ISMCTS a step; 0: 100 ms")
    parser.add_size("--tables", 4, 1, "whose moves both search")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_size("--bot", EXPERT, f"{EXPERT}@6")
    given = parser.parse_sizes()
    print("game | seats | entrant | gain a deal | wins | a move | fallbacks")
    found: dict[str, Any] = {"gains": {}, "fallbacks": 0}
    for name in given.games:
        game = NEWEST[name]
        for row in played(game, given):
            print(summary_line(game, row), flush=True)
            found["fallbacks"] += row.fallbacks
            if row.name == given.bot:
                found["gains"][name] = round(row.gain.value, 2)
    if RATED in given.games:
        expert, other = rates(NEWEST[RATED], given.tables)
        times = f"{expert:.0f} playouts/s of expert, {other:.0f} of ISMCTS: {expert / other:.1f} x"
        print(f"{NEWEST[RATED].title}: {times}")
        found["ratios"] = {"playouts": round(expert / other, 2)}
    if given.json:
        print(json.dumps(found))


if __name__ == "__main__":
    main()
