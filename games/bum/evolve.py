"""What events change in the state; nothing here judges."""

from collections.abc import Callable, Mapping
from typing import Any

from games.bum import events as ev
from games.bum.cards import RANK_NUMBER, Combination, sort_by_rank
from games.bum.scoring import add_points_to_seat, exchanged_cards
from games.bum.state import State
from games.core.contract import Cards, Seat
from games.core.dispatch import by_kind, on_event
from games.core.presentation.scene import Deed


def apply(state: State, event: ev.Event) -> None:
    """Change a private copy of the state by one event."""
    CHANGES[type(event)](state, event)


def _boss_drawn(state: State, event: ev.BossDrawn) -> None:
    """Rule 1: the others follow the first Boss clockwise."""
    state.seated = tuple(Seat((event.seat + step) % state.seats) for step in range(state.seats))
    state.phase = "deal"


def _hand_dealt(state: State, event: ev.HandDealt) -> None:
    """Rule 2: everybody has cards and the trick is still to be led."""
    options = state.options
    chosen = options.boss_chooses and options.exchange and state.ranked
    state.hand, state.phase = event.hand, "exchange" if chosen else "play"
    state.hands = event.hands
    state.seated = event.order
    state.shown = ((),) * state.seats
    state.given, state.called_off = (), False
    state.moved = (*state.moved, (0,) * state.seats)
    state.plays, state.trick, state.lead, state.last, state.passes = (), 0, None, None, 0
    state.passed, state.out = (), ()
    _begin_trick(state)
    _set_seating(state, event.order)


def _begin_trick(state: State) -> None:
    """Keep what was done in the trick before in sight."""
    if state.deeds:
        state.deeds_before, state.deeds = state.deeds, ()


def _set_seating(state: State, order: tuple[Seat, ...]) -> None:
    """Let the seats sit in this order, all with cards, and the Boss lead."""
    following = dict(zip(order, (*order[1:], order[0]), strict=True))
    state.order, state.turn = order, order[0]
    state.after = tuple(following[Seat(seat)] for seat in range(state.seats))


def _revolution_declared(state: State, event: ev.RevolutionDeclared) -> None:
    """Rule 3: the order is new, the Jokers return to the hands."""
    jokers = dict(zip(event.seats, event.jokers, strict=True))
    state.shown = tuple(jokers.get(Seat(seat), ()) for seat in range(state.seats))
    _set_seating(state, event.order)


def _exchange_called_off(state: State, event: ev.ExchangeCalledOff) -> None:
    """U30: the Worker's Jokers were seen and return to the hand."""
    state.shown = _replace_hand(state.shown, event.seat, event.jokers)
    state.called_off, state.phase = True, "play"


def _cards_given(state: State, event: ev.CardsGiven) -> None:
    """Rule 4: cards go from one hand to another."""
    giver, receiver, cards = event.seat, event.receiver, event.cards
    kept = tuple(card for card in state.hands[giver] if card not in cards)
    hands = _replace_hand(state.hands, giver, kept)
    state.hands = _replace_hand(hands, receiver, sort_by_rank((*hands[receiver], *cards)))
    state.given = (*state.given, (giver, receiver, cards))
    if state.phase == "exchange":
        _go_on_with_exchange(state)


def _go_on_with_exchange(state: State) -> None:
    """U36: the Foreman chooses after the Boss; then the Boss leads."""
    made = len(state.given) // 2
    if made < len(exchanged_cards(state.seats)):
        state.turn = state.order[made]
    else:
        state.phase, state.turn = "play", state.order[0]


def _replace_hand(hands: tuple[Cards, ...], seat: Seat, cards: Cards) -> tuple[Cards, ...]:
    """Return hands with another one for a seat."""
    return (*hands[:seat], cards, *hands[seat + 1 :])


def _combination_played(state: State, event: ev.CombinationPlayed) -> None:
    """Rule 5: cards go from the hand to the table."""
    seat, cards = event.seat, event.cards
    hand = state.hands[seat]
    if len(cards) == 1:
        at = hand.index(cards[0])
        kept = hand[:at] + hand[at + 1 :]
    else:
        kept = tuple([card for card in hand if card not in cards])
    state.hands = _replace_hand(state.hands, seat, kept)
    state.lead = Combination(event.kind, event.size, event.length, RANK_NUMBER[event.rank])
    state.last, state.passes = seat, len(state.passed)
    state.plays = (*state.plays, (seat, cards))
    state.deeds = (*state.deeds, Deed(seat, "play", cards, event.kind))
    state.turn = _next_in_trick(state, seat) if state.passed else state.after[seat]


def _turn_passed(state: State, event: ev.TurnPassed) -> None:
    """Rule 5: the turn goes on to the left; with final passes the seat is out of the trick."""
    seat = event.seat
    state.passes += 1
    state.deeds = (*state.deeds, Deed(seat, "pass"))
    if state.options.pass_is_final:
        state.passed = (*state.passed, seat)
        state.turn = _next_in_trick(state, seat)
    else:
        state.turn = state.after[seat]


def _next_in_trick(state: State, seat: Seat) -> Seat | None:
    """U34: the next to the left of `seat` who may still play to the trick; None: nobody else."""
    following = state.after[seat]
    for _ in range(state.seats):
        if following != seat and following not in state.passed:
            return following
        following = state.after[following]
    return None


def _apply_trick_won(state: State, event: ev.TrickWon) -> None:
    """Rule 6: the cards of the trick are done with."""
    state.lead, state.last, state.passes, state.passed = None, None, 0, ()
    state.trick = len(state.plays)
    _begin_trick(state)
    state.turn = event.leader


def _player_went_out(state: State, event: ev.PlayerWentOut) -> None:
    """Rules 7 and 8: the others play on without this seat."""
    seat = event.seat
    following = state.after[seat]
    state.after = tuple(following if after == seat else after for after in state.after)
    state.out = (*state.out, seat)
    gained = event.total - state.totals[seat]
    state.totals = add_points_to_seat(state.totals, seat, gained)
    state.moved = (*state.moved[:-1], add_points_to_seat(state.moved[-1], seat, gained))
    if len(state.out) == state.seats - 1:
        state.phase, state.turn = "hand_end", None


def _target_reached(state: State, event: ev.TargetReached) -> None:
    """Rule 9: play stops."""
    state.winner = event.seat
    state.phase, state.turn = "over", None


def _apply_hand_ended(state: State, event: ev.HandEnded) -> None:
    """Rules 1 and 7: the next hand is to be dealt."""
    state.phase, state.turn = "deal", None
    state.seated, state.ranked = event.order, True


def _session_ended(state: State, event: ev.SessionEnded) -> None:
    """U31: play stops."""
    state.phase = "over"


def _hand_voided(state: State, event: ev.HandVoided) -> None:
    """U32: the points of a hand are gone; what else follows stands in the event."""
    nothing = (0,) * state.seats
    state.totals, state.winner = event.totals, event.winner
    state.moved = (*state.moved[: event.hand - 1], nothing, *state.moved[event.hand :])
    if event.over:
        state.phase, state.turn = "over", None
    elif event.hand == state.hand:
        state.phase, state.turn = "deal", None  # what was left of it is not played
    elif state.phase == "over":
        _resume_stopped_hand(state)


def _resume_stopped_hand(state: State) -> None:
    """Go on with a hand that was stopped when somebody seemed to have won."""
    if len(state.out) == state.seats - 1:
        state.phase = "hand_end"
        return
    state.phase = "play"
    assert state.last is not None
    state.turn = _next_in_trick(state, state.last)


CHANGES: Mapping[type[ev.Event], Callable[[State, Any], None]] = by_kind(
    ev.EVENTS.values(),
    on_event(ev.BossDrawn, _boss_drawn),
    on_event(ev.HandDealt, _hand_dealt),
    on_event(ev.RevolutionDeclared, _revolution_declared),
    on_event(ev.ExchangeCalledOff, _exchange_called_off),
    on_event(ev.CardsGiven, _cards_given),
    on_event(ev.CombinationPlayed, _combination_played),
    on_event(ev.TurnPassed, _turn_passed),
    on_event(ev.TrickWon, _apply_trick_won),
    on_event(ev.PlayerWentOut, _player_went_out),
    on_event(ev.TargetReached, _target_reached),
    on_event(ev.HandEnded, _apply_hand_ended),
    on_event(ev.SessionEnded, _session_ended),
    on_event(ev.HandVoided, _hand_voided),
)
