"""A process that has everything loaded and forks the others of a server when it is asked to.

    python -m service.commands.fork_server FD MODULE...

What they import takes a second of a processor and 50 MB. Forked from one process that has it (each
MODULE), they begin at once and share that memory.

The two sides talk over the socket FD, a line at a time: `["workers", "follow"]` asks for what
`python -m workers follow` would be, `forked PID` answers, and `ended PID STATUS` tells of one that
has ended, with the status as `os.waitpid` has it. When the socket is closed, the process ends, and
what it has forked with it.
"""

import gc
import os
import signal
import socket
import sys
from contextlib import suppress
from importlib import import_module
from selectors import EVENT_READ, DefaultSelector

import orjson

from events.parent_process import die_with_parent


class ForkServer:
    """Forks processes, and tells when they end.

    Attributes:
        orders: the socket to who asks.
        command: what this process is to be, in one that was forked: a package and arguments.
    """

    def __init__(self, orders: socket.socket) -> None:
        self.orders = orders
        self.command: list[str] = []
        self.woken, self.wake = socket.socketpair()
        self.wake.setblocking(False)
        self.begun = b""  # of an order that has not come whole

    def serve(self) -> list[str]:
        """Fork until nobody asks any more, which returns nothing; a fork gets its command."""
        gc.freeze()  # what is loaded stays shared: no collection writes to it
        before = signal.signal(signal.SIGCHLD, lambda *_: None)  # else it would wake nobody
        signal.set_wakeup_fd(self.wake.fileno(), warn_on_full_buffer=False)
        with DefaultSelector() as selector:
            selector.register(self.orders, EVENT_READ)
            selector.register(self.woken, EVENT_READ)
            while not self.command and self.take_orders(selector):
                pass
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, before)
        for one in (self.orders, self.woken, self.wake):
            one.close()
        return self.command

    def take_orders(self, selector: DefaultSelector) -> bool:
        """Wait until there is something to do, and do it; False where nobody asks any more."""
        ready = [key.fileobj for key, _ in selector.select()]
        if self.woken in ready:
            self.woken.recv(4096)
        self.report_ended()
        if self.orders in ready:
            sent = self.orders.recv(4096)
            *lines, self.begun = (self.begun + sent).split(b"\n")
            for line in lines:
                if self.fork(orjson.loads(line)):
                    return False
            return bool(sent)
        return True

    def fork(self, command: list[str]) -> bool:
        """Fork a process and tell of it; True in the process."""
        parent = os.getpid()
        if pid := os.fork():
            os.setpgid(pid, pid)  # a group of its own, before anybody hears of it
            self.report(f"forked {pid}")
            return False
        self.command = command
        os.setpgid(0, 0)
        die_with_parent()
        if os.getppid() != parent:  # it has died meanwhile
            raise SystemExit
        return True

    def report_ended(self) -> None:
        """Tell of all processes that have ended."""
        with suppress(ChildProcessError):  # there is none
            while (ended := os.waitpid(-1, os.WNOHANG))[0]:
                self.report(f"ended {ended[0]} {ended[1]}")

    def report(self, text: str) -> None:
        """Send a line to who asks."""
        self.orders.sendall(f"{text}\n".encode())


def main() -> None:
    """Load what the arguments say, fork on demand, and be in a fork what was asked for."""
    _, orders, *modules = sys.argv
    for name in modules:
        import_module(name)
    if command := ForkServer(socket.socket(fileno=int(orders))).serve():
        package, *sys.argv[1:] = command
        import_module(f"{package}.__main__").main()


if __name__ == "__main__":
    main()
