"""A word at the table in the page: said by a tap, seen by the others for a moment, muted."""

from __future__ import annotations

from typing import Any

import pytest

from service.commands.client import register_account
from tests.waiting import wait_for
from tests.web.browser.person import DESK
from tests.web.browser.test_company import SAID, enter_table, open_table
from tests.web.browser.test_pages import check, needs_axe


@needs_axe
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phrase_is_seen_by_the_other_player_who_mutes_whom_they_like(
    people: Any, url: str, name: str, scheme: str
) -> None:
    ada, bob = (register_account(url, f"{name}{letter}") for letter in "AB")
    table = open_table([ada, bob], 2, clock=None)
    ada.post(f"/v1/tables/{table}/start", {})
    one = people(width=DESK, color_scheme=scheme)
    other = people(color_scheme=scheme)
    enter_table(one, ada, table)
    enter_table(other, bob, table)
    one.use(".talking > summary")
    one.use(".talking button:text-is('Good luck!')")
    assert "Good luck!" in other.see(".heard li").inner_text()
    wait_for(lambda: f"{name}A: Good luck!" in other.page.locator(SAID).inner_text())
    assert "(you)" in one.see(".heard li").inner_text()
    for each in (one, other):
        assert each.is_as_wide_as_the_screen()
        check(each)
    other.use(".heard button")
    assert not other.has(".heard")
    one.use(".talking button:text-is('Sorry, phone')")
    one.see(".heard li >> text=Sorry, phone")
    other.use(".talking > summary")
    other.see(f".talking >> text=Hear {name}A again")
    other.use(".talking button:text-is('Thank you')")
    one.see(".heard li >> text=Thank you")
    assert "phone" not in other.see(".heard").inner_text()


def test_boon_says_why_nothing_may_be_said_in_play_and_hears_what_is_said_after_the_end(
    people: Any, url: str, name: str
) -> None:
    ada, bob = (register_account(url, f"{name}{letter}") for letter in "AB")
    table = str(
        ada.post("/v1/tables", {"game": "boon", "seats": 3, "clock": None})["view"]["table"]
    )
    for player, body in ((ada, {}), (bob, {}), (ada, {"bot": "regular"})):
        player.post(f"/v1/tables/{table}/seats", body)
    ada.post(f"/v1/tables/{table}/start", {})
    one, watching = people(), people()
    enter_table(one, ada, table)
    one.use(".talking > summary")
    assert "Boon forbids table talk during a hand" in one.see(".talking").inner_text()
    watching.page.goto(f"{url}/tables/{table}")
    assert watching.see(".watching").inner_text() == "You are watching"
    for player in (ada, bob):
        player.post(f"/v1/tables/{table}/adjourn", {})
    one.see(".talking button")
    bob.post(f"/v1/tables/{table}/phrases", {"phrase": "good_game"})
    one.see(".heard >> text=Good game!")
