"""What each event changes; nothing is judged here."""

from collections.abc import Callable, Mapping
from typing import Any

from games.boojum import events as ev
from games.boojum.cards import ONE_CARD, without
from games.boojum.options import MOST_DECKTETS, SEATS_A_DECKTET
from games.boojum.state import State
from games.core.contract import Cards, Seat
from games.core.dispatch import by_kind, on_event
from games.core.presentation.scene import Deed

PASSES = [Deed(Seat(seat), "pass") for seat in range(SEATS_A_DECKTET * MOST_DECKTETS)]  # by seat


def _replace_at(row: tuple[Any, ...], place: int, value: object) -> tuple[Any, ...]:
    """Return the row with another value at one place."""
    return (*row[:place], value, *row[place + 1 :])


def _set_dealer(state: State, event: ev.DealerDrawn) -> None:
    """Rule 1."""
    state.dealer = event.dealer


def _place_dealt_cards(state: State, event: ev.CardsDealt) -> None:
    """Rules 1-3."""
    nothing: tuple[Cards, ...] = ((),) * state.seats
    state.hand = 1
    state.dealer = event.dealer
    state.first = Seat((event.dealer + 1) % state.seats)
    state.hands = tuple(tuple(sorted(hand)) for hand in event.hands)
    state.slots, state.stack = event.slots, event.stack
    state.unseen = tuple(len(slot) for slot in event.slots)
    state.aside = state.piles = nothing
    state.tokens = ((),) * state.seats
    state.phase = "turn_up"


def _turn_up_slots(state: State, event: ev.SlotsTurnedUp) -> None:
    """Rule 4."""
    state.round = event.round
    state.slots = event.slots
    state.unseen = (0,) * len(event.slots)
    state.phase = "auction"
    state.slot = 0
    state.turn = state.first
    state.winners = state.done = frozenset()
    state.built = 0
    state.moved = False
    _roll_over_deeds(state)


def _roll_over_deeds(state: State) -> None:
    """Keep what was done in the auction or claim phase before in sight."""
    state.deeds_before, state.deeds = state.deeds, ()


def _next_in(state: State, seat: Seat) -> Seat:
    """Return the next seat clockwise that has not passed on this slot."""
    after = (seat + 1) % state.seats
    while after in state.passed and after != seat:
        after = (after + 1) % state.seats
    return Seat(after)


def _add_to_bid_pile(state: State, event: ev.BidMade) -> None:
    """Rule 5."""
    seat = event.seat
    state.hands = _replace_at(state.hands, seat, without(state.hands[seat], event.cards))
    state.piles = _replace_at(state.piles, seat, state.piles[seat] + event.cards)
    state.best = event.count * ONE_CARD + event.pips
    state.leader = seat
    state.deeds += (Deed(seat, "bid", event.cards),)
    state.turn = _next_in(state, seat)


def _drop_out_of_auction(state: State, event: ev.Passed) -> None:
    """Rule 5."""
    state.passed = state.passed | {event.seat}
    state.deeds += (PASSES[event.seat],)
    state.turn = _next_in(state, event.seat)


def _open_next_slot(state: State) -> None:
    """Go on to the auction of the next slot, or to the build phase after the last."""
    state.slot += 1
    state.turn = state.first
    state.passed = frozenset()
    state.best = 0
    state.leader = None
    _roll_over_deeds(state)
    if state.slot == state.seats - 1:
        state.phase = "build"


def _sell_slot(state: State, event: ev.SlotSold) -> None:
    """Rule 5: losing piles return to their owners' hands."""
    seat = event.seat
    state.aside = _replace_at(state.aside, seat, state.aside[seat] + event.cards)
    state.slots = _replace_at(state.slots, event.slot, event.bid)
    piles = _replace_at(state.piles, seat, ())
    if any(piles):
        state.hands = tuple(
            tuple(sorted(hand + pile)) if pile else hand
            for hand, pile in zip(state.hands, piles, strict=True)
        )
    state.piles = ((),) * state.seats
    state.winners = state.winners | {seat}
    state.first = Seat((seat + 1) % state.seats)
    state.moved = True
    _open_next_slot(state)


def _leave_unsold(state: State, event: ev.SlotUnsold) -> None:
    """Rule 5."""
    _open_next_slot(state)


def _build_slots(state: State, event: ev.SlotsBuilt) -> None:
    """Rule 6."""
    slots, unseen = list(state.slots), list(state.unseen)
    for slot, card in zip(event.slots, event.cards, strict=True):
        slots[slot] += (card,)
        unseen[slot] += 1
    state.slots, state.unseen = tuple(slots), tuple(unseen)
    _take_off_stack(state, len(event.cards))


def _deal_to_seats(state: State, event: ev.SeatsDealt) -> None:
    """Rule 7."""
    state.aside = tuple(mine + new for mine, new in zip(state.aside, event.cards, strict=True))
    _take_off_stack(state, len(event.seats))


def _take_off_stack(state: State, count: int) -> None:
    """Count the cards of the build phase."""
    state.stack = state.stack[count:]
    state.built += count
    state.moved = True


def _take_up(state: State, event: ev.CardsTakenUp) -> None:
    """Rule 8."""
    state.hands = tuple(
        tuple(sorted(hand + new)) if new else hand
        for hand, new in zip(state.hands, state.aside, strict=True)
    )
    state.aside = ((),) * state.seats
    state.phase = "claims"


def _exchange_set_for_token(state: State, event: ev.SetClaimed) -> None:
    """Rule 9."""
    seat = event.seat
    state.hands = _replace_at(state.hands, seat, without(state.hands[seat], event.cards))
    state.tokens = _replace_at(state.tokens, seat, (*state.tokens[seat], event.token))
    state.discards += event.cards
    state.drawer = seat
    state.deeds += (Deed(seat, "claim", event.cards, event.token),)
    state.moved = True


def _draw_for_claim(state: State, event: ev.CardDrawn) -> None:
    """Rule 9."""
    seat = event.seat
    state.hands = _replace_at(state.hands, seat, tuple(sorted((*state.hands[seat], event.card))))
    state.stack = state.stack[1:]
    state.drawer = None


def _finish_claims(state: State, event: ev.ClaimsFinished) -> None:
    """Rule 9."""
    state.done = state.done | {event.seat}
    state.deeds += (Deed(event.seat, "done"),)


def _replace_stack(state: State, event: ev.StackReshuffled) -> None:
    """Rule 11."""
    state.stack = event.stack
    state.discards = ()
    state.reshuffles += 1


def _end_round(state: State, event: ev.RoundEnded) -> None:
    """Rule 10."""
    state.idle = event.idle
    state.phase = "turn_up"


def _end_game(state: State, event: ev.GameEnded) -> None:
    """Rules 12-13."""
    state.places, state.scores, state.why = event.places, event.scores, event.why
    state.shown = event.hands
    state.phase = "over"


def _void_game(state: State, event: ev.HandVoided) -> None:
    """Let the ruled places and scores stand."""
    state.places, state.scores, state.why = event.places, event.scores, event.why
    state.voided = True
    state.phase = "over"


CHANGES: Mapping[type[ev.Event], Callable[[State, Any], None]] = by_kind(
    ev.EVENTS.values(),
    on_event(ev.DealerDrawn, _set_dealer),
    on_event(ev.CardsDealt, _place_dealt_cards),
    on_event(ev.SlotsTurnedUp, _turn_up_slots),
    on_event(ev.BidMade, _add_to_bid_pile),
    on_event(ev.Passed, _drop_out_of_auction),
    on_event(ev.SlotSold, _sell_slot),
    on_event(ev.SlotUnsold, _leave_unsold),
    on_event(ev.SlotsBuilt, _build_slots),
    on_event(ev.SeatsDealt, _deal_to_seats),
    on_event(ev.CardsTakenUp, _take_up),
    on_event(ev.SetClaimed, _exchange_set_for_token),
    on_event(ev.CardDrawn, _draw_for_claim),
    on_event(ev.ClaimsFinished, _finish_claims),
    on_event(ev.StackReshuffled, _replace_stack),
    on_event(ev.RoundEnded, _end_round),
    on_event(ev.GameEnded, _end_game),
    on_event(ev.HandVoided, _void_game),
)


def apply(state: State, event: ev.Event) -> None:
    """Change this private copy by one event; KeyError for what is no event of Boojum."""
    CHANGES[type(event)](state, event)
