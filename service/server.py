"""The HTTP server: granian, which carried most requests of the servers we measured."""

import gc
import logging
import os
import sys
from importlib import import_module
from typing import Any

import orjson
from granian import Granian
from granian.constants import Interfaces
from granian.log import LogLevels

from games import GAMES, OWN
from service.http.verifiers import UPLOADS
from service.resources.pages import DESCRIPTION, Rendering, openapi_json
from service.settings import from_environment, waiters

logger = logging.getLogger("fairdeal.service")
LAST_WAIT = 5  # seconds; a worker that gets the signal while it starts would stay for ever
SWITCH = 0.0005  # seconds; Python's 5 ms let a thread that waits for Redis wait for the others too


def load_app() -> Any:
    """Return the app that a server process serves; the benchmark names its floor instead."""
    sys.setswitchinterval(SWITCH)
    app = import_module(os.environ.get("FAIRDEAL_APP") or "service.app").create_app()
    app.extensions[DESCRIPTION] = Rendering(described) if len(GAMES) > len(OWN) else openapi_json
    app.extensions[DESCRIPTION]()  # now: not while requests wait
    freeze()
    return app


def described() -> bytes:
    """Return the API's description with games from outside."""
    from service.openapi.document import build  # noqa: PLC0415  # plays tables for its examples

    try:
        return orjson.dumps(build())
    except Exception:  # whatever a game from outside does; the others are played all the same
        logger.exception("Games from outside can't be described; the API's description lacks them")
        return openapi_json()


def freeze() -> None:
    """Spare full collections all that was made by now and stays: they hold up a request."""
    gc.collect()
    gc.freeze()


def run_api(host: str, port: int, workers: int, threads: int) -> None:
    """Serve until a signal comes; a worker process that dies is replaced."""
    from_environment()  # says what is missing before any process is started
    Granian(
        "service.server:load_app",
        address=host,
        port=port,
        interface=Interfaces.WSGI,
        workers=workers,
        blocking_threads=threads + waiters() + UPLOADS,  # what waits holds a thread
        factory=True,
        respawn_failed_workers=True,
        workers_kill_timeout=LAST_WAIT,
        log_level=LogLevels.error,
        backlog=2048,
    ).serve()
