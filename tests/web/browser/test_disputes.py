"""A dispute from the moment in question to the ruling: two people who played, and an auditor."""

from __future__ import annotations

import json
from contextlib import closing
from typing import Any

from events.accounts.players import Players
from events.store.streams import store_at
from service.commands.client import Client
from service.commands.processes import ServerStack
from tests.waiting import wait_for
from tests.web.browser.person import DESK, PHONE, Person
from tests.web.browser.test_pages import check, needs_axe

COMPLAINT = "seat 1 <img src=x onerror=alert(1)> knew my cards at event 15"


def account(one: Person, name: str) -> Client:
    """Make an account in somebody's browser; return what asks the API in their name."""
    one.page.goto(f"{one.url}/account")
    one.page.get_by_label("Name").fill(name)
    one.use("text=Make an account")
    one.see(".secret")
    kept = one.page.evaluate("localStorage.getItem('fairdeal.account')")
    return Client(one.url, json.loads(kept)["token"])


def make_auditor(server: ServerStack, name: str) -> None:
    """Give an account the role of an auditor, as an operator does."""
    store = store_at(server.redis_url)
    with closing(store.redis):
        players = Players(store)
        found = players.find_by_name(name)
        assert found is not None
        players.give_role(found, "auditor")


def played(ada: Client, bob: Client) -> str:
    """Return a table that two people have played to its end."""
    asked = {"game": "boosh", "seats": 2, "options": {"max_hands": 1}, "clock": None}
    table: str = ada.post("/v1/tables", asked)["view"]["table"]
    for one in (ada, bob):
        one.post(f"/v1/tables/{table}/seats", {})
    ada.post(f"/v1/tables/{table}/start", {})
    while ada.get(f"/v1/tables/{table}")["phase"] != "closed":
        for one in (ada, bob):
            if choices := one.get(f"/v1/tables/{table}/view")["choices"]:
                picks = [pick["example"] for pick in choices["picks"]]
                one.post(f"/v1/tables/{table}/actions", [*choices["actions"], *picks][0])
    return table


def dispute(one: Person, table: str, n: int, reason: str) -> None:
    """Open a dispute from a moment of a table."""
    one.page.goto("about:blank")
    one.page.goto(f"{one.url}/replay/{table}#n={n}&as=0")
    one.see(".command")
    one.use("summary:has-text('Dispute hand 1')")
    field = one.page.get_by_label("What went wrong")
    assert field.input_value() == f"Event {n}: "
    field.press_sequentially(reason)
    one.use("button:has-text('Dispute hand 1')")
    one.see("h1:has-text('Dispute of hand 1')")


def rule(auditor: Person) -> None:
    """Give the first of two seats points of the other."""
    auditor.page.get_by_label("Verdict").select_option("upheld")
    auditor.page.get_by_label("What follows").select_option("points_adjusted")
    for field, points in zip(auditor.page.get_by_label("Points of").all(), (5, -5), strict=True):
        field.fill(str(points))
    auditor.page.get_by_label("Why").fill("So it was <b>")
    check(auditor)
    auditor.use("button:has-text('Submit ruling')")


@needs_axe
def test_a_dispute_goes_from_the_moment_in_question_to_the_ruling(
    people: Any, server: ServerStack, name: str
) -> None:
    ada, bob = people(width=PHONE), people(width=DESK)
    auditor = people(width=DESK, color_scheme="dark")
    clients = [account(one, f"{name} {at}") for at, one in enumerate((ada, bob, auditor))]
    table = played(*clients[:2])

    dispute(ada, table, 12, COMPLAINT)
    told = ada.see("blockquote")
    assert told.inner_text() == f"Event 12: {COMPLAINT}"
    assert told.locator("img").count() == 0
    links = [one.get_attribute("href") for one in told.locator("a").all()]
    assert links == [f"/replay/{table}#n={n}&as=0" for n in (12, 15)]
    path = ada.address.removeprefix(server.url)
    assert clients[0].get(f"/v1{path}")["status"] == "open"
    assert clients[0].get(f"/v1{path}")["receipts"] == []
    check(ada)

    wait_for(lambda: clients[1].get("/v1/disputes")["disputes"])  # the list follows what happens
    bob.page.goto(f"{server.url}/disputes")
    bob.use(f"a[href='{path}']")
    bob.use("text=Look at the evidence")
    bob.see(".evidence")
    assert bob.page.locator("form").count() == 0
    assert not bob.has("button:has-text('Withdraw'), button:has-text('all eyes')")
    bob.see("text=No auditor has looked")

    make_auditor(server, f"{name} 2")
    wait_for(lambda: clients[2].get("/v1/players/me")["role"] == "auditor")
    auditor.page.goto(f"{server.url}/disputes")
    auditor.see("h1:has-text('desk')")
    check(auditor)
    auditor.use(f"a[href='{path}']")
    auditor.use("text=Look at the evidence")
    auditor.see(".evidence")
    auditor.see("text=1 look")
    auditor.use("text=Replay with all hands open")
    auditor.see(".command")
    auditor.see("text=2 looks")
    assert auditor.page.locator(".mine").count() == 2
    looks = clients[0].get(f"/v1{path}")["looks"]
    assert [look["what"] for look in looks] == ["evidence", "log"]
    rule(auditor)
    said = auditor.see(".ruling").inner_text()
    assert "seat 1: +5 and seat 2: \N{MINUS SIGN}5" in said
    assert "So it was <b>" in said
    wait_for(lambda: not auditor.has("button:has-text('Submit ruling')"))
    wait_for(lambda: clients[1].get(f"/v1/tables/{table}/view")["corrected"])

    ada.page.reload()
    assert "points are added or taken" in ada.see(".ruling").inner_text()
    ada.see("text=2 looks")
    dispute(ada, table, 14, "again")
    ada.use("button:has-text('Withdraw it')")
    ada.see(".badge:has-text('withdrawn')")
    check(ada)
