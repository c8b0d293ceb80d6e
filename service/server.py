"""The HTTP server: granian, which carried most requests of the servers we measured."""

import os

from granian import Granian
from granian.constants import Interfaces
from granian.log import LogLevels

from service.settings import from_environment


def run_api(host: str, port: int, workers: int, threads: int) -> None:
    """Serve until a signal comes; a worker process that dies is replaced."""
    from_environment()  # says what is missing before any process is started
    app = os.environ.get("FAIRDEAL_APP") or "service.app"  # the benchmark serves its floor with it
    Granian(
        f"{app}:create_app",
        address=host,
        port=port,
        interface=Interfaces.WSGI,
        workers=workers,
        blocking_threads=threads,
        factory=True,
        respawn_failed_workers=True,
        log_level=LogLevels.error,
        backlog=2048,
    ).serve()
