"""What a seat may do, as people are shown it."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from games.boosh.actions import (
    ACTIONS,
    Action,
    CallBoosh,
    CallWoof,
    Discard,
    Expose,
    Fold,
    LayOut,
    Pass,
    Replace,
    Stay,
    Take,
)
from games.boosh.cards import FACES
from games.boosh.notes import POSITIONS, WHICH
from games.boosh.view import BooshPlayView
from games.core.contract import Card, Wording
from games.core.dispatch import by_kind, on_choice
from games.core.presentation.marks import card_mark
from games.core.presentation.texts import Note, Text, english_text, template

TAKE = template("boosh.choice.take", "Take {card} from the face-up pile", card="card")
POSITION = template("boosh.choice.position", f"the {WHICH} card", position="word")
CARD_AT = template(
    "boosh.choice.card_at", f"{{card}} (the {WHICH} card)", card="card", position="word"
)
REPLACE = template(
    "boosh.choice.replace", "Put {card} in place of {there}", card="card", there="notes"
)
DISCARD = template("boosh.choice.discard", "Discard {card}", card="card")
EXPOSE = template("boosh.choice.expose", "Turn over {one} and {other}", one="notes", other="notes")
MARKS = {face.id: card_mark(face.id, face.name) for face in FACES}


def wording(view: BooshPlayView, action: Action) -> Wording:
    """Return the text and the group of what the seat of a view may do."""
    return WORDINGS[type(action)](view, action)


def _taken_card(view: BooshPlayView) -> Card:
    """Return the card between taking and placing."""
    held = view["taken"]
    assert held is not None
    assert held["card"] is not None
    return held["card"]


def _card_at_position(view: BooshPlayView, position: int) -> Card | None:
    """Return the card at a position if the seat is shown it (W24)."""
    return (view["own_cards"] or _own_known_cards(view))[position]


def _position_note(card: Card | None, position: int) -> Note:
    """Return a position, with the card there if that is known."""
    if card is None:
        return POSITION(position=POSITIONS[position])
    return CARD_AT(card=card, position=POSITIONS[position])


def _own_known_cards(view: BooshPlayView) -> list[Card | None]:
    """W26: return the own cards as everybody knows them."""
    assert view["seat"] is not None
    hand = view["hands"][view["seat"]]
    assert hand is not None
    return hand["known"]


def _take_from_pile_wording(view: BooshPlayView, action: Take) -> Wording:
    """Rule 2."""
    if action.pile == "A":
        return Wording("Take a card from the face-down deck", "places")
    return Wording(english_text(TAKE(card=view["pile"][-1]), MARKS), "places")


def _replace_wording(view: BooshPlayView, action: Replace) -> Wording:
    """Rule 2."""
    there = _card_at_position(view, action.position)
    return Wording(_replace_text(_taken_card(view), there, action.position), "places")


@lru_cache(4096)  # four of them are in every view of who has taken a card
def _replace_text(card: Card, there: Card | None, position: int) -> Text:
    """Return what is put where."""
    return english_text(REPLACE(card=card, there=(_position_note(there, position),)), MARKS)


def _discard_wording(view: BooshPlayView, action: Discard) -> Wording:
    """Rule 2."""
    return Wording(english_text(DISCARD(card=_taken_card(view)), MARKS), "places")


def _expose_wording(view: BooshPlayView, action: Expose) -> Wording:
    """Rule 5."""
    one, other = (
        (_position_note(_card_at_position(view, position), position),)
        for position in action.positions
    )
    return Wording(english_text(EXPOSE(one=one, other=other), MARKS), "places")


WORDINGS: Mapping[type[Action], Callable[[BooshPlayView, Any], Wording]] = by_kind(
    ACTIONS.values(),
    on_choice(LayOut, lambda view, action: Wording("Lay your cards out face down", "pass")),
    on_choice(CallWoof, lambda view, action: Wording("Call Woof: the lowest hand wins", "calls")),
    on_choice(Take, _take_from_pile_wording),
    on_choice(Replace, _replace_wording),
    on_choice(Discard, _discard_wording),
    on_choice(CallBoosh, lambda view, action: Wording("Call Boosh", "calls")),
    on_choice(Pass, lambda view, action: Wording("Make no call", "pass")),
    on_choice(Expose, _expose_wording),
    on_choice(Fold, lambda view, action: Wording("Fold", "calls")),
    on_choice(Stay, lambda view, action: Wording("Stay in for the showdown", "calls")),
)
