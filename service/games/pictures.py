"""The picture of a game: a few of its cards, held like a hand."""

from collections.abc import Sequence
from typing import Final

from games.core.contract import CardFace
from games.core.game import AnyGame
from service.games.card_svg import HEIGHT, WIDTH, render_card_svg

CARDS: Final = 3  # of a game that names none
ANGLE: Final = 14  # degrees from one card to the next
PIVOT: Final = 620  # how far below the top of a card all of them turn
FRAME: Final = "-205 -20 660 330"


def render_game_svg(game: AnyGame) -> str:
    """Return the picture of a game as SVG; it scales to any size."""
    suits = {suit.suit: suit for suit in game.presentation.suits}
    faces = _pictured_faces(game)
    middle = (len(faces) - 1) / 2
    cards = (
        f'<g transform="rotate({ANGLE * (at - middle):g} {WIDTH / 2:g} {PIVOT})">'
        f'<svg width="{WIDTH}" height="{HEIGHT}"{render_card_svg(face, suits).removeprefix("<svg")}'
        "</g>"
        for at, face in enumerate(faces)
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{FRAME}">{"".join(cards)}</svg>'


def _pictured_faces(game: AnyGame) -> Sequence[CardFace]:
    """Return the cards that stand for a game: those that it names, or some of all."""
    faces = game.presentation.faces
    if game.about is not None and game.about.pictured:
        by_id = {face.id: face for face in faces}
        return [by_id[card] for card in game.about.pictured]
    step = max(1, len(faces) // CARDS)
    return faces[::-step][:CARDS][::-1]
