"""What a seat may do, as people are shown it."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from games.boon.actions import ACTIONS, Action, Bury, Pass, Play, Take
from games.boon.cards import FACES
from games.boon.view import BoonPlayView, is_forced_pick
from games.core.contract import Card, Wording
from games.core.dispatch import by_kind, on_choice
from games.core.presentation.marks import card_mark
from games.core.presentation.texts import english_text, template

BURY = template("boon.choice.bury", "Bury {cards}", cards="cards")
LEAD = template("boon.choice.lead", "Lead {card}", card="card")
PLAY = template("boon.choice.play", "Play {card}", card="card")
MARKS = {face.id: card_mark(face.id, face.name) for face in FACES}


def wording(view: BoonPlayView, action: Action) -> Wording:
    """Return the text and the group of what the seat of a view may do."""
    return WORDINGS[type(action)](view, action)


def _take_wording(view: BoonPlayView, action: Take) -> Wording:
    """Rule 2, or N26."""
    must = is_forced_pick(view)
    return Wording("Take the Boon, as the dealer must" if must else "Take the Boon", "calls")


def _burial_wording(view: BoonPlayView, action: Bury) -> Wording:
    """Rule 3."""
    return Wording(english_text(BURY(cards=action.cards), MARKS), "sets")


def _lead_or_play_wording(view: BoonPlayView, action: Play) -> Wording:
    """Rule 5."""
    return _card_wording(action.card, leads=not view["trick"])


@lru_cache(256)  # of a few cards, told in every view
def _card_wording(card: Card, *, leads: bool) -> Wording:
    """Return what is done with a card."""
    return Wording(english_text((LEAD if leads else PLAY)(card=card), MARKS), "cards")


WORDINGS: Mapping[type[Action], Callable[[BoonPlayView, Any], Wording]] = by_kind(
    ACTIONS.values(),
    on_choice(Take, _take_wording),
    on_choice(Pass, lambda view, action: Wording("Leave the Boon to the others", "pass")),
    on_choice(Bury, _burial_wording),
    on_choice(Play, _lead_or_play_wording),
)
