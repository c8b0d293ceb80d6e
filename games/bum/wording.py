"""What a seat may do, as people are shown it."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from games.bum.actions import ACTIONS, Action, Give, Pass, Play
from games.bum.cards import FACES, possible_combinations, sort_by_rank
from games.bum.view import BumPlayView
from games.core.contract import Group, Wording
from games.core.dispatch import by_kind, on_choice
from games.core.presentation.marks import card_mark
from games.core.presentation.texts import some_cards

USUAL_PASS, FINAL_PASS = Wording("Pass", "pass"), Wording("Pass for this whole trick", "pass")
MARKS = {face.id: card_mark(face.id, face.name) for face in FACES}


def wording(view: BumPlayView, action: Action) -> Wording:
    """Return the text and the group of what the seat of a view may do."""
    return WORDINGS[type(action)](view, action)


def _play_action_wording(view: BumPlayView, action: Play) -> Wording:
    """Rule 5."""
    return _combination_wording("Play" if view["lead"] else "Lead", action)


def _pass_trick_wording(view: BumPlayView, action: Pass) -> Wording:
    """Rule 5, U34."""
    return FINAL_PASS if view["options"]["pass_is_final"] else USUAL_PASS


def _gift_wording(view: BumPlayView, action: Give) -> Wording:
    """U36."""
    return Wording(f"Give {some_cards(sort_by_rank(action.cards), MARKS)}", "cards")


@lru_cache(maxsize=4096)
def _combination_wording(verb: str, action: Play) -> Wording:
    """Rule 5: name cards one by one; a sequence by its ends, and by how many of each rank."""
    found = possible_combinations(action.cards)
    made = next((one for one in found if one.kind == (action.declared or one.kind)), found[0])
    cards = sort_by_rank(action.cards)
    if made.kind == "set":
        what = " as a set" if len(found) > 1 else ""
        group: Group = "sets" if len(cards) > 1 else "cards"
        return Wording(f"{verb} {some_cards(cards, MARKS)}{what}", group)
    ends = f"{MARKS[cards[0]]} to {MARKS[cards[-1]]}"
    each = "" if made.size == 1 else f", {made.size} of each"
    return Wording(f"{verb} the sequence {ends}{each}", "sequences")


WORDINGS: Mapping[type[Action], Callable[[BumPlayView, Any], Wording]] = by_kind(
    ACTIONS.values(),
    on_choice(Play, _play_action_wording),
    on_choice(Pass, _pass_trick_wording),
    on_choice(Give, _gift_wording),
)
