"""News of appends: to whoever waits for the table, from whichever server has its log."""

import functools
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from redis.exceptions import RedisError

from bench.clusters import Cluster, cluster, guarded
from events.store.connections.client import connect_client
from events.store.streams import Store, open_store
from projections.live import subscriptions
from projections.live.subscriptions import LOST, Subscription, SubscriptionConnection, Subscriptions
from tests.events.given_log import draft
from tests.waiting import PATIENCE, step_back, wait_for

TABLES = [f"t{k}" for k in range(12)]


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with cluster(tmp_path_factory.mktemp("cluster"), masters=3, replicas=1) as running:
        yield running


class Waiting:
    """Somebody who waits for many tables, and goes on waiting whatever happens."""

    def __init__(self, store: Store) -> None:
        self.subscriptions, self.names = Subscriptions(store), store.names
        self.newest: dict[str, int] = {}
        self.futures = [self.subscriptions.start(self.wait(table)) for table in TABLES]

    async def wait(self, table: str) -> None:
        """Note the newest event whenever there is news."""
        log = self.names.of(table).log
        while True:
            with suppress(RedisError), Subscription(self.subscriptions, log) as subscription:
                while True:
                    await subscription.wait(PATIENCE)
                    self.newest[table] = subscription.newest
            await step_back()

    def all_know(self, newest: int) -> bool:
        """Say whether this is the newest of all tables."""
        return self.newest == dict.fromkeys(TABLES, newest)

    def close(self) -> None:
        """Wait no longer."""
        for future in self.futures:
            future.cancel()


def written(store: Store, last: int) -> bool:
    """Append what the tables lack up to an event; False while the store does not take it."""
    for table in TABLES:
        with suppress(RedisError):
            while len(events := store.read(table)) < last:
                store.append(draft(table, [f"event {len(events)}"], events))
    try:
        return all(len(store.read(table)) == last for table in TABLES)
    except RedisError:
        return False


def test_news_come_from_each_master_and_from_the_replica_that_takes_over(three: Cluster) -> None:
    with ExitStack() as opened:
        store = open_store(connect_client(three.url, retries=0))
        opened.callback(store.redis.close)
        waiting = Waiting(store)
        opened.callback(waiting.close)
        wait_for(lambda: waiting.all_know(LOST))
        assert len(waiting.subscriptions.lines) == 3
        assert written(store, 1)
        wait_for(lambda: waiting.all_know(1))
        for node in three.nodes[:3]:
            node.ask("WAIT", 1, 0)
        three.nodes[0].kill()
        wait_for(lambda: written(store, 2))
        wait_for(lambda: all(newest in (2, LOST) for newest in waiting.newest.values()))
        wait_for(lambda: written(store, 3) and all_hear(waiting, store))


def all_hear(waiting: Waiting, store: Store) -> bool:
    """Append once more to all tables whose last news were lost, until none are."""
    last = len(store.read(TABLES[0]))
    if waiting.all_know(last):
        return True
    written(store, last + 1)
    return False


def test_news_come_from_the_replica_that_sentinels_promote(tmp_path: Path) -> None:
    with guarded(tmp_path) as running, ExitStack() as opened:
        store, first = open_store(connect_client(running.url, retries=0)), running.primary()
        opened.callback(store.redis.close)
        waiting = Waiting(store)
        opened.callback(waiting.close)
        wait_for(lambda: waiting.all_know(LOST))
        assert written(store, 1)
        wait_for(lambda: waiting.all_know(1))
        first.ask("WAIT", 1, 0)
        first.kill()
        wait_for(lambda: written(store, 2))
        wait_for(lambda: all_hear(waiting, store))


def pongs(taken: list[object]) -> list[object]:
    """Return the answers to whether a connection lives."""
    return [one for one in taken if one in (b"PONG", [b"pong", b""])]


def test_a_silent_connection_is_asked_whether_it_lives(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subscriptions, "CHECK", 3600.0)  # asked here alone: answers take their time
    taken: list[object] = []
    take = SubscriptionConnection.take

    def noted(line: SubscriptionConnection, message: object) -> None:
        taken.append(message)
        take(line, message)

    monkeypatch.setattr(SubscriptionConnection, "take", noted)
    waiting = Waiting(store)
    wait_for(lambda: waiting.all_know(LOST))
    (line,) = waiting.subscriptions.lines.values()
    lived, loop = line.connection, waiting.subscriptions.running_loop()
    check = functools.partial(loop.call_soon_threadsafe, line.check, lived)

    def is_answered() -> bool:
        told = len(pongs(taken))
        check()
        wait_for(lambda: len(pongs(taken)) > told)
        return True

    assert is_answered()
    assert pongs(taken) == [[b"pong", b""]]
    waiting.close()  # from then on as a server answers that has nothing to tell
    wait_for(lambda: is_answered() and pongs(taken).count(b"PONG") > 2)
    assert line.connection is lived
    loop.call_soon_threadsafe(loop.remove_reader, lived._sock)  # as if nothing came any more
    check()
    check()
    wait_for(lambda: line.connection is None)
