"""What one seat, or a spectator, may know; built up from nothing."""

from typing import Any

from games.boosh.rules import to_act
from games.boosh.state import State
from games.core.contract import Seat, View
from games.core.options import written
from games.core.values import to_json


def view(state: State, seat: Seat | None) -> View:
    """Return all that `seat` may know (None: a spectator), as JSON values."""
    return {
        "seat": seat,
        "options": written(state.options),
        "phase": state.phase,
        "to_act": list(to_act(state)),
        "queue": list(state.queue),
        "hand": state.hand,
        "dealer": state.dealer,
        "players": list(state.players),
        "turns": state.turns,
        "deck": len(state.deck),
        "pile": list(state.pile),
        "taken": taken(state, seat),
        "call": state.call,
        "caller": state.caller,
        "stopped": state.stopped,
        "own_cards": own_cards(state, seat),
        "hands": [public_hand(state, Seat(one)) for one in range(state.seats)],
        "folded": list(state.folded),
        "reshuffles": [
            {"turns": turns, "cards": list(cards)}
            for turns, cards in zip(state.reshuffled_after, state.reshuffled, strict=True)
        ],
        "totals": list(state.totals),
        "eliminated_in": list(state.out),
        "history": [list(points) for points in state.history],
        "voided": list(state.voided),
        "last_showdown": last_showdown(state),
        "why": state.why,
        "winner": state.winner,
        "places": list(state.places),
    }


def taken(state: State, seat: Seat | None) -> dict[str, Any] | None:
    """Return who holds a card between taking and placing; from [A] only the taker sees it."""
    if state.taken is None:
        return None
    taker = state.queue[0]
    seen = state.taken_from == "B" or seat == taker
    return {"seat": taker, "pile": state.taken_from, "card": state.taken if seen else None}


def own_cards(state: State, seat: Seat | None) -> list[str] | None:
    """W24: the own four cards; where the option hides them, only until they are laid out."""
    if seat is None or not state.hands or not state.hands[seat]:
        return None
    looking = state.phase == "laying_out" and seat in state.queue
    return list(state.hands[seat]) if state.options.own_cards_shown or looking else None


def public_hand(state: State, seat: Seat) -> dict[str, Any] | None:
    """W26: what all know of a hand by position: cards, turns that put them there, exposure."""
    if not state.hands or not state.hands[seat]:
        return None
    return {
        "known": list(state.known[seat]),
        "placed": list(state.placed[seat]),
        "exposed": list(state.exposed[seat]),
    }


def last_showdown(state: State) -> dict[str, Any] | None:
    """Return the newest score with the hands that were revealed for it."""
    if state.scored is None:
        return None
    scored = {
        name: list(each) if isinstance(each, tuple) else each
        for name, each in to_json(state.scored).items()
    }
    return {**scored, "hands": [list(hand) for hand in state.revealed]}
