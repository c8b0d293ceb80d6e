"""Benchmarks of bots in short: they end, and tell their figures in one JSON object at the end."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


def figures(module: str, *sizes: str) -> dict[str, Any]:
    """Run a benchmark; return what it tells last."""
    command = [sys.executable, "-m", module, *sizes, "--json"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(run.stdout.splitlines()[-1])
    return found


@pytest.mark.nightly
def test_the_storm_tells_its_ratios_by_name() -> None:
    found = figures("bench.storm", "--tables", "30")
    assert set(found["ratios"]) == {"storm"}
    assert found["turns"] >= 30
    assert found["jobs"] <= 30
    assert 0 < found["queue_ms_a_turn"] < 1


@pytest.mark.nightly
def test_a_plan_of_many_tables_is_told_beside_the_same_tables_one_by_one() -> None:
    found = figures("bench.bulk", "--tables", "20", "--rounds", "1")
    assert set(found["ratios"]) == {
        "planned_to_handle", "planned_people_to_handle", "http_to_planned",
    }  # fmt: skip
    assert min(found["seconds"].values()) > 0


@pytest.mark.nightly
def test_a_bots_answer_is_told_beside_a_job_that_does_nothing() -> None:
    found = figures("bench.reply", "--answers", "10", "--thinkers", "2")
    assert set(found["ratios"]) == {"answer", "beside_experts"}


@pytest.mark.nightly
def test_tables_of_experts_beside_others_keep_their_time_and_verify() -> None:
    found = figures("bench.experts", "--seconds", "20", "--others", "20")
    assert (found["time_outs"], found["failed"], found["bad"]) == (0, 0, 0)
    assert found["thoughts"] > 5


@pytest.mark.nightly
def test_duplicate_deals_make_narrower_intervals_than_as_many_independent_ones() -> None:
    found = figures("bench.duplicate", "--game", "boosh", "--deals", "60")
    assert set(found["ratios"]) == {"boosh"}
    assert found["ratios"]["boosh"] <= 0.9
    (row,) = found["rows"]
    assert row["tables"] == 2 * 4 * 60
    assert row["table"]["ratio"] < 1
