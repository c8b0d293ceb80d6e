"""Random play of each game: decisions a second of one core, with events made.

    python -m bench.play [--game boon] [--seconds 3] [--runs 5] [--short] [--json]

A decision is `choices`, `decide`, `evolve` and what follows by itself. The figure is the median of
several runs; the games take turns, so all meet the same mood of the machine.
"""

import json
import random
import statistics
import time
from typing import Any

from bench.arguments import BenchmarkParser
from games import GAMES
from games.core.contract import Shuffle
from games.core.game import AnyGame
from games.core.options import validate_options


def table(game: AnyGame, seats: int, luck: random.Random) -> int:
    """Play one table to its end; return the number of decisions."""

    def order(shuffle: Shuffle) -> tuple[str, ...]:
        cards = list(shuffle.cards)
        luck.shuffle(cards)
        return tuple(cards)

    state, _ = game.settle(
        game.rules.open(validate_options(game.options, {}, seats), seats, None), order
    )
    count = 0
    while acting := game.rules.to_act(state):
        seat = acting[luck.randrange(len(acting))]
        actions, picks = game.rules.choices(state, seat)
        at = luck.randrange(len(actions) + len(picks))
        action = actions[at] if at < len(actions) else picks[at - len(actions)].example
        state = game.fold(state, game.rules.decide(state, seat, action))
        state, _ = game.settle(state, order)
        count += 1
    return count


def rate(game: AnyGame, seconds: float, luck: random.Random) -> float:
    """Play tables of all seat counts in turn for some seconds; return decisions a second."""
    begin, count, number = time.perf_counter(), 0, 0
    while (passed := time.perf_counter() - begin) < seconds:
        count += table(game, game.seats[number % len(game.seats)], luck)
        number += 1
    return count / passed


def measure(names: list[str], seconds: float, runs: int) -> dict[str, float]:
    """Return the median decisions a second by game."""
    games = [game for (name, _), game in GAMES.items() if not names or name in names]
    rates: dict[str, list[float]] = {game.name: [] for game in games}
    for run in range(runs):
        for game in games:
            rates[game.name].append(rate(game, seconds, random.Random(run)))
    return {name: statistics.median(each) for name, each in rates.items()}


def main() -> None:
    """Print the table of rates, or one JSON object."""
    parser = BenchmarkParser(__doc__)
    parser.add_argument("--game", action="append", default=[], help="only this game; repeatable")
    parser.add_size("--seconds", 3.0, 1.0, "length of one run of a game")
    parser.add_size("--runs", 5, 1)
    arguments = parser.parse_sizes()
    result: dict[str, Any] = measure(arguments.game, arguments.seconds, arguments.runs)
    for name, value in result.items():
        print(f"{name:16} {value:10,.0f} decisions/s")
    if arguments.json:
        print(json.dumps({name: round(value) for name, value in result.items()}))


if __name__ == "__main__":
    main()
