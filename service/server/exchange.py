"""One request and its answer: granian's ASGI protocol on one side, the WSGI app on the other.

Requests have no event loop: granian calls in a thread of its small pool, and what is still to come
of a body calls back in one. They run actions, a few at once; all else may take its time in a thread
of ours. Streams, and requests that wait for news, let go of that, since an event loop has them.
"""

import asyncio
import io
import re
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from projections.live.subscriptions import resolve_future
from service.server.body import BodyDeadlines, IncomingBody
from service.server.environ import environ_of
from service.server.lane import RequestQueue
from service.settings import BODY_LIMIT
from service.streams.caller import CALLER, ParkedRequest
from service.streams.stream import STOPPING, Stream

LAST_ANSWERS = 1.0  # seconds
MOMENT = 0.01  # seconds
RESUMING = 8  # threads in which requests go on that have waited
ACTIONS = re.compile("/v1/tables/[^/]*/actions")  # the path of most requests, and the shortest
App = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


class Gateway:
    """Hands requests to an app.

    Attributes:
        patience: seconds for a body to come in, and for a client to take a part of a stream.
        lane: runs actions.
        threads: run all else.
        waiting: exchanges that hold no thread, until granian has told of their connection's end.
        stops: nobody may wait any more.
    """

    def __init__(self, app: App, patience: float, threads: int) -> None:
        self.app, self.patience = app, patience
        self.late = BodyDeadlines()
        self.pool = ThreadPoolExecutor(RESUMING, "resuming")
        self.lane = RequestQueue()
        self.threads = ThreadPoolExecutor(threads, "requests")
        self.waiting: set[HttpExchange] = set()
        self.stops = False

    def take(self, watcher: Any) -> None:
        """Begin an exchange; called by granian, which would stumble over what is raised here."""
        try:
            HttpExchange(self, watcher).begin()
        except BaseException as error:
            watcher.err(error)

    def let_wait(self, exchange: "HttpExchange") -> None:
        """Note that an exchange holds no thread for a while."""
        self.waiting.add(exchange)
        exchange.listen()
        if self.stops:
            exchange.stop()

    def stop(self) -> None:
        """Answer all who wait, and let nobody wait any more."""
        self.stops = True
        self.late.end_all()
        for exchange in list(self.waiting):
            exchange.stop()

    def drain(self) -> None:
        """Stop, and give all who wait a moment to get their answer."""
        self.stop()
        end = time.monotonic() + LAST_ANSWERS
        while self.waiting and time.monotonic() < end:
            time.sleep(MOMENT)


class HttpExchange:
    """A request and its answer; to the app it is the caller, to a stream the listener.

    Attributes:
        awaited: what the request waits for, or has waited for.
        is_disconnected: the connection is known to be lost.
    """

    __slots__ = (
        "answered", "awaited", "body", "environ", "gateway", "head", "is_disconnected", "proto",
        "stream", "watcher",
    )  # fmt: skip

    def __init__(self, gateway: Gateway, watcher: Any) -> None:
        self.gateway, self.watcher, self.proto = gateway, watcher, watcher.proto
        self.environ = environ_of(watcher.scope)
        self.body: IncomingBody | None = None
        self.awaited: Future[None] | None = None
        self.stream: Stream | None = None
        self.is_disconnected = False

    def begin(self) -> None:
        """Let what has no body be answered, else wait for that."""
        environ = self.environ
        if "HTTP_TRANSFER_ENCODING" in environ:
            length = None
        elif not (length := int(environ.get("CONTENT_LENGTH") or 0)):
            return self.go_on()
        self.body = IncomingBody(self.proto, length, self.gateway.patience, self.gateway.late)
        if length is not None and length > BODY_LIMIT:
            return self.go_on()
        return self.body.collect(self.go_on)

    def go_on(self) -> None:
        """Let it be answered: an action as soon as few others are, all else in a thread of ours."""
        if ACTIONS.fullmatch(self.environ["PATH_INFO"]):
            self.gateway.lane.take(self.run)
        else:
            self.gateway.threads.submit(self.run)

    def run(self) -> None:
        """Answer a request whose body has come, or is long and comes while it is read."""
        try:
            self.environ["wsgi.input"] = self.body.stream() if self.body else io.BytesIO()
            self.answer()
        except BaseException as error:
            self.watcher.err(error)  # answers 500, and the server's log tells of it
            self.let_go()

    def answer(self) -> None:
        """Run the app and send what it answers, unless the request waits for something."""
        self.environ[CALLER] = self
        try:
            parts = self.gateway.app(self.environ, self.start)
        except ParkedRequest:
            return self.wait()
        if isinstance(parts, Stream):
            return self.send_stream(parts)
        try:
            self.answered = b"".join(parts)
        finally:
            if close := getattr(parts, "close", None):
                close()
        if self.body is None or self.body.is_over:
            return self.send_answer()
        return self.body.forget(self.send_answer)

    def start(self, status: str, headers: list[tuple[str, str]], *_: object) -> None:
        """Note status and headers; called by the app."""
        sent = [(name.encode("latin-1"), text.encode("latin-1")) for name, text in headers]
        self.head = {"type": "http.response.start", "status": int(status[:3]), "headers": sent}

    def send_answer(self) -> None:
        """Send the answer."""
        self.proto.send(self.head)
        self.proto.send({"type": "http.response.body", "body": self.answered})
        self.let_go()

    def let_go(self) -> None:
        """Hold the connection no longer: it ends with the last who holds it.

        The app may hold its request for longer, as an error does that was raised in it.
        """
        self.proto = self.watcher = None
        if self.body is not None:
            self.body.let_go()

    # ---- a request that waits

    def park(self, awaited: Future[None]) -> None:
        """Let go of the thread until something is there."""
        self.awaited = awaited
        raise ParkedRequest

    def wait(self) -> None:
        """Go on when it is there."""
        assert self.awaited is not None, "a request is parked with what it waits for"
        self.gateway.let_wait(self)
        self.awaited.add_done_callback(lambda _: self.gateway.pool.submit(self.resume))

    def resume(self) -> None:
        """Answer, if anybody is still there."""
        if self.is_disconnected:
            return self.let_go()
        return self.run()

    # ---- a stream

    def send_stream(self, stream: Stream) -> None:
        """Let a stream send its messages from now on; only the connection is kept for it."""
        self.stream = stream
        self.proto.send(self.head)
        stream.begin(self)
        self.gateway.let_wait(self)
        self.environ, self.watcher = {}, None

    def push(self, part: bytes) -> asyncio.Future[None] | None:
        """Send messages; return what to wait for before more are sent, None: nothing.

        That is cancelled if the client takes nothing.
        """
        sent = self.proto.send({"type": "http.response.body", "body": part, "more_body": True})
        if not hasattr(sent, "cancel"):  # there was room for it
            return None
        loop = asyncio.get_running_loop()
        taken: asyncio.Future[None] = loop.create_future()
        timer = loop.call_later(self.gateway.patience, taken.cancel)
        sent.add_done_callback(lambda _: loop.call_soon_threadsafe(resolve_future, taken))

        def forget(_: object) -> None:
            timer.cancel()
            sent.cancel()

        taken.add_done_callback(forget)
        return taken

    def end(self) -> None:
        """Send no more."""
        self.proto.send({"type": "http.response.body"})
        self.let_go()

    # ---- both

    def stop(self) -> None:
        """Wait no longer: the server stops, or nobody is there."""
        if self.awaited is not None:
            self.awaited.cancel()
        if self.stream is not None:
            self.stream.stop(b"" if self.is_disconnected else STOPPING)

    def listen(self) -> None:
        """Ask to be told when the connection is lost."""
        if proto := self.proto:  # the exchange may be over meanwhile
            proto.receive().add_done_callback(self.on_receive)

    def on_receive(self, future: Any) -> None:
        """Wait no longer if nobody is there, unless it was but the end of the body."""
        if future.result()["type"] != "http.disconnect":
            return self.listen()
        self.is_disconnected = True
        self.gateway.waiting.discard(self)
        return self.stop()
