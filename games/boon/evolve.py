"""Move the cards as the events say; nothing is judged here."""

from collections.abc import Callable, Mapping
from typing import Any

from games.boon import events as ev
from games.boon.cards import GOLD_7, sort_trump_last
from games.boon.events import EVENTS, Event
from games.boon.state import BURYING, COUNTING, DEALING, OVER, PLAYING, TAKING, State
from games.core.contract import Cards, Seat
from games.core.dispatch import by_kind, on_event


def apply(state: State, event: Event) -> None:
    """Change a private copy of the state by one event."""
    CHANGES[type(event)](state, event)


def _hands_with_replacement(state: State, seat: Seat, hand: Cards) -> tuple[Cards, ...]:
    """Return the hands with that of one seat changed."""
    return (*state.hands[:seat], hand, *state.hands[seat + 1 :])


def _left_of(seat: Seat | None, seats: int) -> Seat:
    """Return the next seat clockwise."""
    assert seat is not None
    return Seat((seat + 1) % seats)


def _set_first_dealer(state: State, event: ev.DealerDrawn) -> None:
    """Note who deals first."""
    state.dealer = event.dealer


def _hand_dealt(state: State, event: ev.HandDealt) -> None:
    """Clear the table of the last round and hand out the cards."""
    _clear_round(state)
    state.hand, state.dealer = event.hand, event.dealer
    state.hands, state.boon = event.hands, event.boon
    state.phase = TAKING
    state.turn = state.leader = _left_of(event.dealer, state.seats)


def _clear_round(state: State) -> None:
    """Put away all cards of a round."""
    state.hands = ((),) * state.seats
    state.boon = state.buried = state.trick = ()
    state.last_trick = state.tricks[-1] if state.tricks else None
    state.tricks = ()
    state.taker = state.gold7 = None


def _passed(state: State, event: ev.Passed) -> None:
    """Ask the next seat."""
    state.turn = _left_of(event.seat, state.seats)


def _boon_taken(state: State, event: ev.BoonTaken) -> None:
    """Add the Boon to the taker's hand; `boon` keeps it in mind until cards are buried."""
    hand = sort_trump_last((*state.hands[event.seat], *event.cards))
    state.hands = _hands_with_replacement(state, event.seat, hand)
    state.taker = state.turn = event.seat
    state.phase = BURYING


def _leaster_begun(state: State, event: ev.LeasterBegun) -> None:
    """Leave the Boon where it is and let the dealer's left lead."""
    _start_first_trick(state)


def _start_first_trick(state: State) -> None:
    """Let the dealer's left lead the first trick."""
    state.phase, state.turn = PLAYING, state.leader


def _move_cards_to_taker_pile(state: State, event: ev.CardsBuried) -> None:
    """Move cards from the taker's hand to the taker's pile."""
    hand = tuple(card for card in state.hands[event.seat] if card not in event.cards)
    state.hands = _hands_with_replacement(state, event.seat, hand)
    state.boon, state.buried = (), event.cards
    _start_first_trick(state)


def _move_card_to_trick(state: State, event: ev.CardPlayed) -> None:
    """Move a card from its hand to the trick."""
    seat, card, hands = event.seat, event.card, state.hands
    hand = hands[seat]
    at = hand.index(card)
    state.hands = (*hands[:seat], hand[:at] + hand[at + 1 :], *hands[seat + 1 :])
    state.trick = trick = (*state.trick, card)
    if card == GOLD_7:
        state.gold7 = seat
    seats = state.seats
    state.turn = Seat((seat + 1) % seats) if len(trick) < seats else None


def _ignore_revealed_sides(state: State, event: ev.SidesRevealed) -> None:
    """Change nothing: the card itself has been noted."""


def _collect_trick(state: State, event: ev.TrickWon) -> None:
    """Put the trick away and let its winner lead; without cards the round is over."""
    winner = event.seat
    state.tricks = (*state.tricks, (state.leader, state.trick, winner))
    state.trick, state.leader = (), winner
    if state.hands[winner]:
        state.turn = winner
    else:
        state.phase, state.turn = COUNTING, None


def _update_victory_cards(state: State, event: ev.RoundCounted | ev.LeasterCounted) -> None:
    """Move the Victory Cards; the cards stay in sight until the next deal."""
    pairs = zip(event.victory_cards, state.victory_cards, strict=True)
    state.moved = (*state.moved, (event.hand, *(new - old for new, old in pairs)))
    state.victory_cards, state.last = event.victory_cards, event
    state.phase = DEALING


def _close_game(state: State, event: ev.GameEnded) -> None:
    """Close the table."""
    _set_game_over(state, event.why, event.places)


def _set_game_over(state: State, why: str, places: tuple[int, ...]) -> None:
    """Let nobody act any more."""
    state.phase, state.turn = OVER, None
    state.why, state.places = why, places


def _hand_voided(state: State, event: ev.HandVoided) -> None:
    """Take payments back; the voided round itself, if it runs, is broken off."""
    state.victory_cards = event.victory_cards
    state.moved = tuple(row for row in state.moved if row[0] != event.hand)
    if state.last is not None and state.last.hand == event.hand:
        state.last = None
    if event.hand == state.hand and state.phase not in (DEALING, OVER):
        _clear_round(state)
        state.phase, state.turn = DEALING, None
    if event.why is not None:
        _set_game_over(state, event.why, event.places)
    elif state.phase == OVER:
        state.phase, state.why, state.places = DEALING, None, ()


CHANGES: Mapping[type[Event], Callable[[State, Any], None]] = by_kind(
    EVENTS.values(),
    on_event(ev.DealerDrawn, _set_first_dealer),
    on_event(ev.HandDealt, _hand_dealt),
    on_event(ev.Passed, _passed),
    on_event(ev.BoonTaken, _boon_taken),
    on_event(ev.LeasterBegun, _leaster_begun),
    on_event(ev.CardsBuried, _move_cards_to_taker_pile),
    on_event(ev.CardPlayed, _move_card_to_trick),
    on_event(ev.SidesRevealed, _ignore_revealed_sides),
    on_event(ev.TrickWon, _collect_trick),
    on_event(ev.RoundCounted, _update_victory_cards),
    on_event(ev.LeasterCounted, _update_victory_cards),
    on_event(ev.GameEnded, _close_game),
    on_event(ev.HandVoided, _hand_voided),
)
