"""The second verifier: that of the client library, in Node, written from docs/reference/ alone."""

import atexit
import json
import subprocess
from functools import cache
from pathlib import Path

from games import NEWEST
from tests.folders import ROOT
from tests.games.every import checks_of

VERIFIER = ROOT / "clients" / "typescript" / "verify"
PROGRAM = Path(__file__).with_name("verify.mjs")
# What checks the signature of a beacon's round, where it is installed.
NOBLE = Path(__file__).with_name("node_modules") / "@noble" / "curves"


def second_verifier(*arguments: object) -> list[str]:
    """Return the command that runs it, knowing how the events of others' games tell of a deal."""
    others = [path for name in NEWEST if (path := checks_of(name).deals).suffix == ".mjs"]
    deals = [word for path in others for word in ("--deals", str(path))]
    return ["node", str(PROGRAM), *deals, *map(str, arguments)]


@cache
def kept_verifier() -> "subprocess.Popen[str]":
    """Return one that takes a command line after the other, and ends with this process."""
    command = ["node", str(PROGRAM), "--each-line"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def end() -> None:
        with process:
            assert process.stdin is not None
            process.stdin.close()

    atexit.register(end)
    return process


def run_second(*arguments: object) -> "subprocess.CompletedProcess[str]":
    """Run it on files, as a command would; a start of Node for each takes longer than most files.

    That the command itself does the same is seen in tests that start `second_verifier`.
    """
    command = second_verifier(*arguments)
    process = kept_verifier()
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps(command[2:]) + "\n")
    process.stdin.flush()
    told = json.loads(process.stdout.readline())
    return subprocess.CompletedProcess(command, told["code"], told["stdout"], told["stderr"])
