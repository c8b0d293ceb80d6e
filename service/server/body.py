"""The body of a request while it comes in, under a limit of time that slow senders can't stretch.

A short body is collected before any thread is taken for the request. A long one is read by the
app, which has slots for that.
"""

import io
import math
import threading
import time
from asyncio import CancelledError
from collections.abc import Callable
from typing import Any

from service.settings import BODY_LIMIT
from service.wire.problems import INCOMPLETE_BODY, REQUEST_TIMEOUT, Problem

DRAINED = 8 * 2**20  # bytes of a body nobody wants that are read to be forgotten
RATE = 2**20  # bytes a second that the sender of a long body has to keep up
PIECES = 256  # in which a body may come, and as many more as it has times so many bytes
TICK = 0.5  # seconds between looks for those who are too slow


class IncomingBody:
    """The body of one request.

    Attributes:
        length: how many bytes are announced; None: sent in chunks.
        size: how many bytes have come.
        pieces: in how many pieces.
        end: when its time is up, but for a second more for each `RATE` bytes that have come.
        is_over: nothing more comes.
        fault: why it is none.
    """

    __slots__ = ("end", "fault", "is_over", "late", "length", "most", "parts", "pending",
                 "pieces", "proto", "size", "then")  # fmt: skip

    def __init__(
        self, proto: Any, length: int | None, seconds: float, late: "BodyDeadlines"
    ) -> None:
        self.proto, self.length, self.late = proto, length, late
        self.end = time.monotonic() + seconds
        self.parts: list[bytes] = []
        self.size, self.pieces, self.most = 0, 0, BODY_LIMIT
        self.is_over = False
        self.fault: Problem | None = None
        self.pending: Any = None
        self.then: Callable[[], None] | None = None

    @property
    def left(self) -> float:
        """Return how many seconds are left."""
        return self.end + self.size / RATE - time.monotonic()

    def collect(self, then: Callable[[], None]) -> None:
        """Take in what comes, and go on with `then` when it is whole, broken, late or long."""
        self.then = then
        self.late.open.add(self)
        self.ask()

    def forget(self, then: Callable[[], None]) -> None:
        """Read on for a while before `then`: a client that still sends would miss the answer."""
        self.most = DRAINED
        self.collect(then)

    def ask(self) -> None:
        """Ask for the next part."""
        self.pending = future = self.proto.receive()
        future.add_done_callback(self.take)

    def take(self, future: Any) -> None:
        """Take a part, and go on."""
        self.pending = None
        self.keep(future)
        if not self.is_over and self.size <= self.most:
            if self.most > BODY_LIMIT:
                self.parts.clear()
            self.ask()
            return
        self.late.open.discard(self)
        then, self.then = self.then, None
        assert then is not None
        then()

    def keep(self, future: Any) -> None:
        """Keep what a future has brought."""
        try:
            message = future.result()
        except CancelledError:
            self.fail(REQUEST_TIMEOUT())
            return
        if message["type"] == "http.disconnect":
            self.fail(INCOMPLETE_BODY())
            return
        part: bytes = message["body"]
        self.parts.append(part)
        self.size += len(part)
        self.pieces += 1
        if self.pieces > PIECES + self.size // PIECES:  # each costs more than the bytes in it
            self.fail(
                REQUEST_TIMEOUT("The body arrived in too many small pieces; send larger ones")
            )
            return
        self.is_over = self.size == self.length or not message["more_body"]

    def fail(self, why: Problem) -> None:
        """Take it for over."""
        self.fault, self.is_over = why, True

    def expire(self) -> None:
        """End it, if its time is up: whoever waits for the next part goes on."""
        if self.left <= 0 and (future := self.pending) is not None:
            future.cancel()

    def let_go(self) -> None:
        """Hold the connection no longer, whoever still holds this."""
        self.proto = None

    def stream(self) -> Any:
        """Return what the app reads; it meets the fault when it does."""
        if self.is_over and self.fault is None:
            return io.BytesIO(b"".join(self.parts))
        return self

    def read(self, size: int = -1) -> bytes:
        """Return the next bytes of a body that is long or none; empty at its end."""
        while not self.parts and not self.is_over:
            future = self.proto.receive()
            if not _wait_for_future(future, self.left):
                future.cancel()
            self.keep(future)
        if self.fault is not None:
            raise self.fault
        if not self.parts:
            return b""
        part = self.parts.pop(0)
        if 0 <= size < len(part):
            self.parts.insert(0, part[size:])
            part = part[:size]
        return part


def _wait_for_future(future: Any, seconds: float) -> bool:
    """Wait in this thread until a future of granian's is done; False when the time is up."""
    done = threading.Event()
    future.add_done_callback(lambda _: done.set())
    return done.wait(max(0.0, seconds))


class BodyDeadlines:
    """Ends the bodies whose time is up; a thread looks for them."""

    def __init__(self) -> None:
        self.open: set[IncomingBody] = set()
        threading.Thread(target=self.run, daemon=True, name="late").start()

    def run(self) -> None:
        """End what is late, for ever."""
        while True:
            time.sleep(TICK)
            self.end()

    def end(self) -> None:
        """End what is late now, and keep hold of none: the last holder keeps a connection open."""
        for body in list(self.open):
            body.expire()

    def end_all(self) -> None:
        """End all that has not come."""
        for body in list(self.open):
            body.end = -math.inf
            body.expire()
