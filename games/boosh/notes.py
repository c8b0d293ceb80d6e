"""One line of plain English for each event, from public facts alone."""

from collections.abc import Callable, Mapping
from typing import Any

from games.boosh import events as ev
from games.boosh.state import State
from games.core.dispatch import by_kind, on_event

CAUSES = {"deck_empty": "the deck is empty", "turn_limit": "the hand has had 500 turns"}
RESULTS = {
    "all_folded": "all others folded",
    "caller_best": "the caller has the best hand",
    "caller_beaten": "the caller is beaten",
    "void_call": "the call was void",
    **CAUSES,
}
ENDS = {
    "last_player": "only one player is left",
    "all_eliminated": "nobody is left",
    "hand_limit": "the last hand has been played",
    "win_voided": "the winning hand was taken back",
}


def notes(state: State, event: ev.Event) -> str:
    """Return what the table would say about `event`; `state` is the one before it."""
    return NOTES[type(event)](state, event)


def named(seats: tuple[int, ...]) -> str:
    """Return "seat 2" or "seats 0 and 2"."""
    if len(seats) == 1:
        return f"seat {seats[0]}"
    return f"seats {', '.join(map(str, seats[:-1]))} and {seats[-1]}"


def points_by_seat(points: tuple[int, ...]) -> str:
    """Return who gets how much."""
    return ", ".join(f"seat {seat} {each:+}" for seat, each in enumerate(points))


def called(state: State, event: ev.BooshCalled) -> str:
    """Return whether the call counts."""
    if event.valid:
        return f"Seat {event.seat} calls Boosh; everybody else has one more turn."
    return f"Seat {event.seat} calls Boosh, but the deck is too short: the call is void."


def revealed(state: State, event: ev.HandsRevealed) -> str:
    """Return the revealed hands."""
    shown = (f"seat {seat} {' '.join(hand)}" for seat, hand in enumerate(event.hands) if hand)
    return f"Hands revealed: {'; '.join(shown)}."


def ended(state: State, event: ev.GameEnded) -> str:
    """Return who won, or who came first and why."""
    if event.winner is not None:
        return f"Seat {event.winner} wins with {state.totals[event.winner]} points."
    first = tuple(seat for seat, place in enumerate(event.places) if place == 1)
    return f"The game is over, {ENDS[event.why]}: {named(first)} first."


def voided(state: State, event: ev.HandVoided) -> str:
    """Return what a ruling took back."""
    return f"Hand {event.hand} is void; taken back: {points_by_seat(event.points)}."


NOTES: Mapping[type[ev.Event], Callable[[State, Any], str]] = by_kind(
    ev.EVENTS.values(),
    on_event(ev.DealerDrawn, lambda state, event: f"Seat {event.seat} deals first."),
    on_event(ev.HandDealt, lambda state, event: f"Hand {event.hand}: seat {event.dealer} deals."),
    on_event(ev.LaidOut, lambda state, event: f"Seat {event.seat} lays out."),
    on_event(
        ev.WoofCalled,
        lambda state, event: f"Seat {event.seat} calls Woof: the lowest hand is best.",
    ),
    on_event(ev.CherryTurned, lambda state, event: f"The cherry is {event.card}."),
    on_event(
        ev.DeckCardTaken, lambda state, event: f"Seat {event.seat} takes a card from the deck."
    ),
    on_event(
        ev.FaceUpCardTaken, lambda state, event: f"Seat {event.seat} takes {event.card} face up."
    ),
    on_event(
        ev.CardReplaced,
        lambda state, event: (
            f"Seat {event.seat} replaces position {event.position} and discards {event.card}."
        ),
    ),
    on_event(ev.CardDiscarded, lambda state, event: f"Seat {event.seat} discards {event.card}."),
    on_event(ev.BooshCalled, called),
    on_event(ev.Passed, lambda state, event: f"Seat {event.seat} makes no call."),
    on_event(
        ev.PlayStopped, lambda state, event: f"The hand ends without a call: {CAUSES[event.why]}."
    ),
    on_event(
        ev.DeckRanOut, lambda state, event: "The deck is empty; the face-up pile is shuffled."
    ),
    on_event(ev.PileReshuffled, lambda state, event: f"The new deck has {len(event.deck)} cards."),
    on_event(
        ev.CardsExposed,
        lambda state, event: f"Seat {event.seat} turns over {event.cards[0]} and {event.cards[1]}.",
    ),
    on_event(ev.Folded, lambda state, event: f"Seat {event.seat} folds."),
    on_event(ev.Stayed, lambda state, event: f"Seat {event.seat} stays in."),
    on_event(ev.HandsRevealed, revealed),
    on_event(
        ev.HandScored,
        lambda state, event: (
            f"Hand {event.hand}, {RESULTS[event.result]}: {points_by_seat(event.points)}."
        ),
    ),
    on_event(ev.PlayerEliminated, lambda state, event: f"Seat {event.seat} is out of the game."),
    on_event(ev.GameEnded, ended),
    on_event(ev.HandVoided, voided),
)
