"""A bot at a terminal that plays for you: it shows a code, and you allow it in your browser.

    python examples/device_bot.py URL APP TABLE [FILE]

APP is the id of a registered app (`POST /v1/apps`). The bot takes a free seat of TABLE, or goes on
where it holds one. FILE keeps the refresh token, so that it asks you only once: tokens.json.
"""

import json
import secrets
import sys
import time
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

PAUSE = 1.0  # seconds between tries while the server is away
DEVICE = "urn:ietf:params:oauth:grant-type:device_code"


class SignedOut(Exception):
    """You did not allow it, or have ended what you allowed."""


class Tokens:
    """What the bot was given; the refresh token is kept before it is used."""

    def __init__(self, url, app, file):
        self.url, self.app, self.file, self.access = url, app, Path(file), ""

    def send(self, path, **fields):
        """Send a form; return the JSON of the answer, which may be an error."""
        data = urlencode({"client_id": self.app, **fields}).encode()
        try:
            with urlopen(self.url + path, data, timeout=60) as answer:
                return json.load(answer)
        except HTTPError as error:
            return json.load(error)

    def keep(self, told):
        """Keep new tokens, or say why there are none."""
        if "error" in told:
            self.file.unlink(missing_ok=True)
            raise SignedOut(told["error_description"])
        self.file.touch(mode=0o600)
        self.file.write_text(json.dumps({"refresh_token": told["refresh_token"]}))
        self.access = told["access_token"]

    def refresh(self):
        """Get a fresh access token; ask the player where nothing is kept."""
        if not self.file.exists():
            self.ask_player()
            return
        kept = json.loads(self.file.read_text())["refresh_token"]
        self.keep(self.send("/oauth/token", grant_type="refresh_token", refresh_token=kept))

    def ask_player(self):
        """Show a code, and wait for the answer."""
        asked = self.send("/oauth/device_authorization", scope="read play")
        if "error" in asked:
            raise SignedOut(asked["error_description"])
        print("Open", asked["verification_uri"], "and enter", asked["user_code"], flush=True)
        told, pause = {"error": "authorization_pending"}, asked["interval"]
        while told.get("error") in ("authorization_pending", "slow_down"):
            time.sleep(pause)
            pause += 5 if told["error"] == "slow_down" else 0
            told = self.send("/oauth/token", grant_type=DEVICE, device_code=asked["device_code"])
        self.keep(told)


class Bot:
    """Requests with the access token."""

    def __init__(self, tokens):
        self.tokens, self.is_fresh = tokens, False

    def ask(self, method, path, body=None):
        """Send a request until an answer comes; return its JSON."""
        key = secrets.token_hex(16)  # the same each time, so that nothing is played twice
        while True:
            headers = {
                "Authorization": f"Bearer {self.tokens.access}",
                "Content-Type": "application/json",
                "Idempotency-Key": key,
            }
            data = None if body is None else json.dumps(body).encode()
            request = Request(self.tokens.url + "/v1" + path, data, headers, method=method)
            try:
                with urlopen(request, timeout=60) as answer:
                    self.is_fresh = False
                    return json.load(answer)
            except HTTPError as error:
                told = json.load(error)
                if error.code == 401 and not self.is_fresh:
                    self.tokens.refresh()
                    self.is_fresh = True
                elif error.code in (429, 503):
                    time.sleep(int(error.headers["Retry-After"]))
                else:
                    raise SystemExit(told["detail"]) from None
            except (URLError, TimeoutError, ConnectionError):
                time.sleep(PAUSE)


def main(url, app, table, file="tokens.json"):
    """Sign in, sit down, and play to the end."""
    tokens = Tokens(url, app, file)
    bot, path = Bot(tokens), f"/tables/{table}"
    try:
        tokens.refresh()
        print("I play for", bot.ask("GET", "/players/me")["name"], flush=True)
        view = bot.ask("GET", f"{path}/view")
        if view["seat"] is None:
            view = bot.ask("POST", f"{path}/seats", {})["view"]
            if view["phase"] == "open" and all(one["name"] or one["bot"] for one in view["seats"]):
                view = bot.ask("POST", f"{path}/start", {})["view"]
        while view["phase"] != "closed":
            if view["choices"]:
                picks = [pick["example"] for pick in view["choices"]["picks"]]
                offered = [*view["choices"]["actions"], *picks]
                view = bot.ask("POST", f"{path}/actions", offered[0])["view"]
            else:  # the others' turn: wait for news
                view = bot.ask("GET", f"{path}/view?after={view['n']}&wait=25")
    except SignedOut as error:
        raise SystemExit(f"Signed out: {error}") from None
    print("Places by seat:", view["outcome"]["places"])


if __name__ == "__main__":
    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__)
    main(*sys.argv[1:])
