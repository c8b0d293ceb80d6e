"""The floor: a bare Flask POST with one XADD, served like the real API."""

import os
from typing import Any

import orjson
from flask import Flask, Response, request

from events.store.connections.client import connect_client


def create_app() -> Flask:
    """Return an app with one route that appends the body to a stream."""
    app = Flask("bare", static_folder=None)
    redis = connect_client(os.environ["FAIRDEAL_REDIS_URL"])

    @app.post("/bare")
    def bare() -> Response:
        data: Any = request.get_json()
        entry: Any = redis.xadd("bench:bare", {"e": orjson.dumps(data)})
        return Response(orjson.dumps({"id": entry.decode()}), mimetype="application/json")

    return app
