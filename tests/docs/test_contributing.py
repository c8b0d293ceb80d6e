"""CONTRIBUTING.md is short, and all that it tells people to type is there."""

import os
import re
from collections.abc import Iterator

import pytest

from events.settings.table import SETTINGS
from service.commands.main import COMMANDS
from tests import seeded
from tests.folders import ROOT

PAGE = (ROOT / "CONTRIBUTING.md").read_text()
MOST_WORDS = 900
TOOLS = {"ruff": "ruff", "mypy": "mypy", "lint-imports": "import-linter"}  # and their packages
ON_EVERY_MACHINE = {".", "python3", "pip"}


def commands(text: str) -> Iterator[list[str]]:
    """Yield the words of each command in the code of a page, without variables before it."""
    code = re.findall(r"^ *```sh\n(.*?)^ *```|`([^`\n]+)`", text, re.DOTALL | re.MULTILINE)
    lines = [line for block, word in code for line in (block or word).splitlines()]
    for one in re.split(r"\n| && ", "\n".join(lines)):
        words = [word for word in one.split() if not re.match(r"[A-Z_]+=", word)]
        if words:
            yield [words[0].removeprefix(".venv/bin/"), *words[1:]]


def is_command(words: list[str]) -> bool:
    """Say whether some code of the page is a command, not a name."""
    return len(words) > 1 or words[0] in TOOLS or words[0].startswith(".ci/")


def is_there(words: list[str], config: pytest.Config) -> bool:
    """Say whether a command is there, and what it names."""
    first, *rest = words
    if first == "fairdeal":
        return rest[0] in ("--version", *COMMANDS)
    if first == "pytest":
        marks = {line.partition(":")[0] for line in config.getini("markers")}
        paths = [word for word in rest if "/" in word]
        return all((ROOT / path).exists() for path in paths) and (
            "-m" not in rest or rest[rest.index("-m") + 1] in marks
        )
    if first == "python":
        path = ROOT.joinpath(*rest[1].split("."))
        return path.is_dir() or path.with_suffix(".py").exists()
    if first.startswith(".ci/"):
        return os.access(ROOT / first, os.X_OK)
    if first in TOOLS:
        return f'"{TOOLS[first]}>' in (ROOT / "pyproject.toml").read_text()
    return first in ON_EVERY_MACHINE


def test_the_page_is_short() -> None:
    assert len(PAGE.split()) <= MOST_WORDS


def test_every_command_of_the_page_is_there(pytestconfig: pytest.Config) -> None:
    found = [words for words in commands(PAGE) if is_command(words)]
    assert {words[0] for words in found} > {"fairdeal", "pytest", ".ci/run", ".ci/nightly", "ruff"}
    assert [" ".join(words) for words in found if not is_there(words, pytestconfig)] == []


def test_what_is_not_there_is_found(pytestconfig: pytest.Config) -> None:
    text = "`fairdeal sing` `pytest -m brisk` `pytest tests/none` `.ci/none` `python -m tests.none`"
    assert not any(is_there(words, pytestconfig) for words in commands(text))


def test_every_variable_of_the_page_is_read_by_somebody() -> None:
    hook = (ROOT / ".ci" / "wheel.py").read_text()
    known = {seeded.SEED, *(one.variable for one in SETTINGS)}
    named = set(re.findall(r"FAIRDEAL_\w+", PAGE))
    assert named
    assert {name for name in named - known if name not in hook} == set()


def test_the_second_command_of_the_readme_runs_the_suite() -> None:
    assert re.search(
        r"^python3 .* && .venv/bin/pytest -q -n \d$", (ROOT / "README.md").read_text(), re.M
    )
