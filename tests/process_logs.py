"""What the processes that tests start print, and what of it the report of a failing test shows.

A process that is started without an output of its own writes where the test does, and pytest would
tell it with whichever test runs then. So it gets a file here. Files that others have chosen (those
of `fairdeal serve` in tests, what Valkey logs) are shown too; a pipe is read by its test.
"""

import subprocess
import weakref
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import wraps
from itertools import count
from pathlib import Path
from typing import Any

from tests.seeded import PYTHON

SHOWN = 16_384  # bytes of a log in a report: its end
NAMED = 80  # letters of a command in a title


@dataclass
class ProcessLog:
    """The log of a process, and how long it was when the test began that runs."""

    command: str
    path: Path
    process: weakref.ref["subprocess.Popen[Any]"]
    begin: int = 0

    @property
    def size(self) -> int:
        """Return how many bytes it has; 0 for a log that is gone."""
        return self.path.stat().st_size if self.path.is_file() else 0

    @property
    def title(self) -> str:
        """Return a title for it."""
        return f"log of `{self.command}`"

    def tail(self) -> str:
        """Return the end of what was logged since the test began.

        Where the process has died meanwhile, or before, the end of it all: that may say why.
        """
        process = self.process()
        died = process is not None and process.poll() is not None
        size = self.size
        begin = max(0 if died or self.begin > size else self.begin, size - SHOWN)
        if begin == size:
            return ""
        with self.path.open("rb") as file:
            file.seek(begin)
            return file.read(size - begin).decode(errors="replace")


class ProcessLogs:
    """The logs of the processes that this one has started."""

    def __init__(self) -> None:
        self.logs: list[ProcessLog] = []
        self.numbers = count(1)

    def begin_test(self) -> None:
        """Forget processes that nobody holds, and of the others what they have logged until now."""
        self.logs = [log for log in self.logs if log.process() is not None]
        for log in self.logs:
            log.begin = log.size

    def sections(self) -> Iterator[tuple[str, str]]:
        """Yield title and text of each log that has something to tell about the test that runs."""
        for log in list(self.logs):
            if text := log.tail():
                yield log.title, text

    def count_words(self, words: str) -> int:
        """Return how often something was logged by those that were started in this test."""
        own = [log.path for log in self.logs if not log.begin and log.path.is_file()]
        return sum(path.read_text().count(words) for path in own)

    def install(self, folder: Path) -> None:
        """Let every process that this one starts from now on have a log, in a folder if need be."""
        begin: Any = subprocess.Popen.__init__

        @wraps(begin)
        def begin_logged(
            process: Any,
            args: Any,
            *rest: Any,
            stdout: Any = None,
            stderr: Any = None,
            **named: Any,
        ) -> None:
            outputs = {"stdout": stdout, "stderr": stderr}
            if rest or None not in (stdout, stderr):
                begin(process, args, *rest, **outputs, **named)
                path = file_of(stdout) or file_of(stderr)
            else:
                path = folder / f"{next(self.numbers)}.txt"
                with path.open("ab") as file:
                    own = {name: file for name, output in outputs.items() if output is None}
                    begin(process, args, **{**outputs, **own}, **named)
            if path is not None:
                self.logs.append(ProcessLog(command_of(args), path, weakref.ref(process)))

        subprocess.Popen.__init__ = begin_logged  # type: ignore[method-assign, assignment]


def file_of(output: Any) -> Path | None:
    """Return the file that an output is; None for a pipe, a descriptor, or nothing."""
    name = getattr(output, "name", None)
    return Path(name) if isinstance(name, str) else None


def command_of(args: str | Path | Sequence[str | Path]) -> str:
    """Return the beginning of a command, without how we start Python."""
    words = [str(word) for word in ([args] if isinstance(args, str | Path) else args)]
    own = len(PYTHON) if words[: len(PYTHON)] == [*PYTHON] else 0
    return " ".join(words[own:])[:NAMED]


LOGS = ProcessLogs()
