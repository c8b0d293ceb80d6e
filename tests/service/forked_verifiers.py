"""Verifications in processes forked off the test's own: to start one anew costs half a second."""

import os
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path

import service.commands.main  # noqa: F401  # before the fork, for all of them
from service.limits.verifiers import Verifiers
from tests.forked import run_one

BOUNDS = ("seconds", "start", "memory")
USUAL = {one.name: one.default for one in fields(Verifiers) if one.name in BOUNDS}


@dataclass(frozen=True, slots=True)
class ForkedVerifiers(Verifiers):
    """Verifiers whose processes need not import anything; where they are bounded, as they are."""

    def run_own(self, words: Sequence[str], work: int, folder: Path) -> tuple[bytes, int]:
        """Return the output and exit code of a command of ours."""
        if any(getattr(self, name) != USUAL[name] for name in BOUNDS):
            return Verifiers.run_own(self, words, work, folder)
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            tempfile.tempdir = str(folder)
            answer(["service", *words], writing)
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
