"""The page about signing players in runs word by word; a library signs a player in, too."""

import json
import re
import secrets
import shutil
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from service.commands.client import Client, register_account
from tests.clients.test_curl_page import blocks, walked
from tests.folders import ROOT
from tests.service.apps.signing_in import VERIFIER
from tests.waiting import PATIENCE

PAGE = "docs/how-to/sign-in-with-oauth.md"
BACK = "http://127.0.0.1/signed-in"


@pytest.fixture
def ada(url: str) -> Client:
    return register_account(url, f"Ada {secrets.token_hex(3)}")


@pytest.fixture
def app(url: str) -> str:
    """Return the id of an app."""
    body = {"name": "Card Table", "redirect_uris": [BACK]}
    owner = register_account(url, f"Olga {secrets.token_hex(3)}")
    return str(owner.post("/v1/apps", body)["app"])


@pytest.mark.skipif(shutil.which("curl") is None, reason="needs curl")
def test_a_player_is_signed_in_with_curl_until_she_ends_it(url: str, tmp_path: Path) -> None:
    (text,) = blocks(PAGE)
    (printed,) = re.findall(
        r"^It prints:\n\n```\n(.*?)^```$", (ROOT / PAGE).read_text(), re.DOTALL | re.M
    )
    assert walked(text, "sh", url, tmp_path) == printed.splitlines()
    assert printed.endswith("\ninvalid_grant\n")


def test_the_program_for_terminals_signs_a_player_in(
    url: str, ada: Client, app: str, tmp_path: Path
) -> None:
    (text,) = re.findall(r"^```python\n(.*?)^```$", (ROOT / PAGE).read_text(), re.DOTALL | re.M)
    program = tmp_path / "sign_in.py"
    program.write_text(text)
    with subprocess.Popen(
        [sys.executable, program, url, app], stdout=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout is not None
        told = re.fullmatch(r"Open (\S+) and type in (\S+)\n", running.stdout.readline())
        assert told is not None
        assert told[1] == f"{url}/device"
        kind = {"Content-Type": "application/json"}
        ada.raw("POST", f"/v1/device-codes/{told[2]}", b'{"allow": true}', kind)
        assert running.stdout.readline().startswith("I act for Ada ")
        assert running.wait(PATIENCE) == 0


def test_a_library_that_knows_the_standards_signs_a_player_in(
    url: str, ada: Client, app: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AUTHLIB_INSECURE_TRANSPORT", "1")  # of the server of the tests
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from authlib.integrations.requests_client import OAuth2Session  # noqa: PLC0415
        from authlib.oauth2.rfc8414 import AuthorizationServerMetadata  # noqa: PLC0415
    with urlopen(f"{url}/.well-known/oauth-authorization-server") as answer:
        found = json.load(answer)
    about: Any = AuthorizationServerMetadata(found)
    for name in about.REGISTRY_KEYS:
        if name not in ("issuer", "authorization_endpoint", "token_endpoint"):
            getattr(about, f"validate_{name}")()
    session = OAuth2Session(
        app, scope="read play", redirect_uri=BACK, code_challenge_method="S256",
        token_endpoint_auth_method="none",
    )  # fmt: skip
    address, state = session.create_authorization_url(
        found["authorization_endpoint"], code_verifier=VERIFIER
    )
    asked = dict(part.split("=", 1) for part in address.partition("?")[2].split("&"))
    with session:
        shown = session.request(
            "GET", f"{url}/v1/authorizations?{address.partition('?')[2]}", withhold_token=True,
            headers={"Authorization": f"Bearer {ada.token}"},
        ).json()  # fmt: skip
        assert shown["scopes"] == ["read", "play"]
        body = {
            "response_type": "code", "client_id": app, "redirect_uri": BACK, "scope": "read play",
            "state": state, "code_challenge": asked["code_challenge"],
            "code_challenge_method": "S256", "allow": True,
        }  # fmt: skip
        back = ada.post("/v1/authorizations", body)["redirect_to"]
        token = session.fetch_token(
            found["token_endpoint"],
            authorization_response=back,
            code_verifier=VERIFIER,
            state=state,
        )
        assert session.get(f"{url}/v1/players/me").json()["name"].startswith("Ada ")
        again = session.refresh_token(found["token_endpoint"])
        assert again["refresh_token"] != token["refresh_token"]
        session.revoke_token(found["revocation_endpoint"], again["refresh_token"])
        assert session.get(f"{url}/v1/players/me").status_code == 401
