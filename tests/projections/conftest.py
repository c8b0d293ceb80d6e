"""A follower that tests step by hand."""

from collections.abc import Iterator

import pytest

from events.store.connections.client import connect_client, connect_reader
from events.store.embedded.server import EmbeddedServer
from events.store.streams import Store, store_at
from workers.follower.follower import TICK, Follower


@pytest.fixture
def follower(server: EmbeddedServer, store: Store) -> Iterator[Follower]:
    """Return a follower of the store, on connections of its own."""
    one = Follower(
        store_at(server.url), connect_reader(server.url, TICK), connect_client(server.url)
    )
    yield one
    for client in (one.store.redis, one.partitions.reader.redis, one.dispatcher.jobs):
        client.close()
