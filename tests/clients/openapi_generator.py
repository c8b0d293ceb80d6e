"""openapi-generator, which writes clients in fifty languages, and how its output is compiled."""

import os
import subprocess
import sys
from pathlib import Path

from tests.waiting import PATIENCE

GENERATOR = Path(sys.executable).with_name("openapi-generator-cli")
LAZY = {"JAVA_TOOL_OPTIONS": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"}  # saves half of its work


def run(*command: str | Path, **environment: str) -> str:
    """Return what a program says; fail with what it says where it does."""
    return run_in(None, *command, **environment)


def run_in(folder: Path | None, /, *command: str | Path, **environment: str) -> str:
    """Return what a program says that runs in a folder."""
    done = subprocess.run(
        [str(part) for part in command], cwd=folder, env={**os.environ, **environment},
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
