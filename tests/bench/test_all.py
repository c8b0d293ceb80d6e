"""All benchmarks run by one command, each with its own defaults, and none is forgotten."""

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from bench import all as runner
from bench.all import BOUNDS, Bounds, Outcome, mistakes, run_benchmark, table_lines
from bench.arguments import BenchmarkParser
from tests.folders import ROOT

BENCH = ROOT / "bench"
FIGURES = {"ratios": {"wide": 0.5, "boardgame.io": 2}, "bad": [], "rows": [{"a": 1}], "name": "x"}


GENERATORS = {"boosh", "designs"}  # of stored tables: what they write is tested, and they take long


def benchmarks() -> dict[str, str]:
    """Return the source of each module or package that is run by itself."""
    paths = {path.stem: path for path in BENCH.glob("*.py")}
    paths |= {path.parent.name: path for path in BENCH.glob("*/__main__.py")}
    texts = {name: path.read_text() for name, path in paths.items() if name != "all"}
    return {
        name: text
        for name, text in texts.items()
        if '__name__ == "__main__"' in text and name not in GENERATORS
    }


def test_every_benchmark_is_run_and_takes_the_short_form() -> None:
    found = benchmarks()
    assert set(found) == set(BOUNDS)
    assert [name for name, text in found.items() if "parser.parse_sizes()" not in text] == []


def test_every_benchmark_stands_in_the_docs_and_every_one_there_is_run() -> None:
    pages = [*(ROOT / "docs").rglob("*.md"), ROOT / "README.md"]
    named = {
        name for page in pages for name in re.findall(r"python -m bench\.(\w+)", page.read_text())
    }
    assert named - {"all", *GENERATORS} == set(BOUNDS)


def test_the_short_form_changes_sizes_that_are_not_named() -> None:
    parser = BenchmarkParser("Measures.\n\nMore.")
    parser.add_size("--rounds", 7, 1)
    parser.add_size("--seconds", 60.0, 15.0)
    usual = parser.parse_sizes([])
    assert (usual.rounds, usual.seconds, usual.short, usual.json) == (7, 60.0, False, False)
    assert parser.description == "Measures."
    short = parser.parse_sizes(["--short", "--rounds", "3"])
    assert (short.rounds, short.seconds) == (3, 15.0)


@pytest.mark.parametrize(
    ("bounds", "wrong"),
    [
        ({"ratios.wide": Bounds(0, 0.5), "bad": Bounds(0, 0), "rows": Bounds(1)}, []),
        ({"ratios.boardgame.io": Bounds(0, 1)}, ["ratios.boardgame.io is 2, not within 0 and 1"]),
        ({"rows": Bounds(0, 0)}, ["rows is 1, not within 0 and 0"]),
        ({"ratios.gone": Bounds()}, ["ratios.gone is missing"]),
        ({"name": Bounds()}, ["name is missing"]),
    ],
)
def test_a_figure_that_is_missing_or_outside_its_bounds_is_a_mistake(
    bounds: dict[str, Bounds], wrong: list[str]
) -> None:
    assert [*mistakes(FIGURES, bounds)] == wrong


def outcome_of(monkeypatch: pytest.MonkeyPatch, program: str) -> Outcome:
    """Return what comes of a benchmark that is this program."""
    monkeypatch.setattr(runner, "BOUNDS", {"play": {"boon": Bounds(1)}})
    return run_benchmark("play", [sys.executable, "-c", program])


def test_a_benchmark_that_tells_its_figures_is_good(monkeypatch: pytest.MonkeyPatch) -> None:
    told: dict[str, Any] = {"boon": 7}
    one = outcome_of(monkeypatch, f"print('rates'); print({json.dumps(told)!r})")
    assert (one.found, one.wrong) == (told, [])
    assert [*table_lines([one])][-1].endswith(" | boon 7 |")
    assert "| play | good |" in [*table_lines([one])][-1]


@pytest.mark.parametrize(
    ("program", "wrong"),
    [
        ("assert False, 'no table was found'", "AssertionError: no table was found"),
        ("print('[1]')", "boon is missing"),
        ("print('rates')", "boon is missing"),
        ("", "boon is missing"),
        ("print('{\"boon\": 7}'); raise SystemExit(1)", "it ended with 1"),
    ],
)
def test_a_benchmark_that_fails_or_tells_no_figures_is_said_to_have_failed(
    monkeypatch: pytest.MonkeyPatch, program: str, wrong: str
) -> None:
    one = outcome_of(monkeypatch, program)
    assert wrong in one.wrong
    assert "| play | failed |" in [*table_lines([one])][-1]


@pytest.mark.parametrize(("wrong", "code"), [([], False), (["it ended with 1"], True)])
def test_the_run_fails_where_one_benchmark_does_and_goes_on_behind_it(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    wrong: list[str],
    code: bool,
) -> None:
    asked: list[list[str]] = []

    def run(name: str, command: list[str]) -> Outcome:
        asked.append(command[2:])
        return Outcome(name, 1.0, 2.0, {"boon": 7}, wrong if name == "choices" else [])

    monkeypatch.setattr(runner, "run_benchmark", run)
    words = ["bench.all", "--short", "--results", str(tmp_path / "results"), "choices", "play"]
    monkeypatch.setattr(sys, "argv", words)
    with pytest.raises(SystemExit) as end:
        runner.main()
    assert end.value.code == code
    assert asked == [["bench.choices", "--short", "--json"], ["bench.play", "--short", "--json"]]
    assert [one["name"] for one in json.loads((tmp_path / "results").read_text())] == [
        "choices", "play",
    ]  # fmt: skip
    said = capsys.readouterr().out
    assert ("it ended with 1" in said) == code
    assert "| play | good | 1 | 2 | boon 7 |" in said
