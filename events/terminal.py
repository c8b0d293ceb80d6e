"""What is printed and logged: the one way out, on which no foreign text steers a terminal.

A text that was read from a file, a server or a store may hold anything. What is printed here holds
no control character but the line breaks between the lines given.
"""

import sys
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any

import orjson

from games.core.words import printable_text


def say_lines(*lines: str, err: bool = False) -> None:
    """Print lines; a line break within one is foreign, and shows as a mark."""
    for line in lines:
        print(printable_text(line), file=sys.stderr if err else sys.stdout, flush=True)


def say_text(text: str, err: bool = False) -> None:
    """Print a line and those that continue it, which are indented."""
    print(indent_further_lines(text), file=sys.stderr if err else sys.stdout, flush=True)


def say_json(value: Any) -> None:
    """Print a value as one line of JSON; what `plain` would change is escaped, as JSON can."""
    text = orjson.dumps(value).decode()
    print(
        text if printable_text(text) == text else "".join(map(escape_character, text)), flush=True
    )


def escape_character(one: str) -> str:
    """Return a character within a text of JSON, as an escape where it is not plain."""
    if printable_text(one) == one:
        return one
    units = one.encode("utf-16-be").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))


def show_share(done: int, whole: int) -> None:
    """Show how much is done, over what was shown before; a new line begins when all is."""
    end = "\n" if done == whole else ""
    print(f"\r{100 * done // whole:3} %", end=end, file=sys.stderr, flush=True)


def indent_further_lines(text: str) -> str:
    """Return a text of which every further line is indented, so that none passes for another."""
    first, *more = map(printable_text, text.split("\n"))
    return "\n".join([first, *(line if line[:2] == "  " else f"  {line}" for line in more)])


@contextmanager
def explain_exit() -> Iterator[None]:
    """Print the sentence with which a process ends, as Python itself does of any text."""
    try:
        yield
    except SystemExit as end:
        if not isinstance(end.code, str):
            raise
        say_text(end.code, err=True)
        raise SystemExit(1) from None


def print_uncaught_exceptions() -> None:
    """Have exceptions that nobody catches printed like all other messages."""
    sys.excepthook = _print_exception
    threading.excepthook = _print_uncaught_of_thread


def _print_uncaught_of_thread(uncaught: threading.ExceptHookArgs) -> None:
    """Print an exception of a thread, unless it was meant to end it."""
    if uncaught.exc_type is not SystemExit:
        _print_exception(uncaught.exc_type, uncaught.exc_value, uncaught.exc_traceback)


def _print_exception(
    kind: type[BaseException], error: BaseException | None, trace: TracebackType | None
) -> None:
    """Print an exception with its traceback."""
    say_text("".join(traceback.format_exception(kind, error, trace)).rstrip("\n"), err=True)
