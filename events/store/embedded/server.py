"""A real server of our own on a private unix socket, for a start without set-up.

It is started as durable as we ask for, and made to end with the process that started it.
"""

import fcntl
import hashlib
import os
import re
import subprocess
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
from redis.exceptions import BusyLoadingError, RedisError, ResponseError

from events.parent_process import die_with_parent
from events.store.connections.client import connect_client
from events.store.connections.many_servers import primary_clients
from events.store.connections.readiness import PROBE_TIMEOUT, unavailable_reason
from events.store.embedded.server_binary import (
    NoServer,
    ServerBuild,
    find_server,
    note_build,
    require_readable,
)

ASK_AGAIN = 0.02  # seconds between looks at a server that starts
START_TIME = 15.0  # seconds
STOP_TIME = 10  # seconds, in each of which it is asked again
SOCKET_LENGTH = 100  # bytes; the system's limit is 108


# What a server's log says when it may come up at another time.
PASSING = re.compile(
    r"(?i)no space left|disk quota|file too large|(cannot|can't) allocate memory|out of memory"
    r"|can't recover from aof write error|can't persist aof"
)
DAMAGED = re.compile(
    r"(?i)(bad file format|unexpected end of file|unrecoverable error|unknown command .*) reading"
    r" the append|wrong signature trying|short read or oom loading|unknown type or opcode when"
    r" loading|fatal error loading the db|manifest file (format|error)|aof .* doesn't exist"
)


class ServerEnded(NoServer):
    """A server ended by itself; `passing`: for a cause that may be gone the next time."""

    def __init__(self, message: str, cause: str, *, passing: bool) -> None:
        super().__init__(message)
        self.cause, self.passing = cause, passing


class DamagedData(NoServer):
    """A server refuses to read its data: no start will ever help."""


def _run_server_process(
    command: Sequence[str], log: Path, started: Future[subprocess.Popen[bytes]]
) -> None:
    """Start a server and stay as long as it runs: it ends with the thread that started it."""
    try:
        with log.open("ab") as file:  # what it says before it opens its log
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=file,
                preexec_fn=die_with_parent,  # noqa: PLW1509  # takes no lock of ours
                start_new_session=True,  # Ctrl-C goes to us; we stop it when the others are done
            )
    except OSError as error:
        started.set_exception(error)
        return
    started.set_result(process)
    process.wait()


def _socket_of(folder: Path) -> Path:
    """Return the socket's path: in the folder, or a short one where that is too long."""
    path = folder / "redis.sock"
    if len(str(path)) <= SOCKET_LENGTH:
        return path
    name = hashlib.sha256(str(folder).encode()).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"fairdeal-{os.getuid()}-{name}.sock"


class EmbeddedServer:
    """A server with its data in `folder`; a living one of the same folder is joined."""

    def __init__(
        self, folder: Path, *, always: bool = False, binary: str = "", extra: Sequence[str] = (),
        maxmemory: int = 0,
    ) -> None:  # fmt: skip
        self.folder = folder.resolve()
        self.always, self.binary, self.extra, self.maxmemory = always, binary, extra, maxmemory
        self.log, self.logged = self.folder / "redis.log", 0  # bytes of the log before our start
        self.socket = _socket_of(self.folder)
        self.process: subprocess.Popen[bytes] | None = None
        self.started: Future[subprocess.Popen[bytes]] | None = None  # by us, at some moment

    @property
    def url(self) -> str:
        """Return the URL of the server."""
        return f"unix://{self.socket}"

    def start(self) -> str:
        """Start the server, or join the one that serves this folder; return its URL.

        However long it takes to read its data; ServerEnded if it ends meanwhile.
        """
        self.launch()
        client = connect_client(self.url, timeout=PROBE_TIMEOUT, retries=0)
        try:
            while unavailable_reason(client) is not None:
                self.require_alive()
                time.sleep(ASK_AGAIN)
        finally:
            client.close()
        return self.url

    def launch(self) -> None:
        """Start or join the server and return when it answers, even if it still reads its data."""
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with self.exclusive():
            if self.answers():
                return
            self.spawn()
            while not self.answers():
                self.require_alive()
                time.sleep(ASK_AGAIN)

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        """Keep other starters waiting: two must not share one append-only file."""
        with (self.folder / "redis.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def spawn(self) -> None:
        """Start the process, if its kind and version may open the data of the folder."""
        binary = self.binary or find_server()
        build = ServerBuild.of(binary)
        require_readable(self.folder, build, binary)
        command = [
            binary, "--port", "0", "--unixsocket", str(self.socket), "--unixsocketperm", "700",
            "--dir", str(self.folder), "--appendonly", "yes", "--save", "",
            "--appendfsync", "always" if self.always else "everysec",
            "--maxmemory", str(self.maxmemory), "--maxmemory-policy", "noeviction",
            "--daemonize", "no", "--logfile", str(self.log), *self.extra,
        ]  # fmt: skip
        self.logged = self.log.stat().st_size if self.log.exists() else 0
        try:
            note_build(self.folder, build)  # before it writes a byte
            self.started = Future()
            arguments = (command, self.log, self.started)
            threading.Thread(target=_run_server_process, args=arguments, daemon=True).start()
            self.process = self.started.result()
        except OSError as error:
            message = f"The embedded server did not start: {error}"
            raise ServerEnded(message, str(error), passing=True) from None

    def alive(self) -> bool:
        """Say whether the process that we started (or joined) is there."""
        return self.answers() if self.process is None else self.process.poll() is None

    def answers(self) -> bool:
        """Say whether a server answers at the socket, if only that it reads its data."""
        if not self.socket.exists():
            return False
        client = connect_client(self.url, timeout=PROBE_TIMEOUT, retries=0)
        try:
            return bool(client.ping())
        except BusyLoadingError:
            return True
        except RedisError:
            return False
        finally:
            client.close()

    def require_alive(self) -> None:
        """Raise ServerEnded, or DamagedData, if the server that we started has ended."""
        if self.process is None or self.process.poll() is None:
            return
        lines = self.last_log_lines()
        tail = "\n".join(lines[-5:])
        if any(map(DAMAGED.search, lines)):
            raise DamagedData(
                f"The data in {self.folder} is damaged, and nothing was opened:\n{tail}\nCopy the"
                " folder before anything else. Then restore a backup, or cut the file at the"
                " damage, which loses every event behind it:"
                " docs/how-to/recover-from-a-loss.md says how"
            )
        cause = lines[-1].split(" # ")[-1] if lines else f"code {self.process.returncode}"
        raise ServerEnded(
            f"The embedded server did not start:\n{tail}", cause,
            passing=any(map(PASSING.search, lines)),
        )  # fmt: skip

    def forget_ended(self) -> None:
        """Forget the server that we started and that has ended; ServerEnded says why it did."""
        try:
            self.require_alive()
        finally:
            self.process = self.started = None

    def last_log_lines(self) -> list[str]:
        """Return what the server has logged since its last start."""
        if not self.log.exists():
            return []
        with self.log.open(errors="replace") as file:
            file.seek(self.logged)
            return file.read().splitlines()

    def stop(self) -> None:
        """Stop the server if we started it; its data stays."""
        if self.process is None and self.started is not None:  # broken off while it started
            with suppress(OSError, TimeoutError):
                self.process = self.started.result(START_TIME)
        self.started = None
        if self.process is None:
            return
        if not self.end_process():
            self.process.kill()
            self.process.wait()
        self.process = None
        with self.exclusive():  # one that ended before it was up has left its socket
            if not self.answers():
                self.socket.unlink(missing_ok=True)

    def end_process(self) -> bool:
        """Ask the process to end until it does; False where it does not in time.

        Once is not enough: Redis forgets a signal that comes while it writes its first
        append-only file.
        """
        assert self.process is not None
        for _ in range(STOP_TIME):
            self.process.terminate()
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(1)
                return True
        return False

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


class UnfitServer(SystemExit):
    """The server could lose events; it is refused at the start, and a sentence says why."""


def _require_version(redis: Redis) -> None:
    """Refuse a server that is older than what the store is tested with."""
    server = cast(dict[str, str], redis.info("server"))  # Valkey calls itself Redis 7.2 besides
    name, least = ("valkey", 8) if "valkey_version" in server else ("redis", 7)
    version = server[f"{name}_version"]
    if int(version.split(".")[0]) < least:
        raise UnfitServer(f"{name.title()} {version} is too old: {least}.0 or newer is needed")


WEAKEST = ("no", "unknown", "everysec", "always")


def weakest_durability(redis: Redis) -> str:
    """Return how events are kept: ``everysec``, ``always`` or ``unknown``; of several the weakest.

    Raises:
        UnfitServer: keys may be evicted, there is no append-only file, or the server is too old.
    """
    return min((durability_of(one) for one in primary_clients(redis)), key=WEAKEST.index)


def durability_of(redis: Redis) -> str:
    """Return how one server keeps events."""
    settings: dict[str, str] = {}
    try:
        for name in ("maxmemory-policy", "appendonly", "appendfsync"):
            settings |= cast(dict[str, str], redis.config_get(name))
    except ResponseError:  # some hosts forbid CONFIG; then the operator answers for it
        return "unknown"
    _require_version(redis)
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
