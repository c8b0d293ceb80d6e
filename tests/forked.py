"""Commands of ours in processes of their own, forked off one that has imported everything.

A start takes a second of a processor, most of it to import. Where it is not the start that is
tested, a dozen commands cost two seconds like this, and still have exit codes and streams.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.folders import ROOT

MODULES = ("service.commands.main", "workers.__main__", "projections.__main__")


class Ended(NamedTuple):
    """What became of a command."""

    returncode: int
    stdout: str
    stderr: str


def run_forked(
    commands: Sequence[Sequence[str]], environment: Mapping[str, str], folder: Path
) -> list[Ended]:
    """Run commands, each a module with its arguments, one after the other; `folder` is for them."""
    asked = json.dumps([[*map(str, words)] for words in commands])
    subprocess.run(
        [sys.executable, "-m", "tests.forked", str(folder)], input=asked, text=True, check=True,
        cwd=ROOT, env={**environment, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    return [
        Ended(*(json.loads((folder / f"{number}.json").read_text())), *texts(folder, number))
        for number in range(len(commands))
    ]


def texts(folder: Path, number: int) -> Iterator[str]:
    """Yield what a command has written to its two streams."""
    return ((folder / f"{number}.{name}").read_text() for name in ("out", "err"))


@contextmanager
def streams_in(folder: Path, number: int) -> Iterator[None]:
    """Write the two streams of this process to files."""
    for target, name in ((1, "out"), (2, "err")):
        with (folder / f"{number}.{name}").open("w") as file:
            os.dup2(file.fileno(), target)
    yield
    sys.stdout.flush()
    sys.stderr.flush()


def run_one(words: Sequence[str]) -> int:
    """Run a command as `python -m` does; return its exit code."""
    from events.terminal import explain_exit  # noqa: PLC0415  # the tests import this module, too

    module = sys.modules[next(one for one in MODULES if one.startswith(words[0]))]
    sys.argv = [*words]
    try:
        with explain_exit():
            module.main()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    return 0


def main() -> None:
    """Fork off a process for each command of standard input; note how each has ended."""
    from importlib import import_module  # noqa: PLC0415

    for one in MODULES:
        import_module(one)
    folder = Path(sys.argv[1])
    for number, words in enumerate(json.load(sys.stdin)):
        if (child := os.fork()) == 0:
            with streams_in(folder, number):
                code = run_one(words)
            os._exit(code)
        _, status = os.waitpid(child, 0)
        code = os.waitstatus_to_exitcode(status)
        (folder / f"{number}.json").write_text(json.dumps([code]))


if __name__ == "__main__":
    main()
