"""docs/tutorials/check-a-deal.md runs as it stands, and says what it shows."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fairness.tables import SIGNER
from tests.folders import ROOT
from tests.waiting import PATIENCE

PAGE = ROOT / "docs" / "tutorials" / "check-a-deal.md"
LOG = ROOT / "tests" / "events" / "record" / "golden" / "boon-1.jsonl"
SCRIPTS = Path(sys.executable).parent  # where the command `fairdeal` is
PLAYED = "fairdeal demo --game boon --logs played --quiet\n"  # the tests of `demo` run it


def test_the_tutorial_runs_as_it_stands_and_shows_what_it_says(tmp_path: Path) -> None:
    """``UPDATE=1`` writes its outputs anew, and the test fails that once all the same."""
    (tmp_path / "played").mkdir()
    shutil.copy(LOG, tmp_path / "played" / "boon-t.jsonl")
    (tmp_path / "played" / "keys.json").write_text(SIGNER.public)
    text = PAGE.read_text()
    programs = re.findall(r"^```sh\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    assert programs[0].startswith(PLAYED)
    steps = [programs[0].removeprefix(PLAYED), *programs[1:]]
    done = subprocess.run(
        ["sh", "-eu", "-c", "echo ====\n".join(steps)],
        cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE, check=False,
        env={**os.environ, "PATH": f"{SCRIPTS}{os.pathsep}{os.environ['PATH']}"},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr == ""
    outputs = done.stdout.split("====\n")[1:]
    shown = re.findall(r"^```text\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    if os.environ.get("UPDATE"):
        for old, new in zip(shown, outputs, strict=True):
            text = text.replace(f"```text\n{old}```", f"```text\n{new}```")
        PAGE.write_text(text)
        pytest.fail("its outputs have been written anew")
    assert shown == outputs
