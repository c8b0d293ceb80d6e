"""`.ci/nightly`: it knows its parts, goes through all of them, and writes a page."""

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.folders import ROOT

NIGHTLY, REPORT = ROOT / ".ci" / "nightly", ROOT / ".ci" / "nightly_report.py"
TALKS = """
  echo first
  run_json kills,bad printf 'words\\n{"kills": 3, "bad": 0}\\n'
  printf 'words\\n| a |\\n' | keep_table Figures "$results/supply.md"
  echo last
"""
OBJECT = '{"kills": {"api": 2}, "actions": 7, "bad": 0}'


def run(*words: str | Path, said: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command in the root; its standard input is what was said."""
    command = [str(word) for word in words]
    return subprocess.run(
        command, cwd=ROOT, input=said, capture_output=True, text=True, check=False
    )


def note(folder: Path, part: str, status: int, log: str) -> None:
    """Leave what a part leaves, and note it."""
    (folder / f"{part}.log").write_text(log)
    (folder / f"{part}.time").write_text("90.1 120.5 29.5\n")
    done = run(REPORT, "note", folder, part, str(status), f"about {part}")
    assert done.returncode == 0, done.stderr


def test_help_names_each_part_with_what_it_is_and_each_can_be_run() -> None:
    done = run(NIGHTLY, "--help")
    assert done.returncode == 0
    parts = re.findall(r"^  (\w+) +\S", done.stdout, re.MULTILINE)
    text = NIGHTLY.read_text()
    assert parts == re.findall(r"^  \[(\w+)\]=", text, re.MULTILINE)
    assert [part for part in parts if f"\nrun_{part}() {{" not in text] == []
    assert "bench" in parts


def test_a_part_that_is_not_there_is_refused_before_anything_is_installed() -> None:
    done = run(NIGHTLY, "bench", "nonsense")
    assert done.returncode == 2
    assert "Usage" in done.stderr


def test_figures_are_those_that_are_named_of_an_object() -> None:
    done = run(REPORT, "figures", "kills,actions", said=OBJECT)
    assert done.stdout == 'figure: kills {"api": 2}, actions 7\n'


def test_the_page_tells_of_each_part_that_has_run_and_holds_its_tables(tmp_path: Path) -> None:
    note(tmp_path, "laws", 0, "dots\nfigure: 9 passed in 3 s\n")
    note(tmp_path, "bench", 1, "a table\n")
    (tmp_path / "bench.md").write_text("## Benchmarks\n\n| a |\n|---|\n| 1 |\n")
    page = run(REPORT, "page", tmp_path, "laws", "simulation", "bench").stdout
    rows = [line for line in page.splitlines() if line.startswith("| ")]
    assert rows[1].startswith("| laws | good | 1.5 | 2.5 | 9 passed in 3 s | 20")
    assert rows[2].startswith("| bench | failed | 1.5 | 2.5 |  | 20")
    assert "simulation" not in page
    assert "* **laws**: about laws\n" in page
    assert page.endswith("## Benchmarks\n\n| a |\n|---|\n| 1 |\n")
    assert json.loads((tmp_path / "laws.json").read_text())["core_minutes"] == 2.5


def run_with_own_parts(tmp_path: Path, own: str, *parts: str) -> subprocess.CompletedProcess[str]:
    """Run parts that are replaced by functions of one's own; nothing is installed."""
    folder = tmp_path / "own" / ".ci"
    folder.mkdir(parents=True)
    (folder.parent / "docs" / "reference").mkdir(parents=True)
    text = re.sub(r"^ *install_all$", "", NIGHTLY.read_text(), flags=re.MULTILINE)
    assert text.endswith('\nmain "$@"\n')
    (folder / "nightly").write_text(text.removesuffix('main "$@"\n') + own + 'main "$@"\n')
    for name in ("tools.sh", "nightly_report.py"):
        (folder / name).symlink_to(ROOT / ".ci" / name)
    return run("bash", folder / "nightly", *parts)


@pytest.mark.parametrize(("command", "code"), [("true", 0), ("false; true", 1)])
def test_a_part_ends_at_its_first_command_that_fails_and_the_others_run(
    tmp_path: Path, command: str, code: int
) -> None:
    own = f"run_laws() {{ {command}; }}\nrun_supply() {{ {TALKS} }}\n"
    done = run_with_own_parts(tmp_path, own, "laws", "supply")
    assert done.returncode == code, done.stderr
    page = (tmp_path / "own" / "docs" / "reference" / "nightly.md").read_text()
    assert f"| laws | {'failed' if code else 'good'} |" in page
    assert re.search(r"\| supply \| good \|.*\| kills 3, bad 0 \|", page)
    assert page.endswith("\n## Figures\n\n| a |\n")
    log = (tmp_path / "own" / ".nightly" / "supply.log").read_text().splitlines()
    assert (log[0], log[-1], log.count("words")) == ("first", "last", 2)


@pytest.mark.parametrize(("command", "code"), [("true", 0), ("false", 1)])
def test_the_simulation_runs_beside_other_parts_and_ends_before_the_benchmarks_begin(
    tmp_path: Path, command: str, code: int
) -> None:
    """The two wait for each other at a pipe; each part is noted, whatever became of it."""
    own = f"""
run_simulation() {{ cat pipe; {command}; }}
run_laws() {{ echo met >pipe; }}
run_bench() {{ grep met "$results/simulation.log" && [ -e "$results/simulation.json" ]; }}
"""
    (tmp_path / "own").mkdir()
    os.mkfifo(tmp_path / "own" / "pipe")
    done = run_with_own_parts(tmp_path, own, "simulation", "laws", "bench")
    assert done.returncode == code, done.stderr
    noted = {
        path.stem: json.loads(path.read_text())["result"]
        for path in (tmp_path / "own" / ".nightly").glob("*.json")
    }
    assert noted == {"simulation": "failed" if code else "good", "laws": "good", "bench": "good"}
