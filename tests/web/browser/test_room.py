"""All pages have room, keep nobody out, and are German for who reads German.

Room: in a narrow window, at twice the size, with texts 1.4 times as long.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from games import OWN
from service.commands.client import Client, register_account
from tests.some import some
from tests.waiting import wait_for
from tests.web.browser.person import DOING, Person, table_for_one
from tests.web.browser.season import play
from tests.web.browser.test_pages import axe_faults, needs_axe
from tests.web.browser.test_words import GERMAN, begin, english_in, longer, sign_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# pixels of a window: a narrow one, 1280x800 at 200 %, and two usual ones
NARROW, TWICE, PHONE, DESK = (320, 740), (640, 400), (390, 844), (1280, 800)
APP = {"name": "Card Table", "redirect_uris": ["http://127.0.0.1/back"]}
OPEN_ALL = "for (const one of document.querySelectorAll('main details')) one.open = true"
CRAMPED = """() => {
  const across = ".others, .tabs, .wide, pre, textarea, input, .top nav a, .who, .tab bdi, "
    + ".unseen, .skip, .ring .deed";
  const named = (one) => `${one.tagName} ${one.className}: ${one.textContent.trim().slice(0, 40)}`;
  return [...document.querySelectorAll("body *")].filter((one) => {
    const { left, right, width, height } = one.getBoundingClientRect();
    if (width < 2 || height < 2 || one.closest(across) !== null) return false;
    const style = getComputedStyle(one);
    const isCut = style.overflowX !== "visible" && one.scrollWidth > one.clientWidth + 1;
    return isCut || left < -1 || right > innerWidth + 1;
  }).map(named);
}"""  # what leaves the window, or is cut off in its box, at a side


@dataclass(frozen=True)
class Visit:
    """A page that somebody looks at, and what is shown when it is whole."""

    who: Client | None
    path: str
    whole: str


def director(url: str, give_role: Callable[[str, str], None], role: str) -> Client:
    """Return an account with a role."""
    one = register_account(url, f"{role} {secrets.token_hex(4)}")
    give_role(one.get("/v1/players/me")["player"], role)
    wait_for(lambda: one.get("/v1/players/me")["role"] == role)
    return one


def tournament_of(dora: Client) -> str:
    """Return the path of a tournament of bots whose first round is played."""
    asked = {
        "name": f"Cup {secrets.token_hex(4)}", "format": {"kind": "round_robin"},
        "entrants": {"kinds": ["bot"]},
        "games": [{"game": "boosh", "seats": 2, "options": {"max_hands": 1}}],
    }  # fmt: skip
    path = f"/v1/tournaments/{dora.post('/v1/tournaments', asked)['tournament']['id']}"
    for number in range(4):
        bot = {"kind": "bot", "members": ["bot:novice"], "name": f"Bot {number}"}
        dora.post(f"{path}/entrants", bot)
    dora.post(f"{path}/call", {})
    wait_for(lambda: dora.get(path)["phase"] == "closed")
    return path.removeprefix("/v1")


def around_tables(url: str) -> list[Visit]:
    """Return the tables to look at: one of each game, one that waits; and the lessons and rules."""
    visits = []
    for game in OWN:
        client, table = table_for_one(url, game.name, f"{game.name} {secrets.token_hex(4)}")
        begin(client, table)
        visits += [
            Visit(client, f"/tables/{table}", DOING),
            Visit(None, f"/learn/{game.name}", DOING),
            Visit(None, f"/rules/{game.name}", "main h2"),
            Visit(client, f"/open/{game.name}", "form"),
        ]
    client, table = table_for_one(url, "boon", f"Ada {secrets.token_hex(4)}")
    return [*visits, Visit(client, f"/tables/{table}", "[data-n]")]


def around_people(url: str, ada: Client, dora: Client) -> list[Visit]:
    """Return the other pages to look at; one of two accounts is an auditor, one a director."""
    table = play(ada, dora)
    me, app = ada.get("/v1/players/me")["player"], ada.post("/v1/apps", APP)["app"]
    asked = {"hand": 1, "reason": "Event 9 was wrong"}
    dispute = dora.post(f"/v1/tables/{table}/disputes", asked)["dispute"]["dispute"]
    asks = (
        f"response_type=code&client_id={app}&redirect_uri={APP['redirect_uris'][0]}&scope=read+play"
        f"&state=s&code_challenge={'a' * 43}&code_challenge_method=S256"
    )
    return [
        Visit(None, "/", ".game"), Visit(ada, "/", ".game"), Visit(None, "/account", "form"),
        Visit(ada, "/account", "main h2"), Visit(ada, "/open", "main h1"),
        Visit(ada, f"/players/{me}", "main h1"), Visit(ada, "/ranking", "nav.row"),
        Visit(ada, "/ranking/boosh", "main h2"), Visit(ada, "/replay", "main h1"),
        Visit(ada, f"/replay/{table}", ".command"), Visit(ada, f"/tables/{table}", ".result"),
        Visit(ada, "/disputes", "main h1"), Visit(ada, f"/disputes/{dispute}", "main h1"),
        Visit(ada, f"/authorize?{asks}", "main h1"), Visit(ada, "/device", "form"),
        Visit(None, "/status", "main h1"), Visit(dora, "/tournaments", ".filters"),
        Visit(dora, "/tournaments/open", "form"),
        Visit(dora, tournament_of(dora), "main h1"),
        Visit(ada, "/tables/t0d1f2a3b4c5d6e7f80", "[role=alert]"),
    ]  # fmt: skip


@pytest.fixture(scope="module")
def visits() -> dict[str, list[Visit]]:
    """Return what is filled once by the first test: the pages to look at, by server."""
    return {}


@pytest.fixture
def pages(visits: dict[str, list[Visit]], url: str, give_role: Any) -> list[Visit]:
    """Return all pages to look at."""
    if url not in visits:
        ada, dora = (director(url, give_role, role) for role in ("auditor", "director"))
        visits[url] = [*around_tables(url), *around_people(url, ada, dora)]
    return visits[url]


def visit_all(one: Person, pages: list[Visit]) -> Iterator[str]:
    """Show one page after the other with all of it open; yield its path."""
    who: Client | None = None
    for visit in pages:
        if visit.who is not who:
            one.page.goto(one.url)
            one.page.evaluate("localStorage.clear()")
            if visit.who is not None:
                sign_in(one, visit.who)
            who = visit.who
        one.page.goto(one.url + visit.path)
        one.see(visit.whole)
        one.page.evaluate(OPEN_ALL)
        yield visit.path
    one.faults.clear()  # the browser tells of the table that is not there


def cramped(one: Person, pages: list[Visit]) -> dict[str, list[str]]:
    """Return what has no room, by page."""
    found = {}
    for path in visit_all(one, pages):
        if left_out := one.page.evaluate(CRAMPED):
            found[path] = left_out
        if not one.is_as_wide_as_the_screen():
            found.setdefault(path, []).append("wider than the window")
    return found


@pytest.mark.parametrize(
    "size", some("small windows", [NARROW, TWICE], 1), ids=["320 pixels", "200 %"]
)
def test_a_small_window_shows_all_pages_without_scrolling_sideways(
    people: Any, pages: list[Visit], size: tuple[int, int]
) -> None:
    one = people(width=size[0])
    one.page.set_viewport_size({"width": size[0], "height": size[1]})
    assert cramped(one, pages) == {}


@pytest.mark.nightly
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_all_pages_have_room_for_longer_texts(
    people: Any, pages: list[Visit], size: tuple[int, int]
) -> None:
    one = people(width=size[0])
    one.page.set_viewport_size({"width": size[0], "height": size[1]})
    one.page.route("**/words/en/*.js", longer)
    assert cramped(one, pages) == {}
    assert "xxx" in one.page.inner_text("main")


def test_no_page_has_an_english_sentence_for_who_reads_german(
    people: Any, url: str, pages: list[Visit]
) -> None:
    one = people(width=DESK[0], **GERMAN)
    games = Client(url).get("/v1/games")["games"]
    others = str([game for game in games if game["game"] not in {own.name for own in OWN}])
    found = {path: english_in(one) for path in visit_all(one, pages)}
    english = {
        path: [line for line in lines if line not in others] for path, lines in found.items()
    }
    assert {path: lines for path, lines in english.items() if lines} == {}


@needs_axe
@pytest.mark.parametrize("size", some("pages for all", [PHONE, DESK], 1), ids=["phone", "desk"])
@pytest.mark.parametrize("scheme", some("schemes for all", ["light", "dark"], 1))
def test_no_page_with_all_of_it_open_keeps_anybody_out(
    people: Any, pages: list[Visit], size: tuple[int, int], scheme: str
) -> None:
    one = people(width=size[0], color_scheme=scheme)
    found = {path: axe_faults(one) for path in visit_all(one, pages)}
    assert {path: faults for path, faults in found.items() if faults} == {}
