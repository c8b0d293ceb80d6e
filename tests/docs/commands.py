"""Commands of ours that stand in the pages."""

import re
import shlex
from collections.abc import Iterator

from tests.docs.prose import CODE

INLINE = re.compile(r"`(fairdeal [^`\n]+)`")
LINE = re.compile(r"^\s*(?:\$ )?(fairdeal .*)$", re.MULTILINE)
END = re.compile(r"\s(?:#|&&|\||>|2>)")  # where a comment or another command begins


def block_commands(text: str) -> Iterator[list[str]]:
    """Yield the words of each command of ours in the code blocks of a page."""
    for block in CODE.finditer(text):
        yield from map(_words_of_command, LINE.findall(block[0].replace("\\\n", " ")))


def inline_commands(text: str) -> Iterator[list[str]]:
    """Yield the words of each command of ours in the sentences of a page."""
    yield from map(_words_of_command, INLINE.findall(CODE.sub("", text)))


def _words_of_command(line: str) -> list[str]:
    """Return the words behind `fairdeal`."""
    return shlex.split(END.split(line)[0])[1:]
