"""What a seat may do, as people are shown it."""

from collections.abc import Callable, Mapping
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
from games.boosh.view import BooshPlayView
from games.core.contract import Card, Wording
from games.core.dispatch import by_kind, on_choice
from games.core.presentation.marks import card_mark

MARKS = {face.id: card_mark(face.id, face.name) for face in FACES}


def wording(view: BooshPlayView, action: Action) -> Wording:
    """Return the text and the group of what the seat of a view may do."""
    return WORDINGS[type(action)](view, action)


def _taken_card_name(view: BooshPlayView) -> str:
    """Return the name of the card between taking and placing."""
    held = view["taken"]
    assert held is not None
    assert held["card"] is not None
    return MARKS[held["card"]]


def _position_text(view: BooshPlayView, position: int) -> str:
    """Return a position, with the card there if the seat is shown it (W24)."""
    own = view["own_cards"] or _own_known_cards(view)
    card = own[position]
    at = f"position {position}"
    return at if card is None else f"{MARKS[card]} at {at}"


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
    return Wording(f"Take {MARKS[view['pile'][-1]]} from the face-up pile", "places")


def _replace_wording(view: BooshPlayView, action: Replace) -> Wording:
    """Rule 2."""
    there = _position_text(view, action.position)
    return Wording(f"Put {_taken_card_name(view)} in place of {there}", "places")


def _expose_wording(view: BooshPlayView, action: Expose) -> Wording:
    """Rule 5."""
    one, two = (_position_text(view, position) for position in action.positions)
    return Wording(f"Turn over {one} and {two}", "places")


WORDINGS: Mapping[type[Action], Callable[[BooshPlayView, Any], Wording]] = by_kind(
    ACTIONS.values(),
    on_choice(LayOut, lambda view, action: Wording("Lay your cards out face down", "pass")),
    on_choice(CallWoof, lambda view, action: Wording("Call Woof: the lowest hand wins", "calls")),
    on_choice(Take, _take_from_pile_wording),
    on_choice(Replace, _replace_wording),
    on_choice(Discard, lambda view, action: Wording(f"Discard {_taken_card_name(view)}", "places")),
    on_choice(CallBoosh, lambda view, action: Wording("Call Boosh", "calls")),
    on_choice(Pass, lambda view, action: Wording("Make no call", "pass")),
    on_choice(Expose, _expose_wording),
    on_choice(Fold, lambda view, action: Wording("Fold", "calls")),
    on_choice(Stay, lambda view, action: Wording("Stay in for the showdown", "calls")),
)
