"""How our processes start and end: with no more than they need, and few looks for garbage."""

import json
import subprocess
import sys

import pytest

from tests.folders import ROOT

LOADED = """
import gc, json, sys
import {module}
from events.logs import log_to_stderr
log_to_stderr()
quiet = sorted(sys.modules)
import logging
logging.getLogger("fairdeal").warning("It is loaded for this")
print(json.dumps([gc.get_threshold()[0], quiet, sorted(sys.modules)]))
"""

CIRCLE = """
import {module}
class Circle:
    def __init__(self):
        self.own = self
    def __del__(self):
        print("looked for garbage")
Circle()
"""


@pytest.mark.parametrize("module", ["workers.__main__", "service.server.start"])
def test_a_process_that_logs_nothing_loads_nothing_that_writes_logs(module: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOADED.format(module=module)], cwd=ROOT,
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    young, quiet, loud = json.loads(done.stdout)
    assert young == 10_000
    assert not {"structlog", "rich"} & {*quiet}
    assert "structlog" in loud
    assert "It is loaded for this" in done.stderr


@pytest.mark.parametrize("module", ["workers", "service", "projections.__main__", "bots.worker"])
def test_a_process_that_ends_looks_for_no_garbage(module: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", CIRCLE.format(module=module)], cwd=ROOT,
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout + done.stderr == ""
