"""Commands in the pages are there, and take the options that stand there."""

import re

import click
import pytest

from service.commands.main import main
from tests.docs.commands import block_commands, inline_commands
from tests.docs.prose import ROOT, pages

NAMES = [page.relative_to(ROOT).as_posix() for page in pages() if page.name != "CHANGELOG.md"]


def mistake(words: list[str]) -> str | None:
    """Return what is wrong with a command; None if nothing is."""
    command: click.Command = main
    context = click.Context(main)
    while isinstance(command, click.Group) and words and re.match("[a-z]", words[0]):
        found = command.get_command(context, words[0])
        if found is None:
            return f"no command {words[0]}"
        command, words = found, words[1:]
    known = {name for one in command.get_params(context) for name in one.opts}
    asked = {word.partition("=")[0] for word in words if re.match(r"--\w", word)}
    return f"{command.name} has no {asked - known}" if asked - known else None


@pytest.mark.parametrize("name", NAMES)
def test_commands_of_a_page_are_there_with_their_options(name: str) -> None:
    text = (ROOT / name).read_text()
    lines = [*block_commands(text), *inline_commands(text)]
    assert [(line, wrong) for line in lines if (wrong := mistake(line))] == []


@pytest.mark.parametrize("line", ["sing", "player sing", "archive --sing", "keys list --all"])
def test_a_command_or_an_option_that_is_not_there_is_found(line: str) -> None:
    page = f"```\nfairdeal {line} # why\n```\nAlso `fairdeal {line}`.\n"
    assert [*map(mistake, block_commands(page))] == [mistake(line.split())]
    assert [*map(mistake, inline_commands(page))] == [mistake(line.split())]
    assert mistake(line.split()) is not None
