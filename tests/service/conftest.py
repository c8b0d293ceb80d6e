"""The service on an embedded server of its own, asked through Flask's client."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from redis import Redis

from events.store.embedded.server import EmbeddedServer
from service.assembly import AppParts, assemble_parts
from service.settings import ServiceSettings
from tests.service.asker import Service
from tests.service.forked_verifiers import forked
from tests.service.past import Past


@pytest.fixture
def parts(server: EmbeddedServer, redis: Redis, tmp_path: Path) -> Iterator[AppParts]:
    """Return the parts of a service with an empty store."""
    made = assemble_parts(ServiceSettings(server.url, tmp_path, "everysec"))
    yield replace(made, verifiers=forked(made.verifiers))
    made.store.redis.close()


@pytest.fixture
def service(parts: AppParts) -> Service:
    """Return a service with an empty store."""
    return Service(parts)


@pytest.fixture
def past(tmp_path: Path) -> Iterator[Past]:
    """Return a service whose store can be put back to an earlier moment."""
    made = Past(tmp_path)
    yield made
    made.service.redis.close()
    made.server.stop()
