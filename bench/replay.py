"""Fold tables from Redis, reading and decoding included: events a second of one core.

    python -m bench.replay [--tables 20] [--runs 5] [--short] [--json]

Tables of every game are played at random through the real command path on a Redis of their own;
then each log is read, decoded and folded again and again. The figure is the median of the runs.
"""

import json
import random
import statistics
import time

from bench.arguments import BenchmarkParser
from bench.tables import open_table, own_store, play_at_random
from events.cached_streams import Tables
from events.record.codec import decode_event
from events.store.streams import Store
from games import GAMES
from games.table import fold_table_facts

LONGEST = 400  # events a table


def prepare(store: Store, count: int) -> dict[str, list[tuple[str, int]]]:
    """Play `count` tables of each game; return (table, number of events) by game."""
    tables, luck = Tables(store), random.Random(1)
    made: dict[str, list[tuple[str, int]]] = {}
    for (name, _), game in GAMES.items():
        for number in range(count):
            seats = game.seats[number % len(game.seats)]
            table = open_table(tables, game, [""] * seats)
            table = play_at_random(tables, table, luck, LONGEST)
            made.setdefault(name, []).append((table.id, table.n))
    return made


def rate(store: Store, tables: list[tuple[str, int]]) -> float:
    """Return events a second over the given tables, read one by one."""
    begin, count = time.perf_counter(), 0
    for table_id, n in tables:
        table = fold_table_facts(table_id, None, map(decode_event, store.read(table_id)))
        assert table.n == n
        count += n
    return count / (time.perf_counter() - begin)


def main() -> None:
    """Print events a second by game and over all."""
    parser = BenchmarkParser(__doc__)
    parser.add_size("--tables", 20, 5, "tables of each game")
    parser.add_size("--runs", 5, 2)
    arguments = parser.parse_sizes()
    with own_store() as store:
        made = prepare(store, arguments.tables)
        rates: dict[str, list[float]] = {name: [] for name in [*made, "all"]}
        for _ in range(arguments.runs):
            for name, tables in made.items():
                rates[name].append(rate(store, tables))
            rates["all"].append(rate(store, [one for tables in made.values() for one in tables]))
    result = {name: statistics.median(each) for name, each in rates.items()}
    for name, value in result.items():
        print(f"{name:16} {value:10,.0f} events/s")
    if arguments.json:
        games = {name: round(value) for name, value in result.items() if name != "all"}
        print(json.dumps({"events_per_s": round(result["all"]), "games": games}))


if __name__ == "__main__":
    main()
