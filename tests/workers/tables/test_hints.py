"""Hints that players ask for: jobs of the queue for bots that think, put in by a follower."""

import pytest
from redis import Redis

from events.cached_streams import Tables
from events.store.embedded.server import EmbeddedServer
from events.store.hints import HintStore
from events.store.streams import Store
from tests.workers.floor import started, table_of
from workers.follower.dispatch import Dispatcher
from workers.follower.follower import WOKEN_FOR
from workers.queues import jobs as jobs_module
from workers.queues.queues import THINKING, job_queue, queue_worker


@pytest.fixture
def tables(store: Store, server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch) -> Tables:
    """Return tables on the store that the environment names."""
    monkeypatch.setenv("FAIRDEAL_REDIS_URL", server.url)
    monkeypatch.delenv("FAIRDEAL_QUEUE_URL", raising=False)
    jobs_module.open_worker_stores.cache_clear()
    return Tables(store)


def test_what_is_requested_for_wakes_a_follower_and_is_found_by_a_worker_that_thinks(
    tables: Tables, redis: Redis
) -> None:
    table = started(tables, players=["p0"], rated=False, options={"first_dealer": 2})
    n, partition = table_of(tables, table).n, tables.store.names.partition(table)
    hints, wake_ups = HintStore(tables.store), tables.store.names.wake_ups(partition)
    before = redis.xlen(wake_ups)
    hints.ask(table, n)
    assert redis.xlen(wake_ups) == before + 1
    Dispatcher(tables.store, redis).dispatch([partition], WOKEN_FOR)
    assert [one.func_name for one in job_queue(THINKING, redis).jobs] == ["give_table_hint"]
    queue_worker(THINKING, redis).work(burst=True, logging_level="CRITICAL")
    assert hints.find(table, n)["deals"] > 0
    assert hints.find(table, n + 1) is None


def test_a_hint_that_is_lost_can_be_asked_for_again(tables: Tables, redis: Redis) -> None:
    table = started(tables, players=["p0"], rated=False, options={"first_dealer": 2})
    partition, dispatcher = tables.store.names.partition(table), Dispatcher(tables.store, redis)
    for _ in range(2):
        HintStore(tables.store).ask(table, table_of(tables, table).n)
        dispatcher.dispatch([partition], ["hint"])
        queue = job_queue(THINKING, redis)
        assert queue.count == 1
        queue.empty()
