"""A proxy between a client and a server that can lose a reply on its way, or all of them."""

import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Literal

from events.store.connections.tracked_connection import CHANGES_NOTHING

Way = Literal["hang up", "fall silent"]
Fault = Literal["the answer is lost", "the command is lost", "the connection is refused"]
NAME = re.compile(rb"\*\d+\r\n\$\d+\r\n([A-Z_]+)\r\n")  # of a command, as it is sent


class LossyProxy:
    """Passes everything on, but for the reply to the next command after `lose`.

    After `fail` it does so with every write that comes, or with its reply, until `heal`.
    """

    def __init__(self, path: Path, server: Path | int) -> None:
        self.path, self.server = path, server
        self.way: Way | None = None
        self.fault: Fault | None = None
        self.passes = 0  # writes that are let through before
        self.lost = 0
        if isinstance(server, int):
            self.listener = socket.create_server(("127.0.0.1", 0))
        else:
            self.listener = socket.socket(socket.AF_UNIX)
            self.listener.bind(str(path))
            self.listener.listen()
        self.sockets: list[socket.socket] = [self.listener]
        self.threads = [threading.Thread(target=self.accept)]
        self.threads[0].start()

    def lose(self, way: Way) -> None:
        """Let the server do the next command, and the client never hear of it."""
        self.way = way

    def fail(self, fault: Fault, passes: int = 0) -> None:
        """Let writes fail from now on, after so many that still succeed."""
        self.fault, self.passes, self.lost = fault, passes, 0
        if fault == "the connection is refused":
            self.path.rename(self.path.with_suffix(".away"))
            self.cut(self.sockets[1:])

    def heal(self) -> None:
        """Pass everything on again."""
        if self.fault == "the connection is refused":
            self.path.with_suffix(".away").rename(self.path)
        self.fault = None

    def accept(self) -> None:
        """Serve every connection in a thread of its own."""
        with suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                server = self.reach()
                self.sockets += [client, server]
                thread = threading.Thread(target=self.serve, args=(client, server))
                self.threads.append(thread)
                thread.start()

    @property
    def port(self) -> int:
        """Return the port at which it listens for a server that listens at one."""
        port: int = self.listener.getsockname()[1]
        return port

    def reach(self) -> socket.socket:
        """Return a connection to the server."""
        if isinstance(self.server, int):
            return socket.create_connection(("127.0.0.1", self.server))
        server = socket.socket(socket.AF_UNIX)
        server.connect(str(self.server))
        return server

    def serve(self, client: socket.socket, server: socket.socket) -> None:
        """Pass requests on one by one, and their replies back."""
        with suppress(OSError):
            while request := client.recv(1 << 20):
                fails = self.fails(request)
                if fails and self.fault == "the command is lost":
                    break
                server.sendall(request)
                reply = server.recv(1 << 20)
                if fails:
                    break
                if self.way is None:
                    client.sendall(reply)
                    continue
                way, self.way = self.way, None
                self.lost += 1
                if way == "hang up":
                    break
        for end in (client, server):
            end.close()

    def fails(self, request: bytes) -> bool:
        """Say whether a request is a write that fails now."""
        writes = not CHANGES_NOTHING.issuperset(name.decode() for name in NAME.findall(request))
        if self.fault is None or not writes:
            return False
        if self.passes:
            self.passes -= 1
            return False
        self.lost += 1
        return True

    def close(self) -> None:
        """Cut all connections."""
        self.cut(self.sockets)
        for thread in self.threads:
            thread.join()

    def cut(self, sockets: list[socket.socket]) -> None:
        """Cut connections."""
        for end in sockets:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


@contextmanager
def lossy(path: Path, server: Path | int) -> Iterator[LossyProxy]:
    """Run a proxy at `path`; before a server at a port of loopback at some port, too."""
    proxy = LossyProxy(path, server)
    try:
        yield proxy
    finally:
        proxy.close()
