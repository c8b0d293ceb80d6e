"""The client library in a browser: an app of another origin plays, with all checks."""

from http.server import BaseHTTPRequestHandler
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from service.commands.client import register_account
from tests.folders import ROOT
from tests.loopback import listening

LIBRARY = ROOT / "clients" / "typescript"
BACK = "/signed-in"
BEGIN = """async ([url, clientId]) => {
  const { beginSignIn } = await import("/index.js");
  const redirectUri = location.origin + "/signed-in", scopes = ["read", "play", "tables"];
  return beginSignIn(url, { clientId, redirectUri, scopes, store: sessionStorage });
}"""
PLAY = """async ([url]) => {
  const { finishSignIn } = await import("/index.js");
  const client = await finishSignIn(url, location.href, { store: sessionStorage, verify: true });
  const bot = { choose: ({ choices }) => choices.actions[0] ?? choices.picks[0].example };
  const { table } = await client.play(bot, { game: "boosh", options: { max_hands: 1 } });
  await client.revoke();
  return table.verdict;
}"""


class Elsewhere(BaseHTTPRequestHandler):
    """Serves the library, and an empty page."""

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        is_page = path in ("/", BACK)
        self.send_response(200)
        self.send_header("Content-Type", "text/html" if is_page else "text/javascript")
        self.end_headers()
        self.wfile.write(
            b"<!DOCTYPE html><title>App</title>" if is_page else (LIBRARY / path[1:]).read_bytes()
        )

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


def test_an_app_of_another_origin_plays_with_all_checks(browser: Any, url: str, name: str) -> None:
    body = {"name": "Card Table", "redirect_uris": [f"http://127.0.0.1{BACK}"]}
    app = register_account(url, f"{name} O").post("/v1/apps", body)["app"]
    player = register_account(url, name)
    with listening(Elsewhere) as origin:
        context = browser.new_context()
        page = context.new_page()
        page.goto(origin)
        address = page.evaluate(BEGIN, [url, app])
        asked: Any = dict(parse_qsl(urlsplit(address).query))
        answered = player.post("/v1/authorizations", {**asked, "allow": True})
        page.goto(answered["redirect_to"])
        verdict = page.evaluate(PLAY, [url])
        context.close()
    assert verdict["verdict"] == "good"
    assert verdict["ownEntropy"]
    assert player.get("/v1/grants") == {"grants": []}
