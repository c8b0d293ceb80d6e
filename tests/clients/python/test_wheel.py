"""The built wheel plays in an environment of its own; the programs of the README run."""

import importlib.metadata
import os
import re
import subprocess
import sys
import venv
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.folders import ROOT
from tests.waiting import PATIENCE

PACKAGE = ROOT / "clients" / "python"
TUTORIAL = (ROOT / "docs" / "tutorials" / "client.md").read_text()
PROGRAM = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)
PROGRAMS = PROGRAM.findall((PACKAGE / "README.md").read_text())
LEARNT = PROGRAM.findall(TUTORIAL)
MOST_OF_WHEEL = 150_000  # bytes
SERVED = "http://127.0.0.1:8000"


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    """Run a command to its end; return what it printed."""
    done = subprocess.run(
        command, cwd=cwd, capture_output=True, text=True, timeout=PATIENCE, check=False,
        env={"PATH": os.environ["PATH"], **environment},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def needs_of(name: str) -> set[str]:
    """Return a distribution and all that it needs, here and now."""
    found, left = set[str](), {name}
    while left:
        one = left.pop()
        found.add(one)
        for text in importlib.metadata.requires(one) or []:
            wanted = Requirement(text)
            if wanted.marker is None or wanted.marker.evaluate({"extra": ""}):
                left |= {wanted.name} - found
    return found


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the Python of an environment with the wheel, its needs, and PyNaCl for signatures."""
    pytest.importorskip("hatchling", reason="hatchling builds the wheel")
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=PACKAGE)
    (wheel,) = folder.glob("*.whl")
    assert wheel.stat().st_size < MOST_OF_WHEEL
    venv.create(folder / "venv", symlinks=True)
    (packages,) = (folder / "venv" / "lib").glob("*/site-packages")
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-index", "--no-compile"]
    run(*pip, "--target", packages, wheel, cwd=folder)
    for name in needs_of("httpx") | needs_of("pynacl"):  # as links: the test needs no network
        distribution = importlib.metadata.distribution(name)
        for first in {file.parts[0] for file in distribution.files or []} - {"..", "__pycache__"}:
            (packages / first).symlink_to(str(distribution.locate_file(first)))
    return folder / "venv" / "bin" / "python"


def test_there_is_nothing_of_the_server_beside_the_wheel(python: Path, tmp_path: Path) -> None:
    program = (
        "import importlib.util as u; print([u.find_spec(one) for one in ('service', 'events')])"
    )
    assert run(python, "-I", "-c", program, cwd=tmp_path) == "[None, None]\n"


@pytest.mark.parametrize("number", range(len(PROGRAMS)))
def test_a_program_of_the_readme_runs_with_the_wheel(
    number: int, python: Path, url: str, tmp_path: Path
) -> None:
    assert SERVED in PROGRAMS[number]
    program = tmp_path / "program.py"
    program.write_text(PROGRAMS[number].replace(SERVED, url))
    assert run(python, "-I", program, cwd=tmp_path).strip()


@pytest.mark.parametrize("number", range(len(LEARNT)))
def test_a_program_of_the_tutorial_ends_as_it_shows(
    number: int, python: Path, url: str, tmp_path: Path
) -> None:
    program = tmp_path / "program.py"
    program.write_text(LEARNT[number].replace(SERVED, url))
    last = run(python, "-I", program, cwd=tmp_path).splitlines()[-1]
    shown = re.sub(r"\d+", "#", TUTORIAL).splitlines()
    assert re.sub(r"\d+", "#", last) in shown


def test_ten_lines_play_a_game() -> None:
    code = [line for line in PROGRAMS[0].splitlines() if line.strip()]
    assert len(code) <= 10
