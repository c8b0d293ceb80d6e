"""An account at a server: calls with keys, retries and fresh tokens."""

import json
import random
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar
from urllib.parse import urlencode

from fairdeal_client.errors import ApiError, NoAnswer, SignInFailed, api_error
from fairdeal_client.requests import Call, Headers, Pause, Reply, Send, Steps
from fairdeal_client.signing import Signer

T = TypeVar("T")
BUSY = (429, 502, 503, 504)
FIRST_PAUSE, LONGEST_PAUSE = 0.25, 5.0  # seconds between tries


@dataclass
class Tokens:
    """What an app holds of a grant (OAuth): keep it; `refresh_token` changes with each renewal."""

    access_token: str
    refresh_token: str
    client_id: str
    scope: str = ""


@dataclass
class Session:
    """What all calls of a client share.

    Attributes:
        url: of the server, without `/v1`.
        patience: seconds for which a call is repeated while the server is away or busy.
        tokens: of a grant, renewed when the access token ends; `on_tokens` stores the new ones.
    """

    url: str
    token: str | None = None
    patience: float = 60.0
    tokens: Tokens | None = None
    on_tokens: Callable[[Tokens], object] = lambda tokens: None
    player: str | None = None  # id of the account, once known
    signer: Signer | None = None
    jitter: random.Random = field(default_factory=random.Random)
    is_renewing: bool = False

    def use(self, token: str | Tokens | None) -> None:
        """Act with a token, or with those of a grant."""
        self.token = token if isinstance(token, str) else None
        self.tokens = token if isinstance(token, Tokens) else None

    def call(self, call: Call[T]) -> Steps[T]:
        """Carry out a call; return its answer. One with a key is sent until an answer comes."""
        key = secrets.token_hex(16) if call.is_keyed else None
        reply = yield from self.patiently(
            lambda: self.request(call, key), is_repeatable=call.is_repeatable
        )
        if "wait" in call.query and (busy := reply.retry_after()):
            yield Pause(busy)  # no place was free to wait at the server
        found: T = decode_answer(call, reply)
        return found

    def request(self, call: Call[Any], key: str | None = None, *, as_stream: bool = False) -> Send:
        """Return the request of a call, with the token of now."""
        headers: Headers = {"Accept": call.accept, **self.authorization()}
        if key is not None:
            headers["Idempotency-Key"] = key
        headers |= {name: str(value) for name, value in call.header.items() if value is not None}
        query = {name: value for name, value in call.query.items() if value is not None}
        content = None
        if isinstance(call.body, bytes):
            content, headers["Content-Type"] = call.body, "application/octet-stream"
        elif call.body is not None:
            content = json.dumps(call.body, separators=(",", ":")).encode()
            headers["Content-Type"] = "application/json"
        url = f"{self.url}{call.path}" + (f"?{urlencode(query)}" if query else "")
        wait = float(query.get("wait", 0))
        return Send(call.method, url, headers, content, wait, as_stream)

    def authorization(self) -> Headers:
        """Return the header that says who asks."""
        token = self.tokens.access_token if self.tokens else self.token
        return {"Authorization": f"Bearer {token}"} if token else {}

    def patiently(self, request: Callable[[], Send], *, is_repeatable: bool) -> Steps[Reply]:
        """Send a request until an answer comes that waiting would not change; return a good one.

        A request that is not repeatable is sent again only where the server cannot have done it.
        """
        end, pause, is_renewed = time.monotonic() + self.patience, FIRST_PAUSE, False
        while True:
            failure: Exception
            send = request()
            try:
                reply: Reply = yield send
            except NoAnswer as lost:
                failure, after, again = lost, None, is_repeatable or not lost.is_sent
            else:
                if reply.status < 400:
                    return reply
                failure, after = api_error(reply.status, reply.problem()), reply.retry_after()
                used = send.headers.get("Authorization")
                if reply.status == 401 and used and self.tokens and not is_renewed:
                    yield from self.renew_tokens(used)
                    is_renewed = True
                    continue
                is_busy = reply.status in BUSY or after is not None  # 409 `proof/not_yet`, too
                again = is_busy and (is_repeatable or is_undone(reply))
            wait = pause * self.jitter.uniform(0.5, 1.0) if after is None else after
            if not again or time.monotonic() + wait > end:
                raise failure
            yield Pause(wait)
            pause = min(2 * pause, LONGEST_PAUSE)

    def renew_tokens(self, used: str) -> Steps[None]:
        """Exchange the refresh token, unless another call has while this one used the old token.

        Calls run side by side, but a refresh token is used once: a second use ends the grant.
        """
        while self.is_renewing:
            yield Pause(FIRST_PAUSE)
        tokens = self.tokens
        if tokens is None or self.authorization()["Authorization"] != used:
            return
        self.is_renewing = True
        try:
            form = {"grant_type": "refresh_token", "refresh_token": tokens.refresh_token}
            answer = yield from self.post_form(
                "/oauth/token", {**form, "client_id": tokens.client_id}
            )
            self.keep_tokens(answer, tokens.client_id)
        finally:
            self.is_renewing = False

    def keep_tokens(self, answer: dict[str, Any], client_id: str) -> Tokens:
        """Use the tokens of an answer from now on."""
        old = self.tokens.refresh_token if self.tokens else ""
        self.tokens = Tokens(
            answer["access_token"], answer.get("refresh_token", old), client_id,
            answer.get("scope", ""),
        )  # fmt: skip
        self.on_tokens(self.tokens)
        return self.tokens

    def revoke(self) -> Steps[None]:
        """End the grant at the server, and forget its tokens."""
        if self.tokens is not None:
            form = {"token": self.tokens.refresh_token, "client_id": self.tokens.client_id}
            yield from self.post_form("/oauth/revoke", form)
            self.tokens = None

    def post_form(self, path: str, form: dict[str, str]) -> Steps[dict[str, Any]]:
        """Send a form to an OAuth endpoint; return its JSON. SignInFailed for an error."""
        headers = {
            "Accept": "application/json",
            "Content-Type": "application/x-www-form-urlencoded",
        }
        request = Send("POST", self.url + path, headers, urlencode(form).encode())
        try:
            reply = yield from self.patiently(lambda: request, is_repeatable=True)
        except ApiError as error:
            code = str(error.problem.get("error") or error.code)
            raise SignInFailed(code, str(error.problem.get("error_description", ""))) from None
        return reply.problem()

    def own_id(self) -> Steps[str]:
        """Return the id of the account."""
        if self.player is None:
            me = yield from self.call(Call[dict[str, Any]]("GET", "/v1/players/me"))
            self.player = str(me["player"])
        return self.player


def is_undone(reply: Reply) -> bool:
    """Say whether an answer of a busy server promises that nothing was done."""
    code = reply.problem().get("code")
    return reply.status in (429, 503) and code is not None and code != "service/unknown"


def decode_answer(call: Call[T], reply: Reply) -> Any:
    """Return what an answer holds: JSON, text or bytes, as the call says."""
    if not reply.content:
        return None
    kind = reply.headers.get("content-type", "")
    if call.accept == "application/json" and not kind.startswith(("text/csv", "text/plain")):
        try:
            return json.loads(reply.content)
        except ValueError:
            raise NoAnswer(f"something else than the server has answered ({kind})") from None
    is_text = call.accept == "application/json" or call.accept.startswith(("text/", "image/svg"))
    return reply.content.decode() if is_text else reply.content
