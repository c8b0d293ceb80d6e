"""How long a person waits for a bot beside many tables of bots alone, held to the same without.

    python -m bench.alone [--answers 100] [--tables 500] [--short] [--json]

All these tables are of one account: The Bum Game with as many bots as it takes, for 1,000 hands.
Interleaved, their workers are paused, and a person acts at a table with `regular` bots.
"""

import json
import os
import signal
import statistics
from typing import Any

from bench.arguments import BenchmarkParser
from bench.reply import ROUNDS, URL, answers, signal_thinkers
from bench.servers import own_folder, own_redis
from bench.storm import bot_turns
from bench.tables import open_table
from events.cached_streams import Tables
from events.store.streams import store_at
from games import NEWEST
from service.commands.processes import ServerStack, free_port

LONG = {"hands": 1000}


def interleaved_answers(
    stack: ServerStack, tables: Tables, count: int
) -> tuple[list[float], list[float]]:
    """Return how long bots take to answer, in seconds: without the others, and beside them."""
    idle, beside = list[float](), list[float]()
    each = -(-count // ROUNDS)
    for _ in range(ROUNDS):
        signal_thinkers(stack, signal.SIGSTOP)
        idle += answers(tables, each)
        signal_thinkers(stack, signal.SIGCONT)
        beside += answers(tables, each)
    return idle, beside


def measured(count: int, answered: int) -> dict[str, Any]:
    """Print what was measured; return it."""
    with own_redis() as server, own_redis() as queue, own_folder() as folder:
        os.environ[URL] = queue.url
        tables, game = Tables(store_at(server.url)), NEWEST["bum"]
        bots = [""] * game.seats[-1]
        names = [open_table(tables, game, bots, LONG).id for _ in range(count)]
        before = bot_turns(tables.store, names)
        with ServerStack(folder, free_port(), redis_url=server.url) as stack:
            idle, beside = interleaved_answers(stack, tables, answered)
        turns = bot_turns(tables.store, names) - before
    alone, others = statistics.median(idle), statistics.median(beside)
    print(f"a bot's answer: {1000 * alone:.1f} ms; beside {count} tables of bots alone:"
          f" {1000 * others:.1f} ms (medians), at most {1000 * max(beside):.0f} ms")  # fmt: skip
    print(f"turns of bots alone meanwhile: {turns:,}")
    return {
        "ratio": round(others / alone, 2),
        "ms": [round(1000 * one, 2) for one in (alone, others, max(beside))],
        "turns": turns,
    }


def main() -> None:
    """Print the figures, or one JSON object last."""
    parser = BenchmarkParser(__doc__)
    parser.add_size("--answers", 100, 20)
    parser.add_size("--tables", 500, 50)
    given = parser.parse_sizes()
    result = measured(given.tables, given.answers)
    if given.json:
        print(json.dumps(result))


if __name__ == "__main__":
    main()
