"""Tournaments in a browser: opened by a form, entered, directed, played, told as they happen."""

from __future__ import annotations

import re
from typing import Any

import pytest

from service.commands.client import Client
from tests.waiting import wait_for
from tests.web.browser.person import DESK, DOING, PHONE, Person
from tests.web.browser.test_pages import check, needs_axe

HOSTILE = "<img src=x onerror=alert(1)> [Gold 7](card:gold-7)"
SECTIONS = ("Standings", "Tables", "Entrants", "Cross-table", "Ratings", "What it is")
CUP = "[data-tournament]"


def account(one: Person) -> str:
    """Make an account by the page; return its id."""
    one.page.goto(f"{one.url}/account")
    one.use("text=Make an account")
    one.use("text=I have written it down")
    return str(one.see("main code").inner_text())


def section(one: Person, title: str) -> None:
    """Open a section of the tournament that is shown."""
    one.use(f".tabs a:has-text('{title}')")
    one.see(f"section[aria-label='{title}']")


def may_open(one: Person) -> bool:
    """Look whether the list of tournaments leads to the form: a role takes a moment."""
    one.page.goto(f"{one.url}/tournaments")
    one.see("a[href='/tournaments/open'], .hint:has-text('Accounts with the role')")
    return one.has("a[href='/tournaments/open']")


def open_by_form(one: Person, called: str) -> None:
    """Open a Swiss in Boosh of one hand, after a mistake that is told with its path."""
    one.page.goto(f"{one.url}/tournaments")
    one.use("text=Open a tournament")
    one.page.get_by_label("Name", exact=True).fill(called)
    one.page.locator("fieldset select").first.select_option("boosh")
    one.page.get_by_label("Seats of a table", exact=True).fill("2")
    one.page.get_by_label("Rounds", exact=True).fill("")
    one.use("text=Options")
    one.page.get_by_label("Most hands").fill("1")
    one.use("button:has-text('Open it')")
    assert "is missing" in one.see("li:has-text('Rounds: ')").inner_text()
    one.faults.clear()  # the browser tells of the refusal
    one.page.get_by_label("Rounds", exact=True).fill("2")
    one.use("button:has-text('Open it')")
    one.see(CUP)


def enter(one: Person, called: str) -> None:
    """Find a tournament by a part of its name, and enter it with a share of one's own."""
    account(one)
    one.page.goto(f"{one.url}/tournaments")
    one.page.get_by_label("Name", exact=True).fill(called[-8:])
    one.use(f".cups a:has-text('{called[-8:]}')")
    one.use("button:has-text('Enter')")
    one.see("text=You are entrant")


def counted(one: Person, what: str) -> int:
    """Return a number that stands above a tournament."""
    return int(one.see(f".counts div:has(dt:text-matches('^{what}')) dd").inner_text())


def comes_to(one: Person, what: str, count: int) -> None:
    """Wait until a number stands above a tournament."""
    wait_for(lambda: counted(one, what) == count)


def enter_bots(director: Person, count: int) -> None:
    """Enter bots, one after the other."""
    director.use("summary:has-text('Enter somebody')")
    for _ in range(count):
        seen = counted(director, "entrants")
        director.use("button:has-text('Enter it')")
        comes_to(director, "entrants", seen + 1)


def play_together(*people: Person) -> None:
    """Let people play to the end, who may sit at one table."""

    def are_done() -> bool:
        return all(one.has(".result") for one in people)

    while not are_done():
        wait_for(lambda: are_done() or any(one.has(DOING) for one in people))
        for one in people:
            if one.has(DOING):
                one.take_turn()


@needs_axe
def test_a_tournament_is_opened_entered_played_and_directed_by_the_page(
    people: Any, give_role: Any, name: str
) -> None:
    called = f"{HOSTILE} {name[-8:]}"
    dora, ada, bea = people(width=DESK), people(color_scheme="dark"), people(way="keys")
    give_role(account(dora), "director")
    wait_for(lambda: may_open(dora))
    open_by_form(dora, called)
    assert called in dora.see("h1").inner_text()
    for one in (ada, bea):
        enter(one, called)
    check(ada)
    comes_to(dora, "entrants", 2)  # those who enter elsewhere are told of as it happens
    enter_bots(dora, 2)
    wait_for(lambda: dora.page.locator(".badge:has-text('share promised')").count() == 2)
    check(dora)
    ada.page.goto(ada.url)  # whichever page is open reveals what was promised
    dora.use("button:has-text('Call for the start')")
    dora.use(".asked button.main")
    dora.see(f"{CUP}[data-phase=running]")
    comes_to(dora, "rounds", 1)  # before the pause, in which no round is planned
    dora.use("button:has-text('Pause')")
    dora.see("text=Paused")
    section(dora, "Entrants")
    wait_for(lambda: dora.page.locator(".badge:has-text('share revealed')").count() == 2)
    ada.use("nav a:has-text('Your table in the tournament is ready')")
    bea.use(".ready a:has-text('Play')")
    play_together(ada, bea)
    ada.use("a:has-text('To the tournament')")
    ada.see("svg.interval")
    comes_to(ada, "deals over", 1)
    for title in SECTIONS:
        section(ada, title)
        check(ada)
    section(dora, "Entrants")
    dora.use("[data-entrant='3'] button:has-text('Withdraw')")
    dora.use(".asked button.main")
    dora.see("[data-entrant='3'] .badge:has-text('withdrawn')")
    section(dora, "Tables")
    dora.use(".board summary")
    dora.use("button:has-text('It counts so')")
    dora.see("text=as a director has said")
    dora.use("button:has-text('Abandon')")
    dora.use(".asked button.main")
    dora.see(f"{CUP}[data-phase=closed]")
    section(dora, "What it is")
    assert "fairdeal verify" in dora.see(".copied").inner_text()
    with dora.page.expect_download() as got:
        dora.use("a:has-text('All of it')")
    assert re.fullmatch(r"c[0-9a-f]{18}\.zip", got.value.suggested_filename)
    ada.see("text=You finished")
    assert ada.page.locator("img[src='x']").count() == 0


def opened(url: str, name: str, give_role: Any, **format: Any) -> tuple[Client, str]:
    """Return who directs a tournament of own pairings, and its path; six bots have entered it.

    `format`: another one.
    """
    made = Client(url).post("/v1/players", {"name": name})
    dora = Client(url, made["token"])
    give_role(made["player"], "director")
    wait_for(lambda: dora.get("/v1/players/me")["role"] == "director")
    asked = {
        "name": name, "format": format or {"kind": "own"},
        "entrants": {"kinds": ["bot"]},
        "games": [{"game": "boosh", "seats": 2, "options": {"max_hands": 1}}],
    }  # fmt: skip
    path = f"/v1/tournaments/{dora.post('/v1/tournaments', asked)['tournament']['id']}"
    for number in range(6):
        bot = {"kind": "bot", "members": ["bot:regular"], "name": f"{HOSTILE} {number}"}
        dora.post(f"{path}/entrants", bot)
    return dora, path


@pytest.fixture
def cup(url: str, name: str, give_role: Any) -> tuple[Client, str]:
    """Return the same when the tournament has begun."""
    dora, path = opened(url, name, give_role)
    dora.post(f"{path}/call", {})
    return dora, path


def sign_in(one: Person, as_player: Client) -> None:
    """Let a browser have the account of a client."""
    one.page.goto(f"{one.url}/account")
    known = {**as_player.get("/v1/players/me"), "token": as_player.token}
    one.page.evaluate(
        "(known) => localStorage.setItem('fairdeal.account', JSON.stringify(known))", known
    )


def test_a_director_keeps_entrants_apart_by_the_page(
    people: Any, url: str, name: str, give_role: Any
) -> None:
    dora, path = opened(url, name, give_role, kind="swiss", rounds=3)
    one = people(width=PHONE)
    sign_in(one, dora)
    one.page.goto(url + path.removeprefix("/v1"))
    one.use("summary:has-text('Keep entrants apart')")
    field = one.page.get_by_label("Pairs of numbers, such as 3-7, 2-4")
    field.fill("6-1, 2-3")
    one.use("button:has-text('Keep them apart')")
    wait_for(lambda: dora.get(path)["forbidden_pairs"] == [[0, 5], [1, 2]])
    assert one.see(f"li:has-text('1 {HOSTILE} 0')").count() == 1
    assert field.input_value() == "1-6, 2-3"
    field.fill("")
    one.use("button:has-text('Keep them apart')")
    wait_for(lambda: dora.get(path)["forbidden_pairs"] == [])
    assert one.is_as_wide_as_the_screen()


def test_a_director_announces_something_and_describes_the_tournament_by_the_page(
    people: Any, url: str, name: str, give_role: Any
) -> None:
    dora, path = opened(url, name, give_role, kind="swiss", rounds=3)
    one, guest = people(width=PHONE), people()
    guest.page.goto(url + path.removeprefix("/v1"))
    guest.see(CUP)
    sign_in(one, dora)
    one.page.goto(url + path.removeprefix("/v1"))
    one.use("summary:has-text('Announce something')")
    one.page.get_by_label("Announcement", exact=True).fill(f"{HOSTILE}\nRound 2 at 8")
    one.use("button:text-is('Announce')")
    one.see(f"[data-announcement]:has-text('{HOSTILE}')")
    guest.see("[data-announcement]:has-text('Round 2 at 8')")
    one.use("summary:has-text('Describe the tournament')")
    one.page.get_by_label("Description (empty: none)").fill("Three rounds in one evening")
    one.use("button:has-text('Save the description')")
    guest.see("[data-description]:has-text('Three rounds in one evening')")
    assert one.is_as_wide_as_the_screen()


def test_entrants_and_directors_choose_rounds_to_sit_out_by_the_page(
    people: Any, url: str, name: str, give_role: Any
) -> None:
    dora, _ = opened(url, name, give_role)
    asked = {
        "name": name, "format": {"kind": "swiss", "rounds": 4}, "entrants": {"most_byes": 1},
        "games": [{"game": "boosh", "seats": 2, "clock": {"turn": 60}}],
    }  # fmt: skip
    path = f"/v1/tournaments/{dora.post('/v1/tournaments', asked)['tournament']['id']}"
    ada = Client(url, Client(url).post("/v1/players", {"name": f"Ada {name}"[:30]})["token"])
    ada.post(f"{path}/entrants", {})
    for asker, rounds, badge, byes in (
        (ada, "2", "sits out round 2", [1]), (dora, "4, 2", "sits out rounds 2 and 4", [1, 3]),
    ):  # fmt: skip
        one = people(width=PHONE)
        sign_in(one, asker)
        one.page.goto(url + path.removeprefix("/v1"))
        section(one, "Entrants")
        one.use("summary:has-text('Sit out rounds')")
        one.page.get_by_label("Rounds to come").fill(rounds)
        one.use("button:has-text('Sit these out')")
        one.see(f"[data-entrant='0'] .badge:has-text('{badge}')")
        assert dora.get(f"{path}/entrants")["entrants"][0]["byes"] == byes
        assert one.is_as_wide_as_the_screen()


def test_a_director_swaps_two_in_the_next_round_by_the_page(
    people: Any, url: str, name: str, give_role: Any
) -> None:
    dora, path = opened(url, name, give_role, kind="swiss", rounds=3)
    for where in ("/pause", "/call"):
        dora.post(path + where, {})
    (first, *_), (second, *_), *_ = dora.get(f"{path}/next-round")["tables"]
    one = people(width=PHONE)
    sign_in(one, dora)
    one.page.goto(url + path.removeprefix("/v1"))
    one.use("summary:has-text('Change the next round')")
    one.use("button:has-text('Show the round')")
    one.see(f"li:has-text('{first + 1} {HOSTILE} {first} ')")
    one.page.get_by_label("Two numbers that change places").fill(f"{first + 1}-{second + 1}")
    one.use("button:text-is('Swap')")
    wait_for(lambda: dora.get(f"{path}/next-round")["swaps"] == [[first, second]])
    assert dora.get(f"{path}/next-round")["tables"][0][0] == second
    wait_for(lambda: f"{second + 1} {HOSTILE}" in one.see("details li >> nth=0").inner_text())
    assert one.is_as_wide_as_the_screen()


def test_a_director_moves_the_start_and_lets_an_entrant_return_by_the_page(
    people: Any, url: str, name: str, give_role: Any
) -> None:
    dora, path = opened(url, name, give_role)
    one = people(width=PHONE)
    sign_in(one, dora)
    one.page.goto(url + path.removeprefix("/v1"))
    one.use("summary:has-text('Change the start')")
    one.page.get_by_label("Starts at").fill("2099-12-05T18:00")
    one.use("button:has-text('Set this time')")
    wait_for(lambda: dora.get(path)["settings"]["schedule"]["starts_at"] is not None)
    assert "2099" in one.see("text=So far:").inner_text()
    dora.raw("DELETE", f"{path}/entrants/1", None, {"Idempotency-Key": "withdraws"})
    section(one, "Entrants")
    one.use("li[data-entrant='1'] button:has-text('Let return')")
    wait_for(lambda: not dora.get(f"{path}/entrants")["entrants"][1]["withdrawn"])
    one.see("li[data-entrant='1'] button:has-text('Withdraw')")
    assert one.is_as_wide_as_the_screen()


def test_own_pairings_are_planned_played_and_told_without_a_reload(
    people: Any, url: str, cup: tuple[Client, str]
) -> None:
    dora, path = cup
    one = people(width=PHONE)
    sign_in(one, dora)
    one.page.goto(url + path.removeprefix("/v1"))
    one.see(f"{CUP}[data-phase=running]")
    for number in range(2):
        one.page.locator(".own-round textarea").fill("1 2\n3 4\n5" if number == 0 else "")
        if number == 0:
            one.use("button:has-text('Plan this round')")
            assert "Table 2" in one.see(".own-round .problem").inner_text()
            one.faults.clear()  # the browser tells of the refusal
        one.use("button:has-text('In the order of the standings')")
        wait_for(lambda: one.page.locator(".own-round textarea").input_value().count("\n") == 2)
        one.use("button:has-text('Plan this round')")
        comes_to(one, "deals over", number + 1)
    told = dora.get(f"{path}/standings")["standings"]
    section(one, "Standings")
    wait_for(lambda: one.page.locator("svg.interval").count() == 6)
    rows = one.page.locator(".standing tbody th")
    wait_for(lambda: rows.all_inner_texts() == [row["name"] for row in told])
    section(one, "Cross-table")
    cells = dora.get(f"{path}/cross-table")["cells"]
    wait_for(lambda: one.page.locator(".cross td:not(:empty)").count() == 2 * len(cells))
    section(one, "Ratings")
    wait_for(lambda: one.page.locator(".lines polyline").count() == 6)
    assert one.is_as_wide_as_the_screen()
    one.use("button:has-text('Close')")
    one.use(".asked button.main")
    one.see(f"{CUP}[data-phase=closed]")
    section(one, "Tables")
    one.use("a:has-text('Replay')")
    one.see(".command")
