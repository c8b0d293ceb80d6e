"""The HTTP server: granian, which carried most requests of the servers we measured."""

import gc
import logging
import os
import resource
import sys
import threading
from contextlib import closing, suppress
from importlib import import_module
from typing import Any

import orjson
from flask import Flask, Response, request
from granian import Granian
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels
from redis.exceptions import ConnectionError as ConnectionLost
from redis.exceptions import RedisError
from redis.exceptions import TimeoutError as TimeoutPassed

from events.logs import log_to_stderr
from events.settings.table import APP_MODULE, KEEP_ALIVE_SECONDS, MAX_CONNECTIONS
from events.store.connections.client import connect_client
from events.store.connections.readiness import wait_until_ready
from events.store.embedded.server import weakest_durability
from events.store.environment import store_url
from events.terminal import explain_exit
from games import GAMES, OWN
from service.limits.read_costs import QUEUE
from service.limits.verifiers import UPLOADS
from service.pages.pages import DESCRIPTION, WELL, Rendering, openapi_json
from service.server.worker import run_granian_worker
from service.settings import from_environment
from service.status.metrics import EXTENSION as METRICS
from service.status.metrics import serve_metrics
from service.streams.stream_parts import STREAMS
from service.wire import errors
from service.wire.problems import STORE_NOT_READY
from service.wire.request_log import of_request
from service.wire.requests import json_response

logger = logging.getLogger("fairdeal.service")
HEAD = 2**16  # bytes of a request's head; as many of an answer are held before a client takes them
OWN_FILES = 256  # that a process may open beside its connections
PLAIN = {"()": "events.logs.LogFormatter"}  # formats what the server itself logs
LAST_WAIT = 5  # seconds; a worker that gets the signal while it starts would stay for ever
SWITCH = 0.002  # seconds; Python's 5 ms let a thread that waits for Redis wait for the others too


def load_app() -> Any:
    """Return the app that a server process serves; the benchmark names its floor instead."""
    sys.setswitchinterval(SWITCH)
    log_to_stderr(of_request)
    with explain_exit():
        try:
            return _make_app()
        except (ConnectionLost, TimeoutPassed):
            return StartupApp()


def _make_app() -> Any:
    """Return the app with all that it needs, connected."""
    app = import_module(APP_MODULE.text).create_app()
    app.extensions[DESCRIPTION] = (
        Rendering(_render_openapi_json) if len(GAMES) > len(OWN) else openapi_json
    )
    if METRICS in app.extensions:  # the benchmarks' floor has none
        app.extensions[METRICS].registration.start()
        app.extensions[STREAMS].presence.start()
    freeze_startup_objects()
    return app


class StartupApp:
    """Stands in for the app while the store is away or reads its data, and says so."""

    def __init__(self) -> None:
        self.why = "The store does not answer"
        self.app: Any = Flask("fairdeal-starting", static_folder=None)
        self.app.before_request(self.refuse)
        errors.install_error_handlers(self.app)
        threading.Thread(target=self.connect, daemon=True).start()

    def __call__(self, environ: Any, start_response: Any) -> Any:
        """Serve with whatever there is."""
        return self.app(environ, start_response)

    def refuse(self) -> Response:
        """Answer that the process runs, and to all else why it can't yet."""
        if request.path == "/healthz":
            return json_response(WELL)
        raise STORE_NOT_READY(self.why)

    def connect(self) -> None:
        """Wait for the store, and let the app take over."""
        try:
            while True:
                wait_until_ready(store_url(), self.note)
                with suppress(ConnectionLost, TimeoutPassed):  # it went away again
                    self.app = _make_app()
                    return
        except BaseException:  # settings that are wrong, say: then another process tells it too
            logger.exception("The API could not start")
            os._exit(1)

    def note(self, why: str) -> None:
        """Take in why the store is waited for."""
        self.why = why


def _render_openapi_json() -> bytes:
    """Return the API's description with games from outside."""
    from service.openapi.document import build_openapi_document  # noqa: PLC0415  # plays tables for its examples

    try:
        return orjson.dumps(build_openapi_document())
    except Exception:  # whatever a game from outside does; the others are played all the same
        logger.exception(
            "Could not describe the installed games; the OpenAPI document leaves them out"
        )
        return openapi_json()


def freeze_startup_objects() -> None:
    """Spare full collections all that was made by now and stays: they hold up a request."""
    gc.collect()
    gc.freeze()


def _raise_connection_limit(wanted: int) -> int:
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
    # Says what is missing before any process is started; and those know where the store is even
    # while it is away.
    os.environ["FAIRDEAL_REDIS_URL"] = url = from_environment().redis_url
    with suppress(RedisError), closing(connect_client(url, retries=0)) as redis:
        weakest_durability(redis)
    serve_metrics()
    import_module(APP_MODULE.text)
    gc.freeze()  # its processes are forked: no collection writes to what they share
    Granian(
        "service.server.start:load_app",
        address=host,
        port=port,
        interface=Interfaces.WSGI,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(1000 * KEEP_ALIVE_SECONDS.value(), max_buffer_size=HEAD),
        workers=workers,
        blocking_threads=threads + UPLOADS + QUEUE,  # what waits for its turn holds a thread
        factory=True,
        respawn_failed_workers=True,
        workers_kill_timeout=LAST_WAIT,
        log_level=LogLevels.error,
        log_dictconfig={"formatters": {"generic": PLAIN, "access": PLAIN}},
        backlog=2048,
        backpressure=_raise_connection_limit(MAX_CONNECTIONS.value()),
    ).serve(run_granian_worker)
