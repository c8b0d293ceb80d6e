"""The rules of Boosh in the order of RULES.md: the only place that says no."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from games.boosh import actions as act
from games.boosh import events as ev
from games.boosh import refusals, scoring
from games.boosh.cards import DECK
from games.boosh.options import Options
from games.boosh.showdown import resolve_showdown
from games.boosh.state import PHASES, SEATS_ACT, Phase, State, left_of, play_order_from
from games.core.contract import (
    Advice,
    Card,
    Cards,
    Illegal,
    Outcome,
    Seat,
    Shuffle,
    Standing,
    Step,
)
from games.core.dispatch import DispatchEntry, by_kind, by_word
from games.core.presentation.texts import english_text

TURN_LIMIT = 500  # W19
POSITIONS = range(4)
TAKE_EITHER = Advice("take from A or B", (act.Take("A"), act.Take("B")))
TAKE_FACE_UP = Advice("take from B", (act.Take("B"),))
REPLACE = Advice(
    "replace the card at one of the positions 0 to 3", tuple(map(act.Replace, POSITIONS))
)
EXPOSE = Advice(
    "name two positions from 0 to 3, the lower one first", (act.Expose((0, 1)), act.Expose((2, 3)))
)
A = TypeVar("A")
Events = tuple[ev.Event, ...]


def open_table(options: Options, seats: int, carried: Mapping[str, Any] | None) -> State:
    """W18: a table before its first deal; nothing carries over from another one."""
    return State(
        options,
        seats,
        players=tuple(map(Seat, range(seats))),
        totals=(0,) * seats,
        out=(0,) * seats,
        phase="opening" if options.first_dealer is None else "dealing",
        dealer=options.first_dealer,
    )


def decide(state: State, seat: Seat, action: act.Action) -> Events:
    """Return what `action` makes happen up to the next step or shuffle, or raise Illegal."""
    phase, judge = JUDGES[type(action)]
    if state.phase != phase or seat not in to_act(state):
        raise _action_refusal(state, seat, action)
    return judge(state, seat, action)


def to_act(state: State) -> tuple[Seat, ...]:
    """Return who may act now; while the cards are laid out (W3) all who have not done so."""
    return state.queue if state.phase == "laying_out" else state.queue[:1]


def pending(state: State) -> Step | Shuffle | None:
    """Return what must happen before any seat may act, or None."""
    due = DUE.get(state.phase)
    return None if due is None else due(state)


def proceed(state: State, order: tuple[str, ...]) -> Events:
    """Return the events of the one step that is pending."""
    return STEPS[state.phase](state, tuple(map(Card, order)))


# Rule 1: the deal


def _draw_first_dealer(state: State, order: Cards) -> Events:
    """W18: the first seat of the shuffled list deals first."""
    return (ev.DealerDrawn(Seat(int(order[0]))),)


def _deal(state: State, order: Cards) -> Events:
    """Rules 1 and 9: four cards each, one at a time from the dealer's left."""
    players, dealer = state.players, state.dealer
    assert dealer is not None
    if state.hand:
        dealer = left_of(players, dealer)
    first = play_order_from(players, left_of(players, dealer))
    each = len(first)
    hands: list[Cards] = [()] * state.seats
    for at, seat in enumerate(first):
        hands[seat] = order[at : 4 * each : each]
    return (ev.HandDealt(state.hand + 1, dealer, players, tuple(hands), order[4 * each :]),)


def _turn_cherry(state: State, order: Cards) -> Events:
    """Rules 1 and 11: the top card of [A] starts [B]."""
    return (ev.CherryTurned(state.deck[0]),)


# Rule 2: a turn


def _take_top_card(state: State, seat: Seat, action: act.Take) -> Events:
    """Rule 2: take the top of [A] or of [B]."""
    if action.pile == "B":
        return (ev.FaceUpCardTaken(seat, state.pile[-1]),)
    if action.pile != "A":
        raise refusals.NO_SUCH_PILE(TAKE_EITHER if state.deck else TAKE_FACE_UP)
    if not state.deck:
        raise refusals.DECK_EMPTY(TAKE_FACE_UP)
    return (ev.DeckCardTaken(seat, state.deck[0]),)


def _replace_own_card(state: State, seat: Seat, action: act.Replace) -> Events:
    """Rule 2: the taken card lies down in place of an own card, which goes to [B]."""
    if action.position not in POSITIONS:
        raise refusals.NO_SUCH_POSITION(REPLACE)
    return (ev.CardReplaced(seat, action.position, state.hands[seat][action.position]),)


def _discard_taken_card(state: State, seat: Seat, action: act.Discard) -> Events:
    """Rule 2: the taken card goes to [B]; from [B] straight back only by the option (W6)."""
    if state.taken_from == "B" and not state.options.allow_returning_faceup:
        raise refusals.MUST_REPLACE(REPLACE)
    assert state.taken is not None
    return (ev.CardDiscarded(seat, state.taken),)


# Rules 3 and 4: the call


def _call_boosh(state: State, seat: Seat, action: act.CallBoosh) -> Events:
    """Rules 3 and 4: the call is valid if [A] has a card for every other player (W7)."""
    return (ev.BooshCalled(seat, valid=len(state.deck) >= len(state.players) - 1),)


def _make_no_call(state: State, seat: Seat, action: act.Pass) -> Events:
    """Rule 3: the turn ends without a call, and only now an empty [A] matters (W9, W19)."""
    passed = ev.Passed(seat)
    if state.turns >= TURN_LIMIT:
        return (passed, ev.PlayStopped("turn_limit"))
    if state.deck or state.options.deck_exhausted == "faceup_only":
        return (passed,)
    if state.options.deck_exhausted == "reshuffle":
        return (passed, ev.DeckRanOut())
    return (passed, ev.PlayStopped("deck_empty"))


def _reshuffle_pile(state: State, order: Cards) -> Events:
    """W9, by the option: all of [B] but its top card is shuffled into [A]."""
    return (ev.PileReshuffled(order),)


# Rules 5 and 6: exposure and folding


def _expose_two_cards(state: State, seat: Seat, action: act.Expose) -> Events:
    """Rule 5: turn over any two of the own cards."""
    one, two = action.positions
    if not (one in POSITIONS and two in POSITIONS and one < two):
        raise refusals.NO_SUCH_POSITIONS(EXPOSE)
    hand = state.hands[seat]
    return (ev.CardsExposed(seat, action.positions, (hand[one], hand[two])),)


def _fold_hand(state: State, seat: Seat, action: act.Fold) -> Events:
    """Rule 6: leave the hand with 0 points."""
    return (ev.Folded(seat),)


def _stay_for_showdown(state: State, seat: Seat, action: act.Stay) -> Events:
    """Rule 6: stay in for the showdown."""
    return (ev.Stayed(seat),)


# Rules 10 and 11: Woof


def _lay_out_cards(state: State, seat: Seat, action: act.LayOut) -> Events:
    """Rule 10: lay the cards down without a call."""
    return (ev.LaidOut(seat),)


def _call_woof(state: State, seat: Seat, action: act.CallWoof) -> Events:
    """Rule 10, W3: the first call that the table accepts closes the race."""
    return (ev.WoofCalled(seat),)


# The end, rulings, and refusals


def outcome(state: State) -> Outcome | None:
    """Return places, totals and why the table ended, or None."""
    if state.phase != "finished":
        return None
    assert state.why is not None
    return Outcome(state.places, state.totals, state.why)


def standing(state: State, points: tuple[int, ...]) -> Standing:
    """Place the seats with points added: the winner needs the target, who is out stays out."""
    totals = tuple(map(int.__add__, state.totals, points))
    winner = _still_winner(state, totals)
    return Standing(scoring.places(totals, state.out, winner), totals)


def _still_winner(state: State, totals: tuple[int, ...]) -> Seat | None:
    """Return the winner of rule 8 if these totals still have the target."""
    winner = state.winner
    return None if winner is None or totals[winner] < state.options.target else winner


def hand(state: State) -> int:
    """Return the number of the newest hand."""
    return state.hand


def void(state: State, hand: int) -> ev.HandVoided:
    """Take back the points of a hand; a hand that is not yet scored is broken off.

    The game stays won only if another hand won it and the winner has the target without this one.
    """
    if not 1 <= hand <= state.hand:
        raise refusals.NO_SUCH_HAND()
    known = hand <= len(state.history)
    points = state.history[hand - 1] if known else (0,) * state.seats
    totals = tuple(map(int.__sub__, state.totals, points))
    over = state.phase == "finished"
    why, winner = state.why, state.winner
    if winner is not None and (hand == state.hand or _still_winner(state, totals) is None):
        why, winner = "win_voided", None
    elif not known and hand >= state.options.max_hands:
        over, why = True, "hand_limit"
    ranks = scoring.places(totals, state.out, winner) if over else ()
    return ev.HandVoided(hand, points, totals, not over, why, winner, ranks)


def _action_refusal(state: State, seat: Seat, action: act.Action) -> Illegal:
    """Return why this seat cannot do this now."""
    if state.phase == "finished":
        return refusals.GAME_OVER()
    if seat not in state.players:
        return refusals.NOT_PLAYING()
    if isinstance(action, act.CallWoof):
        return _no_woof(state)
    if isinstance(action, act.CallBoosh) and state.call is not None:
        return refusals.ALREADY_CALLED()
    if isinstance(action, act.Fold) and state.phase == "folding" and seat == state.caller:
        return refusals.CALLER_CANNOT_FOLD()
    rule, now = refusals.NOW[state.phase]
    if seat in to_act(state):
        return refusals.WRONG_MOMENT.under(rule)(now)
    if state.phase == "laying_out":
        return refusals.LAID_OUT()
    if state.phase in ("taking", "placing") and (state.call, state.caller) == ("boosh", seat):
        return refusals.CALLER_WAITS()
    turn = "it is nobody's turn"
    if state.queue:
        turn = english_text(refusals.TURN_OF(turn=state.queue[0]))
    return refusals.NOT_YOUR_TURN.under(rule)(now, turn)


def _no_woof(state: State) -> Illegal:
    """Rule 10, W3: return why there can be no Woof call now."""
    if not state.options.woof:
        return refusals.NO_WOOF()
    if state.call == "woof":
        return refusals.WOOF_CALLED()
    return refusals.TOO_LATE_FOR_WOOF()


Judge = Callable[[State, Seat, Any], Events]


def _entry_for_phase(
    phase: Phase, kind: type[A], judge: Callable[[State, Seat, A], Events]
) -> DispatchEntry[tuple[Phase, Judge]]:
    """Return the entry of an action that is possible in this phase alone."""
    return DispatchEntry(kind, (phase, judge))


JUDGES: Mapping[type[act.Action], tuple[Phase, Judge]] = by_kind(
    act.ACTIONS.values(),
    _entry_for_phase("taking", act.Take, _take_top_card),
    _entry_for_phase("placing", act.Replace, _replace_own_card),
    _entry_for_phase("placing", act.Discard, _discard_taken_card),
    _entry_for_phase("calling", act.CallBoosh, _call_boosh),
    _entry_for_phase("calling", act.Pass, _make_no_call),
    _entry_for_phase("exposing", act.Expose, _expose_two_cards),
    _entry_for_phase("folding", act.Fold, _fold_hand),
    _entry_for_phase("folding", act.Stay, _stay_for_showdown),
    _entry_for_phase("laying_out", act.LayOut, _lay_out_cards),
    _entry_for_phase("laying_out", act.CallWoof, _call_woof),
)

DUE: Mapping[Phase, Callable[[State], Step | Shuffle]] = by_word(
    PHASES,
    {
        "opening": lambda state: Shuffle("first_seat", tuple(map(str, range(state.seats))), 0),
        "dealing": lambda state: Shuffle("deal", DECK, state.hand + 1),
        "cherry": lambda state: Step("cherry"),
        "reshuffling": lambda state: Shuffle(
            "reshuffle", state.pile[:-1], state.hand, len(state.reshuffled) + 1
        ),
        "showdown": lambda state: Step("showdown"),
    },
    without=(*SEATS_ACT, "finished"),
)

STEPS: Mapping[Phase, Callable[[State, Cards], Events]] = by_word(
    PHASES,
    {
        "opening": _draw_first_dealer,
        "dealing": _deal,
        "cherry": _turn_cherry,
        "reshuffling": _reshuffle_pile,
        "showdown": resolve_showdown,
    },
    without=(*SEATS_ACT, "finished"),
)
