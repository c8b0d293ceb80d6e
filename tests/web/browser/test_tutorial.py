"""The tutorial for players goes as it stands."""

from __future__ import annotations

import re
from typing import Any

from tests.folders import ROOT

TUTORIAL = (ROOT / "docs" / "tutorials" / "play.md").read_text()
BOON = ".game:has(h2:text-is('Boon'))"
MOST_TURNS = 60
PROOF = ".panel.proof"


def test_a_player_plays_a_game_and_checks_it_as_the_tutorial_says(people: Any, url: str) -> None:
    one = people()
    one.page.goto(url)
    assert one.has("text=Learn it in five minutes")
    one.use(f"{BOON} .with-bots summary")
    one.page.locator(f"{BOON} .field:has(span:text-is('Length')) select").select_option("quick")
    one.use(f"{BOON} button:has-text('Play with bots')")
    one.see("text=Write this down")
    one.see("text=Your turn")
    one.see(".ask-hint")
    one.play_to_the_end(MOST_TURNS)
    one.use(".result button:has-text('Check this deal')")
    (verdict,) = re.findall(r"^> (.+)$", TUTORIAL, re.MULTILINE)
    one.see(f"{PROOF} .verdict:has-text('{verdict}')")
    told = one.see(PROOF).inner_text()
    assert "Proven here" in told
    assert "Not proven here" in told
    assert one.faults == []
