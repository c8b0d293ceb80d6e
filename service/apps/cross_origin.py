"""Web pages of apps may use the API from their own origins.

An origin is let in when it is that of a redirect URI of a registered app. Nothing is given away by
that: requests carry no cookies, and a page can do only what a token allows that it was given.
"""

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from flask import Flask, Response, current_app, request
from flask_cors.core import get_cors_options, set_cors_headers
from redis.exceptions import RedisError

from events.apps.apps import has_app_at
from events.apps.redirects import redirect_origin
from events.store.connections.tracked_connection import uncounted_writes
from service.wire.connections import connections

KNOWN = 5.0  # seconds for which a process remembers whether an origin is let in
MOST_KNOWN = 1000
PUBLIC_READS = frozenset(  # endpoints
    {
        "tournaments.tournament", "tournament_entrants.entrants", "tournament_results.rounds",
        "tournament_results.tables", "tournament_results.standings",
        "tournament_results.cross_table", "tournament_results.ratings",
    }
)  # fmt: skip


class OriginCache:
    """Which origins of apps were asked for a moment ago."""

    def __init__(self, look_up: Callable[[str], bool]) -> None:
        self.look_up = look_up
        self.known: dict[str, tuple[float, bool]] = {}

    def is_let_in(self, origin: str) -> bool:
        """Say whether an origin is that of an app's pages, at any port of a loopback address."""
        now = time.monotonic()
        since, found = self.known.get(origin, (-KNOWN, False))
        if now - since < KNOWN:
            return found
        registered = None if "/" in origin.partition("://")[2] else redirect_origin(origin)
        found = registered is not None and self.look_up(registered)
        if len(self.known) >= MOST_KNOWN:
            self.known.clear()
        self.known[origin] = now, found
        return found


def install_app_origins(app: Flask, options: Mapping[str, Any]) -> None:
    """Let the origins of apps in, with the options of Flask-CORS that all others have."""
    cache = OriginCache(_has_app_here)

    def let_in(response: Response) -> Response:
        if "public" in response.headers.get("Cache-Control", ""):
            response.vary.add("Origin")  # else a cache keeps an answer that no page may read
        origin = request.environ.get("HTTP_ORIGIN")
        if origin is None or origin.partition("://")[2] == request.environ.get("HTTP_HOST"):
            return response
        if "Access-Control-Allow-Origin" not in response.headers and cache.is_let_in(origin):
            allowed = get_cors_options(current_app, {**options, "origins": [origin]})
            set_cors_headers(response, allowed)
            response.vary.add("Origin")
        return response

    app.after_request(let_in)


def open_public_reads(app: Flask) -> None:
    """Let pages of every origin read what tournaments show to everybody, without a token.

    Call this before the origins of apps are let in: what they say stands.
    """
    app.after_request(_let_everybody_read)


def _let_everybody_read(response: Response) -> Response:
    """Let every origin read an answer that is for everybody."""
    if request.endpoint in PUBLIC_READS and "Access-Control-Allow-Origin" not in response.headers:
        response.headers["Access-Control-Allow-Origin"] = "*"
    return response


def _has_app_here(origin: str) -> bool:
    """Say whether an app has pages of an origin; where the store is away, none is let in."""
    with suppress(RedisError), uncounted_writes():
        return has_app_at(connections().store, origin)
    return False
