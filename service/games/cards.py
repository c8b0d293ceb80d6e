"""The pictures of the cards."""

from collections.abc import Mapping
from functools import cache

from flask import Blueprint, Response

from games import GAMES
from projections.tables.languages import ENGLISH, LANGUAGES, catalogue_of
from service.games.card_svg import render_card_svg
from service.wire.problems import UNKNOWN_CARD
from service.wire.queries import choice_parameter, takes_parameters
from service.wire.versions import VersionedText

blueprint = Blueprint("cards", __name__, url_prefix="/v1/cards")
POLICY = "default-src 'none'; sandbox"  # where it is opened as a page
WEEK = "public, max-age=604800"


@cache
def pictures_by_card(language: str = ENGLISH) -> Mapping[str, VersionedText]:
    """Return the pictures of the cards of all games; where ids are equal, so are the faces.

    A game without the language has its cards in English.
    """
    found: dict[str, VersionedText] = {}
    for game in GAMES.values():
        suits = {suit.suit: suit for suit in game.presentation.suits}
        own = catalogue_of(game, language)
        for face in game.presentation.faces:
            named = face if own is None else face._replace(name=own.text(face.name))
            found[face.id] = VersionedText(render_card_svg(named, suits).encode(), "image/svg+xml")
    return found


@blueprint.get("/<card>.svg")
@takes_parameters("language")
def card_picture(card: str) -> Response:
    """Show the picture of a card."""
    language = choice_parameter("language", LANGUAGES) or ENGLISH  # no cache varies by a header
    found = pictures_by_card(language).get(card)
    if found is None:
        raise UNKNOWN_CARD()
    return found.answer(WEEK, Content_Security_Policy=POLICY)
