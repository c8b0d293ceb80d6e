"""Jobs that do all that is due in a partition: few of them, in time, and nothing lost with one."""

import os
import signal
import subprocess
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, cast

import pytest
from redis import Redis

from events.cached_streams import Tables
from events.store.due import KINDS, Batch, DueIndex
from events.store.embedded.server import EmbeddedServer
from events.store.streams import Store, open_store
from service.commands import processes
from tests.waiting import PATIENCE, wait_for
from tests.workers.floor import checked_fold, due, started, table_of
from workers.follower import dispatch
from workers.follower.dispatch import Dispatcher
from workers.queues import batch as batch_module
from workers.queues import jobs
from workers.queues.batch import CLAIMS, do_due
from workers.queues.queues import BOTS, job_queue, queue_worker
from workers.tables.bot_turn import play_bots

PEOPLE = ["p0"]  # the others are bots, and one of them begins
BEGINS = {"first_dealer": 0, "max_rounds": 1}


@pytest.fixture
def tables(store: Store) -> Tables:
    return Tables(store)


@pytest.fixture
def dispatcher(tables: Tables, redis: Redis) -> Dispatcher:
    return Dispatcher(tables.store, redis)


def many_due(tables: Tables, count: int) -> list[str]:
    """Start tables at which it is a bot's turn."""
    return [started(tables, "boon", PEOPLE, options=BEGINS) for _ in range(count)]


def in_partition(tables: Tables, partition: int, count: int) -> list[str]:
    """Start tables of one partition at which it is a bot's turn."""
    found: list[str] = []
    while len(found) < count:
        table = started(tables, "boon", PEOPLE, options=BEGINS)
        if tables.store.names.partition(table) == partition:
            found.append(table)
    return found


def due_in(tables: Tables, partition: int) -> list[str]:
    """Return the tables of a partition at which it is a bot's turn."""
    key, client = tables.store.names.due(partition, "bot"), cast(Any, tables.store.redis)
    return [table.decode() for table in client.zrange(key, 0, -1)]


def waiting(redis: Redis) -> int:
    """Return how many jobs for bots wait."""
    count: int = job_queue(BOTS, redis).count
    return count


def test_however_many_tables_are_due_a_partition_has_one_job(
    tables: Tables, dispatcher: Dispatcher, redis: Redis
) -> None:
    everywhere = range(tables.store.names.partitions)
    due_in = {tables.store.names.partition(table) for table in many_due(tables, 100)}
    for _ in range(5):
        dispatcher.dispatch(everywhere, KINDS)
    assert waiting(redis) == len(due_in)


def test_no_job_is_put_in_while_many_wait(
    tables: Tables, dispatcher: Dispatcher, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(dispatch.MOST, "bot", 3)
    everywhere = range(tables.store.names.partitions)
    names = many_due(tables, 60)
    oldest = min(names, key=lambda table: due(tables.store, table)["bot"])
    dispatcher.dispatch(everywhere, KINDS)
    assert waiting(redis) == 3
    first = job_queue(BOTS, redis).jobs[0].args[0]
    assert first == tables.store.names.partition(oldest)  # the longest overdue come first
    for key in redis.scan_iter("fd:*:batch:*"):
        redis.delete(key)  # as if all of them had been lost
    dispatcher.dispatch(everywhere, KINDS)
    assert waiting(redis) == 3


def test_one_job_plays_all_that_is_due_in_its_partition_and_no_other(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch_module, "AT_MOST", PATIENCE)  # however slow the machine is
    in_partition(tables, 3, CLAIMS + 2)
    others = in_partition(tables, 4, 1)
    mine = due_in(tables, 3)
    assert do_due(tables, Batch("bot", 3, 1), play_bots) == f"{len(mine)} tables"
    assert all("bot" not in due(tables.store, table) for table in mine)
    assert all("bot" in due(tables.store, table) for table in others)


def test_what_a_job_has_no_time_for_is_due_at_once_and_a_follower_is_woken(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = [0.0]
    mine = in_partition(tables, 3, 5)
    batch, index = Batch("bot", 3, 1), DueIndex(tables.store)

    def slow(tables: Tables, table: str) -> str:
        seconds[0] += 0.4 * batch_module.AT_MOST
        return play_bots(tables, table)

    monkeypatch.setattr(batch_module, "time", SimpleNamespace(monotonic=lambda: seconds[0]))
    rings = tables.store.redis.xlen(tables.store.names.wake_ups(3))
    assert do_due(tables, batch, slow) == "3 tables; more to do"
    left = [table for table in mine if "bot" in due(tables.store, table)]
    assert left == mine[3:]
    assert tables.store.redis.xlen(tables.store.names.wake_ups(3)) > rings
    now = tables.store.now()
    assert index.offer("bot", [3], now) != []
    assert [claim.table for claim in index.claim(batch, now, 9)] == left


@pytest.fixture
def started_worker(server: EmbeddedServer) -> Iterator["subprocess.Popen[bytes]"]:
    """Run a worker on bots' turns."""
    environment = {**os.environ, "FAIRDEAL_REDIS_URL": server.url, "FAIRDEAL_QUEUE_URL": server.url}
    with subprocess.Popen([*processes.PYTHON, "workers", "bots"], env=environment) as process:
        yield process
        process.kill()


def test_nothing_is_lost_when_a_worker_is_killed_in_the_middle_of_a_batch(
    server: EmbeddedServer,
    redis: Redis,
    started_worker: "subprocess.Popen[bytes]",
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = open_store(redis, 1)
    tables, dispatcher, index = Tables(store), Dispatcher(store, redis), store.names.due(0, "bot")
    names = many_due(tables, 200)
    dispatcher.dispatch([0], KINDS)
    wait_for(lambda: redis.zcard(index) < len(names))
    os.kill(started_worker.pid, signal.SIGKILL)
    started_worker.wait()
    assert redis.zcard(index), "the worker was killed too late"
    monkeypatch.setenv("FAIRDEAL_REDIS_URL", server.url)
    monkeypatch.delenv("FAIRDEAL_QUEUE_URL", raising=False)
    jobs.open_worker_stores.cache_clear()

    def played_on() -> bool:
        dispatcher.dispatch([0], KINDS)
        queue_worker(BOTS, redis).work(burst=True, logging_level="CRITICAL")
        return redis.zcard(index) == 0

    wait_for(played_on)
    for table in names:
        checked_fold(table, tables.store.read(table))
        assert table_of(tables, table).to_act() == (0,)
