"""Verifications in processes forked off the test's own: to start one anew costs half a second."""

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, fields

import service.commands.main  # noqa: F401  # before the fork, for all of them
from service.limits.verifiers import PROGRAM, Verifiers
from tests.forked import run_one

USUAL = {one.name: one.default for one in fields(Verifiers) if one.name in ("seconds", "start")}


@dataclass(frozen=True, slots=True)
class ForkedVerifiers(Verifiers):
    """Verifiers whose processes need not import anything; where they are bounded, as they are."""

    def run(self, command: Sequence[str], work: int) -> tuple[bytes, int]:
        """Return the output and exit code of a command of ours."""
        if (self.seconds, self.start) != (USUAL["seconds"], USUAL["start"]):
            return Verifiers.run(self, command, work)
        assert (*command[: len(PROGRAM)],) == PROGRAM
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            answer(command[len(PROGRAM) - 1 :], writing)
        os.close(writing)
        with open(reading, "rb") as pipe:
            out = pipe.read()
        return out, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def forked(made: Verifiers) -> ForkedVerifiers:
    """Return verifiers with the same limits."""
    return ForkedVerifiers(**{one.name: getattr(made, one.name) for one in fields(Verifiers)})


def answer(words: Sequence[str], writing: int) -> None:
    """Run a command in this process, write what it says into a pipe, and end."""
    code = 70  # unless it gets as far as to say another one
    try:
        os.dup2(writing, 1)
        os.dup2(os.open(os.devnull, os.O_RDWR), 2)
        sys.stdout, sys.stderr = os.fdopen(1, "w"), os.fdopen(2, "w")
        code = run_one(words)
        sys.stdout.flush()
    finally:
        os._exit(code)
