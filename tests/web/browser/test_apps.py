"""An app of somebody else's making: allowed in plain words, plays from another origin, is ended."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from subprocess import PIPE, Popen
from threading import Thread
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import orjson
import pytest
from nacl.signing import SigningKey

from events.accounts.account import PURPOSE
from games.core.fairness.signature import signed_bytes
from service.commands.client import ApiProblem, Client, register_account
from tests.folders import EXAMPLES
from tests.waiting import wait_for
from tests.web.browser.person import DESK, PHONE, Person
from tests.web.browser.test_pages import check, needs_axe

APP = EXAMPLES / "app"
BACK = "http://localhost/"  # where the app is served, at any port
ALLOW, DENY = "button:text-is('Allow')", "button:text-is('Deny')"
SIGN_IN = "button:has-text('Sign in with fairdeal')"
CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"  # of RFC 7636, appendix B
REVOKED = 5.0  # seconds after which an ended app can do nothing more


class Pages(SimpleHTTPRequestHandler):
    """Pages of another origin, with files of a test's own among them."""

    own: dict[str, bytes]

    def __init__(self, *arguments: Any, own: dict[str, bytes], **named: Any) -> None:
        self.own = own
        super().__init__(*arguments, **named)

    def do_GET(self) -> None:
        """Show a file."""
        content = self.own.get(self.path.partition("?")[0])
        if content is None:
            super().do_GET()
            return
        self.send_response(200)
        kind = "text/javascript" if self.path.endswith(".js") else "text/html"
        self.send_header("Content-Type", kind)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@contextmanager
def elsewhere(own: dict[str, bytes]) -> Iterator[str]:
    """Serve the example from another origin, at a free port of this machine."""
    handler = partial(Pages, directory=str(APP), own=own)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as running:
        Thread(target=running.serve_forever, daemon=True).start()
        yield f"http://localhost:{running.server_port}/"
        running.shutdown()


@pytest.fixture
def client_id(url: str, name: str) -> str:
    """Return the id of an app, registered by somebody."""
    owner = register_account(url, f"{name} O")
    made = owner.post("/v1/apps", {"name": "Card Table", "redirect_uris": [BACK]})
    return str(made["app"])


@pytest.fixture
def own_files() -> dict[str, bytes]:
    """Return what is served elsewhere beside the example; a test adds to it."""
    return {}


@pytest.fixture
def app_url(url: str, client_id: str, own_files: dict[str, bytes]) -> Iterator[str]:
    """Return where the example is served, which plays here."""
    config = f'export const server = "{url}";\nexport const app = "{client_id}";\n'
    own_files["/config.js"] = config.encode()
    with elsewhere(own_files) as where:
        yield where


def asking(url: str, app: str, **other: str) -> str:
    """Return the address to which an app sends people."""
    asked = {
        "response_type": "code", "client_id": app, "redirect_uri": BACK,
        "scope": "read play", "state": "af0ifjsldkj", "code_challenge": CHALLENGE,
        "code_challenge_method": "S256", **other,
    }  # fmt: skip
    return f"{url}/authorize?{urlencode(asked)}"


def form(url: str, path: str, **fields: str) -> tuple[int, Any]:
    """Return status and JSON of the answer to a form."""
    try:
        with urlopen(Request(url + path, urlencode(fields).encode())) as answer:
            return answer.status, orjson.loads(answer.read())
    except HTTPError as error:
        with error:
            return error.code, orjson.loads(error.read())


def signed_in_app(one: Person, app_url: str) -> None:
    """Sign somebody in at the app by the page that asks."""
    one.page.goto(app_url)
    one.use(SIGN_IN)
    one.use(ALLOW)
    one.see("text=Open tables")


def shared_table(bob: Client) -> str:
    """Open a short, rated table of Boon for two people and a bot, at which one sits already."""
    options = bob.get("/v1/games/boon")["brief"]
    asked = {"game": "boon", "seats": 3, "options": options, "clock": None}
    table = str(bob.post("/v1/tables", asked)["view"]["table"])
    bob.post(f"/v1/tables/{table}/seats", {"seat": 1})
    bob.post(f"/v1/tables/{table}/seats", {"seat": 2, "bot": "regular"})
    return table


def play_on(one: Person, bob: Client, table: str, until: Callable[[int], bool]) -> int:
    """Play for both, one of them in the app, until something holds; return the app's turns."""
    turns = 0
    while not one.has("#result") and not until(turns):
        view = bob.get(f"/v1/tables/{table}/view")
        if view["choices"]:
            found = view["choices"]
            offered = [*found["actions"], *(pick["example"] for pick in found["picks"])]
            bob.post(f"/v1/tables/{table}/actions", offered[0])
        elif one.has("#choices button:not(:disabled)"):
            shown = one.page.locator("#table")
            before = shown.inner_text()
            one.use("#choices button:not(:disabled)")
            wait_for(partial(differs, shown, before))
            turns += 1
    return turns


def differs(shown: Any, before: str) -> bool:
    """Say whether something on a page has changed."""
    return bool(shown.inner_text() != before)


def watch(one: Person) -> tuple[list[str], list[str]]:
    """Return the addresses that a browser asks for from now on, and the referrers that it sends."""
    addresses: list[str] = []
    referrers: list[str] = []

    def note(request: Any) -> None:
        addresses.append(request.url)
        referrers.append(request.headers.get("referer", ""))

    one.page.context.on("request", note)
    return addresses, referrers


@needs_axe
def test_an_app_signs_in_plays_a_rated_table_comes_back_and_is_ended(
    people: Any, url: str, app_url: str, client_id: str, name: str
) -> None:
    one, bob = people(), register_account(url, f"{name} B")
    ada = register_account(url, f"{name} A")
    one.enter(str(ada.token))
    addresses, referrers = watch(one)
    signed_in_app(one, app_url)
    assert one.address == app_url  # without the code
    table = shared_table(bob)
    wait_for(lambda: table in str(bob.get("/v1/tables?game=boon&phase=open")))
    one.page.goto(app_url)
    one.use(f"li:has-text('{table}') button:has-text('Sit here')")
    one.see("button:text-is('Begin')")
    assert "null" not in one.see("#table").inner_text(), "nobody has cards yet"
    one.use("button:text-is('Begin')")
    assert play_on(one, bob, table, lambda turns: turns == 2) == 2
    check(one)

    one.page.reload()
    one.see("#table")
    assert play_on(one, bob, table, lambda turns: turns == 1) == 1

    one.page.close()  # the app is killed, and comes back
    one.page = one.page.context.new_page()
    one.page.goto(app_url)
    one.use(f"a:has-text('{table}')")
    one.see("#table")
    play_on(one, bob, table, lambda _: False)
    one.see("#result")
    assert bob.get(f"/v1/tables/{table}")["rated"]
    ada_id = ada.get("/v1/players/me")["player"]
    wait_for(lambda: ada.get(f"/v1/players/{ada_id}")["statistics"]["games"])

    tokens = orjson.loads(one.page.evaluate("localStorage.getItem('tokens')"))
    assert Client(url, tokens["access_token"]).get("/v1/players/me")["player"] == ada_id
    account = Person(one.page.context.new_page(), url, one.way, one.faults)
    account.page.goto(f"{url}/account")
    row = "[aria-label='Allowed apps'] li:has-text('Card Table')"
    assert "your hidden cards" in account.see(row).inner_text()
    account.use(f"{row} button")
    account.use(f"{row} .asked button.main")
    wait_for(lambda: not account.has(row))
    one.see("text=This app may not play for you any more >> visible=true")
    one.see(SIGN_IN)
    with pytest.raises(ApiProblem, match="401"):
        Client(url, tokens["access_token"], tries=1).get("/v1/players/me")
    status, told = form(
        url, "/oauth/token", grant_type="refresh_token", client_id=client_id,
        refresh_token=tokens["refresh_token"],
    )  # fmt: skip
    assert (status, told["error"]) == (400, "invalid_grant")
    assert ada.get("/v1/grants") == {"grants": []}
    assert ada.get("/v1/players/me")["player"] == ada_id

    hidden = [str(ada.token), tokens["access_token"], tokens["refresh_token"]]
    assert not [one for one in addresses if any(token in one for token in hidden)]
    assert not [one for one in referrers if "code=" in one or "state=" in one]
    one.faults.clear()  # the browser tells of the refusals


@needs_axe
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [PHONE, DESK])
def test_the_page_says_in_plain_words_what_an_app_wants_and_a_newcomer_signs_in_first(
    people: Any, url: str, client_id: str, name: str, scheme: str, width: int
) -> None:
    one = people(width=width, color_scheme=scheme)
    one.page.goto(asking(url, client_id))
    one.see("text=Sign in first")
    assert not one.has(ALLOW)
    check(one)
    one.use("button:text-is('Make an account')")
    one.see(".secret")
    assert not one.has(ALLOW), "the recovery code is shown this once"
    check(one)
    one.use("text=I have written it down")
    shown = one.see(".consent").inner_text()
    wanted = ("Card Table", f"{name} O", "your hidden cards", "play", "a program on this computer")
    assert [words for words in wanted if words not in shown] == []
    assert "open tables" not in shown
    check(one)


def test_who_signs_actions_reads_that_an_app_needs_the_key(
    people: Any, url: str, client_id: str, name: str
) -> None:
    one, ada = people(), register_account(url, name)
    own = SigningKey.generate()
    public, player = bytes(own.verify_key).hex(), ada.get("/v1/players/me")["player"]
    proof = own.sign(signed_bytes(PURPOSE, player, public)).signature.hex()
    body = orjson.dumps({"public": public, "proof": proof})
    ada.raw("PUT", "/v1/players/me/key", body, {"Content-Type": "application/json"})
    one.enter(str(ada.token))
    one.page.goto(asking(url, client_id))
    one.see(".consent .warning:has-text('only if it has that key')")
    one.page.goto(asking(url, client_id, scope="read"))
    one.see(ALLOW)
    assert not one.has(".consent .warning")


@pytest.mark.parametrize(
    ("forged", "words"),
    [
        ("code=c&state=s&iss={url}", "That was no answer to a question of this page."),
        ("code=c&state={state}&iss=https://evil.example", "Another server has answered."),
    ],
)
def test_the_example_takes_no_answer_that_it_did_not_ask_for(
    people: Any, url: str, app_url: str, forged: str, words: str
) -> None:
    one = people()
    one.page.goto(app_url)
    asked = {"verifier": "v", "state": "its own"}
    one.page.evaluate("it => sessionStorage.setItem('asked', it)", orjson.dumps(asked).decode())
    one.page.goto(f"{app_url}?{forged.format(url=url, state='its own')}")
    assert one.see("#said").inner_text() == words
    one.see(SIGN_IN)
    assert one.page.evaluate("localStorage.getItem('tokens')") is None


def test_who_denies_goes_back_with_an_error_and_nothing_is_allowed(
    people: Any, url: str, app_url: str, name: str
) -> None:
    one, ada = people(), register_account(url, name)
    one.enter(str(ada.token))
    one.page.goto(app_url)
    one.use(SIGN_IN)
    one.use(DENY)
    one.see("text=You did not allow it.")
    assert one.address == app_url
    assert ada.get("/v1/grants") == {"grants": []}


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"client_id": "app_nobody"}, "There is no such app"),
        ({"redirect_uri": "https://evil.example/"}, "has not registered"),
        ({"redirect_uri": "javascript:alert(1)"}, "has not registered"),
    ],
)
def test_a_link_of_no_app_leads_nowhere(
    people: Any, url: str, client_id: str, name: str, wrong: dict[str, str], words: str
) -> None:
    one, ada = people(), register_account(url, name)
    one.enter(str(ada.token))
    one.page.goto(asking(url, client_id, **wrong))
    assert words in one.see("[role=alert] .problem").inner_text()
    assert not one.has(ALLOW)
    assert one.address.startswith(f"{url}/authorize")
    one.faults.clear()  # the browser tells of the refusal


def test_an_app_that_asks_wrongly_is_told_so_and_nobody_is_led_away_unasked(
    people: Any, url: str, client_id: str, app_url: str, name: str
) -> None:
    one, ada = people(), register_account(url, name)
    one.enter(str(ada.token))
    one.page.goto(asking(url, client_id, redirect_uri=app_url, code_challenge_method="plain"))
    one.see("h1:has-text('Card Table sent an invalid request')")
    one.see("text=PKCE is required")
    assert one.page.url.startswith(f"{url}/authorize"), "a link to here leads to no other site"
    one.use("button:text-is('Go back to the app')")
    one.page.wait_for_url(f"{app_url}**")
    one.see(SIGN_IN)
    assert ada.get("/v1/grants") == {"grants": []}


def test_the_page_is_shown_in_no_frame_of_another(
    people: Any, url: str, client_id: str, app_url: str, own_files: dict[str, bytes], name: str
) -> None:
    one, ada = people(), register_account(url, name)
    one.enter(str(ada.token))
    address = asking(url, client_id).replace("&", "&amp;")
    framing = f'<link rel="icon" href="data:,"><iframe src="{address}"></iframe>'
    own_files["/frame.html"] = framing.encode()
    one.page.goto(f"{app_url}frame.html")
    wait_for(lambda: any("frame-ancestors" in fault for fault in one.faults))
    assert not one.page.frame_locator("iframe").locator("#page, .consent, button").count()
    assert ada.get("/v1/grants") == {"grants": []}
    one.faults.clear()  # that was the browser


@needs_axe
def test_a_program_shows_a_code_and_a_person_enters_it(
    people: Any, url: str, client_id: str, name: str
) -> None:
    one, ada = people(), register_account(url, name)
    one.enter(str(ada.token))
    started = form(url, "/oauth/device_authorization", client_id=client_id, scope="read")[1]
    one.page.goto(f"{url}/device")
    check(one)
    one.page.get_by_label("Code").fill("BCDF-BCDF")
    one.use("text=Go on")
    one.see("[role=alert]")
    one.faults.clear()  # the browser tells of the refusal
    one.page.goto(started["verification_uri_complete"])
    wait_for(lambda: "user_code" not in one.address)
    one.use("text=Go on")
    assert started["user_code"] in one.see(".consent .warning").inner_text()
    assert "your hidden cards" in one.see(".consent").inner_text()
    check(one)
    one.use(ALLOW)
    one.see("text=Return to it")
    status, told = form(
        url, "/oauth/token", client_id=client_id, device_code=started["device_code"],
        grant_type="urn:ietf:params:oauth:grant-type:device_code",
    )  # fmt: skip
    assert (status, told["scope"]) == (200, "read")


def test_a_bot_at_a_terminal_plays_for_who_enters_its_code(
    people: Any, url: str, client_id: str, name: str, tmp_path: Path
) -> None:
    one, ada, bob = people(), *(register_account(url, f"{name} {who}") for who in "AB")
    one.enter(str(ada.token))
    asked = {"game": "boosh", "options": {"max_hands": 1}, "clock": None, "seats": 2}
    table = str(bob.post("/v1/tables", asked)["view"]["table"])
    bob.post(f"/v1/tables/{table}/seats", {"seat": 1, "bot": "regular"})
    command = [sys.executable, "-I", str(EXAMPLES / "device_bot.py"), url, client_id, table]
    with Popen(command, cwd=tmp_path, stdout=PIPE, text=True) as bot:
        assert bot.stdout is not None
        shown = bot.stdout.readline().split()
        one.page.goto(shown[1])
        one.page.get_by_label("Code").fill(shown[-1].lower())
        one.use("text=Go on")
        one.use(ALLOW)
        one.see("text=Return to it")
        assert bot.stdout.read().startswith(f"I play for {name} A\nPlaces by seat: ")
    assert bot.returncode == 0


@needs_axe
def test_an_app_is_registered_and_deleted_on_the_account_page(
    people: Any, url: str, name: str
) -> None:
    one, ada = people(), register_account(url, name)
    one.enter(str(ada.token))
    one.use("summary:has-text('Register an app')")
    own = f"Table {secrets.token_hex(3)}"
    one.page.get_by_label("Name of the app").fill(own)
    addresses = one.page.get_by_label("Redirect URIs, one per line")
    addresses.fill(f"{BACK}\njavascript:alert(1)")
    one.use("text=Register the app")
    one.see("form:has-text('Register the app') [role=alert]:has-text('Redirect URI 2 must be')")
    one.faults.clear()  # the browser tells of the refusal
    addresses.fill(BACK)
    one.use("text=Register the app")
    row = f"[aria-label='Own apps'] li:has-text('{own}')"
    shown = one.see(row).inner_text()
    (made,) = ada.get("/v1/apps")["apps"]
    assert made["app"] in shown
    check(one)
    one.use(f"{row} button")
    one.use(f"{row} .asked button.main")
    wait_for(lambda: not one.has(row))
    assert ada.get("/v1/apps") == {"apps": []}
