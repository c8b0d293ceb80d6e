"""The page in German, and with texts 1.4 times as long."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from service.commands.client import Client
from tests.waiting import wait_for
from tests.web.browser.person import DESK, Person, table_for_one

if TYPE_CHECKING:
    from playwright.sync_api import Route

GERMAN = {"locale": "de-DE"}
ENGLISH = re.compile(
    r"\b(?:the|and|you|your|are|with|of|for|not|this|that|has|have|it|be|by|at|on|or|from|to)\b"
)
SAID = """() => {
  const english = [...document.querySelectorAll("main [lang=en]")].map((one) => one.innerText);
  const shown = english.reduce((text, one) => text.replace(one, ""), document.body.innerText);
  const named = [...document.querySelectorAll("[aria-label], [title], [placeholder]")];
  return [document.title, shown, ...named.filter((one) => one.closest("main [lang=en]") === null)
    .flatMap((one) => [one.ariaLabel, one.title, one.placeholder])].filter(Boolean).join("\\n");
}"""
APART = """() => {
  const all = [...document.querySelectorAll(".top a")].map((one) => one.getBoundingClientRect());
  return all.slice(1).every((one, at) => all[at].right <= one.left);
}"""
MESSAGE = re.compile(r'^(  "[^"]+": ")((?:[^"\\]|\\.)*)",$', re.MULTILINE)
PAGES = ["", "/account", "/open/boon", "/tournaments", "/ranking", "/replay", "/disputes"]
GERMAN_TITLES = {
    "/": "Lobby · fairdeal",
    "/rules/boon": "Regeln von Boon · fairdeal",
    "/learn/boon": "Spiel lernen · fairdeal",
    "/tournaments/open": "Turnier eröffnen · fairdeal",
}
WIDE, NARROW = DESK, 390


def english_in(one: Person) -> list[str]:
    """Return the lines of a page that are English, shown or said, and are not said to be.

    Addresses and paths are not English.
    """
    lines = str(one.page.evaluate(SAID)).splitlines()
    return [line for line in lines if ENGLISH.search(re.sub(r"\S+/\S+|/\S+", "", line))]


def sign_in(one: Person, client: Client) -> None:
    """Open an account here, in whatever language the page is."""
    one.page.goto(one.url)
    known = {**client.get("/v1/players/me"), "token": client.token}
    keep = "(known) => localStorage.setItem('fairdeal.account', JSON.stringify(known))"
    one.page.evaluate(keep, known)


def begin(client: Client, table: str) -> None:
    """Take a free seat of a table, and start it."""
    client.post(f"/v1/tables/{table}/seats", {})
    client.post(f"/v1/tables/{table}/start", {})


@pytest.mark.parametrize(("width", "place"), [(WIDE, ".top"), (NARROW, ".foot")])
def test_a_guest_chooses_a_language_on_any_page_and_it_stays(
    people: Any, url: str, width: int, place: str
) -> None:
    one = people(width=width)
    asked: list[str] = []
    one.page.on("request", lambda sent: asked.append(sent.headers.get("accept-language", "")))
    one.page.goto(url)
    one.see("h2:has-text('Waiting for players')")
    one.see(f"{place} select").select_option("de")
    one.see("h2:has-text('Tische, die auf Spieler warten')")
    wait_for(lambda: one.page.evaluate("document.documentElement.lang") == "de")
    assert one.page.evaluate(f"document.activeElement.closest('{place}') !== null")
    for path, title in GERMAN_TITLES.items():
        one.page.goto(url + path)
        one.page.wait_for_function("(title) => document.title === title", arg=title)
    one.page.goto(f"{url}/account")
    one.see("h1:has-text('Neu hier?')")
    one.use("text=Konto anlegen")
    one.see(".secret")
    one.page.reload()
    one.see("h2:has-text('Meine Tische')")
    assert [each for each in asked if each][-1] == "de"  # files are asked for without
    one.see(f"{place} select").select_option("en")
    one.see("h2:has-text('My tables')")
    wait_for(lambda: [each for each in asked if each][-1] == "en")


def test_a_game_in_german_has_no_english_sentence(people: Any, url: str, name: str) -> None:
    client, table = table_for_one(url, "boon", name)
    one = people(width=WIDE, **GERMAN)
    sign_in(one, client)
    begin(client, table)
    one.page.goto(f"{url}/tables/{table}")
    for _ in range(60):
        one.see(".doing.turn, .result")
        assert english_in(one) == []
        if one.has(".result"):
            break
        one.take_turn()
    assert one.has(".result")
    me = client.get("/v1/players/me")["player"]
    for path, shown in {
        "/account": "h2:has-text('Privat')", f"/replay/{table}": ".command",
        f"/players/{me}": "main h1", "/tournaments": ".filters", "/ranking": "nav.row",
    }.items():  # fmt: skip
        one.page.goto(url + path)
        one.see(shown)
        assert english_in(one) == []


def longer(route: Route) -> None:
    """Answer a catalogue with texts 1.4 times as long."""
    answer = route.fetch()
    text = MESSAGE.sub(lambda found: f'{found[1]}{stretched(found[2])}",', answer.text())
    route.fulfill(response=answer, body=text)


def stretched(message: str) -> str:
    """Return a message with words behind it that make it longer by 0.4.

    >>> stretched("Take a seat")
    'Take a seat xxxx'
    """
    shown = len(re.sub(r"\{\w+(?:, \w+)*|other|one|[{}#]", "", json.loads(f'"{message}"')))
    more = (shown * 2 + 4) // 5
    return message + " " + " ".join(["xxxxx"] * (more // 6) + ["x" * (more % 6)]).strip()


@pytest.mark.parametrize("width", [NARROW, WIDE])
def test_texts_that_are_longer_have_room(people: Any, url: str, name: str, width: int) -> None:
    client, table = table_for_one(url, "boon", name)
    one = people(width=width)
    one.page.route("**/words/en/*.js", longer)
    sign_in(one, client)
    begin(client, table)
    for path in [f"/tables/{table}", *PAGES]:
        one.page.goto(url + path)
        one.see("h1, h2, .doing")
        assert "xxx" in one.page.evaluate(SAID)
        assert one.is_as_wide_as_the_screen(), path
        assert one.page.evaluate(APART), path
