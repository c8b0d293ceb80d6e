"""Whatever workers and followers meet they outlive: a Redis that goes, errors nobody thought of."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import repeat
from pathlib import Path
from typing import Any, cast

import pytest
from redis import Redis
from redis.exceptions import ConnectionError as ConnectionLost
from redis.exceptions import OutOfMemoryError

from events.cached_streams import Tables
from events.handle import CommandRequest, WriteContention, handle
from events.history.signing_keys import KeyFolder
from events.store.connections.client import connect_client, connect_reader
from events.store.embedded.server import EmbeddedServer
from events.store.feed import read_feed_entry
from events.store.streams import Store, store_at
from games.core.contract import Seat
from games.table import Sit
from projections.history.tree import TransparencyLog
from projections.projection import ReadModel
from projections.tables.lobby import LOBBY
from service.commands import processes
from tests.waiting import PATIENCE, wait_for
from tests.workers.floor import due, opened, started, table_of
from workers import __main__ as workers_main
from workers.follower import dispatch
from workers.follower.follower import TICK, Follower
from workers.history.cosigners import CosignatureCollector
from workers.queues.queues import BOTS, job_queue

BEGINS = {"first_dealer": 0, "max_rounds": 1}  # a bot begins, where p0 sits in seat 0


@pytest.fixture
def tables(store: Store) -> Tables:
    return Tables(store)


@contextmanager
def following(server: EmbeddedServer, jobs: str) -> Iterator[Follower]:
    """Give a follower with connections of its own."""
    one = Follower(
        store_at(server.url), connect_reader(server.url, TICK), connect_client(jobs, retries=0)
    )
    yield one
    for client in (one.store.redis, one.partitions.reader.redis, one.dispatcher.jobs):
        client.close()


def follow(follower: Follower) -> bool:
    """Let a follower take in what is there."""
    follower.tick.hurry()
    follower.step()
    return True


def test_while_the_redis_of_the_jobs_is_away_read_models_go_on_and_no_job_is_lost(
    server: EmbeddedServer, tables: Tables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dispatch, "PAUSE", 0.0)
    with EmbeddedServer(tmp_path / "jobs") as jobs, following(server, jobs.url) as follower:
        follow(follower)
        jobs.kill()
        table = started(tables, "boon", ["p0"], options=BEGINS)
        for _ in range(3):
            follow(follower)
        assert table in ReadModel(tables.store, LOBBY).all_rows()
        jobs.start()
        wait_for(lambda: follow(follower) and job_queue(BOTS, connect_client(jobs.url)).count)


def test_a_follower_outlives_what_nobody_has_thought_of_and_goes_on_where_it_was(
    server: EmbeddedServer, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing = [KeyError("x"), AssertionError(), WriteContention("heads"), RecursionError()]
    with following(server, server.url) as follower:
        real = follower.partitions.renew

        def renew() -> None:
            if failing:
                raise failing.pop()
            real()
            if opened_table in ReadModel(tables.store, LOBBY).all_rows():
                follower.stop()

        opened_table = opened(tables)
        follower.share.do, follower.share.seconds = renew, 0.0
        follower.run()
    assert failing == []


def test_what_fails_in_a_step_holds_up_nothing_else_in_it(
    server: EmbeddedServer,
    tables: Tables,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    with following(server, server.url) as follower:
        calls: list[str] = []

        def announce_leaves() -> None:
            calls.append("announced")
            raise KeyError("x")

        def trim() -> None:
            calls.append("trimmed")

        monkeypatch.setattr(follower.upkeep, "announce_leaves", announce_leaves)
        monkeypatch.setattr(follower.partitions, "trim", trim)
        follower.after_news[0].seconds = 0.0
        for _ in range(3):
            follow(follower)
        assert calls == ["announced", "trimmed"]  # the one that fails is left alone for a while
        assert (
            "`announce_leaves` failed, trying again in 30 s: KeyError in announce_leaves"
            in caplog.text
        )


def test_a_collector_of_cosignatures_outlives_what_a_look_meets(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    collector = CosignatureCollector(TransparencyLog(store), KeyFolder(tmp_path), ())
    looks: list[int] = []

    def look() -> bool:
        looks.append(1)
        if len(looks) == 3:
            collector.stop()
        raise ValueError("odd")

    monkeypatch.setattr(collector, "collect", look)
    monkeypatch.setattr("workers.history.cosigners.EVERY", 0.0)
    collector.run()
    assert len(looks) == 3


def test_a_worker_outlives_its_redis_and_ends_when_it_is_asked_to(
    server: EmbeddedServer, tables: Tables, tmp_path: Path
) -> None:
    with EmbeddedServer(tmp_path / "jobs") as jobs:
        environment: dict[str, Any] = {
            **os.environ, "FAIRDEAL_REDIS_URL": server.url, "FAIRDEAL_QUEUE_URL": jobs.url,
        }  # fmt: skip
        command = [*processes.PYTHON, "workers", "bots"]
        with subprocess.Popen(command, env=environment) as process:
            try:
                expect_bots_played(server, jobs, tables)
                jobs.kill()
                jobs.start()
                expect_bots_played(server, jobs, tables)
                assert process.poll() is None
                jobs.kill()
                process.terminate()
                process.wait(PATIENCE)
            finally:
                process.kill()


def test_a_worker_that_rq_gives_up_begins_anew_until_it_is_asked_to_stop(
    server: EmbeddedServer, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    ends: list[Exception | bool] = [OutOfMemoryError("full"), False, ConnectionLost("gone"), True]
    begun: list[str] = []

    class Odd:
        is_stopping = False

        def work(self, **_: Any) -> None:
            end = ends.pop(0)
            if isinstance(end, Exception):
                raise end
            self.is_stopping = end

    def worker(name: str, _: Redis) -> Odd:
        begun.append(name)
        return Odd()

    monkeypatch.setenv("FAIRDEAL_REDIS_URL", server.url)
    monkeypatch.setattr(workers_main, "queue_worker", worker)
    monkeypatch.setattr(workers_main, "retry_pauses", lambda: repeat(0.0))
    workers_main.work_on_queue("bots")
    assert (ends, begun) == ([], [BOTS] * 4)


def expect_bots_played(server: EmbeddedServer, jobs: EmbeddedServer, tables: Tables) -> None:
    """Expect that a table's bots are played by way of the queue."""
    table = started(tables, "boon", ["p0"], options=BEGINS)
    with following(server, jobs.url) as follower:
        wait_for(lambda: follow(follower) and "bot" not in due(tables.store, table))


def lose_newest(store: Store, table: str) -> None:
    """Let the store lose the newest event of a table, the news of it, and all news since."""
    redis: Any = store.redis
    feed, log = store.names.feed(store.names.partition(table)), store.names.of(table).log
    news, events = redis.xrange(feed), redis.xrange(log)
    own = [at for at, entry in enumerate(news) if read_feed_entry(entry).stream == table]
    for key, kept in ((feed, news[: own[-1]]), (log, events[:-1])):
        redis.delete(key)
        for name, fields in kept:
            redis.execute_command("XADD", key, name, *fields)


def test_a_follower_that_starts_finds_that_models_have_read_what_the_store_has_lost(
    server: EmbeddedServer, tables: Tables
) -> None:
    """The one that was about to build them anew was killed."""
    table = opened(tables)
    handle(tables, CommandRequest(table, "player:p0", Sit(Seat(0))))
    with following(server, server.url) as first:
        follow(first)
        first.partitions.leave()
    model = ReadModel(tables.store, LOBBY)
    assert model.all_rows()[table]["n"] == 2
    lose_newest(tables.store, table)
    tables.drop(table)
    assert table_of(tables, table).n == 1
    with following(server, server.url) as second:
        wait_for(lambda: follow(second) and model.all_rows()[table]["n"] == 1)
    row = model.all_rows()[table]
    assert (row["n"], [seat["player"] for seat in row["seats"]]) == (1, [None] * len(row["seats"]))


def test_models_whose_place_is_in_the_feed_are_not_built_anew(
    server: EmbeddedServer, tables: Tables
) -> None:
    opened(tables)
    with following(server, server.url) as first:
        follow(first)
        first.partitions.leave()
    version = ReadModel(tables.store, LOBBY).version()
    with following(server, server.url) as second:
        follow(second)
        opened(tables)
        second.partitions.forget()
        follow(second)
    assert ReadModel(tables.store, LOBBY).version() == version


def test_an_entry_that_was_trimmed_is_not_taken_for_lost(
    server: EmbeddedServer, tables: Tables
) -> None:
    table, redis = opened(tables), cast(Any, tables.store.redis)
    with following(server, server.url) as first:
        follow(first)
        first.partitions.leave()
    model = ReadModel(tables.store, LOBBY)
    version = model.version()
    handle(tables, CommandRequest(table, "player:p0", Sit(Seat(0))))
    feed = tables.store.names.feed(tables.store.names.partition(table))
    redis.xdel(feed, *[name for name, _ in redis.xrange(feed)][:-1])
    with following(server, server.url) as second:
        follow(second)
    assert (model.version(), model.all_rows()[table]["n"]) == (version, 2)
