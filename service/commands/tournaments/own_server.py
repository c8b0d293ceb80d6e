"""A server of a cup's own: `fairdeal serve` with its data in the folder of results."""

import os
import signal
import subprocess
import threading
import time
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from events.accounts.players import Players
from events.store.embedded.server import EmbeddedServer
from events.store.streams import store_at
from service.commands.client import ApiProblem, Client
from service.commands.processes import PYTHON, free_port, url_of
from service.commands.tournaments.folder import CupFolder, CupRefused

LOG: Final = "server.log"
PID: Final = "server.pid"
PATIENCE: Final = 120.0  # seconds until it must be there
GRACE: Final = 20.0  # seconds that one gets to end
MOST_WORKERS: Final = 8  # of a kind
LAST_LINES: Final = 5  # lines of its log, where it does not come up


class OwnServer:
    """A whole server that ends with this process, however that ends; started again if it dies."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.data = folder, folder / "server"
        self.port = free_port()
        self.stopping = threading.Event()
        self.process: subprocess.Popen[bytes] | None = None
        self.starts = 0
        self.failure: OSError | None = None  # for which it could not be started at all

    @property
    def url(self) -> str:
        """Return where the API is served."""
        return url_of("127.0.0.1", self.port)

    def __enter__(self) -> Self:
        """Start it, and wait until it answers."""
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.await_earlier()
        self.tending = threading.Thread(target=self.tend, daemon=True)
        self.tending.start()
        try:
            self.await_answer()
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
        """Stop it; its data stays."""
        self.stop()

    def await_earlier(self) -> None:
        """Wait until the server of a runner that was killed has ended, too."""
        with suppress(OSError, ValueError):
            earlier, end = int((self.folder / PID).read_text()), time.monotonic() + GRACE
            while time.monotonic() < end and is_server(earlier):
                time.sleep(0.05)

    def tend(self) -> None:
        """Start it, and again whenever it dies, until it can't be started at all."""
        try:
            self.start_again_and_again()
        except OSError as error:  # the disk is full, say
            self.failure = error

    def start_again_and_again(self) -> None:
        """Start it, and again whenever it dies; it ends with this thread, which only we end."""
        workers = str(min(MOST_WORKERS, os.cpu_count() or 1))
        command = [
            *PYTHON, "service", "serve", "--with-parent", str(os.getpid()),
            "--port", str(self.port), "--data", str(self.data),
            "--bot-workers", workers, "--thinking-workers", workers,
        ]  # fmt: skip
        environment = {k: v for k, v in os.environ.items() if k != "FAIRDEAL_REDIS_URL"}
        while not self.stopping.is_set():
            with (self.folder / LOG).open("ab") as log:
                self.process = subprocess.Popen(
                    command, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                    start_new_session=True,
                )  # fmt: skip
            CupFolder(self.folder).write(PID, str(self.process.pid).encode())
            self.starts += 1
            self.process.wait()
            self.stopping.wait(0.5)

    def await_answer(self) -> None:
        """Wait until the API answers; CupRefused, with the end of its log, if it does not."""
        end = time.monotonic() + PATIENCE
        while self.starts < 3 and time.monotonic() < end:
            if self.failure is not None:
                raise CupRefused(f"The server can't be started in {self.folder}: {self.failure}")
            with suppress(OSError, ApiProblem, ValueError):
                Client(self.url, tries=1).get("/v1/games")
                return
            time.sleep(0.05)
        lines = (self.folder / LOG).read_text(errors="replace").splitlines()[-LAST_LINES:]
        raise CupRefused("The server did not start:\n" + "\n".join(lines))

    def account(self, name: str, role: str) -> tuple[str, str]:
        """Make an account in its store; return id and token."""
        store = store_at(EmbeddedServer(self.data / "redis").url)
        player, token = Players(store).register(name, role)
        return player.id, token

    def stop(self) -> None:
        """Stop it."""
        self.stopping.set()
        if self.process is not None:
            self.process.send_signal(signal.SIGTERM)
        self.tending.join(GRACE)
        if self.process is not None and self.process.poll() is None:
            self.process.kill()


def is_server(pid: int) -> bool:
    """Say whether a process is there, and is a server of ours."""
    with suppress(OSError):
        return b"serve" in Path(f"/proc/{pid}/cmdline").read_bytes()
    return False
