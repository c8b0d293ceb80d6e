"""Results and ratings, an account's whole life, and what operators see."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from events.accounts.players import Players
from events.store.quarantine import Quarantine
from events.store.streams import store_at
from service.commands.client import Client, register_account
from tests.waiting import wait_for
from tests.web.browser.person import DESK
from tests.web.browser.season import GAME, season
from tests.web.browser.test_pages import check, needs_axe

if TYPE_CHECKING:
    from playwright.sync_api import Route

    from service.commands.processes import ServerStack
    from tests.web.browser.person import Person

RESULTS = "section:has(h2:has-text('Results')) li"
PAGES = re.compile(r"limit=(25|100)\b")


def check_both(one: Person) -> None:
    """Hold a page to what keeps nobody out, in light and in dark."""
    for scheme in ("light", "dark"):
        one.page.emulate_media(color_scheme=scheme)
        check(one)


def fill(one: Person, label: str, text: str) -> None:
    """Write into a field."""
    one.page.get_by_label(label, exact=True).fill(text)


def shut(one: Person) -> None:
    """See that a browser was signed out, which it tells of a refusal."""
    one.see("[role=alert]:has-text('was signed out')")
    one.faults.clear()


def more(one: Person, label: str, rows: str) -> None:
    """Ask for a page more, and wait until it is there."""
    seen = one.page.locator(rows).count()
    one.use(f"button:has-text('{label}')")
    wait_for(lambda: one.page.locator(rows).count() > seen)


@needs_axe
def test_results_are_drawn_page_by_page_and_lead_to_whom_one_has_met(
    people: Any, url: str, name: str
) -> None:
    ada, bob = register_account(url, f"{name} A"), register_account(url, f"{name} B")
    tables = season(ada, bob, 3)
    one = people()

    def short(route: Route) -> None:
        """Ask for pages of one row, so that there are several."""
        route.continue_(url=PAGES.sub("limit=1", route.request.url))

    one.page.route(PAGES, short)
    one.page.goto(f"{url}/ranking/{GAME}")
    row = f"tr a:has-text('{name} A')"
    one.see(".figures")
    while not one.has(row):
        more(one, "Show more players", "tr")
    check_both(one)
    one.use(row)
    one.see(f"h1:has-text('{name} A')")
    assert "over 3 tables" in str(one.see(".chart svg").get_attribute("aria-label"))
    played = ada.get(f"/v1/players/{ada.get('/v1/players/me')['player']}")["statistics"]["games"]
    rating = f"{played[GAME]['rating']:.1f}".replace("-", "\N{MINUS SIGN}")
    assert one.see("tr strong").inner_text() == rating
    results = one.page.locator(RESULTS)
    more(one, "Older tables", RESULTS)
    more(one, "Older tables", RESULTS)
    assert results.count() == 3
    assert f"rating {rating}" in results.first.inner_text()
    assert not one.has("button:has-text('Older tables')")
    check_both(one)
    one.use(f"tr a:has-text('{name} B')")
    one.see(f"h1:has-text('{name} B')")
    one.use(f"a[href='/tables/{tables[-1]}']")
    one.see(".result")
    one.page.goto(f"{url}/ranking")
    fill(one, "Name", name[:-1])
    one.use("button:text-is('Find')")
    one.see("[role=alert]:has-text('No player has this name')")
    fill(one, "Name", f"{name} a".upper())
    one.use("button:text-is('Find')")
    one.see(f"h1:has-text('{name} A')")


@needs_axe
def test_an_account_is_open_in_two_places_outlives_a_lost_one_and_is_erased(
    people: Any, url: str, name: str
) -> None:
    one, other = people(), people(width=DESK)
    register_account(url, f"{name} C")
    one.page.goto(f"{url}/account")
    fill(one, "Name", f"{name} A")
    one.use("text=Make an account")
    code = one.see(".secret").inner_text()
    one.use("text=I have written it down")
    one.use("summary:has-text('Change my name')")
    fill(one, "Name", f"{name} C")
    one.use("text=Change it")
    one.see("[role=alert]:has-text('Another player has this name')")
    one.faults.clear()  # the browser tells of the refusal
    fill(one, "Name", f"{name} B")
    one.use("text=Change it")
    one.see("text=Your name is changed")
    assert one.see("main h1").inner_text() == f"{name} B"
    one.use("text=Sign in on another device")
    other.enter(one.see("[aria-label='Sign-in code'] .secret").inner_text().upper())
    assert other.see(".who").inner_text() == f"{name} B"
    one.see("text=Your other device is signed in")
    one.see("[aria-label=Devices] li:has-text('Chrome on')")
    check_both(one)
    other.page.get_by_label("Show others when I am online").uncheck()
    other.use("button:text-is('Save')")
    other.see("text=Saved.")
    other.page.reload()
    wait_for(lambda: not other.page.get_by_label("Show others when I am online").is_checked())
    one.use("text=Sign out everywhere else")
    shut(other)
    check_both(other)
    fill(other, "Sign-in code, recovery code or token", code.upper())
    other.use("text=Open my account")
    other.see(".secret")
    shut(one)
    other.use("summary:has-text('Erase my account')")
    fill(other, "Your name, to be sure", name)
    other.use("text=Erase it for ever")
    other.see("[role=alert]:has-text('write your name')")
    check_both(other)
    fill(other, "Your name, to be sure", f"{name} B")
    other.use("text=Erase it for ever")
    other.see(".hero")
    assert other.page.evaluate("localStorage.length") == 0


@needs_axe
def test_a_program_gets_an_access_token_and_loses_it(people: Any, url: str, name: str) -> None:
    one, own = people(), register_account(url, name)
    one.enter(str(own.token))
    one.use("summary:has-text('Make an access token')")
    fill(one, "Name of the program", "My bot")
    one.page.get_by_label("open tables and invite others").check()
    one.page.get_by_label("take seats, play, and enter tournaments for you").uncheck()
    one.page.get_by_label("It ends after").select_option("a year")
    check_both(one)
    one.use("text=Make the token")
    token = one.see("[aria-label='Access token'] .secret").inner_text()
    assert token.startswith("fdp_")
    row = "[aria-label='Access tokens'] li"
    one.see(f"{row}:has-text('My bot'):has-text('Never used.')")
    powers = "May see what you see: your tables, your messages, and your hidden cards; open tables"
    assert powers in one.see(row).inner_text()
    other = people()
    other.page.goto(f"{url}/account")
    fill(other, "Sign-in code, recovery code or token", token)
    other.use("text=Open my account")
    other.see("[role=alert]:has-text('This is an access token for a program.')")
    bot = Client(url, token)
    assert bot.get("/v1/players/me")["player"] == own.get("/v1/players/me")["player"]
    (listed,) = own.get("/v1/tokens")["tokens"]
    assert listed["scopes"] == ["read", "tables"]
    one.use("text=I have copied it")
    one.page.reload()
    one.see(f"{row}:has-text('Last used on')")
    assert token not in one.page.content()
    one.use(f"{row} button[aria-label='End My bot']")
    check_both(one)
    one.use(f"{row} .asked button.main")
    wait_for(lambda: not one.has(row))
    assert own.get("/v1/tokens") == {"tokens": []}
    assert register_account(url, f"{name} B").get("/v1/players/me")["role"] == "player"


@needs_axe
def test_operators_see_what_is_wrong_and_nobody_else_does(
    people: Any, server: ServerStack, name: str
) -> None:
    operator, player = register_account(server.url, name), register_account(server.url, f"{name} B")
    store = store_at(server.redis_url)
    found = Players(store).find_by_name(name)
    assert found is not None
    Players(store).give_role(found, "admin")
    stranger, one = people(), people()
    stranger.enter(str(player.token))
    assert not stranger.has("a[href='/status']")
    stranger.page.goto(f"{server.url}/status")
    stranger.see("[role=alert]:has-text('role admin')")
    stranger.faults.clear()  # the browser tells of the refusal
    one.enter(str(operator.token))
    one.use("a[href='/status']")
    one.see(".fares")
    aside = Quarantine(store)
    aside.add(f"t{name[4:]}", "lobby", ValueError())
    one.see(".troubles li:has-text('set aside')")
    assert "ValueError" in one.see(f"li:has(a:has-text('t{name[4:]}')) code").inner_text()
    check_both(one)
    aside.clear(f"t{name[4:]}", "lobby")
    one.page.locator(".troubles li:has-text('set aside')").wait_for(state="detached")
    store.redis.close()
