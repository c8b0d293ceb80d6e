"""The processes that commands start are ours, whatever lies in the folder where they are given."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from service.commands.processes import ChildProcess, ServerStack, free_port
from tests.waiting import wait_for

FAIRDEAL = str(Path(sys.executable).with_name("fairdeal"))
OURS = """
import os
import subprocess
from service.commands.processes import PYTHON
from service.limits.verifiers import PROGRAM
verify = [*PROGRAM, str(os.getpid()), "verify"]
for one in ([*PYTHON, "service", "serve", "--help"], [*verify, "--help"]):
    subprocess.run(one, check=True)
"""

# A process with one of its own, which notes whether another signal came with its parent's.
PARENT = """
import os
import signal
import sys
from pathlib import Path
both = {signal.SIGTERM, signal.SIGUSR1}
signal.pthread_sigmask(signal.SIG_BLOCK, both)
file = Path(sys.argv[1])
own = os.fork()
if own == 0:
    signal.sigwait({signal.SIGUSR1})
    file.write_text("too" if signal.SIGTERM in signal.sigpending() else "by its parent alone")
else:
    file.write_text("waits")
    signal.sigwait({signal.SIGTERM})
    os.kill(own, signal.SIGUSR1)
    os.waitpid(own, 0)
"""


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ([sys.executable, "-P", "-c", OURS], "The log of a table that this one continues"),
        ([FAIRDEAL, "follow"], "Set FAIRDEAL_REDIS_URL to "),
        ([FAIRDEAL, "rebuild"], "Set FAIRDEAL_REDIS_URL to "),
    ],
    ids=["serve and verify", "follow", "rebuild"],
)
def test_a_file_with_the_name_of_a_module_is_not_taken_for_it(
    tmp_path: Path, command: Sequence[str], said: str
) -> None:
    for name in ("timeit", "uuid", "redis"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('not this one')")
    own = {name: value for name, value in os.environ.items() if name != "FAIRDEAL_REDIS_URL"}
    own.pop("PYTHONPATH", None)
    done = subprocess.run(
        command, cwd=tmp_path, env={**own, "FAIRDEAL_DATA": str(tmp_path / "data")},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    told = done.stderr if command[0] == FAIRDEAL else done.stdout
    assert said in told, done
    assert done.returncode == (command[0] == FAIRDEAL)
    assert "Traceback" not in done.stderr
    assert "not this one" not in done.stdout + done.stderr


def test_a_process_alone_is_asked_to_stop_and_not_those_that_it_has_started(tmp_path: Path) -> None:
    """The API took one of its own that ended sooner than itself for one that had died."""
    file = tmp_path / "asked"
    api = ChildProcess("api", [sys.executable, "-c", PARENT, str(file)], dict(os.environ))
    stack = ServerStack(tmp_path, free_port(), children=[api])
    api.start()
    try:
        wait_for(file.exists)
        wait_for(file.read_text)
    finally:
        stack.stop()
    assert file.read_text() == "by its parent alone"
