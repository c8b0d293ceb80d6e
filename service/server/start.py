"""The HTTP server: granian, which carried most requests of the servers we measured."""

import gc
import logging
import os
import resource
import sys
from importlib import import_module
from typing import Any

import orjson
from granian import Granian
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels

from games import GAMES, OWN
from service.http.verifiers import UPLOADS
from service.resources.pages import DESCRIPTION, Rendering, openapi_json
from service.server.worker import serve
from service.settings import connections, from_environment, keep_alive, waiters

logger = logging.getLogger("fairdeal.service")
HEAD = 2**16  # bytes of a request's head; as many of an answer are held before a client takes them
OWN_FILES = 256  # that a process may open beside its connections
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


def room(wanted: int) -> int:
    """Return how many connections may be open: as many as wanted, or as the system allows.

    Without a file for the next one the server would ask for it again and again.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = hard == resource.RLIM_INFINITY
    files = max(soft, wanted + OWN_FILES if unlimited else min(hard, wanted + OWN_FILES))
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
    return max(1, min(wanted, files - OWN_FILES))


def run_api(host: str, port: int, workers: int, threads: int) -> None:
    """Serve until a signal comes; a worker process that dies is replaced."""
    from_environment()  # says what is missing before any process is started
    Granian(
        "service.server.start:load_app",
        address=host,
        port=port,
        interface=Interfaces.WSGI,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(1000 * keep_alive(), max_buffer_size=HEAD),
        workers=workers,
        blocking_threads=threads + waiters() + UPLOADS,  # what waits holds a thread
        factory=True,
        respawn_failed_workers=True,
        workers_kill_timeout=LAST_WAIT,
        log_level=LogLevels.error,
        backlog=2048,
        backpressure=room(connections()),
    ).serve(serve)
