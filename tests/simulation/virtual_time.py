"""Put virtual time, chance, locks and threads in the place of the real ones.

`install` comes before any other import: many modules take `monotonic`, `Lock` or `Thread` by name.
Outside a run everything is as it was, so imports and tests around the runs see the real time.
"""

import os
import random
import threading
import time
from collections.abc import Callable
from typing import Any

from tests.simulation.scheduler import EPOCH, WORLDS, Task, running

REAL: dict[str, Callable[..., Any]] = {
    name: getattr(time, name)
    for name in ("time", "monotonic", "perf_counter", "sleep", "clock_gettime", "time_ns",
                 "monotonic_ns", "perf_counter_ns", "thread_time", "process_time")
}  # fmt: skip
THOUGHT = 0.05  # seconds of the processor between two looks at what a thought has used
REAL_URANDOM, REAL_PID = os.urandom, os.getpid


def time_of_day() -> float:
    """Return the time of day of the process that asks."""
    world = WORLDS.world
    if world is None:
        return float(REAL["time"]())
    task = world.current
    if task is None or world.frozen is not None:
        return EPOCH + world.read_time() + world.store_offset
    return task.process.time_of_day()


def monotonic() -> float:
    """Return the steady clock of the process that asks."""
    world = WORLDS.world
    if world is None:
        return float(REAL["monotonic"]())
    task = world.current
    return world.read_time() if task is None else task.process.monotonic()


class Used:
    """The processor's time, which passes by looks: what is thought about depends on no machine."""

    seconds = 0.0

    def __call__(self) -> float:
        """Return it."""
        if WORLDS.world is None:
            return float(REAL["thread_time"]())
        self.seconds += THOUGHT
        return self.seconds


USED = Used()


def sleep(seconds: float) -> None:
    """Let virtual time pass."""
    world = WORLDS.world
    if world is None:
        REAL["sleep"](seconds)
    else:
        world.sleep(seconds)


def clock_gettime(which: int) -> float:
    """Return a clock of the process that asks."""
    return time_of_day() if which == time.CLOCK_REALTIME else monotonic()


def in_ns(clock: Callable[[], float]) -> Callable[[], int]:
    """Return a clock in nanoseconds."""
    return lambda: int(clock() * 1e9)


def urandom(size: int) -> bytes:
    """Return chance of the process that asks."""
    world = WORLDS.world
    if world is None:
        return REAL_URANDOM(size)
    task = world.current
    if task is not None and task.chance:  # the same whatever it has drawn before
        return random.Random(f"{task.chance} {size}").randbytes(size)
    source = world.chance if task is None else task.process.chance
    return source.randbytes(size)


def getpid() -> int:
    """Return the number of the process that asks."""
    world = running()
    return REAL_PID() if world is None else world.current.process.pid  # type: ignore[union-attr]


class Lock:
    """A lock that greenlets wait for in virtual time."""

    def __init__(self) -> None:
        self.holder: Task | str | None = None
        self.waiters: list[tuple[Task, int]] = []

    def acquire(self, blocking: bool = True, timeout: float = -1) -> bool:
        """Take it."""
        world = running()
        if self.holder is None:
            self.holder = "outside" if world is None else world.current
            return True
        if not blocking:
            return False
        if world is None:
            if WORLDS.world is not None and WORLDS.world.finished:
                return True
            raise RuntimeError("a lock is held, and nothing runs that could release it")
        end = None if timeout is None or timeout < 0 else world.now + timeout
        while self.holder is not None:
            if end is not None and world.now >= end:
                return False
            world.wait(self.waiters, None if end is None else end - world.now)
        self.holder = world.current
        return True

    def release(self) -> None:
        """Give it back."""
        self.holder = None
        world = WORLDS.world
        if world is not None and self.waiters and not world.finished:
            world.wake(self.waiters)

    def locked(self) -> bool:
        """Say whether somebody has it."""
        return self.holder is not None

    def __enter__(self) -> bool:
        return self.acquire()

    def __exit__(self, *_: object) -> None:
        self.release()

    def _at_fork_reinit(self) -> None:
        self.holder, self.waiters = None, []


class RLock(Lock):
    """One that its holder may take again."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def me(self) -> Any:
        """Return who asks."""
        world = running()
        return "outside" if world is None else world.current

    def acquire(self, blocking: bool = True, timeout: float = -1) -> bool:
        """Take it once more."""
        if self.count and self.holder is self.me():
            self.count += 1
            return True
        taken = super().acquire(blocking, timeout)
        if taken:
            self.count = 1
        return taken

    def release(self) -> None:
        """Give it back once."""
        self.count -= 1
        if self.count <= 0:
            self.count = 0
            super().release()

    def _is_owned(self) -> bool:
        return bool(self.count) and self.holder is self.me()

    def _release_save(self) -> int:
        count, self.count = self.count, 0
        super().release()
        return count

    def _acquire_restore(self, count: int) -> None:
        super().acquire()
        self.count = count


class Local:
    """What each thread has of its own."""

    def __new__(cls, *args: Any, **kwargs: Any) -> Any:
        made = super().__new__(cls)
        object.__setattr__(made, "_outside", {})
        object.__setattr__(made, "_made_with", (args, kwargs))
        return made

    def __getattribute__(self, name: str) -> Any:
        if name in ("_outside", "_made_with") or name.startswith("__"):
            return object.__getattribute__(self, name)
        own = own_part(self)
        return own[name] if name in own else object.__getattribute__(self, name)

    def __setattr__(self, name: str, value: Any) -> None:
        own_part(self)[name] = value

    def __delattr__(self, name: str) -> None:
        try:
            del own_part(self)[name]
        except KeyError:
            raise AttributeError(name) from None


def own_part(local: Local) -> dict[str, Any]:
    """Return what the running thread has in a local."""
    world = running()
    if world is None:
        return object.__getattribute__(local, "_outside")  # type: ignore[no-any-return]
    assert world.current is not None
    known = world.current.locals
    if id(local) not in known:
        known[id(local)] = {}
        args, kwargs = object.__getattribute__(local, "_made_with")
        type(local).__init__(local, *args, **kwargs)
    return known[id(local)]


class Thread(threading.Thread):
    """A thread that is a greenlet of the process that starts it."""

    task: Task | None = None

    def start(self) -> None:
        """Start it."""
        world = running()
        if world is None:
            super().start()
            return
        assert world.current is not None
        self.task = world.current.process.spawn(self.run, self.name)
        self._started.set()  # type: ignore[attr-defined]

    def join(self, timeout: float | None = None) -> None:
        """Wait until it has ended."""
        if self.task is None:
            super().join(timeout)
            return
        world = running()
        if world is not None and not self.task.done:
            world.wait(self.task.waiting, timeout)

    def is_alive(self) -> bool:
        """Say whether it runs."""
        return super().is_alive() if self.task is None else not self.task.done


def install() -> None:
    """Put all of this in place, once a process."""
    clocks: dict[str, Any] = {
        "time": time_of_day, "monotonic": monotonic, "perf_counter": monotonic, "sleep": sleep,
        "clock_gettime": clock_gettime, "time_ns": in_ns(time_of_day),
        "monotonic_ns": in_ns(monotonic), "perf_counter_ns": in_ns(monotonic),
        "thread_time": USED, "process_time": USED,
    }  # fmt: skip
    for name, clock in clocks.items():
        setattr(time, name, clock)
    os.urandom, os.getpid = urandom, getpid
    random._urandom = urandom  # type: ignore[attr-defined]
    threads: Any = threading
    threads.Lock = threads._allocate_lock = Lock
    threads.RLock = RLock
    threads.local = Local
    threads.Thread = Thread
