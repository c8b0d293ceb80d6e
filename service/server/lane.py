"""Few actions at once, and the others in line behind them without a thread.

Python runs one thread at a time, and where many want to, they take it from each other all the time:
16 actions at once took up to 1.6 times the processor's time of 16 in a row. With two at once, one
waits for Redis while the other computes; more gained nothing.
"""

import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

WIDTH = 2  # at once
MOMENT = 0.05  # seconds without an answer after which those in line wait no longer
BESIDE = 64  # threads for them then


class RequestQueue:
    """Lets requests run, a few at once, in the order in which they came.

    Whoever brings a request runs it, and then all that came meanwhile. Where nothing ends for a
    moment, as when the store does not answer, all that wait get threads of their own.

    Attributes:
        ended: how many requests have run.
    """

    def __init__(self, width: int = WIDTH) -> None:
        self.width, self.pool = width, ThreadPoolExecutor(BESIDE, "beside")
        self.lock, self.has_line = threading.Lock(), threading.Event()
        self.line: deque[Callable[[], None]] = deque()
        self.running = self.ended = 0
        threading.Thread(target=self.watch, daemon=True, name="lane").start()

    def take(self, run: Callable[[], None]) -> None:
        """Run a request now, or let those run it who are at it."""
        with self.lock:
            self.line.append(run)
            if self.running >= self.width:
                self.has_line.set()
                return
            self.running += 1
        self.work()

    def work(self) -> None:
        """Run what is in line until nothing is."""
        while (run := self.next()) is not None:
            run()
            with self.lock:
                self.ended += 1

    def next(self) -> Callable[[], None] | None:
        """Return the next request; None, and one is running less, if there is none."""
        with self.lock:
            if self.line:
                return self.line.popleft()
            self.running -= 1
            return None

    def watch(self) -> None:
        """Widen the lane whenever those who run have come to a stop, for ever."""
        while True:
            self.has_line.wait()
            ended = self.ended
            time.sleep(MOMENT)
            if ended == self.ended:
                self.widen()
            with self.lock:
                if not self.line:
                    self.has_line.clear()

    def widen(self) -> None:
        """Let all who wait run."""
        with self.lock:
            more = len(self.line)
            self.running += more
        for _ in range(more):
            self.pool.submit(self.work)
