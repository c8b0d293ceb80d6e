"""Reads that fold logs or look through long lists, held to a share of this process's time.

What such a read costs is only known when it is done: the time that it took, in which it shared the
interpreter and the processor with play. (The processor time of its thread alone would be too cheap
on a busy machine, where a share of what passes is more than a process gets; but a read that
waits for an archive far away keeps nobody from playing: no more than a multiple of it counts.)

A read goes in while there is time to spend; a usual cost is set aside at once, and the rest is
settled afterwards. Who comes while nothing is left waits a little. Whoever was served longest ago
goes first, by address, so that one who asks for much keeps nobody else waiting. Who waits holds a
thread and asks no more meanwhile: that is what slows a flood of reads.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import NamedTuple

from service.wire.problems import READS_OVERLOADED

BURST = 0.1  # seconds of processor time that may be spent at once after a pause
PATIENCE = 5.0  # seconds that a read waits
QUEUE = 64  # reads that wait in one process
QUIET = 0.75  # share of the time while nobody plays
PLAYED = 5.0  # seconds after a command for a table for which play goes on
USUAL = 0.005  # seconds that a read is taken to cost until others tell
MOMENT = 0.0001  # seconds by which a wait is longer than it must be
STRETCHED = 8  # times its processor time that a read may cost because it waited for it
OVERHEAD = 0.0003  # seconds of the server around each read, which its own thread does not see


class Clocks(NamedTuple):
    """What tells seconds, those that pass and those of this thread on the processor; and waits."""

    passing: Callable[[], float] = time.monotonic
    thread: Callable[[], float] = time.thread_time
    wait: Callable[[threading.Event, float], object] = threading.Event.wait


class QueuedRead:
    """A read that waits for its turn."""

    def __init__(self, number: int, address: str) -> None:
        self.number, self.address = number, address
        self.turn = threading.Event()


class ReadTimeBudget:
    """The time that reads may take in a process: `share` of all while play goes on."""

    def __init__(self, share: float, clocks: Clocks | None = None) -> None:
        self.share, self.clocks = share, clocks or Clocks()
        self.lock = threading.Lock()
        self.left, self.filled = BURST, self.clocks.passing()
        self.played = self.filled - PLAYED
        self.usual = USUAL
        self.numbers = count(1)
        self.queue: list[QueuedRead] = []
        self.served: dict[str, int] = {}  # address -> number of its newest read that went in

    def note_play(self) -> None:
        """Note that somebody plays."""
        self.played = self.clocks.passing()

    @contextmanager
    def spend(self, address: str) -> Iterator[None]:
        """Wait for a turn, and count what is done in it.

        Raises:
            Problem: READS_OVERLOADED, too many wait, or this one too long.
        """
        reserved = self.wait_for_turn(address)
        begin, worked = self.clocks.passing(), self.clocks.thread()
        try:
            yield
        finally:
            worked = self.clocks.thread() - worked
            self.settle(reserved, min(self.clocks.passing() - begin, STRETCHED * worked))

    def wait_for_turn(self, address: str) -> float:
        """Wait until there is time to spend; return how much of it was set aside."""
        end = self.clocks.passing() + PATIENCE
        with self.lock:
            if len(self.queue) >= QUEUE:
                raise READS_OVERLOADED()
            own = QueuedRead(next(self.numbers), address)
            self.queue.append(own)
        while True:
            with self.lock:
                self.refill()
                is_first = self.next_read() is own
                if is_first and self.left > 0:
                    self.leave(own)
                    self.left -= self.usual
                    self.served[address] = own.number
                    return self.usual
                pause = end - self.clocks.passing()
                if pause <= 0:
                    self.leave(own)
                    raise READS_OVERLOADED()
                if is_first:
                    pause = min(pause, -self.left / self.rate() + MOMENT)
                own.turn.clear()
            self.clocks.wait(own.turn, pause)

    def next_read(self) -> QueuedRead:
        """Return whose turn is next."""
        return min(self.queue, key=lambda one: (self.served.get(one.address, 0), one.number))

    def leave(self, own: QueuedRead) -> None:
        """Take a read out of the queue and let the next one look."""
        self.queue.remove(own)
        waiting = {one.address for one in self.queue}
        self.served = {one: n for one, n in self.served.items() if one in waiting}
        if self.queue:
            self.next_read().turn.set()

    def settle(self, reserved: float, cost: float) -> None:
        """Count what a read has cost in place of what was set aside for it."""
        with self.lock:
            self.refill()
            cost += OVERHEAD
            self.left += reserved - cost
            self.usual += (cost - self.usual) / 8
            if self.queue and self.left > 0:
                self.next_read().turn.set()

    def refill(self) -> None:
        """Add what may be spent of the time that has passed."""
        now = self.clocks.passing()
        self.left = min(BURST, self.left + self.rate() * (now - self.filled))
        self.filled = now

    def rate(self) -> float:
        """Return how much of a second may be spent in each second."""
        goes_on = self.clocks.passing() - self.played < PLAYED
        return self.share if goes_on else max(self.share, QUIET)
