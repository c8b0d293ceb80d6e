"""Rules 7 and 8: the showdown, the points, and the end of the game."""

from games.boosh import events as ev
from games.boosh import scoring
from games.boosh.state import State
from games.core.contract import Cards, Seat

Events = tuple[ev.Event, ...]
Shown = tuple[ev.HandsRevealed, ev.HandScored]


def resolve_showdown(state: State, order: Cards) -> Events:
    """Rules 7 and 8: reveal, score, add up, and see who has won and who is out."""
    happened: Shown | tuple[ev.HandScored]
    if state.stopped is not None:
        happened = _void_hand(state, state.stopped)
    elif len(state.folded) == len(state.players) - 1:
        happened = _all_folded(state)
    else:
        happened = _best_hand(state)
    return happened + _closing_events(state, happened[-1])


def _void_hand(state: State, why: str) -> Shown:
    """Rule 7, W8, W9, W12: all hands are shown and the best gets 50."""
    values = tuple(scoring.hand_value(hand) if hand else None for hand in state.hands)
    best = scoring.best_of(values)
    points = scoring.void_points(state.seats, best, state.options.tie_payment)
    return (ev.HandsRevealed(state.hands), _hand_scored_event(state, why, values, best, points))


def _all_folded(state: State) -> tuple[ev.HandScored]:
    """Rule 7: the caller gets the points without revealing."""
    assert state.caller is not None
    points = scoring.folded_points(state.seats, state.caller, _call_points_table(state))
    return (_hand_scored_event(state, "all_folded", (None,) * state.seats, (), points),)


def _best_hand(state: State) -> Shown:
    """Rule 7, W10, W11: those still in reveal; Boosh is for the highest hand, Woof the lowest."""
    assert state.caller is not None
    lowest = state.call == "woof"
    hands = tuple(() if seat in state.folded else hand for seat, hand in enumerate(state.hands))
    values = tuple(scoring.hand_value(hand, lowest=lowest) if hand else None for hand in hands)
    best = scoring.best_of(values, lowest=lowest)
    is_best = scoring.caller_is_best(best, state.caller, state.options)
    result = "caller_best" if is_best else "caller_beaten"
    points = scoring.call_points(
        values, best, state.caller, _call_points_table(state), state.options
    )
    return (ev.HandsRevealed(hands), _hand_scored_event(state, result, values, best, points))


def _call_points_table(state: State) -> tuple[int, ...]:
    """W1: the points that this call is played for."""
    return state.options.woof_points if state.call == "woof" else scoring.BOOSH_POINTS


def _hand_scored_event(
    state: State,
    result: str,
    values: scoring.Values,
    best: tuple[Seat, ...],
    points: tuple[int, ...],
) -> ev.HandScored:
    """Rule 8: the points of the hand and the totals with them."""
    totals = tuple(map(int.__add__, state.totals, points))
    return ev.HandScored(state.hand, state.call, state.caller, result, values, best, points, totals)


def _closing_events(state: State, hand: ev.HandScored) -> Events:
    """Rule 8, W27: first the win, then the eliminations, then the ends of W16 and W22."""
    limit = state.options.elimination
    gone = tuple(seat for seat in state.players if hand.totals[seat] <= limit)
    left = len(state.players) - len(gone)
    out = tuple(hand.hand if seat in gone else before for seat, before in enumerate(state.out))
    winner = hand.caller if _has_caller_won(state, hand) else None
    if winner is not None:
        why = "target_reached"
    elif left <= 1:
        why = "last_player" if left else "all_eliminated"
    elif hand.hand >= state.options.max_hands:
        why = "hand_limit"
    else:
        return tuple(map(ev.PlayerEliminated, gone))
    ended = ev.GameEnded(why, winner, scoring.places(hand.totals, out, winner))
    return (*map(ev.PlayerEliminated, gone), ended)


def _has_caller_won(state: State, hand: ev.HandScored) -> bool:
    """Rule 8, W2, W8, W17: a valid caller who gets points and has the target."""
    if hand.caller is None or state.stopped is not None:
        return False
    if hand.call == "woof" and not state.options.woof_call_can_win:
        return False
    return hand.points[hand.caller] > 0 and hand.totals[hand.caller] >= state.options.target
