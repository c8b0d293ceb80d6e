"""A table that has ended is gone through again in a browser, with any seat's eyes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from service.commands.client import register_account
from tests.waiting import wait_for
from tests.web.browser.person import DESK, PHONE, Person

if TYPE_CHECKING:
    from playwright.sync_api import Route


@pytest.fixture
def table(url: str, name: str) -> str:
    """Return a table of Boon that bots have played to its end."""
    opener = register_account(url, name)
    asked = {"game": "boon", "seats": 3, "options": {"max_rounds": 1}}
    opened: str = opener.post("/v1/tables", asked)["view"]["table"]
    for seat in range(3):
        opener.post(f"/v1/tables/{opened}/seats", {"seat": seat, "bot": "regular"})
    opener.post(f"/v1/tables/{opened}/start", {})
    wait_for(lambda: opener.get(f"/v1/tables/{opened}")["phase"] == "closed")
    return opened


def arrive(one: Person, table: str, moment: str) -> None:
    """Follow a link to a moment, and wait until it is shown."""
    one.page.goto("about:blank")
    one.page.goto(f"{one.url}/replay/{table}{moment}")
    one.see(".command")


@pytest.mark.parametrize("width", [PHONE, DESK])
def test_a_link_leads_to_a_moment_and_shows_what_that_seat_held(
    people: Any, url: str, table: str, width: int
) -> None:
    one = people(width=width)
    moments = one.page.request
    for seat in range(3):
        arrive(one, table, f"#n=20&as={seat}")
        told = moments.get(f"{url}/v1/tables/{table}/replay?at=20&seat={seat}").json()
        assert one.page.locator(".mine .card").count() == len(told["view"]["board"]["mine"])
        assert one.is_as_wide_as_the_screen()
    arrive(one, table, "")
    hands = moments.get(f"{url}/v1/tables/{table}/hands").json()["hands"]
    assert one.n == hands[0]["first"] > 1, "it begins with the first hand, not with an empty table"
    assert one.see(".title small").inner_text() == "hand 1"
    assert one.address.endswith(f"#n={one.n}&as=all")
    assert one.page.locator(".mine").count() == 3
    arrive(one, table, "#n=20&as=all")
    assert one.page.locator(".mine").count() == 3
    arrive(one, table, "#n=20&as=nobody")
    assert one.page.locator(".mine").count() == 0


def test_nothing_that_can_be_tapped_stands_where_the_moment_will_push_it_away(
    people: Any, table: str
) -> None:
    one = people()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    one.page.route("**/replay?*", hold)
    with one.page.expect_request("**/replay?*"):
        one.page.goto(f"{one.url}/replay/{table}#n=20&as=all")
    one.see(".replay")
    assert not one.has(".panel.proof"), "it would move while a finger is on its way"
    for route in held:
        route.continue_()
    one.see(".command")
    assert one.see(".panel.proof").is_visible()


def test_arrow_keys_go_from_command_to_command_and_the_address_follows(
    people: Any, table: str
) -> None:
    one = people(way="keys")
    arrive(one, table, "#n=12&as=all")
    first = one.n
    one.page.keyboard.press("ArrowRight")
    wait_for(lambda: one.n > first)
    there = one.n
    assert f"n={there}" in one.address
    told = one.see(".command").inner_text()
    one.page.keyboard.press("ArrowLeft")
    wait_for(lambda: one.n < there)
    arrive(one, table, "#" + f"n={there}&as=all")
    assert one.see(".command").inner_text() == told


def test_while_a_table_runs_only_ones_own_eyes_see(people: Any, url: str, name: str) -> None:
    opener = register_account(url, name)
    opened = opener.post("/v1/tables", {"game": "boon", "seats": 3})["view"]["table"]
    for body in ({}, {"bot": "regular"}, {"bot": "regular"}):
        opener.post(f"/v1/tables/{opened}/seats", body)
    opener.post(f"/v1/tables/{opened}/start", {})
    one = people()
    arrive(one, opened, "#n=8&as=1")
    assert "as=nobody" in one.address
    assert one.page.locator(".mine").count() == 0
