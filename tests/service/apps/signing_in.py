"""An app as a stranger writes it: it knows the standards of OAuth and its client id."""

import base64
import hashlib
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlencode, urlsplit

from werkzeug.test import TestResponse

from tests.service.asker import Asker, Service

APPS, GRANTS, AUTHORIZATIONS = "/v1/apps", "/v1/grants", "/v1/authorizations"
ME, TOKEN, REVOKE = "/v1/players/me", "/oauth/token", "/oauth/revoke"
BACK = "https://app.example/signed-in"
FORM = "application/x-www-form-urlencoded"
VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"  # of RFC 7636, appendix B
DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"


def challenge_of(verifier: str) -> str:
    """Return what an app sends ahead of its verifier."""
    digest = hashlib.sha256(verifier.encode()).digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


class Refusal(NamedTuple):
    """What an answer of OAuth says is wrong."""

    status: int
    error: str


def refusal(answer: TestResponse) -> Refusal:
    """Expect an error as RFC 6749 has it."""
    assert answer.mimetype == "application/json"
    found = answer.get_json()
    assert set(found) == {"error", "error_description"}
    assert found["error_description"].isascii()
    assert '"' not in found["error_description"]
    assert answer.headers["Cache-Control"] == "no-store"
    return Refusal(answer.status_code, found["error"])


class ClientApp:
    """An app that is registered, and the tokens that it has."""

    def __init__(
        self, service: Service, owner: Asker, *uris: str, name: str = "Card Table"
    ) -> None:
        body = {"name": name, "redirect_uris": [*(uris or (BACK,))]}
        made = owner.post(APPS, body)
        assert made.status_code == 201, made.text
        self.service, self.id = service, made.get_json()["app"]
        self.uri = uris[0] if uris else BACK

    def asks(self, scope: str = "read play", **more: str) -> dict[str, str]:
        """Return the parameters with which the app opens the page for players."""
        usual = {
            "response_type": "code", "client_id": self.id, "redirect_uri": self.uri,
            "scope": scope, "state": "a state", "code_challenge": challenge_of(VERIFIER),
            "code_challenge_method": "S256",
        }  # fmt: skip
        return {**usual, **more}

    def shown_to(self, player: Asker, scope: str = "read play", **more: str) -> TestResponse:
        """Show a player what the app asks for."""
        return player.get(f"{AUTHORIZATIONS}?{urlencode(self.asks(scope, **more))}")

    def code_from(self, player: Asker, scope: str = "read play", **more: str) -> str:
        """Let a player allow it; return the code that comes back."""
        answer = player.post(AUTHORIZATIONS, {**self.asks(scope, **more), "allow": True})
        assert answer.status_code == 200, answer.text
        return str(answered(answer)["code"])

    def send(self, path: str, **fields: str) -> TestResponse:
        """Send a form with the app's id."""
        return self.service.nobody.ask(
            "POST", path, raw=urlencode({"client_id": self.id, **fields}).encode(), kind=FORM
        )

    def exchange(self, code: str, **more: str) -> TestResponse:
        """Exchange a code."""
        fields = {"redirect_uri": self.uri, "code_verifier": VERIFIER, **more}
        return self.send(TOKEN, grant_type="authorization_code", code=code, **fields)

    def refresh(self, token: str, **more: str) -> TestResponse:
        """Exchange a refresh token."""
        return self.send(TOKEN, grant_type="refresh_token", refresh_token=token, **more)

    def start_device(self, scope: str = "read play") -> Any:
        """Return the codes of a program without a browser."""
        answer = self.send("/oauth/device_authorization", scope=scope)
        assert answer.status_code == 200, answer.text
        return answer.get_json()

    def poll(self, device_code: str) -> TestResponse:
        """Ask whether the player has answered."""
        return self.send(TOKEN, grant_type=DEVICE_GRANT, device_code=device_code)

    def tokens_from(self, player: Asker, scope: str = "read play") -> Any:
        """Sign a player in."""
        return tokens(self.exchange(self.code_from(player, scope)))

    def signed_in(self, player: Asker, scope: str = "read play") -> Asker:
        """Sign a player in; return who asks with the access token."""
        return self.asker(player, self.tokens_from(player, scope))

    def asker(self, player: Asker, given: Any) -> Asker:
        """Return who asks with an access token of a player."""
        return Asker(self.service.app.test_client(), given["access_token"], player.id)


def answered(answer: TestResponse) -> dict[str, str]:
    """Return the parameters that an app gets back, each of which comes once."""
    query = parse_qs(urlsplit(answer.get_json()["redirect_to"]).query, strict_parsing=True)
    assert all(len(values) == 1 for values in query.values())
    return {name: value for name, (value,) in query.items()}


def tokens(answer: TestResponse) -> Any:
    """Expect tokens."""
    assert answer.status_code == 200, answer.text
    assert answer.headers["Cache-Control"] == "no-store"
    found = answer.get_json()
    assert set(found) == {"access_token", "token_type", "expires_in", "refresh_token", "scope"}
    assert found["access_token"].startswith("fda_")
    assert found["refresh_token"].startswith("fdr_")
    assert (found["token_type"], found["expires_in"]) == ("Bearer", 3600)
    return found


def is_let_in(asker: Asker) -> bool:
    """Say whether a token is valid."""
    return asker.get(ME).status_code == 200
