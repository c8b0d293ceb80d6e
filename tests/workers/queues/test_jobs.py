"""Jobs as RQ runs them: a real worker in burst mode on a real server."""

import signal
import time
from typing import Any

import pytest
from redis import Redis
from redis.exceptions import ConnectionError as ConnectionLost
from rq.registry import FailedJobRegistry
from rq.serializers import JSONSerializer

from events.cached_streams import Tables
from events.store import due as due_module
from events.store.embedded.server import EmbeddedServer
from events.store.environment import queue_url, store_url
from events.store.streams import Store
from games import GAMES
from games.core.bots import Budget
from tests.games.bots import with_bot
from tests.waiting import PATIENCE, wait_for
from tests.workers.floor import checked_fold, due, private, started, table_of, types
from workers.follower.follower import Follower
from workers.queues import batch, queues
from workers.queues import jobs as jobs_module
from workers.queues.jobs import play_bot_turns, time_out
from workers.queues.queues import BOTS, CLOCK, THINKING, enqueue_job, job_queue, queue_worker
from workers.tables.bot_turn import let_bot_think, play_bots, play_turn
from workers.tables.memory import HandEventCache
from workers.tables.thoughts import thought_about

BEGINS = {"first_dealer": 0, "max_rounds": 1}  # a bot begins, where p0 sits in seat 0
LONG = 600_000  # milliseconds of a claim that does not run out, on any machine


@pytest.fixture
def tables(store: Store, server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch) -> Tables:
    """Return tables on the store that the environment names."""
    monkeypatch.setenv("FAIRDEAL_REDIS_URL", server.url)
    monkeypatch.delenv("FAIRDEAL_QUEUE_URL", raising=False)
    monkeypatch.setattr(batch, "AT_MOST", PATIENCE)  # however slow the machine is
    jobs_module.open_worker_stores.cache_clear()
    return Tables(store)


def work(redis: Redis, name: str) -> None:
    """Do all that waits in a queue."""
    queue_worker(name, redis).work(burst=True, logging_level="CRITICAL")


def follow(follower: Follower) -> bool:
    """Let a follower look at what is due."""
    follower.tick.hurry()
    follower.step()
    return True


def partition_of(tables: Tables, table: str) -> int:
    """Return the partition of a table."""
    return tables.store.names.partition(table)


def waiting(redis: Redis, name: str) -> int:
    """Return how many jobs wait in a queue."""
    return len(job_queue(name, redis))


def play_to_the_end(follower: Follower, tables: Tables, table: str, redis: Redis) -> None:
    """Let follower and worker go on until a table is closed: a job's time may be up before."""

    def is_closed() -> bool:
        follow(follower)
        work(redis, THINKING)
        return table_of(tables, table).phase == "closed"

    wait_for(is_closed)


def bots_turn(tables: Tables) -> str:
    """Start a table with a player at which bots have the first turns."""
    return started(tables, "boon", ["p0"], options=BEGINS)


def play_what_is_due(follower: Follower, tables: Tables, table: str, redis: Redis) -> None:
    """Let follower and worker go on until it is a player's turn."""

    def is_played() -> bool:
        follow(follower)
        work(redis, BOTS)
        return "bot" not in due(tables.store, table)

    wait_for(is_played)


def test_a_worker_plays_bots_from_the_queue_to_the_end(
    follower: Follower, tables: Tables, redis: Redis
) -> None:
    table = started(tables)
    play_to_the_end(follower, tables, table, redis)
    assert waiting(redis, BOTS) == waiting(redis, THINKING) == 0
    assert list(redis.scan_iter("rq:job:*")) == []  # what is done leaves nothing behind


def test_a_worker_times_seats_out_from_the_queue(
    follower: Follower, tables: Tables, redis: Redis
) -> None:
    table = started(tables, "boon", ["p0", "p1", "p2"], clock={"turn": 1})
    until = due(tables.store, table)["clock"]
    wait_for(lambda: follow(follower) and waiting(redis, CLOCK))
    assert tables.store.now() >= until
    work(redis, CLOCK)
    assert "table.timed_out.v1" in types(tables.store, table)
    assert table_of(tables, table).at < until + 1000


def test_time_outs_never_wait_behind_bots(follower: Follower, tables: Tables, redis: Redis) -> None:
    for _ in range(3):
        bots_turn(tables)
    table = started(tables, "boon", ["p0", "p1", "p2"], clock={"turn": 1})
    wait_for(lambda: follow(follower) and waiting(redis, CLOCK))
    assert waiting(redis, BOTS)
    work(redis, CLOCK)
    assert "table.timed_out.v1" in types(tables.store, table)
    assert waiting(redis, BOTS)


def test_a_job_that_is_lost_comes_back(
    follower: Follower, tables: Tables, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(due_module, "CLAIM", 100)
    table = bots_turn(tables)
    wait_for(lambda: follow(follower) and waiting(redis, BOTS))
    for key in redis.scan_iter("rq:*"):
        redis.delete(key)
    wait_for(lambda: follow(follower) and waiting(redis, BOTS))
    play_what_is_due(follower, tables, table, redis)


class Killed(BaseException):
    """Ends a job as the end of its process does: nothing of ours is told of it."""


def test_the_turns_of_a_worker_that_died_come_back_when_its_lease_is_over(
    follower: Follower, tables: Tables, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(due_module, "CLAIM", LONG)  # else a slow step puts in a second job
    table = bots_turn(tables)
    calls: list[str] = []

    def dying(tables: Tables, table_id: str, seconds: float) -> str:
        calls.append(table_id)
        if len(calls) == 1:
            held = tables.current(table_id)
            seat, memory = held.table.to_act()[0], HandEventCache(tables, held.table)
            thought = thought_about(held.table, seat, memory, Budget())
            play_turn(tables, held, thought, memory, due_module.Lease("bot", 200))
            raise Killed
        return play_bots(tables, table_id, seconds)

    monkeypatch.setattr(jobs_module, "play_bots", dying)
    wait_for(lambda: follow(follower) and waiting(redis, BOTS))
    assert waiting(redis, BOTS) == 1
    monkeypatch.setattr(due_module, "CLAIM", 200)
    redis.pexpire(tables.store.names.batch(partition_of(tables, table), "bot"), 200)
    work(redis, BOTS)
    assert table_of(tables, table).phase == "playing"
    assert calls == [table]
    wait_for(lambda: follow(follower) and waiting(redis, BOTS))
    play_what_is_due(follower, tables, table, redis)
    assert calls[:2] == [table, table]
    checked_fold(table, tables.store.read(table))


def test_a_job_that_fails_is_forgotten_soon_and_blocks_no_other(
    follower: Follower, tables: Tables, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: Any) -> str:
        raise ConnectionLost("gone")

    table = bots_turn(tables)
    monkeypatch.setattr(due_module, "CLAIM", 100)
    with monkeypatch.context() as patch:
        patch.setattr(jobs_module, "play_bots", away)
        wait_for(lambda: follow(follower) and waiting(redis, BOTS))
        work(redis, BOTS)
    failed = FailedJobRegistry(BOTS, connection=redis, serializer=JSONSerializer)
    ids = failed.get_job_ids(cleanup=False)
    assert ids
    assert all(0 < int(redis.ttl(f"rq:job:{one}")) <= 300 for one in ids)
    wait_for(lambda: follow(follower) and waiting(redis, BOTS))
    work(redis, BOTS)
    assert "bot" not in due(tables.store, table)


def test_a_bot_that_does_not_come_to_an_end_is_stopped_and_plays_the_fallback(
    tables: Tables, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = GAMES["boosh", 1]
    bot = game.bots.levels["regular"]
    left: list[float] = []  # seconds of the job, when the bot begins to think

    def choose(*given: Any) -> Any:
        if not left:
            # The job's alarm comes now: on a busy machine a short job's time would be up before.
            left.append(signal.setitimer(signal.ITIMER_REAL, 0.001)[0])
            end = time.monotonic() + PATIENCE
            while time.monotonic() < end:
                pass  # until the worker breaks it off
        return bot.choose(*given)

    with monkeypatch.context() as patch:
        patch.setitem(GAMES, ("boosh", 1), with_bot(game, choose))
        table = started(tables, "boosh")
        enqueue_job(redis, "alone", table, 1)
        work(redis, THINKING)
    events = tables.store.read(table)
    failed = [
        part["bot"]["failed"]
        for event in events
        for part in private(event).values()
        if "failed" in part.get("bot", {})
    ]
    assert failed == ["JobTimeoutException"]
    assert 0 < left[0] <= queues.JOBS["alone"].seconds
    checked_fold(table, events)


def test_jobs_that_run_twice_and_late_change_nothing(
    follower: Follower, tables: Tables, redis: Redis
) -> None:
    table = bots_turn(tables)
    partition = partition_of(tables, table)
    for attempt in range(3):
        enqueue_job(redis, "bot", partition, attempt)
        enqueue_job(redis, "clock", partition, attempt)
    work(redis, BOTS)
    before = tables.store.read(table)
    for attempt in range(3):
        enqueue_job(redis, "bot", partition, attempt)
    work(redis, BOTS)
    work(redis, CLOCK)
    assert tables.store.read(table) == before
    assert play_bot_turns(partition, 9) == time_out(partition, 9) == "0 tables"
    assert play_bot_turns(10**6, 9) == "no such partition"
    assert play_bots(tables, table) == "0 turns"
    assert play_bots(tables, "t0") == let_bot_think(tables, "t0", 1) == "no such table"


def test_the_queue_may_be_another_redis(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAIRDEAL_REDIS_URL", "redis://tables")
    assert queue_url() == store_url() == "redis://tables"
    monkeypatch.setenv("FAIRDEAL_QUEUE_URL", "redis://jobs")
    assert (store_url(), queue_url()) == ("redis://tables", "redis://jobs")
