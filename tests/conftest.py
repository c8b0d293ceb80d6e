"""A server of our own for each test process, emptied before every test that uses it."""

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings
from redis import Redis

from events.store.client import connect
from events.store.embedded import EmbeddedServer
from events.store.streams import Store, open_store

# A busy machine is slow at times; what matters is what holds, not how soon it is shown.
settings.register_profile("fairdeal", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("fairdeal")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail a run in which a test was skipped, where FAIRDEAL_NO_SKIPS asks for it (CI)."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("FAIRDEAL_NO_SKIPS") and reporter and reporter.stats.get("skipped"):
        reporter.write_line("Tests were skipped; here all of them must run.", red=True)
        session.exitstatus = 1


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
