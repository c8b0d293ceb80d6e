"""Programs by others, started and spoken to in lines of JSON over standard input and output.

Whatever a program does costs it alone: it has a time for each answer, is read no further than an
answer may be long, and is ended, with all that it started, when its table ends. It is not shut in:
it may do whatever the account may under which it runs.
"""

import json
import os
import selectors
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import Any

from bots.table import PlayerFailed

PROTOCOL = 1
CHUNK = 65_536
LATE = 100  # answers to earlier questions that are passed over
LEAVING = 0.5  # seconds in which a program may end by itself
ERROR_BYTES = 2_000  # bytes of what a program said on standard error
PASSED_ON = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR")  # of our variables, which may hold secrets
STARTERS = {".py": sys.executable, ".js": "node", ".mjs": "node"}


class ProgramLost(PlayerFailed):
    """A program has ended, or had to be: it will give no answer any more."""


@dataclass(frozen=True, slots=True)
class ProgramLimits:
    """What a program may take.

    Attributes:
        start, move: milliseconds until it is ready, and until it has answered.
        line: bytes of an answer.
        failures: moves without an answer that is one, after which it is ended.
    """

    start: int = 10_000
    move: int = 1_000
    line: int = 65_536
    failures: int = 3


USUAL = ProgramLimits()


class NoProgram(ValueError):
    """There is nothing that could be started; the text says what would be right."""


def program_command(text: str) -> list[str]:
    """Return what is started for ``./my_bot.py``, ``node my_bot.mjs --fast`` ..."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise NoProgram(f"it can't be read as a command: {error}") from None
    if not words:
        raise NoProgram("after `program:` write a file or a command, as in program:./my_bot.py")
    if (starter := STARTERS.get(os.path.splitext(words[0])[1])) is not None:
        if not os.path.isfile(words[0]):
            raise NoProgram(f"there is no file {words[0]}")
        words = [starter, *words]
    if shutil.which(words[0]) is None:
        raise NoProgram(f"there is no program {words[0]} that can be started")
    return words


class Program:
    """A process that is asked questions, one after the other."""

    def __init__(self, command: Sequence[str], limits: ProgramLimits) -> None:
        """Start it, in a group of processes of its own."""
        self.limits, self.late = limits, 0
        self.output, self.errors = bytearray(), bytearray()
        self.unsent = bytearray()
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            bufsize=0, start_new_session=True,
            env={name: os.environ[name] for name in PASSED_ON if name in os.environ},
        )  # fmt: skip
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        self.pipes = (self.process.stdin, self.process.stdout, self.process.stderr)
        for pipe in self.pipes:
            os.set_blocking(pipe.fileno(), False)

    def send_message(self, message: Mapping[str, Any]) -> None:
        """Say something that wants no answer; it is sent with the next question."""
        self.unsent += json.dumps(message, separators=(",", ":")).encode() + b"\n"

    def ask(self, message: Mapping[str, Any], milliseconds: int) -> dict[str, Any]:
        """Return the answer to a question, which has a number `n`.

        Raises:
            PlayerFailed: there is none that is one.
        """
        self.send_message(message)
        n, end = message["n"], monotonic() + milliseconds / 1000
        while True:
            while (newline := self.output.find(b"\n")) < 0:
                if len(self.output) > self.limits.line:
                    raise ProgramLost(f"wrote a line of more than {self.limits.line} bytes")
                if not self.exchange(end):
                    raise PlayerFailed(f"gave no answer within {milliseconds} ms")
            line = bytes(self.output[:newline])
            del self.output[: newline + 1]
            if (answer := _read_answer(line, n)) is not None:
                return answer
            self.late += 1
            if self.late > LATE:
                raise ProgramLost(f"wrote more than {LATE} answers that nobody asked for")

    def exchange(self, end: float) -> bool:
        """Send and read what can be; False when the time is up."""
        stdin, stdout, stderr = self.pipes
        with selectors.DefaultSelector() as selector:
            if self.unsent:
                selector.register(stdin, selectors.EVENT_WRITE)
            for pipe in (stdout, stderr):
                if not pipe.closed:
                    selector.register(pipe, selectors.EVENT_READ)
            ready = [key.fileobj for key, _ in selector.select(max(0.0, end - monotonic()))]
        if stdin in ready:
            self.send()
        if stderr in ready:
            self.listen()
        if stdout in ready:
            read = os.read(stdout.fileno(), CHUNK)
            if not read:
                raise ProgramLost(self.exit_reason())
            self.output += read
        return monotonic() < end

    def send(self) -> None:
        """Send what the pipe takes."""
        with suppress(BrokenPipeError):  # that it has ended shows where it is read
            sent = os.write(self.pipes[0].fileno(), self.unsent[:CHUNK])
            del self.unsent[:sent]
            return
        self.unsent.clear()

    def listen(self) -> None:
        """Keep the end of what it said on standard error."""
        stderr = self.pipes[2]
        read = os.read(stderr.fileno(), CHUNK)
        if not read:
            stderr.close()
        self.errors = (self.errors + read)[-ERROR_BYTES:]

    def exit_reason(self) -> str:
        """Say how it ended."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(LEAVING)
        code = self.process.returncode
        if code is None:
            return "closed its standard output"
        with suppress(OSError, ValueError):
            self.listen()
        how = f"was killed by signal {-code}" if code < 0 else f"ended with exit code {code}"
        last = self.errors.decode(errors="replace").strip().rpartition("\n")[2]
        return f"{how}: {last}" if last else how

    def end(self) -> None:
        """Send what is unsent, and end it with all that it started."""
        end = monotonic() + LEAVING
        with suppress(PlayerFailed, OSError, ValueError):
            while self.unsent and self.exchange(end):
                self.output.clear()
            self.pipes[0].close()
            while self.exchange(end):
                self.output.clear()
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        for pipe in self.pipes:
            pipe.close()


def _read_answer(line: bytes, n: int) -> dict[str, Any] | None:
    """Return the answer to question `n` in a line; None if it is to an earlier one."""
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        raise PlayerFailed(f"wrote no JSON on standard output: {_line_excerpt(line)}") from None
    number = answer.get("n") if isinstance(answer, dict) else None
    if type(number) is not int or number > n:
        raise PlayerFailed(f"wrote no answer to question {n}: {_line_excerpt(line)}")
    return answer if number == n else None


def _line_excerpt(line: bytes) -> str:
    """Return the beginning of a line as an error quotes it."""
    text = line.decode(errors="replace")
    return text if len(text) <= 80 else f"{text[:80]}..."
