"""One line of plain English an event, from public facts alone."""

from collections.abc import Callable, Mapping
from typing import Any

from games.core.dispatch import by_kind, on_event
from high_card import events as ev
from high_card.state import State


def notes(state: State, event: ev.Event) -> str:
    """Return what happened; `state` is the one before."""
    return NOTES[type(event)](state, event)


def by_seat(numbers: tuple[int, ...]) -> str:
    """Return numbers with their seats."""
    return ", ".join(f"seat {seat} {number}" for seat, number in enumerate(numbers))


def dealt(state: State, event: ev.HandDealt) -> str:
    """Say who deals."""
    each = state.options.cards
    return f"Hand {event.hand}: seat {event.dealer} deals {each} card{'s' * (each > 1)} to each."


def voided(state: State, event: ev.HandVoided) -> str:
    """Say what a voided hand leaves."""
    return f"Hand {event.hand} is void; the totals are now: {by_seat(event.totals)}."


def ended(state: State, event: ev.GameEnded) -> str:
    """Say who has won."""
    first = [str(seat) for seat, place in enumerate(event.places) if place == 1]
    return f"The game is over; first: seat {' and '.join(first)}."


NOTES: Mapping[type[ev.Event], Callable[[State, Any], str]] = by_kind(
    ev.EVENTS.values(),
    on_event(ev.DealerDrawn, lambda state, event: f"Seat {event.seat} deals first."),
    on_event(ev.HandDealt, dealt),
    on_event(ev.CardPlayed, lambda state, event: f"Seat {event.seat} plays {event.card}."),
    on_event(
        ev.TrickTaken, lambda state, event: f"Seat {event.seat} takes the trick with {event.card}."
    ),
    on_event(
        ev.HandScored, lambda state, event: f"Hand {event.hand} brings: {by_seat(event.points)}."
    ),
    on_event(ev.GameEnded, ended),
    on_event(ev.HandVoided, voided),
)
