"""Sign in with fairdeal: OAuth 2.1 by code with PKCE on loopback, or by device code."""

import base64
import hashlib
import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, HTTPServer
from queue import Empty, Queue
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from fairdeal_client.errors import SignInFailed
from fairdeal_client.requests import Ask, Call, Pause, Steps
from fairdeal_client.session import Session, Tokens

DEVICE = "urn:ietf:params:oauth:grant-type:device_code"
SLOWER = 5  # seconds that `slow_down` adds to the pause (RFC 8628, 3.5)
DONE = b"<!doctype html><title>Back</title><p>You may close this page and go back to the app."


@dataclass(frozen=True)
class DeviceCode:
    """What to show a person: they open `address`, check `user_code`, and allow the app there."""

    user_code: str
    address: str  # with the code in it, for a link or a QR code
    expires_in: int


@dataclass(frozen=True)
class CodeRequest:
    """A request for an authorization code; the secrets of one sign-in (RFC 7636).

    Attributes:
        address: of the page on which the person allows the app.
    """

    address: str
    redirect_uri: str
    state: str
    verifier: str


def code_request(url: str, client_id: str, redirect_uri: str, scope: str) -> CodeRequest:
    """Return a new request for a code."""
    verifier, state = secrets.token_urlsafe(32), secrets.token_urlsafe(16)
    digest = hashlib.sha256(verifier.encode()).digest()
    query = {
        "response_type": "code", "client_id": client_id, "redirect_uri": redirect_uri,
        "scope": scope, "state": state, "code_challenge_method": "S256",
        "code_challenge": base64.urlsafe_b64encode(digest).rstrip(b"=").decode(),
    }  # fmt: skip
    return CodeRequest(f"{url}/authorize?{urlencode(query)}", redirect_uri, state, verifier)


def show_page(open_page: Callable[[str], object], address: str) -> None:
    """Open a page in the person's browser. SignInFailed where there is none, as on a server."""
    if open_page(address) is False:  # as `webbrowser.open` says it
        raise SignInFailed("no_browser", "no browser opens here; use sign_in_by_device")


def redeem_code(
    session: Session, client_id: str, wanted: CodeRequest, answer: dict[str, str]
) -> Steps[Tokens]:
    """Exchange the code that came back by the redirect for tokens.

    The state must be that of the request, and the issuer the server (RFC 9207): an answer to
    another sign-in, or from another server, is refused.
    """
    if not secrets.compare_digest(answer.get("state", ""), wanted.state):
        raise SignInFailed("wrong_state", "the answer is not to this request")
    issuer = answer.get("iss", "")
    if issuer.rstrip("/") != (yield from issuer_of(session)):
        raise SignInFailed("wrong_issuer", f"the answer comes from another server: {issuer}")
    if "code" not in answer:
        raise SignInFailed(answer.get("error", "no_code"), answer.get("error_description", ""))
    form = {
        "grant_type": "authorization_code", "code": answer["code"], "client_id": client_id,
        "redirect_uri": wanted.redirect_uri, "code_verifier": wanted.verifier,
    }  # fmt: skip
    found = yield from session.post_form("/oauth/token", form)
    return session.keep_tokens(found, client_id)


def issuer_of(session: Session) -> Steps[str]:
    """Return how the server calls itself (RFC 8414)."""
    found: dict[str, Any] = yield from session.call(
        Call("GET", "/.well-known/oauth-authorization-server")
    )
    return str(found["issuer"]).rstrip("/")


def sign_in_by_device(
    session: Session, client_id: str, scope: str, show: Callable[[DeviceCode], object]
) -> Steps[Tokens]:
    """Ask for a code, have it shown, and wait until the person has allowed the app."""
    begun = yield from session.post_form(
        "/oauth/device_authorization", {"client_id": client_id, "scope": scope}
    )
    address = begun.get("verification_uri_complete") or begun["verification_uri"]
    yield Ask(show, (DeviceCode(begun["user_code"], address, begun["expires_in"]),))
    form = {"grant_type": DEVICE, "device_code": begun["device_code"], "client_id": client_id}
    pause = float(begun.get("interval", SLOWER))
    while True:
        yield Pause(pause)
        try:
            found = yield from session.post_form("/oauth/token", form)
        except SignInFailed as failed:
            if failed.code not in ("authorization_pending", "slow_down"):
                raise
            pause += SLOWER if failed.code == "slow_down" else 0
        else:
            return session.keep_tokens(found, client_id)


@contextmanager
def loopback_redirect() -> Iterator[tuple[str, Callable[[float], dict[str, str]]]]:
    """Listen for the browser's redirect on a free port of this machine (RFC 8252, 7.3).

    Yields the redirect URI, and a function that waits so many seconds for the query.
    """
    answers: Queue[dict[str, str]] = Queue()

    class Redirect(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found = urlsplit(self.path)
            is_it = found.path == "/callback"
            self.send_response(200 if is_it else 404)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(DONE if is_it else b"")
            if is_it:
                answers.put({name: one[0] for name, one in parse_qs(found.query).items()})

        def log_message(self, *_: Any) -> None:
            """Print nothing: the query holds the code."""

    def wait(seconds: float) -> dict[str, str]:
        try:
            return answers.get(timeout=seconds)
        except Empty:
            raise SignInFailed("expired_token", "nobody has answered in the browser") from None

    server = HTTPServer(("127.0.0.1", 0), Redirect)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/callback", wait
    finally:
        server.shutdown()
        server.server_close()
