"""The form for a new table offers clocks by their words, and each opens what it says."""

from __future__ import annotations

from typing import Any

from service.commands.client import register_account
from service.tables.clocks import CLOCKS
from tests.web.browser.test_together import table_in

CLOCK = "label:has-text('Clock') select"
MEANING = "label:has-text('Clock') + .hint"


def test_a_new_table_has_the_clock_whose_words_were_chosen(
    people: Any, url: str, name: str
) -> None:
    one, nobody = people(), register_account(url, name)
    one.page.goto(f"{url}/open/boosh")
    one.see(CLOCK)
    offered = one.page.locator(f"{CLOCK} option").all_inner_texts()
    turns = dict(text.split(": ") for text in offered[:-1])
    assert turns.keys() == CLOCKS.keys()
    assert offered[-1] == "none"
    assert one.page.locator(CLOCK).input_value() == "normal"
    for word, turn in [*turns.items(), ("none", "no clock")]:
        one.page.goto(f"{url}/open/boosh")
        one.see(CLOCK)
        one.page.locator(CLOCK).select_option(word)
        told = one.see(f"{MEANING}:text-matches('^{turn}')").inner_text().partition(";")[0]
        assert one.has("label:has-text('When time is up')") == (word != "none")
        one.use("text=Open it and sit down")
        waiting = one.see(".hint:text-matches('^(Clock:|There is no clock)')").inner_text()
        assert waiting.startswith("There is no clock." if word == "none" else f"Clock: {told}.")
        shown = nobody.get(f"/v1/tables/{table_in(one)}")
        assert shown["clock"] == (None if word == "none" else dict(CLOCKS[word]))
        assert shown["on_time_out"] == "fallback", "two time-outs in a row cost the seat"
