"""What one seat, or a spectator, may know; built up from nothing."""

from collections.abc import Mapping
from typing import Annotated, Any, TypedDict

from games.core.contract import Card, Seat
from games.core.options import options_to_json
from games.core.type_hints.records import BySeat, CardRow, Component, Seats, Viewer
from high_card.rules import to_act
from high_card.state import Phase, State


class HighCardPlayed(TypedDict):
    """A card of the trick, and who played it."""

    seat: Seat
    card: Card


class HighCardPlayView(TypedDict):
    """What a seat may know of a play of High Card."""

    seat: Viewer
    options: Annotated[Mapping[str, Any], Component("Options")]
    phase: Phase
    to_act: Seats
    queue: Annotated[list[Seat], "Who has still to play to this trick, in order."]
    hand: int
    dealer: Seat | None
    own_cards: Annotated[CardRow | None, "null: the viewer holds no seat."]
    counts: Annotated[list[int], "Cards in each hand, by seat."]
    stock: Annotated[int, "Cards that were not dealt."]
    trick: list[HighCardPlayed]
    last_trick: list[HighCardPlayed]
    played: Annotated[list[Card], "Cards of earlier tricks of this hand, in their order."]
    tricks: Annotated[BySeat, "Tricks taken in this hand."]
    totals: BySeat
    history: Annotated[list[BySeat], "Points by hand."]
    voided: Annotated[list[int], "Hands whose points were taken back."]
    places: BySeat


def view(state: State, seat: Seat | None) -> HighCardPlayView:
    """Return all that `seat` may know (None: a spectator), as JSON values."""
    dealt = bool(state.hands)
    return {
        "seat": seat,
        "options": options_to_json(state.options),
        "phase": state.phase,
        "to_act": list(to_act(state)),
        "queue": list(state.queue),
        "hand": state.hand,
        "dealer": state.dealer,
        "own_cards": list(state.hands[seat]) if dealt and seat is not None else None,
        "counts": [len(hand) for hand in state.hands],
        "stock": len(state.stock),
        "trick": [{"seat": who, "card": card} for who, card in state.trick],
        "last_trick": [{"seat": who, "card": card} for who, card in state.last_trick],
        "played": list(state.played),
        "tricks": list(state.tricks),
        "totals": list(state.totals),
        "history": [list(points) for points in state.history],
        "voided": list(state.voided),
        "places": list(state.places),
    }
