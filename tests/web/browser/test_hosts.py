"""Where a game is chosen, the page says what it is like, for how many, and how long it takes."""

from __future__ import annotations

from typing import Any

import pytest

from games import OWN
from service.commands.client import Client
from tests.web.browser.person import Person


def is_shown(one: Person, where: str, text: str) -> bool:
    """Say whether a place shows a text, as it stands."""
    return text in one.see(where).inner_text()


@pytest.mark.parametrize("game", [game.name for game in OWN])
def test_a_host_reads_what_a_game_is_like_before_opening_a_table(
    people: Any, url: str, game: str
) -> None:
    told = Client(url).get(f"/v1/games/{game}")
    about, least, most = told["about"], told["seats"]["least"], told["seats"]["most"]
    best = " or ".join(str(seats) for seats in about["best"])
    minutes = next(row for row in about["minutes"] if row["seats"] == least)
    one = people()
    one.page.goto(url)
    card = f".game:has(h2:text-is('{told['title']}'))"
    assert is_shown(one, card, about["summary"])
    assert is_shown(one, card, f"{least} to {most} players, best with {best}")
    assert is_shown(one, card, "at 20 seconds a turn")
    one.use(f"a[aria-label='Open a table: {told['title']}']")
    one.see("h1:has-text('A table of')")
    assert is_shown(one, "main", about["introduction"])
    if minutes["most"] < 180:
        shown = f"{minutes['least']} to {minutes['most']} minutes with {least}"
        assert is_shown(one, "main", shown)
    if about["length"] is not None:
        assert is_shown(one, "main", f"The rulebook says of its length: “{about['length']}”")
    assert one.faults == []
