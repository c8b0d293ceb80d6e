"""A hint at one's turn, where one plays alone against bots for nothing."""

from __future__ import annotations

from typing import Any

from service.commands.client import Client, register_account
from tests.waiting import wait_for
from tests.web.browser.person import DOING, Person, actions_of

HINT = f"{DOING} .given-hint"


def begun(people: Any, url: str, name: str, *, rated: bool) -> tuple[Client, str, Person]:
    """Return who has opened a table, the table, and who plays there alone; it is her turn."""
    opener = register_account(url, name)
    asked = {"game": "boon", "seats": 3, "options": {"first_dealer": 2}, "clock": None}
    table = opener.post("/v1/tables", {**asked, "rated": rated})["view"]["table"]
    for seat in (1, 2):
        opener.post(f"/v1/tables/{table}/seats", {"seat": seat, "bot": "regular"})
    one = people(width=390)
    one.sit_and_begin(table)
    one.see(f"{DOING}[aria-busy=false]")
    return opener, table, one


def test_a_hint_is_thought_of_and_shown_with_its_reasons_and_can_be_played(
    people: Any, url: str, name: str
) -> None:
    opener, table, one = begun(people, url, name, rated=False)
    one.use(".ask-hint")
    assert "rule of thumb" in one.see(HINT).inner_text()
    assert actions_of(opener, table, 0) == 0
    one.use(f"{DOING} button:text-is('Play it')")
    wait_for(lambda: actions_of(opener, table, 0) == 1)
    assert one.faults == []


def test_there_is_no_button_for_hints_where_the_table_counts(
    people: Any, url: str, name: str
) -> None:
    _, _, one = begun(people, url, name, rated=True)
    assert not one.has(".ask-hint")
