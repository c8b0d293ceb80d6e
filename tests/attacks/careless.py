"""A client that sends everything more than once, to any of the API's processes, and hangs up."""

import json
import random
import socket
from contextlib import ExitStack
from dataclasses import dataclass
from http.client import HTTPResponse
from itertools import count
from typing import Any

from service.commands.client import Client
from tests.waiting import PATIENCE

KEYS = count()
MOST = 3  # times that a request is sent one after the other


@dataclass
class Sent:
    """An answer as it came over the wire."""

    status: int
    headers: dict[str, str]
    body: bytes


def read(line: socket.socket) -> Sent:
    """Read the answer to a request."""
    answer = HTTPResponse(line)
    answer.begin()
    headers = {name.lower(): value for name, value in answer.getheaders()}
    return Sent(answer.status, headers, answer.read())


@dataclass
class Careless:
    """A player who trusts no answer; `ports` are those of the processes."""

    client: Client
    ports: tuple[int, ...]
    luck: random.Random
    requests: int = 0
    copies: int = 0
    cuts: int = 0
    replayed: int = 0

    def wire(self, method: str, path: str, body: Any, key: str) -> bytes:
        """Return the bytes of a request."""
        data = b"" if body is None else json.dumps(body).encode()
        lines = [
            f"{method} {path} HTTP/1.1",
            f"Host: 127.0.0.1:{self.ports[0]}",
            f"Authorization: Bearer {self.client.token}",
            "Content-Type: application/json",
            f"Content-Length: {len(data)}",
            f"Idempotency-Key: {key}",
        ]
        return "\r\n".join(lines).encode() + b"\r\n\r\n" + data

    def connected(self) -> socket.socket:
        """Connect to one of the processes."""
        return socket.create_connection(("127.0.0.1", self.luck.choice(self.ports)), PATIENCE)

    def send(self, data: bytes, how: str) -> Sent | None:
        """Send a request: `read` its answer, or `cut` before it, or in the `middle` of itself."""
        with self.connected() as line:
            if how == "middle":
                line.sendall(data[: self.luck.randrange(1, len(data))])
                return None
            line.sendall(data)
            return read(line) if how == "read" else None

    def at_once(self, data: bytes) -> list[Sent]:
        """Send a request more than once before any answer is read."""
        with ExitStack() as open_lines:
            lines = [open_lines.enter_context(self.connected()) for _ in range(MOST)]
            for line in lines:
                line.sendall(data)
            return [read(line) for line in lines]

    def later(self, data: bytes) -> list[Sent]:
        """Send a request one time after the other; return the answers that were read."""
        ways = [self.luck.choice(["read", "cut", "cut", "middle"]) for _ in range(MOST)]
        answers = [self.send(data, how) for how in [*ways, "read"]]
        found = [one for one in answers if one is not None]
        self.cuts += len(answers) - len(found)
        return found

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Send a request more than once; return the one answer that all which were read gave."""
        data = self.wire(method, path, body, f"{method}-{next(KEYS)}")
        found = self.luck.choice([self.at_once, self.later])(data)
        self.requests += 1
        self.copies += len(found)
        self.replayed += sum("idempotency-replayed" in one.headers for one in found)
        assert {one.status for one in found} <= {200, 201}, found[-1].body
        assert len({one.body for one in found}) == 1, [one.body for one in found]
        return json.loads(found[-1].body)
