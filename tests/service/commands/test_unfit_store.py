"""Whichever process is given a store that could lose events, it refuses it with a sentence."""

import os
from collections.abc import Iterator, Mapping, Sequence

import pytest

from events.history.signing_keys import KeyFolder
from events.store.embedded.server import EmbeddedServer
from service.commands.processes import free_port
from tests.forked import Ended, run_forked

WITNESS = (
    "witness.example/w1+37d9ed24+BEPNwCPSLV+eEH0aBpNFfTXR0Q630hxyEZL1b13kBmXT http://127.0.0.1:1"
)
PORT = "a free port"
PROCESSES: Sequence[Sequence[str]] = (
    ("workers", "follow"), ("workers", "bots"), ("workers", "thinking"), ("workers", "clock"),
    ("workers", "archive"), ("workers", "cosign"), ("workers", "push"), ("projections",),
    ("service", "serve", "--port", PORT), ("service", "api", "--port", PORT),
    ("service", "archive", "--all"),
    ("service", "export", "--all"), ("service", "player", "role", "Ada", "auditor"),
)  # fmt: skip


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mapping[str, Ended]]:
    """Run all on a server that may drop whole tables when its memory is full."""
    folder, data = tmp_path_factory.mktemp("evicting"), tmp_path_factory.mktemp("data")
    KeyFolder(data)
    with EmbeddedServer(folder, extra=("--maxmemory-policy", "allkeys-lru")) as running:
        environment = {
            **os.environ, "FAIRDEAL_REDIS_URL": running.url, "FAIRDEAL_DATA": str(data),
            "FAIRDEAL_WITNESSES": WITNESS,
        }  # fmt: skip
        commands = [
            [str(free_port()) if word == PORT else word for word in command]
            for command in PROCESSES
        ]
        yield dict(
            zip(map(" ".join, PROCESSES), run_forked(commands, environment, data), strict=True)
        )


@pytest.mark.parametrize("command", [" ".join(one) for one in PROCESSES])
def test_a_store_that_may_evict_tables_is_refused_by_every_process(
    ended: Mapping[str, Ended], command: str
) -> None:
    found = ended[command]
    assert found.returncode == 1
    assert "Redis may evict keys (maxmemory-policy allkeys-lru)" in found.stderr, found
    assert "Traceback" not in found.stderr
