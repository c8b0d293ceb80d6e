"""Runs of the simulator: each in processes of their own, where time and chance are simulated."""

import os
import re
import subprocess
import sys

import pytest

from tests import seeded
from tests.simulation.shrink import fewest

RUNS = int(os.environ.get("FAIRDEAL_SIMULATIONS", "50"))
IS_LONG = "FAIRDEAL_SIMULATIONS" in os.environ
SECONDS = 1_000_000 if IS_LONG else 16  # of the processor
PARTS = min(RUNS, 10) if IS_LONG else 2  # so that two processes can share the work, to its end
MOST = 300  # runs within which a planted fault must be found
CHEAP = ("place before rows",)  # planted faults that the first run finds
PLANTED = (
    "no repeat check", "loser told it won", "nothing done", "share never renewed",
    "place before rows", "told again", "claims for ever", "early", "jump believed",
    "archived unseen", "all noted", "reads on from the foremost", "machine believed",
    "loss unnoticed", "many at once", "relay asked once", "called anew", "call forgotten",
    "any closing", "reveals awaited", "beacon awaited", "claim without lease", "id of attempt",
    "ended tokens",
)  # fmt: skip


def simulate(*arguments: str, hashes: str = "0") -> subprocess.CompletedProcess[str]:
    """Run the simulator; sets and dicts of strings may be in another order with other `hashes`."""
    own = {key: value for key, value in os.environ.items() if not key.startswith("FAIRDEAL_")}
    command = [sys.executable, "-W", "ignore", "-m", "tests.simulation", *arguments]
    return subprocess.run(
        command, env={**own, "PYTHONHASHSEED": hashes}, capture_output=True, text=True, check=False
    )


def seed(part: int) -> str:
    """Return a seed that follows from that of this test run."""
    return seeded.derived(os.environ[seeded.SEED], "simulation", part)[:8]


def digests(found: subprocess.CompletedProcess[str]) -> list[str]:
    """Return seeds with digests of their traces."""
    return re.findall(r"^\S+ [0-9a-f]{64}$", found.stdout, re.MULTILINE)


@pytest.mark.parametrize("part", range(PARTS))
def test_whatever_goes_wrong_nothing_that_was_acknowledged_is_lost_and_every_table_ends(
    part: int,
) -> None:
    """What is more: a seed gives the same trace in every process, and after every other run."""
    runs, seconds = str(RUNS // PARTS), str(SECONDS // PARTS)
    found = simulate("--seed", seed(part), "--runs", runs, "--seconds", seconds, "--digest")
    assert found.returncode == 0, found.stdout + found.stderr
    print(found.stdout)
    known = digests(found)
    second = known[:2][-1]
    assert digests(simulate("--seed", second.split()[0], "--digest", hashes="1")) == [second]
    assert len({one.split()[1] for one in known}) == len(known)


def test_the_run_of_the_given_seed(request: pytest.FixtureRequest) -> None:
    given = request.config.getoption("--simulation-seed")
    found = simulate("--seed", given)
    assert found.returncode == 0, found.stdout + found.stderr


def find(planted: str, *more: str) -> str:
    """Expect that a planted fault is found; return what is said of it."""
    found = simulate("--planted", planted, "--seed", "p", "--runs", str(MOST), *more)
    assert found.returncode == 1, f"{planted} was not found: {found.stdout}{found.stderr}"
    assert found.stdout.startswith("FAILED seed p-"), found.stdout + found.stderr
    return found.stdout


@pytest.mark.parametrize("planted", CHEAP)
def test_a_cheap_planted_fault_is_found_with_the_fewest_faults_that_it_needs(planted: str) -> None:
    said = find(planted)
    assert "fewest faults: " in said
    assert re.search(r"^again: pytest --simulation-seed p-\d+$", said, re.MULTILINE), said


def test_each_planted_fault_still_has_its_place_in_the_product() -> None:
    plant = "from tests.simulation.planted import FAULTS\nfor one in FAULTS.values(): one.plant()"
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", plant], capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr.decode()


@pytest.mark.nightly
@pytest.mark.parametrize("planted", [one for one in PLANTED if one not in CHEAP])
def test_a_planted_fault_is_found(planted: str) -> None:
    find(planted, "--no-shrink")


def test_of_many_faults_those_are_kept_that_are_needed() -> None:
    faults = [f"f{k}" for k in range(24)]
    assert fewest(faults, lambda only: {"f3", "f17"} <= {*only}) == ["f3", "f17"]
    assert fewest(faults, lambda only: "f8" in only) == ["f8"]
    assert fewest(faults, lambda only: True) == []
