"""Tutorials and how-tos of tournaments, bots and games run as they stand; commands are there."""

import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import click
from click.testing import CliRunner

from service.commands.main import main
from service.commands.tournaments.cup import read_cup
from tests.folders import EXAMPLES, ROOT
from tests.waiting import PATIENCE

DOCS = ROOT / "docs"
TUTORIALS, HOW_TO = DOCS / "tutorials", DOCS / "how-to"
BLOCK = re.compile(r"^( *)```(\w*)\n(.*?)^\1```", re.DOTALL | re.MULTILINE)
PAGES = [*DOCS.rglob("*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
OPERATORS = re.compile(r"\s(?:\||&&|;|&|>)(?:\s|$)")  # what follows is another command, or a file


def blocks(page: Path, language: str) -> list[str]:
    """Return the blocks of a page in a language, without their indentation."""
    found = BLOCK.findall(page.read_text())
    return [
        re.sub(f"^{indent}", "", text, flags=re.M) for indent, of, text in found if of == language
    ]


def commands(page: Path) -> Iterator[list[str]]:
    """Yield the words of each command of ours that a page shows."""
    for block in blocks(page, "sh"):
        for line in block.splitlines():
            if line.startswith("fairdeal "):
                yield shlex.split(OPERATORS.split(line)[0], comments=True)[1:]


def test_commands_of_the_pages_and_their_options_are_there() -> None:
    found = {page: [*commands(page)] for page in PAGES}
    assert sum(map(len, found.values())) > 30
    for page, lines in found.items():
        for words in lines:
            assert unknown_words(words) == set(), (page.name, words)


def unknown_words(words: list[str]) -> set[str]:
    """Return the subcommand of a command that is not there, or its options that are not."""
    command: click.Command = main
    rest = iter(words)
    while isinstance(command, click.Group):
        name = next(rest, "")
        found = command.get_command(click.Context(main), name)
        if found is None:
            return {name} - {"", "--help", "--version"}
        command = found
    options = {option for one in command.params for option in one.opts} | {"--help"}
    return {word.partition("=")[0] for word in rest if word.startswith("--")} - options


def test_the_cup_of_the_tutorial_is_checked_as_its_page_shows(tmp_path: Path) -> None:
    page = TUTORIALS / "cup.md"
    (tmp_path / "cup.toml").write_text(blocks(page, "toml")[0])
    done = CliRunner().invoke(main, ["tournament", "check", str(tmp_path / "cup.toml")])
    shown = [line.rstrip() for line in done.output.splitlines()]
    assert shown[: len(shown) - 2] == blocks(page, "")[0].splitlines()


def test_the_cups_of_the_pages_are_those_of_the_examples_or_can_be_read(tmp_path: Path) -> None:
    for page, name in (("run-a-league", "league"), ("pools-then-knockout", "pools")):
        (cup,) = blocks(HOW_TO / f"{page}.md", "toml")
        assert tomllib.loads(cup) == tomllib.loads((EXAMPLES / "cups" / f"{name}.toml").read_text())
    (knockout,) = blocks(HOW_TO / "seed-a-knockout.md", "toml")
    (tmp_path / "cup.toml").write_text(knockout)
    assert len(read_cup(tmp_path / "cup.toml").entrants) == 12


def test_the_game_of_the_tutorial_is_copied_and_its_rule_changed(tmp_path: Path) -> None:
    page = TUTORIALS / "game.md"
    copying, *_ = blocks(page, "sh")
    (tmp_path / "examples").symlink_to(EXAMPLES)
    shell(tmp_path, copying)
    for name, patch in zip(("rule", "code"), blocks(page, "diff"), strict=True):
        (tmp_path / f"{name}.patch").write_text(patch)
    changing = [block for block in blocks(page, "sh") if "git apply" in block]
    assert [shell(tmp_path, block) for block in changing] == [1, 0]


def shell(folder: Path, lines: str) -> int:
    """Run lines of a page; return the status of the last one."""
    paths = [str(Path(sys.executable).parent), os.environ["PATH"]]
    packages = [str(folder / "last_card"), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {"PATH": os.pathsep.join(paths), "PYTHONPATH": os.pathsep.join(packages)}
    return subprocess.run(
        ["bash", "-c", lines], cwd=folder, env={**os.environ, **environment}, timeout=PATIENCE,
        capture_output=True, check=False,
    ).returncode  # fmt: skip
