"""What people at the table would say about each event: texts with their parameters."""

from collections.abc import Callable, Mapping
from typing import Any

from games.core.contract import Seat
from games.core.dispatch import by_kind, on_event
from games.core.presentation.texts import Note, template, templates_in
from high_card import events as ev
from high_card.state import State

POINTS = template("high_card.points", "{seat} {points}", seat="seat", points="number")
DEALER_DRAWN = template("high_card.dealer_drawn", "{seat} deals first", seat="seat")
HAND_DEALT = template(
    "high_card.hand_dealt",
    "Hand {hand}: {dealer} deals {each, plural, one {# card} other {# cards}} to each",
    hand="number", dealer="seat", each="number",
)  # fmt: skip
HAND_DEALT_TO_YOU = template(
    "high_card.hand_dealt.to_you",
    "Hand {hand}: {dealer} deals you {cards}",
    hand="number", dealer="seat", cards="cards",
)  # fmt: skip
CARD_PLAYED = template("high_card.card_played", "{seat} plays {card}", seat="seat", card="card")
TRICK_TAKEN = template(
    "high_card.trick_taken", "{seat} takes the trick with {card}", seat="seat", card="card"
)
HAND_SCORED = template(
    "high_card.hand_scored", "Hand {hand} brings: {points}", hand="number", points="notes"
)
GAME_ENDED = template("high_card.game_ended", "The game is over; first: {first}", first="seats")
HAND_VOIDED = template(
    "high_card.hand_voided",
    "Hand {hand} is void; the totals are now: {totals}",
    hand="number", totals="notes",
)  # fmt: skip


def notes(state: State, event: ev.Event, seat: Seat | None) -> Note:
    """Return what a seat (None: a spectator) is told of `event`, which comes after `state`."""
    if isinstance(event, ev.HandDealt) and seat is not None:
        return HAND_DEALT_TO_YOU(hand=event.hand, dealer=event.dealer, cards=event.hands[seat])
    return NOTES[type(event)](state, event)


def by_seat(numbers: tuple[int, ...]) -> tuple[Note, ...]:
    """Return numbers with their seats."""
    return tuple(POINTS(seat=seat, points=number) for seat, number in enumerate(numbers))


def dealt(state: State, event: ev.HandDealt) -> Note:
    """Say who deals."""
    return HAND_DEALT(hand=event.hand, dealer=event.dealer, each=state.options.cards)


def scored(state: State, event: ev.HandScored) -> Note:
    """Say what the hand has brought."""
    return HAND_SCORED(hand=event.hand, points=by_seat(event.points))


def voided(state: State, event: ev.HandVoided) -> Note:
    """Say what a voided hand leaves."""
    return HAND_VOIDED(hand=event.hand, totals=by_seat(event.totals))


def ended(state: State, event: ev.GameEnded) -> Note:
    """Say who has won."""
    return GAME_ENDED(first=tuple(k for k, place in enumerate(event.places) if place == 1))


NOTES: Mapping[type[ev.Event], Callable[[State, Any], Note]] = by_kind(
    ev.EVENTS.values(),
    on_event(ev.DealerDrawn, DEALER_DRAWN.of),
    on_event(ev.HandDealt, dealt),
    on_event(ev.CardPlayed, CARD_PLAYED.of),
    on_event(ev.TrickTaken, TRICK_TAKEN.of),
    on_event(ev.HandScored, scored),
    on_event(ev.GameEnded, ended),
    on_event(ev.HandVoided, voided),
)
TEXTS = templates_in(globals())
