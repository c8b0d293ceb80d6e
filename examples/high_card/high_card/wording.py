"""What a seat may do, as people are shown it."""

from games.core.contract import Wording
from games.core.presentation.marks import card_mark
from high_card.actions import Action
from high_card.cards import FACES
from high_card.view import HighCardPlayView

MARKS = {face.id: card_mark(face.id, face.name) for face in FACES}


def wording(view: HighCardPlayView, action: Action) -> Wording:
    """Rule 3: play a card."""
    return Wording(f"Play {MARKS[action.card]}", "cards")
