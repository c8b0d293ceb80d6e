"""A load generator on plain sockets: one process, many kept-alive connections, little overhead."""

import selectors
import socket
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

READ = 1 << 16
OK = (b"HTTP/1.1 200", b"HTTP/1.1 201")


@dataclass
class Load:
    """What a run measured: seconds in all, and milliseconds of each request."""

    seconds: float = 0.0
    millis: list[float] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """Return requests a second."""
        return len(self.millis) / self.seconds

    def percentile(self, share: float) -> float:
        """Return the milliseconds within which `share` of the requests were answered."""
        ordered = sorted(self.millis)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


@dataclass
class Connection:
    """One kept-alive connection that sends its requests one after the other."""

    sock: socket.socket
    requests: Iterator[bytes]
    buffer: bytes = b""
    sent: float = 0.0

    def send(self) -> bool:
        """Send the next request; False when there is none."""
        data = next(self.requests, None)
        if data is None:
            return False
        self.buffer, self.sent = b"", time.perf_counter()
        self.sock.sendall(data)
        return True

    def receive(self) -> bool:
        """Take in what came; True when the answer is whole."""
        data = self.sock.recv(READ)
        if not data:
            raise ConnectionError("the server closed a connection")
        self.buffer += data
        end = self.buffer.find(b"\r\n\r\n")
        if end < 0:
            return False
        if not self.buffer.startswith(OK):
            raise ConnectionError(f"unexpected answer: {self.buffer[:600]!r}")
        at = self.buffer.lower().find(b"content-length:") + 15
        return len(self.buffer) >= end + 4 + int(self.buffer[at : self.buffer.find(b"\r", at)])


def post(path: str, body: bytes, token: str = "", prefer: str = "") -> bytes:
    """Return the bytes of a POST request with a JSON body; `prefer`: its header of that name."""
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    if token:
        head += f"Authorization: Bearer {token}\r\n"
    if prefer:
        head += f"Prefer: {prefer}\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


def run(port: int, scripts: Sequence[Iterator[bytes]]) -> Load:
    """Send all scripts at once, one connection each, as fast as the answers come."""
    load = Load()
    selector = selectors.DefaultSelector()
    begin = time.perf_counter()
    for script in scripts:
        sock = socket.create_connection(("127.0.0.1", port))
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection = Connection(sock, script)
        if connection.send():
            selector.register(sock, selectors.EVENT_READ, connection)
    while selector.get_map():
        for key, _ in selector.select():
            connection = key.data
            if connection.receive():
                load.millis.append(1000 * (time.perf_counter() - connection.sent))
                if not connection.send():
                    selector.unregister(connection.sock)
                    connection.sock.close()
    load.seconds = time.perf_counter() - begin
    return load
