"""The log of requests, and the id by which one is found in all logs.

A proxy or a client may send its own id as X-Request-Id; else one is given. Each answer has it.
"""

import logging
import os
import re
import time
from collections.abc import MutableMapping
from itertools import count
from typing import Any

from flask import Flask, Response, has_request_context, request

from service.wire.current import current_request
from service.wire.requests import PLAYER_FOUND

HEADER = "X-Request-Id"
FORM = re.compile(r"[A-Za-z0-9._:-]{1,64}")
ID, BEGUN, CODE = "fairdeal.request_id", "fairdeal.begun", "fairdeal.code"  # in the environment
OUR_FAULT = 500
WAIT = "wait"  # the parameter of a read that waits for news, which takes as long as it may
OWN, NUMBERS = os.urandom(4).hex(), count()  # ids given by this process: nobody else's, and cheap

logger = logging.getLogger("fairdeal.access")


def install_request_log(app: Flask, one_in: int, slow: float) -> None:
    """Give each request an id, and log one in so many; 0: none.

    Those that failed by our fault are always logged, and those that took `slow` seconds; 0: none.
    """

    turns = count()

    def note(answer: Response) -> Response:
        answer.headers.add(HEADER, _request_id())
        seconds = time.perf_counter() - current_request().environ[BEGUN]
        is_slow = 0 < slow <= seconds and WAIT not in request.args
        is_failed = answer.status_code >= OUR_FAULT
        if is_failed or is_slow or (one_in and next(turns) % one_in == 0):
            _log_request(answer, seconds)
        return answer

    app.after_request(note)


def _request_id() -> str:
    """Return the id of this request."""
    environ = current_request().environ
    if ID not in environ:
        sent = environ.get("HTTP_X_REQUEST_ID")
        environ[ID] = sent if sent and FORM.fullmatch(sent) else f"{OWN}{next(NUMBERS):08x}"
    found: str = environ[ID]
    return found


def _log_request(answer: Response, seconds: float) -> None:
    """Log a request and its answer."""
    about = {
        "method": request.method,
        "path": request.path,
        "operation": request.endpoint,
        "status": answer.status_code,
        "seconds": round(seconds, 6),
    }
    level = logging.ERROR if answer.status_code >= OUR_FAULT else logging.INFO
    logger.log(level, "%s %s: %d", request.method, request.path, answer.status_code, extra=about)


def of_request(_: Any, name: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Add what is known of the request to a record that is logged while it is answered."""
    if has_request_context():
        caller = request.environ.get(PLAYER_FOUND)
        event["request_id"] = _request_id()
        event["player"] = None if caller is None else caller.id
        event["table"] = (request.view_args or {}).get("table_id")
        event["code"] = request.environ.get(CODE)
    return event
