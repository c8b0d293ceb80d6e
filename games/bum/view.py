"""What a seat may know of a table, built up from nothing."""

from typing import Any

from games.bum.cards import WORDS
from games.bum.rules import passes_needed
from games.bum.scoring import designation
from games.bum.state import State
from games.core.contract import Cards, Seat, View
from games.core.options import written


def view(state: State, seat: Seat | None) -> View:
    """Return what `seat` (None: a spectator) may know."""
    return {
        "game": "bum",
        "seat": seat,
        "seats": state.seats,
        "options": written(state.options),
        "target": state.target,
        "phase": state.phase,
        "hand": state.hand,
        "turn": state.turn,
        "totals": list(state.totals),
        "points_by_hand": [list(points) for points in state.moved],
        **roles(state),
        **cards_of(state, seat),
        **trick(state),
        "out": list(state.out),
        "winner": state.winner,
    }


def roles(state: State) -> View:
    """Return who sits where and is what in this hand."""
    named = {seat: designation(state.seats, place) for place, seat in enumerate(state.order)}
    return {
        "order": list(state.order),
        "designations": [named[Seat(seat)] for seat in range(len(named))],
        "seated": list(state.seated),
        "ranked": state.ranked,
    }


def cards_of(state: State, seat: Seat | None) -> View:
    """Return one's own cards, the number of everybody's, and what was shown and exchanged."""
    dealt = bool(state.hands)
    return {
        "cards": None if seat is None else list(state.hands[seat] if dealt else ()),
        "counts": [len(hand) for hand in state.hands],
        "shown": [list(jokers) for jokers in state.shown],
        "called_off": state.called_off,
        "exchange": [exchanged(row, seat) for row in state.given],
    }


def exchanged(row: tuple[Seat, Seat, Cards], seat: Seat | None) -> View:
    """Return one side of the exchange: its cards only to giver and receiver."""
    giver, receiver, cards = row
    known = list(cards) if seat in (giver, receiver) else None
    return {"giver": giver, "receiver": receiver, "count": len(cards), "cards": known}


def trick(state: State) -> View:
    """Return all plays of the hand and how the trick stands."""
    lead = state.lead
    named: dict[str, Any] | None = None
    if lead is not None:
        named = {**lead._asdict(), "rank": WORDS[lead.rank]}
    return {
        "plays": [{"seat": seat, "cards": list(cards)} for seat, cards in state.plays],
        "trick": state.trick,
        "lead": named,
        "last": state.last,
        "passes": state.passes,
        "passes_needed": None if lead is None else passes_needed(state),
    }
