"""The lobby: what each game is, playing with bots as one likes, and what a quick seat does."""

from __future__ import annotations

import re
from typing import Any

import pytest

from games import OWN
from service.commands.client import Client
from tests.web.browser.person import DESK, DOING, Way

SUMMARY = ".with-bots summary"
BOON = ".game:has(h2:text-is('Boon'))"


def table_seen(one: Any, url: str) -> dict[str, Any]:
    """Return what the server tells of the table that somebody looks at."""
    one.page.wait_for_url("**/tables/*")
    shown: dict[str, Any] = Client(url).get(f"/v1/tables/{one.address.rpartition('/')[2]}")
    return shown


def test_each_game_has_a_picture_and_a_sentence_that_says_what_it_is(people: Any, url: str) -> None:
    told = {one["game"]: one for one in Client(url).get("/v1/games")["games"]}
    one = people(width=DESK)
    one.page.goto(url)
    for game in [*(game.name for game in OWN), "high_card"]:
        card = one.page.locator(f".game:has(h2:text-is('{told[game]['title']}'))")
        card.scroll_into_view_if_needed()
        assert card.locator(".kind").inner_text() == told[game]["about"]["kind"] != ""
        picture = card.locator("img.picture")
        one.page.wait_for_function("(it) => it.naturalWidth > 0", arg=picture.element_handle())
    assert one.faults == []


def test_one_tap_plays_the_whole_game_with_bots(people: Any, url: str) -> None:
    one = people()
    one.page.goto(url)
    told = one.see(f"{BOON} {SUMMARY}").inner_text()
    assert re.fullmatch(r"Full game, 2 regular bots, \d+ to \d+ minutes", told)
    one.use("button[aria-label='Play with bots: Boon']")
    one.see(".hand")
    view = table_seen(one, url)
    assert len(view["seats"]) == 3
    assert view["options"]["max_rounds"] == 500, "not that of a short table"
    assert [seat["bot"] for seat in view["seats"][1:]] == ["regular", "regular"]
    assert one.faults == []


@pytest.mark.parametrize("way", ["taps", "keys"])
def test_length_number_and_level_of_bots_are_chosen_and_kept(
    people: Any, url: str, way: Way
) -> None:
    one = people(way=way)
    one.page.goto(url)
    one.use(f"{BOON} {SUMMARY}")
    for label, chosen in {"Length": "quick", "Bots": "3", "Level": "novice"}.items():
        choice = one.page.locator(f"{BOON} .field:has(span:text-is('{label}')) select")
        if label == "Length":
            assert "Quick: one round (" in choice.inner_text()
        choice.select_option(chosen)
    one.page.reload()
    assert one.see(f"{BOON} {SUMMARY}").inner_text().startswith("Quick game, 3 novice bots, ")
    one.use("button[aria-label='Play with bots: Boon']")
    one.see(".hand")
    view = table_seen(one, url)
    assert view["options"]["max_rounds"] == 1
    assert [seat["bot"] for seat in view["seats"][1:]] == ["novice"] * 3
    assert one.faults == []


def test_a_quick_seat_says_who_is_there_and_begins_by_itself(people: Any, url: str) -> None:
    ada, bea = people(), people()
    ada.page.goto(url)
    ada.see("section[aria-label='Quick seats']:has-text('1 minute a turn')")
    ada.use("button[aria-label='Quick seat: Boosh']")
    ada.see("[role=status]:has-text('1 of 2 seats taken. Play begins by itself')")
    name = ada.see(".who").inner_text()
    bea.page.goto(url)
    bea.see(f".game:has(h2:text-is('Boosh')) .hint:has-text('{name} waits for 1 more player')")
    bea.use("button[aria-label='Quick seat: Boosh']")
    for one in (ada, bea):
        one.see(".hand")
    assert ada.faults == bea.faults == []


def test_a_quick_seat_begins_by_itself_when_bots_take_the_other_seats(
    people: Any, url: str
) -> None:
    one = people()
    one.page.goto(url)
    one.use("button[aria-label='Quick seat: Goblin Market']")
    one.use("text=Bots in all free seats")
    one.see(DOING)
    assert one.faults == []
