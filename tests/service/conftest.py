"""The service on an embedded server of its own, asked through Flask's client."""

from pathlib import Path

import pytest

from events.handle import Tables
from events.players import Players
from events.receipts import load_signer
from events.store import Store
from projections.lobby import LOBBY
from projections.projection import Model
from service.parts import Parts
from tests.service.asker import Service


@pytest.fixture
def parts(store: Store, tmp_path: Path) -> Parts:
    """Return the parts of a service with an empty store."""
    return Parts(
        store, Tables(store), Players(store), load_signer(tmp_path), Model(store, LOBBY), "everysec"
    )


@pytest.fixture
def service(parts: Parts) -> Service:
    """Return a service with an empty store."""
    return Service(parts)
