"""Workers that are forked from one process: they are told of, and end with it."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from service.commands.forks import LOST, ForkedProcess, WorkerForker
from tests.processes import are_gone, family
from tests.waiting import PATIENCE, wait_for

FORKING = """
import signal, socket, sys
from workers.forking import WorkerForks
kind = WorkerForks(socket.socket(fileno=int(sys.argv[2]))).serve()
if kind == "wait":
    signal.pause()
elif kind:
    sys.exit(int(kind))
"""


@pytest.fixture
def forker() -> Iterator[WorkerForker]:
    found = WorkerForker([sys.executable, "-c", FORKING], dict(os.environ))
    yield found
    found.stop()


def forking_process(forker: WorkerForker) -> subprocess.Popen[bytes]:
    assert forker.process is not None
    return forker.process


def test_a_worker_leads_a_group_of_its_own_and_its_end_is_told(forker: WorkerForker) -> None:
    codes = [forker.fork(str(code)).wait(PATIENCE) for code in (0, 3)]
    assert codes == [0, 3]
    worker = forker.fork("wait")
    assert os.getpgid(worker.pid) == worker.pid
    assert family(forking_process(forker).pid) == [worker.pid]
    assert worker.poll() is None
    with pytest.raises(subprocess.TimeoutExpired):
        worker.wait(0.0)
    worker.terminate()
    assert worker.wait(PATIENCE) == -signal.SIGTERM
    worker.terminate()  # it is known to be gone: no other process gets a signal


def test_many_ends_are_told_each_to_its_own(forker: WorkerForker) -> None:
    workers = [forker.fork(str(code)) for code in range(20)]
    assert [worker.wait(PATIENCE) for worker in workers] == [*range(20)]


def test_workers_end_with_the_process_they_were_forked_from_and_another_takes_its_place(
    forker: WorkerForker,
) -> None:
    workers = [forker.fork("wait") for _ in range(3)]
    first = forking_process(forker)
    first.kill()
    wait_for(lambda: workers[0].poll() is not None)
    assert {worker.returncode for worker in workers} == {LOST}
    wait_for(lambda: are_gone([worker.pid for worker in workers]))
    again = forker.fork("wait")
    assert again.poll() is None
    assert forking_process(forker).pid != first.pid
    assert first.returncode == LOST, "whoever started it has waited for it"


def test_where_nothing_forks_a_worker_has_ended_at_once(forker: WorkerForker) -> None:
    forker.command = [sys.executable, "-c", "raise SystemExit(7)"]
    for _ in range(2):
        worker = forker.fork("wait")
        assert isinstance(worker, ForkedProcess)
        assert (worker.poll(), worker.wait()) == (7, 7)
        worker.terminate()


def test_no_worker_outlives_who_asked_for_it() -> None:
    """As when `fairdeal serve` is killed: the link closes, and nobody is left."""
    asks = f"""
import os, signal, sys
from service.commands.forks import WorkerForker
forker = WorkerForker([sys.executable, "-c", {FORKING!r}], dict(os.environ))
print([forker.fork("wait").pid for _ in range(2)] + [forker.process.pid], flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""
    done = subprocess.run([sys.executable, "-c", asks], capture_output=True, text=True, check=False)
    pids = [int(word) for word in done.stdout.strip("[]\n").split(",")]
    assert len(pids) == 3, done.stderr
    wait_for(lambda: are_gone(pids))
