"""Whichever process is given a store that could lose events, it refuses it with a sentence."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from events.accounts.signing_keys import KeyFolder
from events.store.embedded import EmbeddedServer
from service.commands.processes import free_port

WITNESS = (
    "witness.example/w1+37d9ed24+BEPNwCPSLV+eEH0aBpNFfTXR0Q630hxyEZL1b13kBmXT http://127.0.0.1:1"
)
PORT = "a free port"
PROCESSES: Sequence[Sequence[str]] = (
    ("workers", "follow"), ("workers", "bots"), ("workers", "thinking"), ("workers", "clock"),
    ("workers", "archive"), ("workers", "cosign"), ("projections",),
    ("service", "serve", "--port", PORT), ("service", "api", "--port", PORT),
    ("service", "archive", "--all"),
    ("service", "export", "--all"), ("service", "player", "role", "Ada", "auditor"),
)  # fmt: skip


@pytest.fixture(scope="module")
def evicting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    """Run a server that may drop whole tables when its memory is full."""
    folder = tmp_path_factory.mktemp("evicting")
    with EmbeddedServer(folder, extra=("--maxmemory-policy", "allkeys-lru")) as running:
        yield running


@pytest.mark.parametrize("command", PROCESSES, ids=" ".join)
def test_a_store_that_may_evict_tables_is_refused_by_every_process(
    evicting: EmbeddedServer, tmp_path: Path, command: Sequence[str]
) -> None:
    KeyFolder(tmp_path)
    words = [str(free_port()) if word == PORT else word for word in command]
    environment = {
        **os.environ, "FAIRDEAL_REDIS_URL": evicting.url, "FAIRDEAL_DATA": str(tmp_path),
        "FAIRDEAL_WITNESSES": WITNESS,
    }  # fmt: skip
    ended = subprocess.run(
        [sys.executable, "-m", *words], env=environment, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert ended.returncode != 0
    assert "Redis may evict keys (maxmemory-policy allkeys-lru)" in ended.stderr, ended
    assert "Traceback" not in ended.stderr
