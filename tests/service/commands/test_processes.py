"""The processes that commands start are ours, whatever lies in the folder where they are given."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

FAIRDEAL = str(Path(sys.executable).with_name("fairdeal"))
OURS = """
import subprocess
from service.commands.processes import PYTHON
from service.http.verifiers import PROGRAM
for one in ([*PYTHON, "service", "serve", "--help"], [*PROGRAM, "verify", "--help"]):
    subprocess.run(one, check=True)
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
    assert said in done.stdout + done.stderr, done.stdout + done.stderr
    assert "not this one" not in done.stdout + done.stderr
