"""The servers of benchmarks: whatever ends a benchmark, a signal or a kill, ends them too."""

import os
import signal
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from events.store.embedded.server import EmbeddedServer
from service.commands.processes import ChildProcess, ServerStack, free_port

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
MOMENT = 0.01  # seconds


def leave(number: int, frame: FrameType | None) -> None:
    """Exit, so that all contexts are left; a second signal doesn't disturb that."""
    for one in SIGNALS:
        signal.signal(one, signal.SIG_IGN)
    raise SystemExit(128 + number)


def leave_after(lost: "sys.UnraisableHookArgs") -> None:
    """Exit a moment later where a signal came in a finaliser, which lets no exception out.

    Were that moment in a finaliser too, this would be called again.
    """
    if not isinstance(lost.exc_value, SystemExit):
        sys.__unraisablehook__(lost)
        return
    code = lost.exc_value.code
    signal.signal(signal.SIGALRM, lambda *_: sys.exit(code))
    signal.setitimer(signal.ITIMER_REAL, MOMENT)


@contextmanager
def own_folder() -> Iterator[Path]:
    """Give a folder for the data of servers; it is gone afterwards, also after a signal."""
    before = {one: signal.signal(one, leave) for one in SIGNALS}
    hook, sys.unraisablehook = sys.unraisablehook, leave_after
    with tempfile.TemporaryDirectory(prefix="fairdeal-bench-") as folder:
        try:
            yield Path(folder)
        except Exception as error:
            if isinstance(error.__cause__, SystemExit):  # a library called us back when it came
                raise error.__cause__ from None
            raise
    sys.unraisablehook = hook
    for one, handler in before.items():  # not after a signal: further ones do nothing then
        signal.signal(one, handler)


@contextmanager
def own_redis() -> Iterator[EmbeddedServer]:
    """Run an embedded server."""
    with own_folder() as folder, EmbeddedServer(folder) as server:
        yield server


@contextmanager
def whole_server(api_workers: int = ServerStack.api_workers) -> Iterator[ServerStack]:
    """Run Redis, API, follower and workers."""
    own = own_folder()
    with own as folder, ServerStack(folder, free_port(), api_workers=api_workers) as stack:
        yield stack


@contextmanager
def bare_server(redis_url: str, workers: int = ServerStack.api_workers) -> Iterator[int]:
    """Serve the bare app, with the settings of the real API; yield its port."""
    port = free_port()
    environment = {
        **os.environ,
        "FAIRDEAL_REDIS_URL": redis_url,
        "FAIRDEAL_APP_MODULE": "bench.bare",
    }
    command = [sys.executable, "-m", "service", "api", "--port", str(port)]
    command += ["--workers", str(workers)]
    server = ChildProcess("bare", command, environment)
    server.start()
    assert server.process is not None
    try:
        while not answers(port):
            assert server.process.poll() is None, "the bare server ended"
            time.sleep(0.05)
        yield port
    finally:
        server.terminate()
        server.process.wait()


def answers(port: int) -> bool:
    """Say whether a server answers there, be it that there is no such page."""
    try:
        urllib.request.urlopen(f"http://127.0.0.1:{port}/").close()
    except urllib.error.HTTPError as error:
        error.close()
    except (urllib.error.URLError, ConnectionError):
        return False
    return True
