"""Followers as processes: they share the partitions, and one that is killed is replaced."""

import os
import signal
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from events.cached_streams import Tables
from events.store.embedded.server import EmbeddedServer
from events.store.names import FOLLOWERS, HOLDERS
from events.store.streams import Store, open_store
from projections.projection import ReadModel
from projections.tables.lobby import LOBBY
from service.commands import processes
from tests.waiting import wait_for
from tests.workers.floor import opened


@pytest.fixture
def store(redis: Redis) -> Store:
    return open_store(redis)


@pytest.fixture
def three(
    server: EmbeddedServer, store: Store, tmp_path: Path
) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Run three followers."""
    environment = {
        **os.environ, "FAIRDEAL_REDIS_URL": server.url, "FAIRDEAL_DATA": str(tmp_path),
    }  # fmt: skip
    command = [*processes.PYTHON, "workers", "follow"]
    several = [subprocess.Popen(command, env=environment) for _ in range(3)]
    yield several
    for one in several:
        one.kill()
        one.wait()


def shares(store: Store) -> dict[int, int]:
    """Return how many partitions each process holds, of those that live."""
    client: Any = store.redis
    seconds, _ = client.time()
    alive = set(client.zrangebyscore(FOLLOWERS, 1000 * seconds, "+inf"))
    held = Counter(name for name in client.hvals(HOLDERS) if name in alive)
    return {int(name.partition(b"-")[0]): count for name, count in held.items()}


def test_a_follower_that_is_killed_is_replaced_by_those_that_are_left(
    store: Store, three: list[subprocess.Popen[bytes]]
) -> None:
    tables, model = Tables(store), ReadModel(store, LOBBY)
    wait_for(lambda: sorted(shares(store).values()) == [5, 5, 6])
    names = {opened(tables) for _ in range(30)}
    wait_for(lambda: set(model.all_rows()) == names)
    os.kill(three[0].pid, signal.SIGKILL)
    names |= {opened(tables) for _ in range(30)}
    wait_for(lambda: shares(store) == {three[1].pid: 8, three[2].pid: 8})
    wait_for(lambda: set(model.all_rows()) == names)
