"""One request and its answer: granian's ASGI protocol on one side, the WSGI app on the other.

There is no event loop: granian calls in a thread of its pool, which runs the app at once where
nothing is to be awaited. What is still to come calls back in a thread of the pool.
"""

import io
from collections.abc import Callable, Iterable
from typing import Any

from service.http.caller import CALLER
from service.server.body import IncomingBody, Late, settles
from service.server.environ import environ_of
from service.settings import BODY_LIMIT

STREAM = "text/event-stream"
App = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


class Gateway:
    """Hands requests to an app.

    Attributes:
        patience: seconds for a body to come in, and for a client to take a part of a stream.
    """

    def __init__(self, app: App, patience: float) -> None:
        self.app, self.patience = app, patience
        self.late = Late()

    def take(self, watcher: Any) -> None:
        """Begin an exchange; called by granian, which would stumble over what is raised here."""
        try:
            Exchange(self, watcher).begin()
        except BaseException as error:
            watcher.err(error)


class Exchange:
    """A request and its answer; to the app it is the caller.

    Attributes:
        gone: the connection is known to be lost.
    """

    __slots__ = (
        "answered", "body", "environ", "gateway", "gone", "head", "is_stream", "proto", "wakes",
        "watcher",
    )  # fmt: skip

    def __init__(self, gateway: Gateway, watcher: Any) -> None:
        self.gateway, self.watcher, self.proto = gateway, watcher, watcher.proto
        self.environ = environ_of(watcher.scope)
        self.body: IncomingBody | None = None
        self.gone, self.is_stream = False, False
        self.wakes: list[Callable[[], object]] = []

    def begin(self) -> None:
        """Answer at once what has no body, else when that is there."""
        environ = self.environ
        if "HTTP_TRANSFER_ENCODING" in environ:
            length = None
        elif not (length := int(environ.get("CONTENT_LENGTH") or 0)):
            return self.run()
        self.body = IncomingBody(self.proto, length, self.gateway.patience, self.gateway.late)
        if length is not None and length > BODY_LIMIT:
            return self.run()
        return self.body.collect(self.run)

    def run(self) -> None:
        """Answer a request whose body has come, or is long and comes while it is read."""
        try:
            self.environ["wsgi.input"] = self.body.stream() if self.body else io.BytesIO()
            self.answer()
        except BaseException as error:
            self.watcher.err(error)  # answers 500, and the server's log tells of it
            self.let_go()

    def answer(self) -> None:
        """Run the app and send what it answers."""
        self.environ[CALLER] = self
        parts = self.gateway.app(self.environ, self.start)
        try:
            if self.is_stream:
                return self.send_stream(parts)
            self.answered = b"".join(parts)
        finally:
            if close := getattr(parts, "close", None):
                close()
        if self.body is None or self.body.is_over:
            return self.send()
        return self.body.forget(self.send)

    def start(self, status: str, headers: list[tuple[str, str]], *_: object) -> None:
        """Note status and headers; called by the app."""
        sent = []
        for name, text in headers:
            sent.append((name.encode("latin-1"), text.encode("latin-1")))
            if name == "Content-Type" and text.startswith(STREAM):
                self.is_stream = True
        self.head = {"type": "http.response.start", "status": int(status[:3]), "headers": sent}

    def send(self) -> None:
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

    def send_stream(self, parts: Iterable[bytes]) -> None:
        """Send parts as the client takes them, until the last or until it is gone or stalls."""
        self.watch(bool)
        self.proto.send(self.head)
        for part in parts:
            sent = self.proto.send({"type": "http.response.body", "body": part, "more_body": True})
            if hasattr(sent, "cancel") and not settles(sent, self.gateway.patience):
                sent.cancel()
                break
            if self.gone:
                break
        self.proto.send({"type": "http.response.body"})
        self.let_go()

    def watch(self, wake: Callable[[], object]) -> None:
        """Call `wake` once the connection is lost, or the exchange is over."""
        self.wakes.append(wake)
        if len(self.wakes) == 1:
            self.listen()
        if self.gone:
            wake()

    def listen(self) -> None:
        """Ask to be told."""
        if proto := self.proto:  # the exchange may be over meanwhile
            proto.receive().add_done_callback(self.hear)

    def hear(self, future: Any) -> None:
        """Wake whoever watches, unless it was but the end of the body."""
        if future.result()["type"] != "http.disconnect":
            return self.listen()
        self.gone = True
        for wake in list(self.wakes):
            wake()
        return None
