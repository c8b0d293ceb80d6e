"""The result of a table: who won, what it did to one's rating, and what can be done next."""

from __future__ import annotations

from typing import Any

import pytest

from service.commands.client import register_account
from tests.web.browser.person import DESK, PHONE
from tests.web.browser.season import season
from tests.web.browser.test_pages import check, needs_axe


@needs_axe
@pytest.mark.parametrize("width", [PHONE, DESK])
def test_a_result_says_who_won_what_it_did_to_ones_rating_and_what_to_do_next(
    people: Any, url: str, name: str, width: int
) -> None:
    ada, bob = register_account(url, f"{name} A"), register_account(url, f"{name} B")
    first, second = season(ada, bob, 2)
    one = people(width=width)
    one.enter(str(ada.token))
    one.page.goto(f"{url}/tables/{first}")
    assert "(your first rated table)" in one.see(".result p:has-text('Your rating')").inner_text()
    one.page.goto(f"{url}/tables/{second}")
    told = one.see(".result p:has-text('Your rating')").inner_text()
    assert told.endswith(")")
    assert "first" not in told
    places = ada.get(f"/v1/tables/{second}")["outcome"]["places"]
    best = places.count(1)
    headline = one.see(".result h2").inner_text()
    assert ("share the win" in headline) == (best > 1)
    assert ("You" in headline) == (places[0] == 1)
    check(one)
    one.use(".result button:has-text('Check this deal')")
    assert one.see(".verdict").is_visible()
    check(one)
    for label in ("Play again", "Replay", "To the lobby"):
        assert one.see(f".result >> text={label}").is_visible()
