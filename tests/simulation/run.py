"""One run: a server under a seed, its players, what goes wrong, and what holds at the end."""

import gc
import hashlib
import logging
import os
import random
import shutil
import tempfile
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from events.store.environment import own_store
from tests.simulation import (
    disturbed,
    losses,
    notices,
    processes,
    simulated_redis,
    virtual_time,
    web,
)
from tests.simulation.cup import Cup
from tests.simulation.faults import Faults
from tests.simulation.invariants import Checks
from tests.simulation.processes import KINDS, Server, settings_for
from tests.simulation.scheduler import WORLDS, World
from tests.simulation.workload import WAITING, Workload

LATEST = 140.0  # virtual seconds until which all tables must have closed
FAULTY = 20.0  # virtual seconds in which things go wrong
CHECKED = 120.0  # virtual seconds for the checks at the end
ARCHIVING, CUPS = 0.4, 0.3  # shares of the runs


@dataclass
class Result:
    """What came of a run."""

    seed: str
    violations: list[str]
    faults: list[str]
    trace: list[str] = field(repr=False)
    commands: int = 0
    points: int = 0
    seconds: float = 0.0
    games: list[str] = field(default_factory=list)
    cup: Any = None

    def digest(self) -> str:
        """Return what tells two runs apart."""
        return hashlib.sha256("\n".join(self.trace).encode()).hexdigest()


class TraceHandler(logging.Handler):
    """Writes what the processes log into the trace."""

    def createLock(self) -> None:
        """Take no lock: there is one thread."""
        self.lock = None

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line."""
        world = WORLDS.world
        if world is not None and not world.finished:
            why = ""
            if record.exc_info and record.exc_info[1] is not None:
                why = f" ({type(record.exc_info[1]).__name__}: {record.exc_info[1]})"
            said = f"{record.levelname}: {record.getMessage()}{why}"
            world.note(said.replace(str(world.web.folder), "..."))  # another one in each run


def install() -> None:
    """Put everything of the simulation in place; `virtual_time` is there before."""
    simulated_redis.install()
    processes.install()
    disturbed.install()
    losses.install()
    web.install()
    notices.install()
    logging.root.handlers = [TraceHandler()]
    logging.root.setLevel(logging.WARNING)


def run(seed: str, only: Collection[str] | None = None, every: bool = False) -> Result:
    """Run once; with `only`, of all that went wrong under this seed let that alone go wrong."""
    folder = Path(tempfile.mkdtemp(prefix="fairdeal-simulated-"))
    world = WORLDS.world = World(seed)
    archives = random.Random(f"{seed} archive").random() < ARCHIVING
    os.environ.update(
        settings_for(
            folder,
            FAIRDEAL_ARCHIVE_AFTER_SECONDS="3" if archives else "off",
            FAIRDEAL_LIMITS=f"tables={WAITING}",
        )
    )
    world.detailed = every
    random.seed(seed)  # for what takes chance from no process
    virtual_time.USED.seconds = 0.0
    gc.collect()
    gc.disable()
    try:
        return simulated(world, only, folder)
    finally:
        world.finish()
        gc.enable()
        WORLDS.world = None
        shutil.rmtree(folder, ignore_errors=True)


def run_with_cup(seed: str, only: Collection[str] | None = None, every: bool = False) -> Result:
    """Run once; where there is a tournament hold it to the same one without a fault."""
    result = run(seed, only, every)
    if result.cup is not None and result.faults and not result.violations:
        quiet = run(seed, ())
        if quiet.cup != result.cup:
            result.violations.append(f"the cup ended otherwise: {result.cup} and {quiet.cup}")
    return result


def simulated(world: World, only: Collection[str] | None, folder: Path) -> Result:
    """Let a world happen."""
    faults = Faults(world, only, FAULTY)
    world.network = disturbed.DisturbedNetwork(world, faults)
    simulated_redis.begin_server(world)
    world.web = web.Web(world, folder)
    world.receivers = notices.Receivers(world)
    server = Server(world, KINDS)
    disturbance = disturbed.Disturbance(world, server, faults)
    work = Workload(world, server)
    disturbance.on_loss = work.ledger.lose
    losses.Operator(world, server, work.ledger)
    if random.Random(f"{world.seed} cup").random() < CUPS:
        work.cup = Cup(world, server, work.ledger)
        work.ledger.unbegun += 1
        world.process("cup").spawn(work.cup.begin)

    def is_over() -> bool:
        store: Any = world.server  # the checks begin when it runs, and loses nothing any more
        return bool(world.violations) or (store.connected and work.done())

    ended = world.run(is_over, LATEST)
    if not ended:
        stuck = [one.id for one in work.ledger.tables if not one.closed]
        world.violated(f"no end after {LATEST:.0f} s: {stuck or 'no table was opened'}")
    if not world.violations:
        faults.end()
        check(world, work, folder)
    trace = [f"{at:11.6f} {who}: {what}" for at, who, what in world.trace]
    commands = sum(world.server.commands.values())
    return Result(
        world.seed, world.violations, faults.happened, trace, commands, world.points, world.now,
        work.games, work.cup and work.cup.result,
    )  # fmt: skip


def check(world: World, work: Workload, folder: Path) -> None:
    """Check what must hold, in a process of its own."""
    checks = Checks(world, work.ledger, work.players[0], folder)
    most = WAITING + KINDS["api"]

    def run_checks() -> None:
        store = own_store()
        for played in work.ledger.tables:
            played.events = store.read(played.id)
        waiting = store.count_held(f"tables:{work.greedy.id}")
        checks.require(waiting <= most, f"{waiting} tables wait where {WAITING} may")
        checks.run(store)

    world.process("checks").spawn(run_checks)
    done = world.run(lambda: checks.finished or bool(world.violations), world.now + CHECKED)
    if not done and not world.violations:
        world.violated("the checks did not end")
