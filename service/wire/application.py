"""Flask without what it does at each request for apps of another kind than ours.

Measured: of the time of an accepted action Flask's dispatch takes a quarter.
"""

from collections.abc import Callable, Iterable
from typing import Any

import orjson
from flask import Flask, Request, Response
from flask.sessions import NullSession, SessionInterface
from werkzeug.exceptions import BadRequest
from werkzeug.routing import MapAdapter, Rule
from werkzeug.wsgi import get_host

from service.wire.direct_route import DirectRoute, is_one_host


class JsonResponse(Response):
    """An answer whose bytes are all there, which need not be looked through once more."""

    def __init__(
        self,
        data: Any,
        status: int = 200,
        headers: dict[str, str] | None = None,
        content_type: str = "application/json",
    ) -> None:
        super().__init__(None, status, content_type=content_type)
        body = orjson.dumps(data)
        self.response = [body]
        more = [*(headers or {}).items(), ("Content-Length", str(len(body)))]
        texts = "".join([text for _, text in more])
        if "\n" in texts or "\r" in texts:
            raise ValueError("a header holds a line break")
        self.headers._list += more  # its own way checks names and types of each, at 6 us an answer

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        """Send it; to HEAD, what would be sent to GET but for the body."""
        start(self.status, self.headers.to_wsgi_list())
        return () if environ["REQUEST_METHOD"] == "HEAD" else self.iter_encoded()


class NoSessions(SessionInterface):
    """No cookies: whoever asks sends a token each time."""

    def __init__(self) -> None:
        self.none = NullSession()

    def open_session(self, app: Flask, request: Request) -> NullSession:
        """Return the session of everybody, which holds nothing."""
        return self.none


class Route(Rule):
    """A route that is matched only: nothing calls `url_for`.

    Werkzeug compiles two functions per route that build its URL. That took two thirds of the time
    to make an app, so a route does without them.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        """Return what Werkzeug calls to build the URL of this route."""
        return self.refuse_to_build

    def refuse_to_build(self, *_: Any) -> tuple[str, str]:
        """Raise RuntimeError, which says what to do instead."""
        raise RuntimeError(f"No URL is built for {self.rule}; write the path itself")


def _host_named(environ: dict[str, Any]) -> str:
    """Return by what name a request calls the server.

    A proxy and the server could take one of two names each, and pass on an answer to the other.

    Raises:
        BadRequest: it has none, or several, or one that is none (RFC 9112, 3.2).
    """
    named = environ.get("HTTP_HOST", "")
    is_old = environ["SERVER_PROTOCOL"] == "HTTP/1.0"
    if not (is_one_host(named) or (is_old and not named)):
        raise BadRequest("Name the server once, in the header Host")
    return get_host(environ)


class Application(Flask):
    """A Flask app that is served at whatever name clients know, and whose views are functions."""

    session_interface = NoSessions()
    url_rule_class = Route
    direct: DirectRoute | None = None

    def wsgi_app(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        """Answer a request; most come by the one way that is short."""
        if self.direct is not None:
            parameters = self.direct.parameters(environ)
            if parameters is not None:
                return self.direct(self, environ, start, parameters)
        return super().wsgi_app(environ, start)

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function as it is: none of ours is asynchronous."""
        return func

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """Return what finds the view of a request; no name of a host decides that."""
        if request is None:
            return None
        request.host = _host_named(request.environ)
        return self.url_map.bind(
            request.host,
            request.root_path,
            "",
            request.scheme,
            request.method,
            request.path,
            request.query_string.decode("latin-1"),
        )
