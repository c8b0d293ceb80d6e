"""A proxy between a client and a server that can lose one reply on its way."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Literal

Way = Literal["hang up", "fall silent"]


class LossyProxy:
    """Passes everything on, but for the reply to the next command after `lose`."""

    def __init__(self, path: Path, server: Path) -> None:
        self.path, self.server = path, server
        self.way: Way | None = None
        self.lost = 0
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(path))
        self.listener.listen()
        self.sockets: list[socket.socket] = [self.listener]
        self.threads = [threading.Thread(target=self.accept)]
        self.threads[0].start()

    def lose(self, way: Way) -> None:
        """Let the server do the next command, and the client never hear of it."""
        self.way = way

    def accept(self) -> None:
        """Serve every connection in a thread of its own."""
        with suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                server = socket.socket(socket.AF_UNIX)
                server.connect(str(self.server))
                self.sockets += [client, server]
                thread = threading.Thread(target=self.serve, args=(client, server))
                self.threads.append(thread)
                thread.start()

    def serve(self, client: socket.socket, server: socket.socket) -> None:
        """Pass requests on one by one, and their replies back."""
        with suppress(OSError):
            while request := client.recv(1 << 20):
                server.sendall(request)
                reply = server.recv(1 << 20)
                if self.way is None:
                    client.sendall(reply)
                    continue
                way, self.way = self.way, None
                self.lost += 1
                if way == "hang up":
                    break
        for end in (client, server):
            end.close()

    def close(self) -> None:
        """Cut all connections."""
        for end in self.sockets:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        for thread in self.threads:
            thread.join()


@contextmanager
def lossy(path: Path, server: Path) -> Iterator[LossyProxy]:
    """Run a proxy at `path`."""
    proxy = LossyProxy(path, server)
    try:
        yield proxy
    finally:
        proxy.close()
