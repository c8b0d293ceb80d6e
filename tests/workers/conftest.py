"""What several tests of the workers need."""

from collections.abc import Iterator

import pytest

from events.cached_streams import Tables
from events.store.connections.client import connect_client, connect_reader
from events.store.embedded.server import EmbeddedServer
from events.store.streams import store_at
from tests.beacons import Relay, chain, serving
from workers.follower.follower import TICK, Follower


@pytest.fixture
def follower(tables: Tables, server: EmbeddedServer) -> Iterator[Follower]:
    """Return a follower of the server on which the test's tables are."""
    one = Follower(
        store_at(server.url), connect_reader(server.url, TICK), connect_client(server.url)
    )
    yield one
    for client in (one.store.redis, one.partitions.reader.redis, one.dispatcher.jobs):
        client.close()


@pytest.fixture
def relay(monkeypatch: pytest.MonkeyPatch) -> Iterator[Relay]:
    """Return a relay on loopback that the server follows."""
    with serving(Relay(chain())) as own:
        monkeypatch.setenv("FAIRDEAL_BEACON_RELAYS", own.url)
        yield own
