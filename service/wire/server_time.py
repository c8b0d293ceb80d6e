"""Each answer tells the store's time in milliseconds, by which tables and deadlines go.

A header tells it, so that views stay functions of the events of their table.
"""

from flask import Flask, Response

from service.wire.connections import connections

HEADER = "Server-Time"


def install_server_time(app: Flask) -> None:
    """Let each answer of an app tell the time, as far as it is known."""
    app.after_request(_add_server_time)


def _add_server_time(response: Response) -> Response:
    """Tell the time of the store that the app works with."""
    now = connections().store.clock.about_now()
    if now is not None:
        response.headers.add(HEADER, str(now))
    return response
