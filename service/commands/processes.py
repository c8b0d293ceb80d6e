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
from typing import Any, Self

from redis.exceptions import AuthenticationError
from redis.exceptions import ConnectionError as ConnectionLost
from redis.exceptions import TimeoutError as TimeoutPassed

from events import terminal
from events.parent_process import die_with_parent
from events.settings.table import APP_MODULE, ARCHIVE_AFTER_SECONDS, WITNESSES
from events.store.connections.client import connect_client
from events.store.connections.memory import embedded_memory_limit
from events.store.embedded.server import EmbeddedServer, weakest_durability
from service.commands.forks import ForkedProcess, ProcessForker
from service.commands.store_watch import QUICK, SLOWEST, StoreWatch

BEHIND = b"service/store_behind"
GRACE = 8.0  # seconds that a process gets to end by itself
STEP = 0.05  # seconds between looks while it starts
GROUP_GRACE = 1.0  # seconds at most until nothing is left of a group that was killed
# Runs a module as a process; -P: ours, not a file where we are.
PYTHON: Sequence[str] = (sys.executable, "-P", "-m")
LOADED = (
    "service.server.start",
    "workers.__main__",
    "service.__main__",
)  # what all are forked with


class StartFailure(Exception):
    """The server did not come up."""


def print_notice(text: str) -> None:
    """Tell the operator."""
    terminal.say_lines(f"fairdeal: {text}")


@dataclass
class ChildProcess:
    """One process of ours, in a process group of its own."""

    name: str
    command: list[str]
    environment: dict[str, str]
    process: subprocess.Popen[bytes] | ForkedProcess | None = None
    started: float = 0.0
    wait: float = 0.0

    def start(self) -> None:
        """Start the process."""
        self.started = time.monotonic()
        self.process = self.launch()

    def launch(self) -> subprocess.Popen[bytes] | ForkedProcess:
        """Return the process, started."""
        return subprocess.Popen(
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
        self.wait_for_group()
        self.wait = min(SLOWEST, max(0.5, 2 * self.wait)) if lived < QUICK else 0.0
        print_notice(f"{self.name} ended ({self.process.returncode}); started again")
        self.start()

    def wait_for_group(self) -> None:
        """Wait until nothing of the group holds a port any more; a zombie holds none."""
        end = time.monotonic() + GROUP_GRACE
        while self.process is not None and time.monotonic() < end:
            try:
                os.killpg(self.process.pid, 0)
            except ProcessLookupError:
                return
            time.sleep(STEP / 5)

    def terminate(self) -> None:
        """Ask the process to end, and with it those that it has started.

        The API's own processes hear it from the one above them. Asked along with it, one that is
        sooner looks to it like one that died: it logs an error, and ends with 1.
        """
        if self.process is not None:
            self.process.terminate()

    def end(self, sign: signal.Signals) -> None:
        """Send a signal to the whole group."""
        if self.process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, sign)


@dataclass
class ForkedChild(ChildProcess):
    """One that is forked from a process which has everything loaded.

    Its command is a package of ours and arguments, as behind `python -m`.
    """

    forker: ProcessForker = field(kw_only=True)

    def launch(self) -> ForkedProcess:
        """Return the process, started."""
        return self.forker.fork(self.command)


@dataclass
class ServerStack:
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
    thinking_workers: int = 1
    server: EmbeddedServer | None = None
    children: list[ChildProcess] = field(default_factory=list)
    forker: ProcessForker | None = None
    store: StoreWatch | None = None
    is_up: bool = False
    stopping: bool = False

    @property
    def url(self) -> str:
        """Return where the API is served."""
        return url_of(self.host, self.port)

    def start(self) -> None:
        """Start everything and wait until the API is ready, or until asked to stop."""
        self.data.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not self.redis_url:
            self.server = EmbeddedServer(
                self.data / "redis", always=self.durable, maxmemory=embedded_memory_limit()
            )
            self.redis_url = self.server.url
        self.store = StoreWatch(self.redis_url, self.server, print_notice)
        while not (self.is_up or self.stopping):
            self.watch()
            time.sleep(STEP)

    def watch(self) -> None:
        """Bring up what is down: Redis first, then what needs it."""
        assert self.store is not None
        try:
            if not self.store.check():
                return
            if not self.children:
                self.start_children()
        except AuthenticationError as error:
            raise StartFailure(
                f"The Redis that keeps the tables refuses the login: {error}"
            ) from None
        except (ConnectionLost, TimeoutPassed):
            return  # the next look says so
        if not self.is_up:
            self.is_up = self.api_answers()
            return
        for child in self.children:
            child.watch()

    def start_children(self) -> None:
        """Start all processes that need the store; UnfitServer if it could lose events."""
        redis = connect_client(self.redis_url)
        weakest_durability(redis)
        redis.close()
        environment = {
            **os.environ,
            "FAIRDEAL_REDIS_URL": self.redis_url,
            "FAIRDEAL_DATA": str(self.data),
            "PYTHONUNBUFFERED": "1",
        }
        self.children = self.planned_children(environment)
        for child in self.children:
            child.start()

    def planned_children(self, environment: dict[str, str]) -> list[ChildProcess]:
        """Return the processes that a whole server has, the API first."""
        self.forker = forker = ProcessForker(
            [*PYTHON, "service.commands.fork_server"], [*LOADED, APP_MODULE.text], environment
        )
        api = ["api", "--host", self.host, "--port", str(self.port), "--workers"]
        commands = {"api": ["service", *api, str(self.api_workers)]}
        kinds = {"follower": "follow", "clock": "clock", "push": "push"}
        kinds |= {f"bots-{k}": "bots" for k in range(self.bot_workers)}
        kinds |= {f"thinking-{k}": "thinking" for k in range(self.thinking_workers)}
        if ARCHIVE_AFTER_SECONDS.value() is not None:
            kinds["archive"] = "archive"
        if WITNESSES.text:
            kinds["cosign"] = "cosign"
        commands |= {name: ["workers", kind] for name, kind in kinds.items()}
        return [
            ForkedChild(name, command, environment, forker=forker)
            for name, command in commands.items()
        ]

    def api_answers(self) -> bool:
        """Say whether the API is ready; NotStarted if it has ended."""
        api = self.children[0].process
        assert api is not None
        if api.poll() is not None:
            raise StartFailure(f"The API ended with {api.returncode} before it was ready")
        try:
            urllib.request.urlopen(f"{self.url}/readyz", timeout=2).close()
        except urllib.error.HTTPError as error:
            return BEHIND in error.read()  # it is shown, but not signed for
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            return False
        return True

    def ask_to_stop(self, *_: Any) -> None:
        """Stop as soon as the step is done that it is in; takes what a signal hands over."""
        self.stopping = True

    def stop(self) -> None:
        """Stop everything, Redis last."""
        for child in self.children:
            child.terminate()
        end = time.monotonic() + GRACE
        for child in self.children:
            if child.process is not None:
                with suppress(subprocess.TimeoutExpired):
                    child.process.wait(max(0.1, end - time.monotonic()))
                child.end(signal.SIGKILL)
                child.process.wait()
        if self.forker is not None:
            self.forker.stop()
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


def url_of(host: str, port: int) -> str:
    """Return where a server is reached that listens on an address."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def port_unavailable_reason(host: str, port: int) -> str | None:
    """Say why nobody can listen on a port now; None if one can."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as one:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            one.bind((host, port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                return f"Port {port} of {host} is taken; choose another with --port"
            return f"Cannot listen on port {port} of {host}: {error.strerror}"
        return None
