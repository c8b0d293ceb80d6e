"""Thousands of bots due at once, played by one worker.

    python -m bench.storm [--tables 3000] [--short] [--json]

As many tables are played on by this process alone, without a queue, and then as many become due at
once in a server with one worker for bots; its jobs are in a Redis of their own, whose processor
time is read.
"""

import json
import os
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

import orjson
from redis import Redis

from bench.arguments import BenchmarkParser
from bench.servers import own_folder, own_redis
from bench.tables import open_table
from events.cached_streams import Tables
from events.store.connections.client import connect_client
from events.store.due import DueIndex
from events.store.streams import Store, store_at
from games import NEWEST
from games.table import due_times
from service.commands.processes import ServerStack, free_port
from workers.tables.bot_turn import play_bots

FAR = 3_600_000  # milliseconds until the storm, unless it is let loose
STEP = 0.01  # seconds between looks whether it is over
PERSON = "bench"
SEATS = [PERSON, "", ""]


class Storm(NamedTuple):
    """What came of it."""

    alone: float  # seconds in one process, without a queue
    seconds: float
    turns: int
    jobs: int
    queue_ms: float  # of the queue's Redis's processor


def bots_due(tables: Tables, count: int) -> list[str]:
    """Return tables at which it is a bot's turn."""
    found: list[str] = []
    while len(found) < count:
        table = open_table(tables, NEWEST["boon"], SEATS)
        if due_times(table).bot is not None:
            found.append(table.id)
    return found


def played_alone(store: Store, names: Sequence[str]) -> float:
    """Return the seconds that this process takes to play what is due at tables."""
    fresh, begin = Tables(store), time.perf_counter()
    for name in names:
        play_bots(fresh, name)
    return time.perf_counter() - begin


def processor(redis: Redis) -> float:
    """Return the processor time of a server in milliseconds."""
    info: Any = redis.info("cpu")
    return 1000 * float(info["used_cpu_sys"] + info["used_cpu_user"])


def pushed(redis: Redis) -> int:
    """Return how many jobs were put into a server."""
    info: Any = redis.info("commandstats")
    return int(info.get("cmdstat_rpush", {"calls": 0})["calls"])


def bot_turns(store: Store, names: Sequence[str]) -> int:
    """Return how many turns bots have played at tables."""
    events = (orjson.loads(event.e) for name in names for event in store.read(name))
    return sum(isinstance(one["cause"], dict) and one["by"].startswith("seat:") for one in events)


def left(store: Store) -> int:
    """Return at how many tables bots are due."""
    with store.redis.pipeline(transaction=False) as pipe:
        for partition in range(store.names.partitions):
            pipe.zcard(store.names.due(partition, "bot"))
        return sum(pipe.execute())


def let_loose(store: Store, names: Sequence[str]) -> None:
    """Make bots due at all tables, at this moment."""
    now = store.now()
    with store.redis.pipeline(transaction=False) as pipe:
        for name in names:
            pipe.zadd(store.names.of(name).bot, {name: now}, xx=True)
        pipe.execute()


def storm(store: Store, jobs: Redis, names: Sequence[str], alone: float) -> Storm:
    """Let a server play what is due at tables, all at once."""
    before, had = processor(jobs), pushed(jobs)
    begin = time.perf_counter()
    let_loose(store, names)
    while left(store):
        time.sleep(STEP)
    seconds = time.perf_counter() - begin
    cost, count = processor(jobs) - before, pushed(jobs) - had
    return Storm(alone, seconds, bot_turns(store, names), count, cost)


def summary(found: Storm) -> dict[str, Any]:
    """Print what was measured; return it."""
    print(f"storm: {found.turns:,} turns in {found.seconds:.2f} s, {found.jobs} jobs;"
          f" alone {found.alone:.2f} s")  # fmt: skip
    print(f"queue's Redis: {found.queue_ms / found.turns:.3f} ms a turn")
    return {
        "ratios": {"storm": round(found.seconds / found.alone, 2)},
        "seconds": round(found.seconds, 2),
        "turns": found.turns,
        "jobs": found.jobs,
        "queue_ms_a_turn": round(found.queue_ms / found.turns, 4),
    }


def measured(count: int) -> dict[str, Any]:
    """Return what was measured."""
    with own_redis() as server, own_redis() as queue, own_folder() as folder:
        os.environ["FAIRDEAL_QUEUE_URL"] = queue.url
        store = store_at(server.url)
        tables, jobs, index = Tables(store), connect_client(queue.url), DueIndex(store)
        alone = played_alone(store, bots_due(tables, count))
        names = bots_due(tables, count)
        for name in names:
            index.put_off(name, store.now() + FAR, ["bot"])
        with ServerStack(folder, free_port(), redis_url=server.url):
            return summary(storm(store, jobs, names, alone))


def main() -> None:
    """Print the figures, or one JSON object last."""
    parser = BenchmarkParser(__doc__)
    parser.add_size("--tables", 3000, 1000)
    given = parser.parse_sizes()
    result = measured(given.tables)
    if given.json:
        print(json.dumps(result))


if __name__ == "__main__":
    main()
