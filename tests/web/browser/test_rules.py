"""The rules as people read them: a page for each game, and beside a table what a refusal names."""

from __future__ import annotations

from typing import Any

import pytest

from games import NEWEST, OWN
from service.commands.client import Client
from tests.some import some
from tests.web.browser.person import DESK, PHONE, Way, table_for_one
from tests.web.browser.test_pages import check, needs_axe

POINTED = ".pointed"


@pytest.mark.parametrize("game", some("rules", [*(game.name for game in OWN), "high_card"], 3))
@pytest.mark.parametrize("width", [PHONE, DESK])
def test_a_game_is_told_in_thirty_seconds_with_its_rulebook_behind(
    people: Any, url: str, game: str, width: int
) -> None:
    told = Client(url).get(f"/v1/games/{game}")
    one = people(width=width)
    one.page.goto(f"{url}/rules/{game}")
    assert one.see("h1").inner_text() == f"Rules of {told['title']}"
    assert told["about"]["introduction"] in one.see(".short").inner_text()
    assert one.see("#rule-1").is_visible()
    text = one.page.locator("main").inner_text()
    assert [sign for sign in ("**", "](", "|---", "## ") if sign in text] == []
    assert one.is_as_wide_as_the_screen()
    assert one.faults == []


def test_the_lobby_leads_to_the_rules_and_the_rules_to_a_table(people: Any, url: str) -> None:
    one = people()
    one.page.goto(url)
    one.use("a[aria-label='Rules of Boojum']")
    one.page.wait_for_url("**/rules/boojum")
    assert one.see("img.pictured").get_attribute("alt") == "Ace of Moons"
    one.use("a:text-is('Sets')")
    one.see(f"h2{POINTED}:text-is('Sets')")
    one.use("button[aria-label='Play with bots: Boojum']")
    one.see(".hand")
    assert one.faults == []


def test_an_address_leads_to_a_ruling_and_marks_it(people: Any, url: str) -> None:
    one = people()
    one.page.goto(f"{url}/rules/boojum#rule-B4")
    marked = one.see(POINTED)
    assert "A bid must be strictly higher" in marked.inner_text()
    one.page.wait_for_function("() => document.activeElement?.id === 'rule-B4'")
    assert one.faults == []


def test_a_refusal_names_a_rule_that_opens_beside_the_table(
    people: Any, url: str, name: str
) -> None:
    _, table = table_for_one(url, "boojum", name)
    one = people()
    one.sit_and_begin(table)
    one.see(".doing.turn")
    one.use("summary:has-text('Not possible now')")
    one.see(".not-now button.closed").tap(force=True)  # it tells why it is not possible
    link = one.see(".doing .problem a:text-matches('rule .+')")
    with one.page.context.expect_page() as opened:
        link.click()
    opened.value.wait_for_load_state()
    assert f"({link.inner_text()})" in one.see(".doing .problem").inner_text()
    rule = link.inner_text().removeprefix("rule ")
    opened.value.locator(f"#rule-{rule}.pointed").wait_for()
    assert one.address.endswith(f"/tables/{table}")
    one.faults.clear()  # the browser tells of the refusal


@needs_axe
@pytest.mark.parametrize("way", ["taps", "keys"])
def test_the_sets_of_boojum_can_be_read_beside_the_hand(
    people: Any, url: str, name: str, way: Way
) -> None:
    _, table = table_for_one(url, "boojum", name)
    one = people(way=way, width=DESK)
    one.sit_and_begin(table)
    one.see(".doing.turn")
    one.use("button:text-is('Sets')")
    sets = one.see("section[aria-label=Sets]")
    sets.locator("td:has-text('straight of 6')").wait_for()
    assert one.page.locator(".hand").is_visible()
    check(one)
    one.page.keyboard.press("Escape")
    sets.wait_for(state="detached")
    assert one.faults == []


def test_rules_of_a_game_from_outside_are_text_whatever_they_hold(people: Any, url: str) -> None:
    assert "hostile_card" not in NEWEST
    one = people()
    one.page.goto(f"{url}/rules/hostile_card")
    one.see("#rule-1")
    assert one.page.locator("main img[src=x]").count() == 0
    assert one.faults == []
