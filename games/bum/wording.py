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
from games.core.presentation.texts import english_text, template

LEADS_OR_PLAYS = "{leads, select, yes {Lead} other {Play}}"
GIVE = template("bum.choice.give", "Give {cards}", cards="cards")
SET = template(
    "bum.choice.set",
    f"{LEADS_OR_PLAYS} {{cards}}{{named, select, yes {{ as a set}} other {{}}}}",
    leads="word", cards="cards", named="word",
)  # fmt: skip
SEQUENCE = template(
    "bum.choice.sequence",
    f"{LEADS_OR_PLAYS} the sequence {{first}} to {{last}}"
    "{size, plural, one {} other {, # of each}}",
    leads="word", first="card", last="card", size="number",
)  # fmt: skip
USUAL_PASS, FINAL_PASS = Wording("Pass", "pass"), Wording("Pass for this whole trick", "pass")
MARKS = {face.id: card_mark(face.id, face.name) for face in FACES}


def wording(view: BumPlayView, action: Action) -> Wording:
    """Return the text and the group of what the seat of a view may do."""
    return WORDINGS[type(action)](view, action)


def _play_action_wording(view: BumPlayView, action: Play) -> Wording:
    """Rule 5."""
    return _combination_wording("no" if view["lead"] else "yes", action)


def _pass_trick_wording(view: BumPlayView, action: Pass) -> Wording:
    """Rule 5, U34."""
    return FINAL_PASS if view["options"]["pass_is_final"] else USUAL_PASS


def _gift_wording(view: BumPlayView, action: Give) -> Wording:
    """U36."""
    return Wording(english_text(GIVE(cards=sort_by_rank(action.cards)), MARKS), "cards")


@lru_cache(maxsize=4096)
def _combination_wording(leads: str, action: Play) -> Wording:
    """Rule 5: name cards one by one; a sequence by its ends, and by how many of each rank."""
    found = possible_combinations(action.cards)
    made = next((one for one in found if one.kind == (action.declared or one.kind)), found[0])
    cards = sort_by_rank(action.cards)
    if made.kind == "set":
        named = "yes" if len(found) > 1 else "no"
        group: Group = "sets" if len(cards) > 1 else "cards"
        return Wording(english_text(SET(leads=leads, cards=cards, named=named), MARKS), group)
    one = SEQUENCE(leads=leads, first=cards[0], last=cards[-1], size=made.size)
    return Wording(english_text(one, MARKS), "sequences")


WORDINGS: Mapping[type[Action], Callable[[BumPlayView, Any], Wording]] = by_kind(
    ACTIONS.values(),
    on_choice(Play, _play_action_wording),
    on_choice(Pass, _pass_trick_wording),
    on_choice(Give, _gift_wording),
)
