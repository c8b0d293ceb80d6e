"""One thread, one seed: simulated processes take turns, and only the scheduler moves the time.

A simulated process is a set of greenlets (its threads) with caches, connections, clocks and chance
of its own. A greenlet runs until it talks to Redis, touches a file, sleeps or waits for a lock;
then the scheduler draws when it goes on, and resumes whoever comes first in virtual time.
A process that is killed is never resumed, and its greenlets stay referenced until the run has
ended: a greenlet that is thrown away runs its `finally` blocks, and SIGKILL does not.
"""

import heapq
import random
from collections.abc import Callable
from itertools import count
from typing import Any

from greenlet import GreenletExit, getcurrent, greenlet

EPOCH = 1_800_000_000.0  # seconds; the time of day at which each run begins
READS = 50  # of the time without a point in between, then a moment passes: loops must end
MOMENT = 1e-3  # seconds
STALLED = 0.3  # seconds at most for which a process stands still now and then
TRACED = 20_000  # lines of a trace, of which the newest are kept


class SimulatedProcess:
    """One process: its tasks, its clocks, its chance, and what it has cached."""

    def __init__(self, world: "World", name: str, pid: int) -> None:
        self.world, self.name, self.pid = world, name, pid
        self.alive = True
        self.tasks: list[Task] = []
        self.chance = random.Random(f"{world.seed} {name}")
        self.caches: dict[Any, Any] = {}
        self.started = world.now
        self.rate, self.offset = 1.0, 0.0

    def monotonic(self) -> float:
        """Return the seconds of a clock that nobody can set; it may drift."""
        return 1000.0 + (self.world.read_time() - self.started) * self.rate

    def time_of_day(self) -> float:
        """Return the time of day as this machine has it; it may be set."""
        return EPOCH + self.world.read_time() * self.rate + self.offset

    def spawn(self, run: Callable[[], Any], name: str = "main") -> "Task":
        """Start a thread of this process."""
        task = Task(self, name, run)
        self.tasks.append(task)
        self.world.resume(task, task.ticket, self.world.latency())
        return task


class Task:
    """A thread of a simulated process."""

    def __init__(self, process: SimulatedProcess, name: str, run: Callable[[], Any]) -> None:
        self.process, self.name, self.run = process, name, run
        self.greenlet = greenlet(self.main, parent=process.world.hub)
        self.ticket = 0  # whoever wakes it with an older one comes too late
        self.done = False
        self.waiting: list[tuple[Task, int]] = []  # who joins it
        self.locals: dict[int, dict[str, Any]] = {}
        self.chance = ""  # the seed of what it draws, where that does not come from its process

    @property
    def world(self) -> "World":
        """Return the world in which it runs."""
        return self.process.world

    def main(self) -> None:
        """Run; what escapes ends the process, as far as the world lets it."""
        try:
            self.run()
        except GreenletExit:
            return
        except BaseException as error:
            if not self.world.finished:
                self.world.crashed(self, error)
        finally:
            self.done = True
            if not self.world.finished:
                for task, ticket in self.waiting:
                    self.world.resume(task, ticket, 0.0)


class World:
    """The virtual time of a run, and everything that happens in it."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.server: Any = None  # the store of this world,
        self.network: Any = None  # the way to it,
        self.faults: Any = None  # and what goes wrong
        self.web: Any = None  # addresses outside,
        self.receivers: Any = None  # and those of webhooks and browsers
        self.hub = getcurrent()
        self.now = 0.0
        self.frozen: float | None = None  # the time of the server while it works
        self.chance = random.Random(f"{seed} schedule")
        self.stall = self.chance.choice((0.0, 0.0, 0.002, 0.01))  # probability at each point
        self.heap: list[tuple[float, int, Task, int]] = []
        self.order, self.pids = count(), count(1000)
        self.processes: list[SimulatedProcess] = []
        self.current: Task | None = None
        self.finished = False
        self.store_offset = 0.0  # seconds by which the clock of the store's machine is set wrong
        self.trace: list[tuple[float, str, str]] = []
        self.points = self.reads = 0
        # When somebody first tried to append an event, and when that was last answered.
        self.appended: dict[tuple[str, int], tuple[float, float]] = {}
        self.heads: dict[str, set[tuple[int, str]]] = {}  # numbers and heads, by stream, as tried
        self.violations: list[str] = []
        self.losses: list[float] = []  # when the store came back without something
        self.detailed = False  # whether each point is in the trace
        self.on_point: Callable[[Task, str], None] = lambda task, what: None
        self.on_crash: Callable[[Task, BaseException], None] = lambda task, error: None

    def process(self, name: str) -> SimulatedProcess:
        """Make a process."""
        made = SimulatedProcess(self, name, next(self.pids))
        self.processes.append(made)
        return made

    def note(self, what: str) -> None:
        """Write a line into the trace."""
        who = self.current.process.name if self.current else "world"
        self.trace.append((self.now, who, what))
        if len(self.trace) > 2 * TRACED:
            del self.trace[:TRACED]

    def violated(self, what: str) -> None:
        """Note that something does not hold that must hold."""
        self.note(f"VIOLATION {what}")
        self.violations.append(what)

    def crashed(self, task: Task, error: BaseException) -> None:
        """Note that an error has ended a task."""
        self.note(f"{task.name} ended: {type(error).__name__}: {error}"[:300])
        self.on_crash(task, error)

    def latency(self) -> float:
        """Draw the seconds until a task goes on: short mostly, and sometimes long."""
        draw = self.chance.random
        if self.stall and draw() < self.stall:
            return STALLED * draw()
        return 0.0001 + 0.002 * draw() ** 4

    def read_time(self) -> float:
        """Return the virtual time in seconds; reading it again and again takes time."""
        if self.frozen is not None:
            return self.frozen
        self.reads += 1
        if self.reads > READS:
            self.reads, self.now = 0, self.now + MOMENT
        return self.now

    def resume(self, task: Task, ticket: int, after: float) -> None:
        """Let a task go on after so many seconds, unless it goes on before."""
        heapq.heappush(self.heap, (self.now + after, next(self.order), task, ticket))

    def switch(self) -> None:
        """Let others go on until the running task is resumed."""
        if self.finished or self.current is None:
            raise GreenletExit
        self.hub.switch()
        if self.finished:
            raise GreenletExit

    def sleep(self, seconds: float) -> None:
        """Let virtual time pass for the running task."""
        task = self.current
        if task is None or self.finished:
            raise GreenletExit
        self.resume(task, task.ticket, max(seconds, 0.0) + self.latency())
        self.switch()

    def point(self, what: str) -> None:
        """Let the scheduler decide who goes on, and whether something goes wrong here."""
        task = self.current
        if task is None or self.finished:
            raise GreenletExit
        self.points += 1
        if self.detailed:
            self.note(what)
        self.on_point(task, what)
        self.resume(task, task.ticket, self.latency())
        self.switch()

    def wait(self, waiters: list[tuple[Task, int]], seconds: float | None = None) -> None:
        """Wait until somebody wakes the waiters of a list, or so long."""
        task = self.current
        if task is None:
            raise GreenletExit
        waiters.append((task, task.ticket))
        if seconds is not None:
            self.resume(task, task.ticket, seconds)
        self.switch()

    def wake(self, waiters: list[tuple[Task, int]]) -> None:
        """Let all waiters of a list go on, in an order that is drawn."""
        for task, ticket in waiters:
            self.resume(task, ticket, self.latency())
        waiters.clear()

    def kill(self, process: SimulatedProcess) -> None:
        """End a process as SIGKILL does: nothing of it runs any more."""
        self.note(f"KILLED {process.name}")
        process.alive = False
        if self.current is not None and self.current.process is process:
            self.switch()
            raise AssertionError("a dead process was resumed")

    def run(self, until: Callable[[], bool], latest: float) -> bool:
        """Let everything happen until a condition holds; False where it did not in time."""
        while self.heap:
            at, _, task, ticket = heapq.heappop(self.heap)
            if task.ticket != ticket or task.done or not task.process.alive:
                continue
            if at > latest:
                return False
            self.now = max(self.now, at)
            task.ticket += 1
            self.reads = 0
            self.current = task
            task.greenlet.switch()
            self.current = None
            if until():
                return True
        return False

    def finish(self) -> None:
        """End everything, so that nothing of the run stays in memory."""
        self.finished, self.current = True, None
        for process in self.processes:
            for task in process.tasks:
                if task.greenlet:
                    task.greenlet.throw(GreenletExit)
        self.heap.clear()


class Worlds:
    """Which world runs now."""

    world: World | None = None


WORLDS = Worlds()


def running() -> World | None:
    """Return the world if one runs, and a task of it is at work."""
    world = WORLDS.world
    return world if world is not None and world.current is not None else None
