"""The picture of a game is drawn from its cards."""

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from games import NEWEST, OWN
from games.core.game import AnyGame
from service.games.pictures import CARDS, render_game_svg
from service.pages.web_files import PICTURES, web_files

SVG = "{http://www.w3.org/2000/svg}"


def cards_drawn(game: AnyGame) -> list[str | None]:
    """Return the names of the cards in a game's picture."""
    return [
        card.get("aria-label")
        for card in ElementTree.fromstring(render_game_svg(game)).iter(f"{SVG}svg")
    ][1:]


@pytest.mark.parametrize("game", OWN, ids=lambda game: game.name)
def test_the_picture_shows_the_cards_that_stand_for_the_game(game: AnyGame) -> None:
    assert game.about is not None
    names = {face.id: face.name for face in game.presentation.faces}
    assert cards_drawn(game) == [names[card] for card in game.about.pictured]


def test_a_game_that_names_no_cards_is_pictured_by_some_of_all() -> None:
    drawn = cards_drawn(replace(NEWEST["boon"], about=None))
    assert len({*drawn}) == len(drawn) == CARDS


def test_no_page_waits_for_the_pictures() -> None:
    files = web_files()
    pictures = {f"{PICTURES}{game}.svg" for game in NEWEST}
    assert pictures <= files.later & files.loaded.keys()
