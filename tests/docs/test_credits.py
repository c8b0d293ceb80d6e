"""Who made the games and the cards is named where people read of them."""

import pytest

from tests.folders import ROOT

CREDITS = {
    "boojum": ["Richard Morris", "P.D. Magnus", "decktet.com"],
    "bum": ["Zheng Shangyou", "John McLeod"],
    "boon": ["Alex Lau", "Jess Warren", "boonthegame.com"],
    "boosh": ["a brother and his sister Lara", "January 2006"],
    "goblin_market": ["P.D. Magnus", "CC BY-NC-SA 3.0"],
}


@pytest.mark.parametrize("game", CREDITS)
def test_the_rules_of_a_game_name_its_authors(game: str) -> None:
    beginning = (ROOT / "games" / game / "RULES.md").read_text().partition("\n## ")[0]
    assert [name for name in CREDITS[game] if name not in beginning] == []


@pytest.mark.parametrize(
    "path", ["README.md", "LICENSE", "games/core/cards/decktet.py", "games/boojum/RULES.md"]
)
def test_the_decktet_is_credited(path: str) -> None:
    assert "P.D. Magnus" in (ROOT / path).read_text()
