"""Guided hands: the person makes the choices that were made, and is told why."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.some import some
from tests.waiting import wait_for
from tests.web.browser.person import DESK, DOING, PHONE, Person, Way
from tests.web.browser.test_pages import check, needs_axe
from tests.web.lessons import LESSONS

SHOW = ".coach button.quiet"


def guide(one: Person) -> str:
    """Return how far it is, as the guide says it."""
    return str(one.see(".coach .steps span").inner_text())


def begin(one: Person, game: str) -> None:
    one.page.goto(f"{one.url}/learn/{game}")
    one.see(DOING)


@pytest.mark.parametrize("width", [PHONE, DESK])
@pytest.mark.parametrize("game", some("watched hands", sorted(LESSONS), 2))
def test_a_guided_hand_can_be_watched_to_its_end_which_leads_to_a_table(
    people: Any, game: str, width: int
) -> None:
    one = people(width=width)
    begin(one, game)
    choices = int(guide(one).rpartition(" ")[2])
    for choice in range(1, choices + 1):
        one.see(f".coach span:has-text('Choice {choice} of {choices}')")
        assert not re.search(r"learn[._]", one.see(".coach").inner_text()), "each text is there"
        assert one.is_as_wide_as_the_screen()
        assert one.see(DOING).is_visible(), "what may be done is the game's own"
        one.use(SHOW)
    wait_for(lambda: guide(one) == "Done")
    assert not one.has(DOING)
    one.use("text=Now play with bots")
    one.page.wait_for_url("**/tables/*")


@needs_axe
@pytest.mark.parametrize(("width", "scheme"), [(PHONE, "light"), (DESK, "dark")])
@pytest.mark.parametrize("game", some("choices", sorted(LESSONS), 1))
def test_no_choice_of_a_guided_hand_keeps_anybody_out(
    people: Any, game: str, width: int, scheme: str
) -> None:
    one = people(width=width, color_scheme=scheme)
    begin(one, game)
    choices = int(guide(one).rpartition(" ")[2])
    for choice in range(1, choices + 1):
        one.see(f".coach span:has-text('Choice {choice} of {choices}')")
        check(one)
        one.use(SHOW)
    wait_for(lambda: guide(one) == "Done")
    check(one)


@pytest.mark.parametrize("way", ["taps", "keys"])
def test_a_wrong_choice_is_answered_with_why_and_may_be_tried_again(people: Any, way: Way) -> None:
    one = people(way=way)
    begin(one, "boon")
    one.use("text=Leave the Boon to the others")
    assert "Take it" in one.see(".coach .warning").inner_text()
    assert guide(one) == "Choice 1 of 10"
    one.use("button:has-text('Take the Boon')")
    assert "Right." in one.see(".coach .why").inner_text()
    assert guide(one) == "Choice 2 of 10"
    for card in ("Red 2", "Red 5", "Red 6"):
        one.use(f".hand button[aria-label='{card}']")
    one.use(f"{DOING} .pick button.main")
    wait_for(lambda: guide(one) == "Choice 3 of 10")


def test_where_somebody_has_come_to_is_there_after_a_reload(people: Any) -> None:
    one = people()
    begin(one, "boosh")
    one.use(SHOW)
    one.use(SHOW)
    wait_for(lambda: guide(one) == "Choice 3 of 10")
    one.page.reload()
    wait_for(lambda: guide(one) == "Choice 3 of 10")
    one.use("text=Begin again")
    wait_for(lambda: guide(one) == "Choice 1 of 10")


def test_a_game_from_outside_has_none(people: Any) -> None:
    one = people()
    one.page.goto(f"{one.url}/learn/high_card")
    one.see("text=There is no guided hand of this game")
