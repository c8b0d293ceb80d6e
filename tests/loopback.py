"""Small HTTP servers on loopback that tell clients of ours what a test wants them to be told."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any


@contextmanager
def listening(handler: type[BaseHTTPRequestHandler]) -> Iterator[str]:
    """Serve with a handler; yield the address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def answering(answer: Callable[[str], bytes | None]) -> Iterator[str]:
    """Serve what is answered to a path, 503 for None; yield the address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            data = answer(self.path)
            self.send_response(503 if data is None else 200)
            self.end_headers()
            self.wfile.write(data or b"")

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    with listening(Handler) as url:
        yield url
