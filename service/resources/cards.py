"""The pictures of the cards."""

import hashlib
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from flask import Blueprint, Response

from games import GAMES
from service.http.card_svg import drawn
from service.http.problems import Problem
from service.http.requests import is_known

blueprint = Blueprint("cards", __name__, url_prefix="/v1/cards")
HEADERS = {
    "Cache-Control": "public, max-age=604800",
    "Content-Security-Policy": "default-src 'none'; sandbox",  # where it is opened as a page
}


class UnknownCard(Problem):
    """There is no card of this id in any game."""

    code, status = "card/unknown", 404
    detail = "There is no such card; GET /v1/games/{game} lists those of a game"


class Picture(NamedTuple):
    """The picture of a card, and the ETag that names it."""

    svg: bytes
    tag: str


@cache
def pictures() -> Mapping[str, Picture]:
    """Return the pictures of the cards of all games; where ids are equal, so are the faces."""
    found: dict[str, Picture] = {}
    for game in GAMES.values():
        suits = {suit.suit: suit for suit in game.suits}
        for face in game.faces:
            svg = drawn(face, suits).encode()
            found[face.id] = Picture(svg, f'"{hashlib.sha256(svg).hexdigest()[:16]}"')
    return found


@blueprint.get("/<card>.svg")
def card_picture(card: str) -> Response:
    """Show the picture of a card."""
    found = pictures().get(card)
    if found is None:
        raise UnknownCard
    headers = {**HEADERS, "ETag": found.tag}
    if is_known(found.tag):
        return Response(status=304, headers=headers)
    return Response(found.svg, headers=headers, content_type="image/svg+xml")
