"""Each answer tells the store's time in milliseconds, by which tables and deadlines go.

A header tells it, so that views stay functions of the events of their table.
"""

from flask import Flask, Response

from events.store.clock import Clock

HEADER = "Server-Time"


def tell(app: Flask, clock: Clock) -> None:
    """Let each answer of an app tell the time, as far as it is known."""

    def tell_time(response: Response) -> Response:
        now = clock.about_now()
        if now is not None:
            response.headers.add(HEADER, str(now))
        return response

    app.after_request(tell_time)
