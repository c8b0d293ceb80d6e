"""Log files as they are opened and begun to be read; what is no log is told with its reason."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from events.record.logfile import BadLog, LogReader, ParsedEvent
from events.verify.breaks import fault_of_break
from events.verify.report import Fault, Unreadable


@contextmanager
def open_log_file(path: Path) -> Iterator[BinaryIO]:
    """Open a file that may be unreadable, then or later."""
    try:
        with path.open("rb") as file:
            yield file
    except OSError as error:
        raise Unreadable(f"{path} cannot be read: {error.strerror}") from None


def table_id_in_log(path: Path) -> str:
    """Return the table that the first line of a log file names."""
    with open_log_file(path) as file:
        name: str = reading_of(path, file).header["table"]
        return name


def reading_of(path: Path, file: BinaryIO) -> LogReader:
    """Begin to read a log file."""
    try:
        return LogReader(file)
    except BadLog as bad:
        raise Unreadable(f"{path} is no log of fairdeal: {bad.why}") from None


def read_lines_to_break(path: Path) -> tuple[LogReader, list[ParsedEvent], Fault | None]:
    """Return a log file read to its end or to what breaks its chain, its lines, and that break.

    Raises:
        Unreadable: there is no log in the file.
    """
    lines: list[ParsedEvent] = []
    with open_log_file(path) as file:
        reading = reading_of(path, file)
        try:
            for line in reading:
                lines.append(line)  # those before the break, too
        except BadLog as bad:
            return reading, lines, fault_of_break(path, bad, reading.header, reading.head, None)
    return reading, lines, None


def head_in_log(path: Path, n: int) -> str:
    """Return the head (hex) after event n of a log whose chain holds so far; "" without it."""
    with open_log_file(path) as file:
        heads = (line.stored.h.hex() for line in reading_of(path, file) if line.stored.n == n)
        return next(heads, "")
