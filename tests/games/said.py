"""What a game says of an event, as people read it."""

from typing import Any

from games.core.contract import Seat
from games.core.game import AnyGame
from games.core.presentation.marks import strip_marks
from games.core.presentation.texts import english_sentence


def said(game: AnyGame, state: Any, event: Any, seat: Seat | None = None) -> str:
    """Return the sentence about an event after `state`, without marks; None: to a spectator."""
    return strip_marks(
        english_sentence(game.presentation.notes(state, event, seat), game.presentation.marks)
    )
