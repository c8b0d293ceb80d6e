"""A small client of the REST API, as a script would write it; used by the demo."""

import http.client
import json
import time
import urllib.error
import urllib.request
from typing import Any

TRIES = 40
PAUSE = 0.25  # seconds between tries while the server is away


class ApiProblem(Exception):
    """The server answered with a problem."""

    def __init__(self, status: int, problem: dict[str, Any]) -> None:
        super().__init__(f"{status} {problem.get('code')}: {problem.get('detail')}")
        self.status, self.problem = status, problem


class Client:
    """One player's connection; every call is repeated with its key while the server is away.

    `tries` bounds how often, with 0.25 s in between.
    """

    def __init__(self, url: str, token: str | None = None, tries: int = TRIES) -> None:
        self.url, self.token, self.tries = url, token, tries
        self.keys = 0

    def get(self, path: str) -> Any:
        """Return the JSON at a path."""
        return json.loads(self.raw("GET", path, None, {}))

    def post(self, path: str, body: dict[str, Any]) -> Any:
        """Send JSON under a key of its own, so that a repeat can't play twice."""
        self.keys += 1
        headers = {"Content-Type": "application/json", "Idempotency-Key": f"{id(self)}-{self.keys}"}
        return json.loads(self.raw("POST", path, json.dumps(body).encode(), headers))

    def raw(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> bytes:
        """Return the bytes of an answer; ApiProblem for a problem that trying again can't mend."""
        if self.token is not None:
            headers = {**headers, "Authorization": f"Bearer {self.token}"}
        for attempt in range(self.tries):
            request = urllib.request.Request(self.url + path, body, headers, method=method)
            try:
                with urllib.request.urlopen(request, timeout=10) as answer:
                    data: bytes = answer.read()
                    return data
            except urllib.error.HTTPError as error:
                with error:
                    text = error.read()
                if error.code != 503 or attempt == self.tries - 1:
                    raise ApiProblem(error.code, json.loads(text)) from None
            except (urllib.error.URLError, http.client.HTTPException, OSError):
                if attempt == self.tries - 1:
                    raise
            time.sleep(PAUSE)
        raise AssertionError("the last try raises")


def register(url: str, name: str, tries: int = TRIES) -> Client:
    """Make an account and return its client."""
    made = Client(url, tries=tries).post("/v1/players", {"name": name})
    return Client(url, made["token"], tries)
