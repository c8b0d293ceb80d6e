"""The service that is attacked: limits are off, or their refusals would be all that answers."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis

from events.store.embedded.server import EmbeddedServer
from service.assembly import AppParts, assemble_parts
from service.settings import ServiceSettings
from tests.service.asker import Service


@pytest.fixture
def parts(server: EmbeddedServer, redis: Redis, tmp_path: Path) -> Iterator[AppParts]:
    """Return the parts of a service with an empty store."""
    made = assemble_parts(ServiceSettings(server.url, tmp_path, "everysec", limits="off"))
    yield made
    made.store.redis.close()


@pytest.fixture
def service(parts: AppParts) -> Service:
    """Return a service with an empty store."""
    return Service(parts)
