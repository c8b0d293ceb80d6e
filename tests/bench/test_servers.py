"""A benchmark leaves nothing behind, however it ends."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import are_gone, family
from tests.waiting import PATIENCE, wait_for

ROOT = Path(__file__).parents[2]
ALL = 9  # Redis, follower, clock, bots, archive; the API and the bare server, each with its worker


@pytest.mark.parametrize("sign", ["SIGTERM", "SIGINT", "SIGHUP", "SIGKILL"])
def test_a_benchmark_that_is_ended_leaves_no_server_behind(tmp_path: Path, sign: str) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "bench.command", "--requests", "1000000"],
        cwd=ROOT, env={**os.environ, "TMPDIR": str(tmp_path)},
    )  # fmt: skip
    try:
        wait_for(lambda: process.poll() is not None or len(family(process.pid)) >= ALL)
        servers = family(process.pid)
        process.send_signal(signal.Signals[sign])
        code = process.wait(PATIENCE)
        wait_for(lambda: are_gone(servers))
    finally:
        process.kill()
    assert len(servers) >= ALL
    if sign == "SIGKILL":
        assert code == -signal.SIGKILL
    else:
        assert code == 128 + signal.Signals[sign]
        assert list(tmp_path.iterdir()) == []


def test_a_second_signal_does_not_disturb_the_end(tmp_path: Path) -> None:
    servers: list[int] = []
    process = subprocess.Popen(
        [sys.executable, "-m", "bench.replay", "--runs", "1000"],
        cwd=ROOT, env={**os.environ, "TMPDIR": str(tmp_path)},
    )  # fmt: skip
    try:
        while process.poll() is None and not servers:  # one that is gone at once is no server
            wait_for(lambda: process.poll() is not None or family(process.pid))
            servers = family(process.pid)
        for _ in range(20):
            process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 128 + signal.SIGTERM
        wait_for(lambda: are_gone(servers))
    finally:
        process.kill()
    assert servers
    assert list(tmp_path.iterdir()) == []
