"""How long a person waits for a bot that answers by its rule, held to what a job costs at least.

    python -m bench.reply [--answers 100] [--thinkers 8] [--short] [--json]

A person acts again and again at a table with `regular` bots: alone, and beside tables at which
`expert`s think. Interleaved with both, a job that does nothing is put into a queue of the same
kind and picked up by a worker of the same kind.
"""

import json
import os
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from redis import Redis
from rq import Queue, SimpleWorker
from rq.serializers import JSONSerializer

from bench.arguments import BenchmarkParser
from bench.servers import own_folder, own_redis
from bench.storm import PERSON, SEATS, STEP, bot_turns
from bench.tables import open_table
from events.cached_streams import Tables
from events.handle import CommandRequest, handle
from events.store.connections.client import connect_client
from events.store.streams import Store, store_at
from games import NEWEST
from games.table import Act, Table, due_times
from service.commands.processes import ServerStack, free_port

GLANCE = 0.0003  # seconds between looks for a bot's answer
ROUNDS = 5
NAME, DONE = "bench-noop", "bench:done"
URL = "FAIRDEAL_QUEUE_URL"


def noop() -> None:
    """Do nothing but say so."""
    connect_client(os.environ[URL]).rpush(DONE, 1)


@contextmanager
def idle_worker(url: str) -> Iterator[None]:
    """Run a worker for jobs that do nothing."""
    command = [sys.executable, "-c", f"from bench.reply import work; work({url!r})"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.kill()
        process.wait()


def work(url: str) -> None:
    """Do jobs that do nothing until killed."""
    own = Queue(NAME, connection=connect_client(url), serializer=JSONSerializer)
    SimpleWorker([own], connection=connect_client(url), serializer=JSONSerializer).work()


def pickups(jobs: Redis, count: int) -> Iterator[float]:
    """Yield how long a job that does nothing takes from being put in to being done, in seconds."""
    own = Queue(NAME, connection=jobs, serializer=JSONSerializer)
    for _ in range(count):
        begin = time.perf_counter()
        own.enqueue("bench.reply.noop", result_ttl=0)
        while jobs.lpop(DONE) is None:
            time.sleep(GLANCE)
        yield time.perf_counter() - begin


def answers(tables: Tables, count: int) -> Iterator[float]:
    """Yield how long bots take to answer a person, in seconds."""
    table = open_table(tables, NEWEST["boon"], SEATS)
    while count:
        if table.phase != "playing":
            table = open_table(tables, NEWEST["boon"], SEATS)
        if due_times(table).bot is None:
            table = act(tables, table)
            if due_times(table).bot is not None:
                count -= 1
                yield answered(tables.store, table)
        table = tables.current(table.id).table


def act(tables: Tables, table: Table) -> Table:
    """Act for the person at a table."""
    (seat,) = table.to_act()
    action = table.game.rules.fallback(table.play, seat)
    return handle(tables, CommandRequest(table.id, f"player:{PERSON}", Act(seat, action))).table


def answered(store: Store, table: Table) -> float:
    """Return the seconds until an event follows."""
    begin = time.perf_counter()
    while (newest := store.newest(table.id)) is not None and newest.n == table.n:
        time.sleep(GLANCE)
    return time.perf_counter() - begin


def times(
    stack: ServerStack, tables: Tables, jobs: Redis, thinkers: int, count: int
) -> list[list[float]]:
    """Return interleaved times: of answers alone, beside experts, and of jobs that do nothing."""
    game = NEWEST["boon"]
    names = [open_table(tables, game, ["", "", ""], level="expert").id for _ in range(thinkers)]
    found: list[list[float]] = [[], [], []]
    each = -(-count // ROUNDS)
    for _ in range(ROUNDS):
        signal_thinkers(stack, signal.SIGSTOP)
        found[0] += answers(tables, each)
        found[2] += pickups(jobs, each)
        signal_thinkers(stack, signal.SIGCONT)
        before = bot_turns(tables.store, names)
        while bot_turns(tables.store, names) == before:
            time.sleep(STEP)
        found[1] += answers(tables, each)
    assert any(tables.current(name).table.phase == "playing" for name in names), "few think"
    return found


def signal_thinkers(stack: ServerStack, sign: signal.Signals) -> None:
    """Let the workers of bots that think pause, or go on."""
    for child in stack.children:
        if child.name.startswith("thinking"):
            child.end(sign)


def summary(alone: float, beside: float, noop: float) -> dict[str, Any]:
    """Print what was measured; return it."""
    print(f"a bot's answer: {1000 * alone:.1f} ms, beside experts {1000 * beside:.1f} ms;")
    print(f"a job that does nothing: {1000 * noop:.1f} ms (medians)")
    return {
        "ratios": {"answer": round(alone / noop, 2), "beside_experts": round(beside / noop, 2)},
        "ms": [round(1000 * one, 2) for one in (alone, beside, noop)],
    }


def measured(thinkers: int, count: int) -> dict[str, Any]:
    """Return what was measured."""
    with own_redis() as server, own_redis() as queue, own_folder() as folder:
        os.environ[URL] = queue.url
        tables, jobs = Tables(store_at(server.url)), connect_client(queue.url)
        with (
            ServerStack(folder, free_port(), redis_url=server.url) as stack,
            idle_worker(queue.url),
        ):
            list(pickups(jobs, 3))  # it has started
            found = times(stack, tables, jobs, thinkers, count)
        return summary(*map(statistics.median, found))


def main() -> None:
    """Print the figures, or one JSON object last."""
    parser = BenchmarkParser(__doc__)
    parser.add_size("--answers", 100, 20)
    parser.add_argument("--thinkers", type=int, default=8)
    given = parser.parse_sizes()
    result = measured(given.thinkers, given.answers)
    if given.json:
        print(json.dumps(result))


if __name__ == "__main__":
    main()
