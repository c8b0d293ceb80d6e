"""Who has gone from a table is away for the others; for how long they wait is told."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from events.accounts.presence import ONLINE, SEEN_KEY
from events.store.streams import store_at
from service.commands.client import Client, register_account
from tests.waiting import wait_for

if TYPE_CHECKING:
    from service.commands.processes import ServerStack
    from tests.web.browser.person import Person

AWAY = ".badge.absent:has-text('away')"
BEFORE, DURING = ".seating > li", ".seat:not(.own)"  # a seat, before play and in it
SAID = "[aria-live=polite]"


def let_a_minute_pass(server: ServerStack, player: str) -> None:
    """Have a player have been seen a minute earlier: who has no page open is away then."""
    store = store_at(server.redis_url)
    store.redis.zadd(SEEN_KEY, {player: store.now() - ONLINE}, xx=True)


def id_of(one: Client) -> str:
    """Return the id of an account."""
    return str(one.get("/v1/players/me")["player"])


def hide(one: Client) -> None:
    """Let a player show nobody whether they are there."""
    body = {"Content-Type": "application/json"}
    one.raw("PUT", "/v1/players/me/preferences", b'{"presence": false}', body)


def enter_table(one: Person, own: Client, table: str) -> None:
    """Open an account in a browser, and a table."""
    one.enter(str(own.token))
    one.page.goto(f"{one.url}/tables/{table}")
    one.see("[data-n]")


def open_table(players: list[Client], seats: int, **asked: Any) -> str:
    """Open a table of Boosh at which some sit; seat 0 begins."""
    options = {"max_hands": 1, "first_dealer": seats - 1}
    body = {"game": "boosh", "seats": seats, "options": options, **asked}
    table = str(players[0].post("/v1/tables", body)["view"]["table"])
    for one in players:
        one.post(f"/v1/tables/{table}/seats", {})
    for seat in range(len(players), seats):
        players[0].post(f"/v1/tables/{table}/seats", {"seat": seat, "bot": "regular"})
    return table


@pytest.fixture
def pair(url: str, name: str) -> list[Client]:
    """Return two accounts."""
    return [register_account(url, f"{name} {letter}") for letter in "AB"]


def test_who_closes_the_page_is_away_for_the_others_and_back_with_the_page(
    people: Any, server: ServerStack, pair: list[Client], name: str
) -> None:
    ada, bob = pair
    table = open_table([bob, ada], 3, clock={"turn": 3600})
    stays, goes = people(), people()
    id_of_bob = id_of(bob)
    enter_table(stays, ada, table)
    enter_table(goes, bob, table)
    reloads: list[str] = []
    stays.page.on("framenavigated", lambda frame: reloads.append(frame.url))

    def is_away() -> bool:
        let_a_minute_pass(server, id_of_bob)
        return bool(stays.page.locator(f"{BEFORE}:has-text('{name} B') {AWAY}").count())

    stays.see(f"{BEFORE}:has-text('{name} B'):not(:has({AWAY}))")
    goes.page.goto("about:blank")
    wait_for(is_away)
    assert stays.page.locator(SAID).inner_text() == f"{name} B is away."
    assert stays.page.locator(AWAY).count() == 1, "neither oneself nor a bot is away"
    ada.post(f"/v1/tables/{table}/start", {})
    stays.see(f"{DURING}:has-text('{name} B') {AWAY}")
    assert stays.page.locator(AWAY).count() == 1
    goes.page.goto(f"{goes.url}/tables/{table}")
    stays.page.locator(AWAY).wait_for(state="detached")
    assert stays.page.locator(SAID).inner_text() == f"{name} B is back."
    assert reloads == []


def test_who_hides_is_never_said_to_be_away(
    people: Any, server: ServerStack, pair: list[Client], name: str
) -> None:
    ada, bob = pair
    hidden = register_account(server.url, f"{name} C")
    hide(hidden)
    table = open_table([ada, bob, hidden], 3, clock={"turn": 3600})
    stays = people()
    enter_table(stays, ada, table)
    who, other = id_of(bob), id_of(hidden)

    def is_away() -> bool:
        for one in (who, other):
            let_a_minute_pass(server, one)
        return bool(stays.page.locator(f"{BEFORE}:has-text('{name} B') {AWAY}").count())

    wait_for(is_away)
    assert stays.page.locator(AWAY).count() == 1


def test_nobody_is_looked_for_where_only_bots_sit(people: Any, url: str, name: str) -> None:
    own = register_account(url, name)
    table = open_table([own], 3)
    one = people()
    asked: list[str] = []
    one.page.on("request", lambda request: asked.append(request.url))
    enter_table(one, own, table)
    own.post(f"/v1/tables/{table}/start", {})
    one.see(DURING)
    assert any(address.endswith(f"{table}/events") for address in asked)
    assert not [address for address in asked if "presence" in address]


@pytest.mark.parametrize(
    ("seats", "asked", "then"),
    [
        (2, {"clock": {"turn": 900}}, "the default move is played"),
        (2, {"clock": {"turn": 900}, "on_time_out": "bot"}, "a bot takes the seat"),
        (2, {"clock": {"turn": 900}, "on_time_out": "forfeit"},
         "the seat is forfeited and the table ends"),
    ],
)  # fmt: skip
def test_for_whom_a_table_waits_how_long_and_what_follows_is_one_sentence(
    people: Any, pair: list[Client], name: str, seats: int, asked: dict[str, Any], then: str
) -> None:
    ada, bob = pair
    table = open_table([bob, ada], seats, **asked)
    bob.post(f"/v1/tables/{table}/start", {})
    one = people()
    enter_table(one, ada, table)
    told = one.see(".doing .hint:has-text('Waiting for')").inner_text()
    assert re.fullmatch(f"Waiting for {name} B: 1[45]:[0-9][0-9] left, then {then}[.]", told)


def test_after_one_time_out_the_next_is_said_to_cost_the_seat(
    people: Any, pair: list[Client], name: str
) -> None:
    ada, bob = pair
    table = open_table([bob, ada], 2, clock={"turn": 3})
    one = people()
    enter_table(one, ada, table)
    bob.post(f"/v1/tables/{table}/start", {})
    one.see(".doing .hint:text-matches('left, then the default move is played[.]$')")
    one.see(".doing .hint:text-matches('left, then a bot takes the seat[.]$')")
