"""A server of our own for each test process, emptied before every test that uses it."""

from collections.abc import Iterator

import pytest
from redis import Redis

from events.embedded import EmbeddedServer
from events.redis_client import connect
from events.store import Store, open_store


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    """Run the embedded server on a private unix socket; one in each pytest-xdist worker."""
    with EmbeddedServer(tmp_path_factory.mktemp("redis")) as running:
        yield running


@pytest.fixture
def redis(server: EmbeddedServer) -> Iterator[Redis]:
    """Return a client of the emptied server."""
    client = connect(server.url)
    client.flushall()
    yield client
    client.close()


@pytest.fixture
def store(redis: Redis) -> Store:
    """Return an empty store on the embedded server."""
    return open_store(redis)
