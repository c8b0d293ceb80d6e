"""boardgame.io: moves over sockets at one process that keeps all in memory."""

import json
import os
import shutil
import subprocess
from pathlib import Path

from bench.load import Load

FOLDER = Path(__file__).parent / "boardgame_io"


def missing() -> str | None:
    """Say what is missing; None: it can be measured."""
    if shutil.which("node") is None:
        return "node is not installed"
    if not (FOLDER / "node_modules").is_dir():
        return f"npm ci --prefix {FOLDER.relative_to(Path.cwd())}"
    return None


def play(matches: int, seconds: float) -> Load:
    """Play matches of four seats at once for some seconds; return their moves."""
    environment = {**os.environ, "NODE_ENV": "production"}
    with subprocess.Popen(
        ["node", "server.js"], cwd=FOLDER, env=environment, text=True, stdout=subprocess.PIPE
    ) as server:
        assert server.stdout is not None
        try:
            port = server.stdout.readline().strip()
            told = subprocess.run(
                ["node", "drive.js", port, str(matches), str(seconds)],
                cwd=FOLDER, env=environment, text=True, stdout=subprocess.PIPE, check=True,
            )  # fmt: skip
        finally:
            server.terminate()
    return Load(**json.loads(told.stdout))
