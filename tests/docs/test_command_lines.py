"""Commands in the pages are there, and take the options that stand there."""

import re
import shlex
from collections.abc import Iterator

import click
import pytest

from service.commands.main import main
from tests.docs.prose import CODE, ROOT, pages

INLINE = re.compile(r"`(fairdeal [^`\n]+)`")
LINE = re.compile(r"^\s*(?:\$ )?(fairdeal .*)$", re.MULTILINE)
NAMES = [page.relative_to(ROOT).as_posix() for page in pages() if page.name != "CHANGELOG.md"]
TOGETHER = re.compile(r"\s(?:#|&&|\||>|2>)")  # where another command or a comment begins


def command_lines(text: str) -> Iterator[list[str]]:
    """Yield the words of each command of ours in a page, without what stands behind it."""
    blocks = [block[0].replace("\\\n", " ") for block in CODE.finditer(text)]
    found = [line for block in blocks for line in LINE.findall(block)]
    for line in (*found, *INLINE.findall(CODE.sub("", text))):
        yield shlex.split(TOGETHER.split(line)[0])[1:]


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
    lines = [*command_lines((ROOT / name).read_text())]
    assert [(line, wrong) for line in lines if (wrong := mistake(line))] == []


@pytest.mark.parametrize("line", ["sing", "player sing", "archive --sing", "keys list --all"])
def test_a_command_or_an_option_that_is_not_there_is_found(line: str) -> None:
    page = f"```\nfairdeal {line} # why\n```\nAlso `fairdeal {line}`.\n"
    assert [*map(mistake, command_lines(page))] == [mistake(line.split())] * 2
    assert mistake(line.split()) is not None
