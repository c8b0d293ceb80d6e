"""What each event changes; nothing is judged here."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from games.boosh import events as ev
from games.boosh.state import State, left_of, play_order_from
from games.core.dispatch import by_kind, on_event
from games.core.presentation.scene import Deed

T = TypeVar("T")
FRESH = (None,) * 4
DEALT = (0,) * 4


def apply(state: State, event: ev.Event) -> None:
    """Change a private copy of the state by one event."""
    CHANGES[type(event)](state, event)


def _replace_value(row: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """Return the row with another value at one place."""
    return (*row[:at], value, *row[at + 1 :])


def _apply_dealer_drawn(state: State, event: ev.DealerDrawn) -> None:
    """W18: the drawn seat deals the first hand."""
    state.dealer = event.seat
    state.phase = "dealing"


def _hand_dealt(state: State, event: ev.HandDealt) -> None:
    """Rule 1: all cards are in hands or in [A]; with Woof the race is open (rule 10)."""
    state.hand = event.hand
    state.dealer = event.dealer
    state.hands = event.hands
    state.deck = event.deck
    state.known = tuple(FRESH if seat in event.players else () for seat in range(state.seats))
    state.placed = tuple(DEALT if seat in event.players else () for seat in range(state.seats))
    state.pile = state.queue = state.folded = state.reshuffled = state.reshuffled_after = ()
    state.exposed = ((),) * state.seats
    state.taken = state.taken_from = state.call = state.caller = state.stopped = None
    state.turns = 0
    state.deeds = state.deeds_before = ()
    if state.options.woof:
        state.phase = "laying_out"
        state.queue = play_order_from(event.players, left_of(event.players, event.dealer))
    else:
        state.phase = "cherry"


def _move_deeds_to_previous(state: State) -> None:
    """Keep what was done in the round before in sight."""
    if state.deeds:
        state.deeds_before, state.deeds = state.deeds, ()


def _apply_laid_out(state: State, event: ev.LaidOut) -> None:
    """Rule 10: who has laid out no longer calls; the last one opens the play (rule 11)."""
    state.queue = tuple(seat for seat in state.queue if seat != event.seat)
    state.deeds = (*state.deeds, Deed(event.seat, "lay_out"))
    if not state.queue:
        state.phase = "cherry"


def _woof_called(state: State, event: ev.WoofCalled) -> None:
    """Rule 10: the call closes the race."""
    state.call = "woof"
    state.deeds = (*state.deeds, Deed(event.seat, "call_woof"))
    state.caller = event.seat
    state.queue = ()
    state.phase = "cherry"


def _cherry_turned(state: State, event: ev.CherryTurned) -> None:
    """Rules 1 and 11: the cherry starts [B], and the player left of the dealer begins."""
    assert state.dealer is not None
    state.deck = state.deck[1:]
    state.pile = (event.card,)
    order = play_order_from(state.players, left_of(state.players, state.dealer))
    _move_deeds_to_previous(state)
    state.queue = order if state.call else order[:1]  # W4: everybody has one turn after a Woof
    state.phase = "taking"


def _deck_card_taken(state: State, event: ev.DeckCardTaken) -> None:
    """Rule 2: the top card of [A] is held."""
    state.deck = state.deck[1:]
    state.taken = event.card
    state.taken_from = "A"
    state.deeds = (*state.deeds, Deed(event.seat, "take", (), "A"))
    state.phase = "placing"


def _face_up_card_taken(state: State, event: ev.FaceUpCardTaken) -> None:
    """Rule 2: the top card of [B] is held."""
    state.pile = state.pile[:-1]
    state.taken = event.card
    state.taken_from = "B"
    state.deeds = (*state.deeds, Deed(event.seat, "take", (event.card,), "B"))
    state.phase = "placing"


def _card_replaced(state: State, event: ev.CardReplaced) -> None:
    """Rule 2: the held card lies down in place of an own card."""
    seat, at, taken = event.seat, event.position, state.taken
    assert taken is not None
    known = taken if state.taken_from == "B" else None  # W26: all saw it and where it lies
    state.hands = _replace_value(state.hands, seat, _replace_value(state.hands[seat], at, taken))
    state.known = _replace_value(state.known, seat, _replace_value(state.known[seat], at, known))
    state.placed = _replace_value(
        state.placed, seat, _replace_value(state.placed[seat], at, state.turns + 1)
    )
    state.deeds = (*state.deeds, Deed(seat, "replace", (event.card,), "", at))
    _complete_turn(state, event)


def _card_discarded(state: State, event: ev.CardDiscarded) -> None:
    """Rule 2: the held card goes to [B]."""
    state.deeds = (*state.deeds, Deed(event.seat, "discard", (event.card,)))
    _complete_turn(state, event)


def _complete_turn(state: State, event: ev.CardReplaced | ev.CardDiscarded) -> None:
    """Put the discard on [B]; go on to the call, or after a call to the next turn."""
    state.pile = (*state.pile, event.card)
    state.taken = state.taken_from = None
    state.turns += 1
    if state.call is None:
        state.phase = "calling"
        return
    state.phase = "taking"
    state.queue = state.queue[1:]
    if not state.queue:
        assert state.caller is not None
        state.phase = "exposing"
        _move_deeds_to_previous(state)
        state.queue = play_order_from(state.players, state.caller)


def _boosh_called(state: State, event: ev.BooshCalled) -> None:
    """Rules 3 and 4: after a valid call the quack begins with the caller's left."""
    state.call = "boosh"
    state.caller = event.seat
    state.deeds = (*state.deeds, Deed(event.seat, "call_boosh"))
    if event.valid:
        _move_deeds_to_previous(state)
        state.phase = "taking"
        state.queue = play_order_from(state.players, event.seat)[1:]
    else:
        _stop_void_hand(state, "void_call")


def _stop_void_hand(state: State, why: str) -> None:
    """End the play of a void hand."""
    state.stopped = why
    state.phase = "showdown"
    state.queue = ()


def _passed(state: State, event: ev.Passed) -> None:
    """Rule 3: the next player has a turn; a round goes from the dealer's left to the dealer."""
    assert state.dealer is not None
    state.queue = (left_of(state.players, event.seat),)
    state.deeds = (*state.deeds, Deed(event.seat, "pass"))
    if state.queue[0] == left_of(state.players, state.dealer):
        _move_deeds_to_previous(state)
    state.phase = "taking"


def _play_stopped(state: State, event: ev.PlayStopped) -> None:
    """W9, W19: the hand ends without a call."""
    _stop_void_hand(state, event.why)


def _deck_ran_out(state: State, event: ev.DeckRanOut) -> None:
    """W9: the reshuffle is due."""
    state.phase = "reshuffling"


def _apply_pile_reshuffled(state: State, event: ev.PileReshuffled) -> None:
    """W9: [B] but its top card is the new [A]."""
    state.reshuffled = (*state.reshuffled, tuple(sorted(event.deck)))
    state.reshuffled_after = (*state.reshuffled_after, state.turns)
    state.deck = event.deck
    state.pile = state.pile[-1:]
    state.phase = "taking"


def _cards_exposed(state: State, event: ev.CardsExposed) -> None:
    """Rule 5: two cards are known to all."""
    (one, two), (first, second) = event.positions, event.cards
    known = _replace_value(_replace_value(state.known[event.seat], one, first), two, second)
    state.known = _replace_value(state.known, event.seat, known)
    state.exposed = _replace_value(state.exposed, event.seat, event.positions)
    state.deeds = (*state.deeds, Deed(event.seat, "expose", event.cards))
    state.queue = state.queue[1:]
    if not state.queue:
        assert state.caller is not None
        state.phase = "folding"
        _move_deeds_to_previous(state)
        state.queue = play_order_from(state.players, state.caller)[1:]


def _apply_folded(state: State, event: ev.Folded) -> None:
    """Rule 6: the player has left the hand."""
    state.folded = (*state.folded, event.seat)
    state.deeds = (*state.deeds, Deed(event.seat, "fold"))
    _advance_folding(state)


def _apply_stayed(state: State, event: ev.Stayed) -> None:
    """Rule 6: the player is in for the showdown."""
    state.deeds = (*state.deeds, Deed(event.seat, "stay"))
    _advance_folding(state)


def _advance_folding(state: State) -> None:
    """Go on to the next who must fold or stay, then to the showdown."""
    state.queue = state.queue[1:]
    if not state.queue:
        state.phase = "showdown"


def _apply_hands_revealed(state: State, event: ev.HandsRevealed) -> None:
    """Rule 7: these hands are known to all."""
    state.revealed = event.hands


def _apply_hand_scored(state: State, event: ev.HandScored) -> None:
    """Rule 8: the totals move; the next deal is due unless the game ends."""
    if not event.best:
        state.revealed = ((),) * state.seats
    state.scored = event
    state.totals = event.totals
    state.history = (*state.history, event.points)
    state.phase = "dealing"


def _player_eliminated(state: State, event: ev.PlayerEliminated) -> None:
    """Rule 8: the player is out of the game."""
    state.players = tuple(seat for seat in state.players if seat != event.seat)
    state.out = _replace_value(state.out, event.seat, state.hand)


def _apply_game_ended(state: State, event: ev.GameEnded) -> None:
    """Rule 8: the table is over."""
    state.why = event.why
    state.winner = event.winner
    state.places = event.places
    state.phase = "finished"


def _hand_voided(state: State, event: ev.HandVoided) -> None:
    """The points are taken back; a hand that was not yet scored is broken off."""
    nothing = (0,) * state.seats
    if event.hand > len(state.history):  # broken off before it was scored
        state.history = (*state.history, nothing)
        state.queue = ()
        state.taken = state.taken_from = None
        state.phase = "dealing"
    else:
        state.history = _replace_value(state.history, event.hand - 1, nothing)
    state.voided = tuple(sorted({*state.voided, event.hand}))
    state.totals = event.totals
    if not event.plays_on:
        state.why = event.why
        state.winner = event.winner
        state.places = event.places
        state.phase = "finished"


CHANGES: Mapping[type[ev.Event], Callable[[State, Any], None]] = by_kind(
    ev.EVENTS.values(),
    on_event(ev.DealerDrawn, _apply_dealer_drawn),
    on_event(ev.HandDealt, _hand_dealt),
    on_event(ev.LaidOut, _apply_laid_out),
    on_event(ev.WoofCalled, _woof_called),
    on_event(ev.CherryTurned, _cherry_turned),
    on_event(ev.DeckCardTaken, _deck_card_taken),
    on_event(ev.FaceUpCardTaken, _face_up_card_taken),
    on_event(ev.CardReplaced, _card_replaced),
    on_event(ev.CardDiscarded, _card_discarded),
    on_event(ev.BooshCalled, _boosh_called),
    on_event(ev.Passed, _passed),
    on_event(ev.PlayStopped, _play_stopped),
    on_event(ev.DeckRanOut, _deck_ran_out),
    on_event(ev.PileReshuffled, _apply_pile_reshuffled),
    on_event(ev.CardsExposed, _cards_exposed),
    on_event(ev.Folded, _apply_folded),
    on_event(ev.Stayed, _apply_stayed),
    on_event(ev.HandsRevealed, _apply_hands_revealed),
    on_event(ev.HandScored, _apply_hand_scored),
    on_event(ev.PlayerEliminated, _player_eliminated),
    on_event(ev.GameEnded, _apply_game_ended),
    on_event(ev.HandVoided, _hand_voided),
)
