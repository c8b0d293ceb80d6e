"""What every page keeps to in a real browser: it keeps nobody out, and tells each their own."""

from __future__ import annotations

from typing import Any

import pytest

from tests.folders import TESTS
from tests.some import some
from tests.waiting import wait_for
from tests.web.browser.person import DESK, DOING, PHONE, Person, actions_of, table_for_one

AXE = TESTS / "web" / "node_modules" / "axe-core" / "axe.min.js"
FAULTS = """async () => {
  await new Promise((isDrawn) => requestAnimationFrame(() => requestAnimationFrame(isDrawn)));
  return (await axe.run()).violations.map(({ id, impact, nodes }) =>
    `${impact} ${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`);
}"""

needs_axe = pytest.mark.skipif(not AXE.exists(), reason="needs npm ci --prefix tests/web")


GREY = """() => [...document.querySelectorAll("button:disabled, [aria-disabled=true]")]
  .filter((one) => one.title === "").map((one) => one.outerHTML.slice(0, 120))"""


def axe_faults(one: Person) -> list[str]:
    """Return what keeps somebody out of the page that is shown, as axe finds it."""
    one.page.evaluate(AXE.read_text())
    found: list[str] = one.page.evaluate(FAULTS)
    return found


def check(one: Person) -> None:
    """Hold the page that is shown to what keeps nobody out."""
    assert axe_faults(one) == []
    assert one.page.evaluate(GREY) == []  # a grey button says why
    assert one.is_as_wide_as_the_screen()


@needs_axe
@pytest.mark.parametrize("scheme", some("schemes of pages", ["light", "dark"], 1))
@pytest.mark.parametrize("width", [PHONE, DESK])
def test_no_page_keeps_anybody_out(
    people: Any, url: str, name: str, scheme: str, width: int
) -> None:
    one = people(width=width, color_scheme=scheme)
    one.page.goto(url)
    one.see(".game")
    check(one)
    one.page.goto(f"{url}/account")
    one.see("form")
    check(one)
    one.use("text=Make an account")
    one.see(".secret")
    check(one)
    one.use("text=My results")
    one.see("text=None yet")
    check(one)
    one.page.goto(f"{url}/ranking/boon")
    one.see("h2")
    check(one)
    one.page.goto(f"{url}/open/boosh")
    one.use("summary")
    one.see(".option")
    check(one)
    one.page.goto(f"{url}/rules/boojum#rule-B4")
    one.see(".pointed")
    check(one)
    _, table = table_for_one(url, "boon", name)
    one.page.goto(f"{url}/tables/{table}")
    one.see("button:has-text('Sit here')")
    check(one)
    one.sit_and_begin(table)
    one.see(DOING)
    check(one)
    one.play_to_the_end(40)
    check(one)


def test_a_private_table_opens_to_its_link_and_to_nothing_else(people: Any, url: str) -> None:
    one, friend, stranger = people(), people(), people()
    one.page.goto(f"{url}/open/boosh")
    one.page.get_by_label("Private").check()
    one.use("text=Open it and sit down")
    link = one.page.get_by_label("Invitation link").input_value()
    assert "#join=" in link
    assert "?" not in link
    stranger.page.goto(link.partition("#")[0])
    stranger.see("[role=alert]")
    friend.page.goto(link)
    friend.use("button:has-text('Sit here')")
    wait_for(lambda: "#" not in friend.address)
    friend.use("button:has-text('Begin')")
    one.see(".hand")
    friend.page.reload()
    friend.see(".hand")
    stranger.faults.clear()  # the browser tells of the refusal


def hears_of_more(one: Person, than: int) -> None:
    """Wait until somebody sees newer events than one they had seen."""
    wait_for(lambda: one.n > than)


def test_two_people_and_two_tabs_at_one_table_see_what_the_other_does(
    people: Any, url: str, name: str
) -> None:
    opener, table = table_for_one(url, "bum", name)
    one, other = people(), people(width=DESK)
    other.page.goto(f"{url}/tables/{table}")
    other.see("button:has-text('Sit here')")
    one.sit_and_begin(table)
    one.see(DOING)
    other.see(".round, .middle, .seats")
    assert not other.has(".hand"), "who only watches sees nobody's cards"
    seen = other.n
    one.take_turn()
    hears_of_more(other, seen)
    own = one.see(".seat.own .seat-name").inner_text().removesuffix(" (you)")
    wait_for(lambda: own in other.see(".story").inner_text())
    tab = one.another_tab(table)
    for acts, looks in ((tab, one), (one, tab)):
        acts.see(DOING)
        looks.see(DOING)
        seen = looks.n
        acts.take_turn()
        hears_of_more(looks, seen)
    assert actions_of(opener, table, 0) == 3


def test_why_a_card_cannot_be_played_is_said_when_it_is_tapped(
    people: Any, url: str, name: str
) -> None:
    one = people()
    for number in range(12):
        _, table = table_for_one(url, "boon", f"{name} {number}")
        one.sit_and_begin(table)
        while not one.has(".result"):
            one.see(f"{DOING}, .result")
            if one.has(".hand .dim"):
                one.use(".hand .dim")
                assert "rule 5" in one.see(".doing .problem").inner_text()
                return
            one.take_turn()
    raise AssertionError("in twelve tables every card could always be played")


def test_the_story_is_told_to_who_cannot_see_the_page(people: Any, url: str, name: str) -> None:
    _, table = table_for_one(url, "boon", name)
    one = people()
    one.sit_and_begin(table)
    one.see(DOING)
    told = one.page.locator("[aria-live=polite]")
    wait_for(lambda: "Your turn." in told.inner_text())
    assert one.page.locator(".hand .card").first.get_attribute("aria-label")


def test_a_table_is_left_and_closed_and_one_that_has_ended_is_played_again(
    people: Any, url: str, name: str
) -> None:
    one = people()
    one.page.goto(f"{url}/open/boosh")
    one.use("text=Open it and sit down")
    one.use("button:has-text('Leave')")
    one.use("button:has-text('Sit here')")
    one.see("button:has-text('Leave')")
    one.use("button:has-text('Close the table')")
    assert "withdrawn" in one.see(".result").inner_text()
    _, table = table_for_one(url, "boosh", name)
    one.sit_and_begin(table)
    one.play_to_the_end(60)
    one.use("button:has-text('Play again')")
    wait_for(lambda: table not in one.address)
    one.use("button:has-text('Begin')")
    one.see(".hand")


def test_who_signs_out_is_nobody_until_the_recovery_code_opens_the_account(
    people: Any, url: str
) -> None:
    one = people()
    one.page.goto(f"{url}/account")
    one.use("text=Make an account")
    code, called = one.see(".secret").inner_text(), one.see(".who").inner_text()
    one.use("text=Sign out")
    one.use("text=Sign out of this browser")
    one.see("text=New here?")
    assert one.page.evaluate("localStorage.length") == 0
    one.page.get_by_label("Recovery code").fill(code.upper())
    one.use("text=Open my account")
    one.see(".secret")
    assert one.see(".who").inner_text() == called
