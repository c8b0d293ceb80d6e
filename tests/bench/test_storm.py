"""The storm of bots in short: it ends, and tells its figures in one JSON object at the end."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.long
def test_the_storm_tells_its_ratios_by_name() -> None:
    sizes = ["--tables", "30", "--thinkers", "2", "--answers", "10"]
    run = subprocess.run(
        [sys.executable, "-m", "bench.storm", *sizes, "--json"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    found = json.loads(run.stdout.splitlines()[-1])
    assert set(found["ratios"]) == {"storm", "answer"}
    assert found["turns"] >= 30
    assert found["jobs"] <= 30
    assert 0 < found["queue_ms_a_turn"] < 1
