"""A proxy between a client and a server that drops, delays and doubles, all by a seed."""

import http.client
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from threading import Event, Lock
from typing import Any
from urllib.parse import urlsplit

from tests.loopback import listening
from tests.waiting import PATIENCE

HOP = ("connection", "content-length", "transfer-encoding", "date", "server")
HELD = Event()  # nobody sets it: to wait for it is to delay


@dataclass
class Faults:
    """What a proxy does to how many of a hundred requests, and what it did.

    Attributes:
        lost: the server never gets the request.
        unanswered: the server carries it out, and the client gets no answer.
        cut: the client gets a part of the answer.
        doubled: the server gets it twice, and the client the second answer.
        delayed: it takes its time.
        lines: of a stream, after which it breaks; 0: it never does.
        holds_streams: a stream is held back until it ends, as proxies do that buffer.
    """

    seed: int
    lost: int = 0
    unanswered: int = 0
    cut: int = 0
    doubled: int = 0
    delayed: int = 0
    lines: int = 0
    holds_streams: bool = False
    done: Counter[str] = field(default_factory=Counter)
    requests: list[tuple[str, str, dict[str, str]]] = field(default_factory=list)
    lock: Lock = field(default_factory=Lock)
    chance: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)

    def next_fault(self) -> str:
        """Return what happens to the next request; nothing for most."""
        with self.lock:
            drawn = self.chance.randrange(100)
            for name in ("lost", "unanswered", "cut", "doubled", "delayed"):
                drawn -= getattr(self, name)
                if drawn < 0:
                    self.done[name] += 1
                    return name
        return ""


@contextmanager
def proxy_to(url: str, faults: Faults) -> Iterator[str]:
    """Serve in front of a server; yield the address."""
    there = urlsplit(url)
    assert there.hostname is not None
    host, port = there.hostname, there.port

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            faults.requests.append((self.command, self.path, dict(self.headers.items())))
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            fault = faults.next_fault()
            if fault == "lost":
                return
            if fault == "delayed":
                HELD.wait(0.05)
            if fault == "doubled" and "text/event-stream" not in self.headers.get("Accept", ""):
                with self.answer(body) as first:
                    first.read()
            with self.answer(body) as answer, suppress(OSError):
                self.pass_on(answer, fault)

        do_GET = do_DELETE = do_PUT = do_POST

        @contextmanager
        def answer(self, body: bytes) -> Iterator[http.client.HTTPResponse]:
            """Send it on to the server; yield the answer."""
            headers = {name: one for name, one in self.headers.items() if name.lower() != "host"}
            with closing(http.client.HTTPConnection(host, port, timeout=PATIENCE)) as connection:
                connection.request(self.command, self.path, body or None, headers)
                with connection.getresponse() as found:
                    yield found

        def pass_on(self, answer: http.client.HTTPResponse, fault: str) -> None:
            """Give the client the answer, or not."""
            is_stream = answer.headers.get_content_type() == "text/event-stream"
            data = b"" if is_stream and not faults.holds_streams else answer.read()
            if fault == "unanswered":
                return
            self.send_response(answer.status)
            for name, value in answer.headers.items():
                if name.lower() not in HOP:
                    self.send_header(name, value)
            if is_stream and not faults.holds_streams:
                self.end_headers()
                self.pass_on_lines(answer, fault)
                return
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data[: len(data) // 2] if fault == "cut" else data)

        def pass_on_lines(self, answer: http.client.HTTPResponse, fault: str) -> None:
            """Give the client a stream as it comes, up to where it breaks."""
            count = 0
            while line := answer.readline():
                self.wfile.write(line)
                self.wfile.flush()
                count += 1
                if fault == "cut" or (faults.lines and count >= faults.lines):
                    faults.done["streams"] += 1
                    return

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    with listening(Handler) as address:
        yield address
