"""What each event changes; nothing is judged here."""

from collections.abc import Callable, Mapping
from typing import Any

from games.core.dispatch import by_kind, on_event
from high_card import events as ev
from high_card.state import State, clockwise


def apply(state: State, event: ev.Event) -> None:
    """Change a private copy of the state by one event."""
    CHANGES[type(event)](state, event)


def dealer_drawn(state: State, event: ev.DealerDrawn) -> None:
    """Rule 1: the drawn seat deals the first hand."""
    state.dealer = event.seat
    state.phase = "dealing"


def hand_dealt(state: State, event: ev.HandDealt) -> None:
    """Rules 2 and 3: the cards are out, and the seat to the left of the dealer leads."""
    state.hand = event.hand
    state.dealer = event.dealer
    state.hands = event.hands
    state.stock = event.stock
    state.trick = state.played = ()
    state.tricks = (0,) * state.seats
    state.queue = clockwise(state.seats, event.dealer + 1)
    state.phase = "playing"


def card_played(state: State, event: ev.CardPlayed) -> None:
    """Rule 3: the card lies on the table; the next seat plays, or the trick is full."""
    state.hands = tuple(
        tuple(card for card in hand if card != event.card) if seat == event.seat else hand
        for seat, hand in enumerate(state.hands)
    )
    state.trick = (*state.trick, (event.seat, event.card))
    state.queue = state.queue[1:]
    if not state.queue:
        state.phase = "trick"


def trick_taken(state: State, event: ev.TrickTaken) -> None:
    """Rule 4: the trick is put away; who took it leads, unless the hands are empty."""
    state.tricks = tuple(count + (seat == event.seat) for seat, count in enumerate(state.tricks))
    state.played = (*state.played, *(card for _, card in state.trick))
    state.last_trick, state.trick = state.trick, ()
    state.queue = clockwise(state.seats, event.seat) if any(state.hands) else ()
    state.phase = "playing" if state.queue else "scoring"


def hand_scored(state: State, event: ev.HandScored) -> None:
    """Rule 5: the points are in the totals."""
    state.totals = event.totals
    state.history = (*state.history, event.points)
    state.phase = "dealing"


def game_ended(state: State, event: ev.GameEnded) -> None:
    """Rule 6: the places are known."""
    state.places = event.places
    state.phase = "finished"


def hand_voided(state: State, event: ev.HandVoided) -> None:
    """H2: the points are taken back; a hand that is being played is broken off."""
    nothing = (0,) * state.seats
    if event.hand > len(state.history):
        state.history = (*state.history, nothing)
        state.queue = ()
        state.phase = "dealing"
    else:
        at = event.hand - 1
        state.history = (*state.history[:at], nothing, *state.history[at + 1 :])
    state.voided = tuple(sorted({*state.voided, event.hand}))
    state.totals = event.totals
    if not event.plays_on:
        state.places = event.places
        state.phase = "finished"


CHANGES: Mapping[type[ev.Event], Callable[[State, Any], None]] = by_kind(
    ev.EVENTS.values(),
    on_event(ev.DealerDrawn, dealer_drawn),
    on_event(ev.HandDealt, hand_dealt),
    on_event(ev.CardPlayed, card_played),
    on_event(ev.TrickTaken, trick_taken),
    on_event(ev.HandScored, hand_scored),
    on_event(ev.GameEnded, game_ended),
    on_event(ev.HandVoided, hand_voided),
)
