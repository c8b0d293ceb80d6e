"""Thousands of bots due at once, played by one worker; and a bot's answer beside bots that think.

    python -m bench.storm [--tables 3000] [--thinkers 8] [--answers 100] [--json]

The storm: as many tables are played on by this process alone, without a queue, and then as many
become due at once in a server with one worker for bots; its jobs are in a Redis of their own, whose
processor time is read. Then a person acts again and again at a table with bots that do not think,
by turns with nothing beside it and beside tables whose bots think for half a second.
"""

import argparse
import json
import os
import signal
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import orjson
from redis import Redis

from bench import thinking
from bench.servers import own_folder, own_redis
from bench.tables import open_table
from events.handle import Request, Tables, handle
from events.store.client import connect
from events.store.due import DueIndex
from events.store.streams import Store, store_at
from games import NEWEST
from games.table import Act, Table, due
from service.commands import processes
from service.commands.processes import Stack, free_port
from workers.bot_turn import play_bots

FAR = 3_600_000  # milliseconds until the storm, unless it is let loose
STEP = 0.01  # seconds between looks whether it is over
GLANCE = 0.0003  # seconds between looks for a bot's answer
ROUNDS = 5
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
        if due(table).bot is not None:
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


def answers(tables: Tables, count: int) -> Iterator[float]:
    """Yield how long bots take to answer a person, in seconds."""
    table = open_table(tables, NEWEST["boon"], SEATS)
    while count:
        if table.phase != "playing":
            table = open_table(tables, NEWEST["boon"], SEATS)
        if due(table).bot is None:
            table = act(tables, table)
            if due(table).bot is not None:
                count -= 1
                yield answered(tables.store, table)
        table = tables.current(table.id).table


def act(tables: Tables, table: Table) -> Table:
    """Act for the person at a table."""
    (seat,) = table.to_act()
    action = table.game.fallback(table.play, seat)
    return handle(tables, Request(table.id, f"player:{PERSON}", Act(seat, action))).table


def answered(store: Store, table: Table) -> float:
    """Return the seconds until an event follows."""
    begin = time.perf_counter()
    while (newest := store.newest(table.id)) is not None and newest.n == table.n:
        time.sleep(GLANCE)
    return time.perf_counter() - begin


def answer_times(stack: Stack, tables: Tables, thinkers: int, count: int) -> list[list[float]]:
    """Return times of answers, with nothing beside them and beside bots that think, by turns."""
    game = NEWEST[thinking.NAME]
    names = [open_table(tables, game, ["", ""]).id for _ in range(thinkers)]
    found: list[list[float]] = [[], []]
    for _ in range(ROUNDS):
        signal_thinkers(stack, signal.SIGSTOP)
        found[0] += answers(tables, -(-count // ROUNDS))
        signal_thinkers(stack, signal.SIGCONT)
        before = bot_turns(tables.store, names)
        while bot_turns(tables.store, names) == before:
            time.sleep(STEP)
        found[1] += answers(tables, -(-count // ROUNDS))
    assert all(tables.current(name).table.phase == "playing" for name in names), "few think"
    return found


def signal_thinkers(stack: Stack, sign: signal.Signals) -> None:
    """Let the workers of bots that think pause, or go on."""
    for child in stack.children:
        if child.name.startswith("thinking"):
            child.end(sign)


def told(found: Storm, idle: float, beside: float) -> dict[str, Any]:
    """Print what was measured; return it."""
    print(f"storm: {found.turns:,} turns in {found.seconds:.2f} s, {found.jobs} jobs;"
          f" alone {found.alone:.2f} s")  # fmt: skip
    print(f"queue's Redis: {found.queue_ms / found.turns:.3f} ms a turn")
    print(f"answer: {1000 * idle:.1f} ms, beside bots that think {1000 * beside:.1f} ms (medians)")
    return {
        "ratios": {
            "storm": round(found.seconds / found.alone, 2),
            "answer": round(beside / idle, 2),
        },
        "seconds": round(found.seconds, 2),
        "turns": found.turns,
        "jobs": found.jobs,
        "queue_ms_a_turn": round(found.queue_ms / found.turns, 4),
        "answer_ms": [round(1000 * idle, 2), round(1000 * beside, 2)],
    }


def measured(count: int, thinkers: int, asked: int) -> dict[str, Any]:
    """Return what was measured."""
    with own_redis() as server, own_redis() as queue, own_folder() as folder:
        os.environ["FAIRDEAL_QUEUE_URL"] = queue.url
        store = store_at(server.url)
        tables, jobs, index = Tables(store), connect(queue.url), DueIndex(store)
        alone = played_alone(store, bots_due(tables, count))
        names = bots_due(tables, count)
        for name in names:
            index.put_off(name, store.now() + FAR, ["bot"])
        with Stack(folder, free_port(), redis_url=server.url) as stack:
            found = storm(store, jobs, names, alone)
            times = answer_times(stack, tables, thinkers, asked)
        return told(found, *map(statistics.median, times))


def main() -> None:
    """Print the figures, or one JSON object last."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tables", type=int, default=3000)
    parser.add_argument("--thinkers", type=int, default=8)
    parser.add_argument("--answers", type=int, default=100)
    parser.add_argument("--json", action="store_true", help="print one JSON object last")
    given = parser.parse_args()
    thinking.install()
    processes.PYTHON = (sys.executable, "-m", "bench.thinking")
    result = measured(given.tables, given.thinkers, given.answers)
    if given.json:
        print(json.dumps(result))


if __name__ == "__main__":
    main()
