"""What both shells need of httpx: time-outs, headers, and what a failure means."""

import httpx

from fairdeal_client.errors import NoAnswer
from fairdeal_client.requests import Reply, Send

CONNECT, READ = 10.0, 15.0  # seconds
SILENCE = 20.0  # seconds without a line, after which a stream is lost: signs of life come every 15
UNSENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
USER_AGENT = "fairdeal-client/0.1 (Python)"


def timeout_of(send: Send) -> httpx.Timeout:
    """Return how long to wait for each part of an answer."""
    return httpx.Timeout(CONNECT, read=SILENCE if send.as_stream else READ + send.wait)


def reply_of(response: httpx.Response, stream: object = None) -> Reply:
    """Return an answer; the body of a stream is left unread."""
    headers = {name.lower(): value for name, value in response.headers.items()}
    content = b"" if stream is not None else response.content
    return Reply(response.status_code, headers, content, stream)


def no_answer(error: httpx.RequestError) -> NoAnswer:
    """Return what a failure of the connection means to the core."""
    why = str(error) or type(error).__name__
    return NoAnswer(f"no answer from the server: {why}", is_sent=not isinstance(error, UNSENT))
