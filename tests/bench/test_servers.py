"""A benchmark leaves nothing behind, however it ends."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.folders import ROOT
from tests.processes import are_gone, family
from tests.waiting import PATIENCE, wait_for

ALL = 9  # Redis, follower, clock, bots, archive; the API and the bare server, each with its worker
WHOLE = ("bench.command", "--requests", "1000000")
ALONE = ("bench.replay", "--runs", "1000")  # Redis alone


IN_A_FINALISER = """
import signal
from bench.servers import own_folder

class Ended:
    def __del__(self):
        signal.raise_signal(signal.SIGTERM)
        len(())  # here the handler runs

with own_folder():
    Ended()
    while True:
        signal.pause()
"""


def has_redis(folder: Path) -> bool:
    """Say whether a server has its socket there: what else is started is gone at once."""
    return any(folder.rglob("*.sock"))


@pytest.mark.parametrize(
    ("sign", "bench", "count"),
    [
        ("SIGKILL", ALONE, 1), ("SIGTERM", ALONE, 1),
        *(pytest.param(sign, bench, count, marks=pytest.mark.nightly) for sign, bench, count in (
            ("SIGKILL", WHOLE, ALL), ("SIGTERM", WHOLE, ALL),
            ("SIGINT", ALONE, 1), ("SIGHUP", ALONE, 1),  # as SIGTERM: one handler has all three
        )),
    ],
)  # fmt: skip
def test_a_benchmark_that_is_ended_leaves_no_server_behind(
    tmp_path: Path, sign: str, bench: tuple[str, ...], count: int
) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", *bench], cwd=ROOT, env={**os.environ, "TMPDIR": str(tmp_path)}
    )
    try:
        wait_for(
            lambda: (
                process.poll() is not None
                or (has_redis(tmp_path) and len(family(process.pid)) >= count)
            )
        )
        servers = family(process.pid)
        process.send_signal(signal.Signals[sign])
        code = process.wait(PATIENCE)
        wait_for(lambda: are_gone(servers))
    finally:
        process.kill()
    assert len(servers) >= count
    if sign == "SIGKILL":
        assert code == -signal.SIGKILL
    else:
        assert code == 128 + signal.Signals[sign]
        assert list(tmp_path.iterdir()) == []


def test_a_second_signal_does_not_disturb_the_end(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", *ALONE], cwd=ROOT, env={**os.environ, "TMPDIR": str(tmp_path)}
    )
    try:
        wait_for(lambda: process.poll() is not None or has_redis(tmp_path))
        servers = family(process.pid)
        for _ in range(20):
            process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 128 + signal.SIGTERM
        wait_for(lambda: are_gone(servers))
    finally:
        process.kill()
    assert servers
    assert list(tmp_path.iterdir()) == []


def test_a_signal_in_a_finaliser_which_lets_no_exception_out_ends_a_benchmark_too(
    tmp_path: Path,
) -> None:
    command, own = [sys.executable, "-c", IN_A_FINALISER], {**os.environ, "TMPDIR": str(tmp_path)}
    done = subprocess.run(command, cwd=ROOT, env=own, check=False, timeout=PATIENCE)
    assert done.returncode == 128 + signal.SIGTERM
    assert list(tmp_path.iterdir()) == []
