"""How long read models take to be built again: on all cores, and log by log as one would at first.

    python -m bench.rebuild [--tables 50000] [--over 50] [--short] [--json]

So many tables, of which some percent are over, are copies of real ones; the read models follow. The
old way folds one model after the other, log by log, in one process; it is timed on one partition in
four and reckoned up. The floor is one read of all logs, a log a trip.
"""

import json
import os
import random
import secrets
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from bench.archive import Log, log_of
from bench.arguments import BenchmarkParser
from bench.servers import own_redis
from bench.tables import open_table, play_at_random
from events.cached_streams import Tables
from events.record.chain import first_head, next_head
from events.store.embedded.server import EmbeddedServer
from events.store.streams import AppendRequest, Store, store_at
from games import NEWEST
from projections.projection import ReadModel
from projections.read_models.models import MODELS

PEOPLE = [f"player{k:03}" for k in range(200)]
MOST = 2_000  # events of a table
PART = 4  # of the partitions, one in so many is built the old way
TRIAL = 10_000  # the version that the old way builds


def logs_of(store: Store, luck: random.Random) -> tuple[list[Log], list[Log]]:
    """Return logs of tables that have begun, and of short ones that were played to their end."""
    tables, begun, ended = Tables(store), [], []
    for game in NEWEST.values():
        for _ in range(4):
            people = luck.sample(PEOPLE, game.seats[0])
            table = open_table(tables, game, people, game.brief)
            begun.append(log_of(store, table.id))
            ended.append(log_of(store, play_at_random(tables, table, luck, MOST).id))
    return begun, ended


def write(store: Store, log: Log) -> None:
    """Append a log under a fresh id, all at once."""
    table, own = f"t{secrets.token_hex(9)}", []
    head = start = first_head(table)
    for event in log.events:
        e = event.e.replace(log.table.encode(), table.encode())
        head = next_head(head, e)
        own.append(event._replace(e=e, h=head))
    types = [kind["type"] for kind in log.public]
    store.append(
        AppendRequest(
            stream=table, seen=0, head=start, events=own, types=types, at=log.public[0]["at"]
        )
    )


def plant(store: Store, count: int, over: int, luck: random.Random) -> None:
    """Write down so many tables."""
    begun, ended = logs_of(store, luck)
    for k in range(count):
        write(store, luck.choice(ended if k % 100 < over else begun))


class Took(NamedTuple):
    """Seconds on the clock, and of the processor in this process and those that it started."""

    wall: float
    work: float


def took(what: Callable[[], None]) -> Took:
    """Return how long something takes."""
    begin, before = time.perf_counter(), sum(os.times()[:4])
    what()
    return Took(time.perf_counter() - begin, sum(os.times()[:4]) - before)


def old_way(store: Store, partitions: Iterable[int]) -> None:
    """Fold one model after the other, log by log."""
    for model in (ReadModel(store, one) for one in MODELS):
        for partition in partitions:
            rows: dict[str, Any] = {}
            for stream in store.streams(partition):
                if model.projection.folds(stream):
                    rows |= model.folded(stream, TRIAL)
            for name, row in rows.items():
                model.move(partition, "", [(name, row)], TRIAL)
        model.drop(TRIAL)


def read_all(store: Store) -> None:
    """Read every log once."""
    for partition in range(store.names.partitions):
        for stream in store.streams(partition):
            store.read(stream)


def command(server: EmbeddedServer) -> None:
    """Rebuild as `fairdeal rebuild` does."""
    environment = {
        **os.environ, "FAIRDEAL_REDIS_URL": server.url, "FAIRDEAL_DATA": str(server.folder),
    }  # fmt: skip
    subprocess.run(
        [sys.executable, "-m", "projections"], env=environment, check=True, capture_output=True
    )


def measured(count: int, over: int) -> dict[str, Any]:
    """Return the seconds that each way takes, and their ratios."""
    with own_redis() as server:
        store = store_at(server.url)
        plant(store, count, over, random.Random(11))
        first = took(lambda: command(server))  # rates the tables and adds their leaves
        new = took(lambda: command(server))
        some = range(0, store.names.partitions, PART)
        old = took(lambda: old_way(store, some))
        floor = took(lambda: read_all(store))
        store.redis.close()
    return {
        "tables": count, "over": over, "cores": len(os.sched_getaffinity(0)),
        "first": first.wall, "seconds": new.wall, "processor": new.work,
        "old": PART * old.wall, "old processor": PART * old.work, "reading": floor.wall,
        "ratios": {
            "rebuild/old": new.wall / (PART * old.wall),
            "rebuild/old, processor": new.work / (PART * old.work),
            "rebuild/reading": new.wall / floor.wall,
        },
    }  # fmt: skip


def main() -> None:
    """Measure and print."""
    parser = BenchmarkParser(__doc__)
    parser.add_size("--tables", 50_000, 3000)
    parser.add_argument("--over", type=int, default=50, help="percent of them")
    given = parser.parse_sizes()
    found = measured(given.tables, given.over)
    print(json.dumps(found) if given.json else json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
