"""The chance of a test run: all that the product takes from the operating system, from one seed.

``python -m tests.seeded service serve`` runs a module of ours like that, in a process of its own.
Two starts of one module (the second after a kill, say) differ: each takes HMAC(seed, role, number
of the start). Only this module reads FAIRDEAL_TEST_SEED, and nothing of the product imports it.
Where several threads or processes draw, what they draw is decided, but not which of them is first.
"""

import gc
import hmac
import os
import random
import runpy
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any

from tests.ports import PORTS

SEED = "FAIRDEAL_TEST_SEED"
STARTS = "FAIRDEAL_TEST_STARTS"  # folder in which the starts of processes are counted
PYTHON = (sys.executable, "-m", "tests.seeded")
MAINS = {"service": "service.commands.main", "workers": "workers.__main__"}
SOURCES = ((os, "urandom"), (random, "_urandom"))  # secrets, uuid4, SystemRandom and PyNaCl: these


def derived(seed: str, *names: object) -> str:
    """Return the seed of a part: of a test, a fixture, a start of a process, a fork."""
    text = "\0".join(map(str, names))
    return hmac.digest(seed.encode(), text.encode(), "sha256").hex()


class Chance:
    """Where this process takes its chance from."""

    def __init__(self) -> None:
        self.forks = count()
        self.follow(os.urandom(32).hex())

    def follow(self, seed: str) -> None:
        """Draw from a seed from now on."""
        self.seed, self.stream = seed, random.Random(seed)
        random.seed(seed)

    def draw(self, size: int) -> bytes:
        """Return bytes; stands in for the operating system."""
        return self.stream.randbytes(size)

    def install(self) -> None:
        """Put this in the place of the operating system's chance, also in processes forked off."""
        for module, name in SOURCES:
            setattr(module, name, self.draw)
        os.register_at_fork(before=self.count_fork, after_in_child=self.part_from_parent)

    def count_fork(self) -> None:
        """Count the forks, so that no two children draw alike."""
        self.fork = next(self.forks)

    def part_from_parent(self) -> None:
        """Draw otherwise than the parent from now on."""
        self.follow(derived(self.seed, "fork", self.fork))


CHANCE = Chance()


@contextmanager
def chance_of(seed: str) -> Iterator[None]:
    """Draw from a seed for a while; processes started meanwhile have theirs from it too."""
    before = CHANCE.seed, CHANCE.stream, os.environ.get(SEED)
    CHANCE.follow(seed)
    os.environ[SEED] = seed
    try:
        yield
    finally:
        CHANCE.seed, CHANCE.stream, known = before
        if known is None:
            del os.environ[SEED]
        else:
            os.environ[SEED] = known


def number_of_start(seed: str, role: str) -> int:
    """Return how many processes of this role were started with this seed before."""
    folder = Path(os.environ[STARTS]) / derived(seed, role)
    folder.mkdir(parents=True, exist_ok=True)
    for number in count():
        try:
            (folder / str(number)).touch(exist_ok=False)
        except FileExistsError:
            continue
        return number
    raise AssertionError("count never ends")


def begin(role: str) -> None:
    """Let this process, and those that it starts, take their chance from the seed."""
    seed = os.environ[SEED]
    CHANCE.follow(derived(seed, role, number_of_start(seed, role)))
    CHANCE.install()


def run(module: str) -> None:
    """Run a module as ``python -m`` does, with the arguments that are left."""
    if module not in MAINS:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
        return
    processes: Any = import_module("service.commands.processes")
    processes.PYTHON, processes.free_port = PYTHON, PORTS.reserve
    import_module(MAINS[module]).main()


if __name__ in ("__main__", "__mp_main__"):  # the second: a process that multiprocessing spawned
    begin(" ".join(sys.argv[1:3]))
if __name__ == "__main__":
    # A run starts hundreds of processes: to collect while they import takes 7 % of each start.
    gc.set_threshold(100_000, 20, 20)
    del sys.argv[0]
    run(sys.argv[0])
