"""A process of granian's that hands requests to our gateway in the few threads of its pool.

granian's WSGI reads a body in a thread, without a limit of time, and does not tell the app that a
client is gone. Its ASGI does both, but on an event loop, which costs each request two more hops
between threads. So this takes the protocol of the one and the threads of the other.
"""

import os
import socket
import sys
import threading
from collections.abc import Callable
from importlib import import_module
from typing import Any

from granian.server.common import WORKERS_METHODS
from granian.server.mp import WorkerProcess

from events.settings.table import BODY_TIMEOUT_SECONDS
from service.server.exchange import Gateway
from service.server.lane import WIDTH

GRANIAN: Any = import_module("granian._granian")  # what it says of its own types is incomplete
SIGNALS: Any = import_module("granian._signals")
THREADS = 2  # where granian's worker is told of the threads in which Python runs
UNSENT = 64 * 1024  # bytes of an answer that the system keeps while its client takes none


class InlineEventLoop:
    """What granian takes for an event loop: calls at once, in the thread that asks."""

    def call_soon(self, callback: Callable[..., Any], *args: Any, context: Any = None) -> None:
        """Call now."""
        callback(*args)

    call_soon_threadsafe = call_soon


@WorkerProcess.wrap_target  # type: ignore[untyped-decorator]
def run_granian_worker(
    number: int, app: Any, sock: Any, ipc: Any, loop: Any, mode: Any, *given: Any
) -> None:
    """Serve until a signal comes; called by granian as its WSGI worker is."""
    *pool, _, http, http1, http2, _, files, _, tls, _, metrics = given
    ended, signal, place = threading.Event(), SIGNALS.WorkerSignal(), InlineEventLoop()
    gateway = Gateway(app, BODY_TIMEOUT_SECONDS.value(), pool[THREADS])
    pool[THREADS] = WIDTH + 1  # one is always there to hand on what is no action

    def stop(*_: object) -> None:
        gateway.drain()  # first: connections end when what is sent over them has, and then all does
        signal.set()

    SIGNALS.set_main_signals(stop)
    signal.add_cb(ended.set)
    worker = GRANIAN.ASGIWorker(
        number, _listening_socket(sock), ipc, *pool, http, http1, http2, False, files, *tls, metrics
    )
    scheduler = GRANIAN.CallbackScheduler(place, None, None, None, None)
    scheduler._schedule_fn = gateway.take
    getattr(worker, WORKERS_METHODS[mode][False])(scheduler, place, signal)
    ended.wait()


def _listening_socket(sock: Any) -> Any:
    """Return the socket to listen at, with limits that its connections take over."""
    spec, holder = sock
    holder = holder or spec.build()
    with socket.socket(fileno=os.dup(holder.get_fd())) as own:
        if sys.platform == "linux":  # others wait longer for a client that takes nothing
            own.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, UNSENT)
            own.setsockopt(
                socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * BODY_TIMEOUT_SECONDS.value()
            )
    return None, holder
