"""What tells of a turn: sounds that somebody has turned on, and the icon and title of the tab."""

from __future__ import annotations

from typing import Any

from tests.waiting import wait_for
from tests.web.browser.person import DESK, DOING, table_for_one

HEARS = """(() => {
  window.heard = [];
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (at) {
    window.heard.push(this.frequency.value);
    start.call(this, at);
  };
})()"""
TURN, CARD, END = 880, 220, 784  # hertz of a note that only this sound has
ICON = "document.querySelector('link[rel=icon]').href"


def test_sounds_are_off_until_they_are_turned_on_and_stay_so_in_this_browser(
    people: Any, url: str, name: str
) -> None:
    _, table = table_for_one(url, "boon", name)
    one = people(width=DESK)
    one.page.add_init_script(HEARS)
    one.sit_and_begin(table)
    one.see(DOING)
    one.take_turn()
    assert one.page.evaluate("heard") == []
    one.use("button:text-is('Settings')")
    one.page.get_by_label("Sounds").check()
    assert TURN in one.page.evaluate("heard")
    one.use("button:text-is('Close')")
    one.page.reload()
    one.see(DOING)
    one.use("button:text-is('Settings')")
    assert one.page.get_by_label("Sounds").is_checked()
    one.use("button:text-is('Close')")
    one.play_to_the_end(60)
    wait_for(lambda: END in one.page.evaluate("heard"))
    assert {TURN, CARD} <= {round(pitch) for pitch in one.page.evaluate("heard")}


def test_the_icon_and_the_title_say_on_every_page_whose_turn_it_is(
    people: Any, url: str, name: str
) -> None:
    _, table = table_for_one(url, "boon", name)
    one = people(width=DESK)
    one.page.goto(url)
    assert one.page.evaluate(ICON).endswith("/icon.svg")
    one.sit_and_begin(table)
    one.see(DOING)
    wait_for(lambda: one.page.evaluate(ICON).endswith("/icon_turn.svg"))
    assert "Your turn" in one.page.title()
    one.use("a.brand")
    wait_for(lambda: one.page.title().startswith("● Your turn · Lobby"))
    one.use(".tabs a")
    one.play_to_the_end(60)
    wait_for(lambda: one.page.evaluate(ICON).endswith("/icon.svg"))
    assert "Your turn" not in one.page.title()
