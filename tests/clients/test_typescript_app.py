"""An app with the client library in JavaScript signs a player in at our server, plays, and ends."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from service.commands.client import Client, register_account
from tests.waiting import PATIENCE

PROGRAM = Path(__file__).with_name("typescript") / "app.mjs"
BACK = "http://127.0.0.1/signed-in"
SCOPES = "play read tables"

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="needs node, 20 or newer")


@pytest.fixture
def player(url: str, tmp_path: Path) -> Client:
    """Return an account that wants to use an app."""
    return register_account(url, f"Ada {tmp_path.name[-20:]}")


@pytest.fixture
def app(url: str, tmp_path: Path) -> str:
    """Return the id of an app that is registered."""
    owner = register_account(url, f"Olga {tmp_path.name[-20:]}")
    body = {"name": "Card Table", "redirect_uris": [BACK]}
    made: str = owner.post("/v1/apps", body)["app"]
    return made


@contextmanager
def running(*arguments: str) -> Iterator["subprocess.Popen[str]"]:
    """Run the app; yield it when it has begun."""
    with subprocess.Popen(
        ["node", str(PROGRAM), *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def rest_of(process: "subprocess.Popen[str]", typed: str = "") -> list[str]:
    """Return what the app prints to its end."""
    told = process.communicate(typed, timeout=PATIENCE)[0].splitlines()
    assert process.returncode == 0, told
    return told


def first_of(process: "subprocess.Popen[str]") -> str:
    """Return the first line that the app prints."""
    assert process.stdout is not None
    return process.stdout.readline().strip()


def check(told: list[str], player: Client) -> None:
    """Find that it had the scopes, renewed its token, played, and can do nothing after the end."""
    scopes, played, ended = told
    assert sorted(scopes.split()) == SCOPES.split()
    assert played == "good 2"
    assert ended == "NotSignedIn 401"
    assert player.get("/v1/grants") == {"grants": []}


def test_an_app_signs_in_by_a_code(url: str, player: Client, app: str) -> None:
    with running(url, "code", app, BACK) as process:
        page = urlsplit(first_of(process))
        assert page.path == "/authorize"
        asked: Any = dict(parse_qsl(page.query))
        told = player.get(f"/v1/authorizations?{page.query}")
        assert (told["app"], told["redirect_to"]) == (app, None)
        answered = player.post("/v1/authorizations", {**asked, "allow": True})
        check(rest_of(process, answered["redirect_to"] + "\n"), player)


def test_an_app_without_a_browser_signs_in_by_a_device_code(
    url: str, player: Client, app: str
) -> None:
    with running(url, "device", app) as process:
        code, link = first_of(process).split()
        assert link.endswith(f"/device?user_code={code}")
        assert player.get(f"/v1/device-codes/{code}")["app"] == app
        headers = {"Content-Type": "application/json"}
        player.raw("POST", f"/v1/device-codes/{code}", b'{"allow": true}', headers)
        check(rest_of(process), player)
