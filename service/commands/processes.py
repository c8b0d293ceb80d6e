"""Start the processes of a whole server, start again those that die, stop them all."""

import errno
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self

from redis.exceptions import RedisError

from events.store.client import connect
from events.store.embedded import EmbeddedServer, die_with_parent, durability

BEHIND = b"service/store_behind"
READY_TIME = 30.0  # seconds
GRACE = 8.0  # seconds that a process gets to end by itself
QUICK = 2.0  # seconds; a process that dies sooner is started again more slowly each time
SLOWEST = 10.0  # seconds between starts
PYTHON: Sequence[str] = (sys.executable, "-m")  # runs a module as a process


class NotStarted(Exception):
    """The server did not come up."""


@dataclass
class Child:
    """One process of ours, in a process group of its own."""

    name: str
    command: list[str]
    environment: dict[str, str]
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    wait: float = 0.0

    def start(self) -> None:
        """Start the process."""
        self.started = time.monotonic()
        self.process = subprocess.Popen(
            self.command,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=die_with_parent,  # noqa: PLW1509  # no thread of ours runs yet
        )

    def watch(self) -> None:
        """Start the process again if it has died."""
        if self.process is None or self.process.poll() is None:
            return
        lived = time.monotonic() - self.started
        if lived < self.wait:
            return
        self.end(signal.SIGKILL)  # what it left behind in its group
        self.wait = min(SLOWEST, max(0.5, 2 * self.wait)) if lived < QUICK else 0.0
        print(f"fairdeal: {self.name} ended ({self.process.returncode}); started again", flush=True)
        self.start()

    def end(self, sign: signal.Signals) -> None:
        """Send a signal to the whole group."""
        if self.process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, sign)


@dataclass
class Stack:
    """A whole server: Redis (unless one is given), API, follower, workers.

    Attributes:
        data: folder of the signing key and of the embedded server's data.
        redis_url: a running Redis; empty: one of our own is started.
    """

    data: Path
    port: int
    host: str = "127.0.0.1"
    redis_url: str = ""
    durable: bool = False
    api_workers: int = 1
    bot_workers: int = 1
    server: EmbeddedServer | None = None
    children: list[Child] = field(default_factory=list)

    @property
    def url(self) -> str:
        """Return where the API is served."""
        return f"http://{self.host}:{self.port}"

    def start(self) -> None:
        """Start everything and wait until the API is ready."""
        self.data.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not self.redis_url:
            self.server = EmbeddedServer(self.data / "redis", always=self.durable)
            self.redis_url = self.server.start()
        environment = {
            **os.environ,
            "FAIRDEAL_REDIS_URL": self.redis_url,
            "FAIRDEAL_DATA": str(self.data),
            "FAIRDEAL_DURABILITY": self.kept(),
            "PYTHONUNBUFFERED": "1",
        }
        self.children = [
            Child("api", [*PYTHON, "service", "api", "--host", self.host, "--port", str(self.port),
                          "--workers", str(self.api_workers)], environment),
            Child("follower", [*PYTHON, "workers", "follow"], environment),
            Child("clock", [*PYTHON, "workers", "clock"], environment),
            *(Child(f"bots-{k}", [*PYTHON, "workers", "bots"], environment)
              for k in range(self.bot_workers)),
        ]  # fmt: skip
        if environment.get("FAIRDEAL_ARCHIVE_AFTER") != "off":
            self.children.append(Child("archive", [*PYTHON, "workers", "archive"], environment))
        if environment.get("FAIRDEAL_WITNESSES"):
            self.children.append(Child("cosign", [*PYTHON, "workers", "cosign"], environment))
        for child in self.children:
            child.start()
        self.wait_until_ready()

    def kept(self) -> str:
        """Return how the store keeps events; NotStarted if it does not answer."""
        try:
            redis = connect(self.redis_url)
            redis.ping()
        except (RedisError, ValueError) as error:
            raise NotStarted(f"The Redis to keep the tables does not answer: {error}") from None
        return durability(redis)

    def wait_until_ready(self) -> None:
        """Wait for the API to answer."""
        end = time.monotonic() + READY_TIME
        while time.monotonic() < end:
            api = self.children[0].process
            assert api is not None
            if api.poll() is not None:
                raise NotStarted(f"The API ended with {api.returncode} before it was ready")
            if self.is_ready():
                return
            time.sleep(0.05)
        raise NotStarted(f"The API did not answer within {READY_TIME:.0f} seconds")

    def is_ready(self) -> bool:
        """Say whether API and store answer; a store that is behind is shown, but not signed for."""
        try:
            urllib.request.urlopen(f"{self.url}/readyz", timeout=2).close()
        except urllib.error.HTTPError as error:
            return BEHIND in error.read()
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            return False
        return True

    def watch(self) -> None:
        """Start again what has died."""
        if self.server is not None and not self.server.alive():
            print("fairdeal: Redis ended; started again", flush=True)
            self.server.start()
        for child in self.children:
            child.watch()

    def stop(self) -> None:
        """Stop everything, Redis last."""
        for child in self.children:
            child.end(signal.SIGTERM)
        end = time.monotonic() + GRACE
        for child in self.children:
            if child.process is not None:
                with suppress(subprocess.TimeoutExpired):
                    child.process.wait(max(0.1, end - time.monotonic()))
                child.end(signal.SIGKILL)
                child.process.wait()
        if self.server is not None:
            self.server.stop()

    def __enter__(self) -> Self:
        """Start; stop what was started if something fails."""
        try:
            self.start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop."""
        self.stop()


def free_port() -> int:
    """Return a port of the loopback interface that nobody listens on just now."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


def refusal(host: str, port: int) -> str | None:
    """Say why nobody can listen on a port now; None if one can."""
    with socket.socket() as one:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            one.bind((host, port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                return f"Port {port} of {host} is taken; choose another with --port"
            return f"Nobody can listen on port {port} of {host}: {error.strerror}"
        return None
