"""Processes that are forked from one: they are told of, and end with it."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.commands.forks import LOST, ForkedProcess, ProcessForker
from tests.folders import ROOT
from tests.processes import are_gone, family
from tests.waiting import PATIENCE, wait_for

SERVER = [sys.executable, "-m", "service.commands.fork_server"]
FORKED = """
import signal, sys
def main():
    if sys.argv[1:] == ["wait"]:
        signal.pause()
    sys.exit(int(sys.argv[1]))
"""
WAIT = ["forked", "wait"]


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Return an environment in which there is a package that waits, or ends with a code."""
    (tmp_path / "forked").mkdir()
    (tmp_path / "forked/__init__.py").touch()
    (tmp_path / "forked/__main__.py").write_text(FORKED)
    return {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}


@pytest.fixture
def forker(environment: dict[str, str]) -> Iterator[ProcessForker]:
    found = ProcessForker(SERVER, ["forked.__main__"], environment)
    yield found
    found.stop()


def forking_process(forker: ProcessForker) -> subprocess.Popen[bytes]:
    assert forker.process is not None
    return forker.process


def test_a_worker_leads_a_group_of_its_own_and_its_end_is_told(forker: ProcessForker) -> None:
    codes = [forker.fork(["forked", str(code)]).wait(PATIENCE) for code in (0, 3)]
    assert codes == [0, 3]
    worker = forker.fork(WAIT)
    assert os.getpgid(worker.pid) == worker.pid
    assert family(forking_process(forker).pid) == [worker.pid]
    assert worker.poll() is None
    with pytest.raises(subprocess.TimeoutExpired):
        worker.wait(0.0)
    worker.terminate()
    assert worker.wait(PATIENCE) == -signal.SIGTERM
    worker.terminate()  # it is known to be gone: no other process gets a signal


def test_many_ends_are_told_each_to_its_own(forker: ProcessForker) -> None:
    workers = [forker.fork(["forked", str(code)]) for code in range(20)]
    assert [worker.wait(PATIENCE) for worker in workers] == [*range(20)]


def test_workers_end_with_the_process_they_were_forked_from_and_another_takes_its_place(
    forker: ProcessForker,
) -> None:
    workers = [forker.fork(WAIT) for _ in range(3)]
    first = forking_process(forker)
    first.kill()
    wait_for(lambda: workers[0].poll() is not None)
    assert {worker.returncode for worker in workers} == {LOST}
    wait_for(lambda: are_gone([worker.pid for worker in workers]))
    again = forker.fork(WAIT)
    assert again.poll() is None
    assert forking_process(forker).pid != first.pid
    assert first.returncode == LOST, "whoever started it has waited for it"


def test_where_nothing_forks_a_worker_has_ended_at_once(forker: ProcessForker) -> None:
    forker.command = [sys.executable, "-c", "raise SystemExit(7)"]
    for _ in range(2):
        worker = forker.fork(WAIT)
        assert isinstance(worker, ForkedProcess)
        assert (worker.poll(), worker.wait()) == (7, 7)
        worker.terminate()


def test_no_worker_outlives_who_asked_for_it(environment: dict[str, str]) -> None:
    """As when `fairdeal serve` is killed: the link closes, and nobody is left."""
    asks = f"""
import os, signal, sys
from service.commands.forks import ProcessForker
forker = ProcessForker({SERVER!r}, ["forked.__main__"], dict(os.environ))
print([forker.fork({WAIT!r}).pid for _ in range(2)] + [forker.process.pid], flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""
    done = subprocess.run(
        [sys.executable, "-c", asks], env=environment, capture_output=True, text=True, check=False
    )
    pids = [int(word) for word in done.stdout.strip("[]\n").split(",")]
    assert len(pids) == 3, done.stderr
    wait_for(lambda: are_gone(pids))


def test_what_no_server_can_load_ends_it_at_once(environment: dict[str, str]) -> None:
    forker = ProcessForker(SERVER, ["forked.nowhere"], environment)
    assert forker.fork(WAIT).poll() == 1
    forker.stop()
