"""A small client of the REST API, as a script would write it; used by demo and tournaments."""

import http.client
import json
import secrets
import time
import urllib.error
import urllib.request
from typing import Any

TRIES = 40
BY_PROXIES = (502, 504)  # answers of a proxy that does not reach the server
PAUSE = 0.25  # seconds between tries while the server is away


class ApiProblem(Exception):
    """The server answered with a problem."""

    def __init__(self, status: int, problem: dict[str, Any]) -> None:
        super().__init__(f"{status} {problem.get('code')}: {problem.get('detail')}")
        self.status, self.problem = status, problem

    def detail(self) -> str:
        """Return the sentence in which the server says why."""
        return str(self.problem.get("detail") or self)


class Client:
    """One player's connection; every call is repeated with its key while the server is away.

    `tries` bounds how often, with 0.25 s in between; `patient` waits out quotas, too.
    """

    def __init__(
        self, url: str, token: str | None = None, tries: int = TRIES, *, patient: bool = False
    ) -> None:
        self.url, self.token, self.tries = url, token, tries
        self.busy = (429, 503) if patient else (503,)

    def get(self, path: str) -> Any:
        """Return the JSON at a path."""
        return json.loads(self.raw("GET", path, None, {}))

    def post(self, path: str, body: dict[str, Any], key: str | None = None) -> Any:
        """Send JSON under a key, a fresh one unless given, so that a repeat can't play twice.

        A fresh key is random: the server remembers the keys of an account, and a later client of
        it, in this process or another, must not meet the answers to an earlier one's requests.
        """
        key = key or secrets.token_hex(16)
        headers = {"Content-Type": "application/json", "Idempotency-Key": key}
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
                is_proxy = error.code in BY_PROXIES and not _is_ours(error)
                if not (is_proxy or error.code in self.busy) or attempt == self.tries - 1:
                    own = {"detail": f"A proxy before the server answers {error.code}"}
                    raise ApiProblem(error.code, own if is_proxy else json.loads(text)) from None
                time.sleep(int(error.headers.get("Retry-After", 0)) if self.busy[1:] else 0)
            except (urllib.error.URLError, http.client.HTTPException, OSError):
                if attempt == self.tries - 1:
                    raise
            time.sleep(PAUSE)
        raise AssertionError("the last try raises")


def _is_ours(error: urllib.error.HTTPError) -> bool:
    """Say whether the server gave an answer, and not a proxy before it."""
    return error.headers.get_content_type() == "application/problem+json"


def register_account(url: str, name: str, tries: int = TRIES) -> Client:
    """Make an account and return its client."""
    made = Client(url, tries=tries).post("/v1/players", {"name": name})
    return Client(url, made["token"], tries)
