"""A process that has everything loaded and forks workers when it is asked to.

What workers import takes half a second of a processor and 40 MB. Forked from one process that has
it, they begin at once and share that memory.

The two sides talk over a socket, a word or two a line: `follow` asks for a worker of that kind,
`forked PID` answers, and `ended PID STATUS` tells of one that has ended, with the status as
`os.waitpid` has it. When the socket is closed, the process ends, and its workers with it.
"""

import gc
import os
import signal
import socket
from contextlib import suppress
from selectors import EVENT_READ, DefaultSelector

from events.store.embedded.server import die_with_parent


class WorkerForks:
    """Forks workers, and tells when they end.

    Attributes:
        orders: the socket to who asks.
        kind: what this process has become, in a worker.
    """

    def __init__(self, orders: socket.socket) -> None:
        self.orders, self.kind = orders, ""
        self.woken, self.wake = socket.socketpair()
        self.wake.setblocking(False)
        self.begun = b""  # of an order that has not come whole

    def serve(self) -> str:
        """Fork until nobody asks any more, which returns nothing; a worker gets its kind."""
        gc.freeze()  # what is loaded stays shared: no collection writes to it
        before = signal.signal(signal.SIGCHLD, lambda *_: None)  # else it would wake nobody
        signal.set_wakeup_fd(self.wake.fileno(), warn_on_full_buffer=False)
        with DefaultSelector() as selector:
            selector.register(self.orders, EVENT_READ)
            selector.register(self.woken, EVENT_READ)
            while not self.kind and self.take_orders(selector):
                pass
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, before)
        for one in (self.orders, self.woken, self.wake):
            one.close()
        return self.kind

    def take_orders(self, selector: DefaultSelector) -> bool:
        """Wait until there is something to do, and do it; False where nobody asks any more."""
        ready = [key.fileobj for key, _ in selector.select()]
        if self.woken in ready:
            self.woken.recv(4096)
        self.report_ended()
        if self.orders in ready:
            sent = self.orders.recv(4096)
            *kinds, self.begun = (self.begun + sent).split(b"\n")
            for kind in kinds:
                if self.fork(kind.decode()):
                    return False
            return bool(sent)
        return True

    def fork(self, kind: str) -> bool:
        """Fork a worker and tell of it; True in the worker."""
        parent = os.getpid()
        if pid := os.fork():
            os.setpgid(pid, pid)  # a group of its own, before anybody hears of it
            self.report(f"forked {pid}")
            return False
        self.kind = kind
        os.setpgid(0, 0)
        die_with_parent()
        if os.getppid() != parent:  # it has died meanwhile
            raise SystemExit
        return True

    def report_ended(self) -> None:
        """Tell of all workers that have ended."""
        with suppress(ChildProcessError):  # there is none
            while (ended := os.waitpid(-1, os.WNOHANG))[0]:
                self.report(f"ended {ended[0]} {ended[1]}")

    def report(self, text: str) -> None:
        """Send a line to who asks."""
        self.orders.sendall(f"{text}\n".encode())
