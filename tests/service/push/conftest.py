"""A desk for deliveries, and two players."""

from pathlib import Path

import pytest

from tests.service.asker import Asker, Service
from tests.service.push.desk import Desk


@pytest.fixture
def desk(service: Service, tmp_path: Path) -> Desk:
    return Desk(service, tmp_path)


@pytest.fixture
def ada(service: Service) -> Asker:
    return service.player("Ada")


@pytest.fixture
def bob(service: Service) -> Asker:
    return service.player("Bob")
