"""`decide` and what follows by itself, in the order of RULES.md."""

from collections.abc import Callable, Mapping
from typing import Any

from games.core.contract import Card, Cards, Outcome, Seat, Shuffle, Standing, Step
from games.core.dispatch import by_word
from high_card import events as ev
from high_card import refusals
from high_card.actions import Action
from high_card.cards import DECK, highest
from high_card.options import Options
from high_card.scoring import added, places
from high_card.state import PHASES, Phase, State, clockwise

Events = tuple[ev.Event, ...]


def open_table(options: Options, seats: int, carried: Mapping[str, Any] | None) -> State:
    """Return the state before the first deal."""
    phase: Phase = "opening" if options.first_dealer is None else "dealing"
    return State(options, seats, phase, options.first_dealer, (0,) * seats)


def draw_dealer(state: State, order: Cards) -> Events:
    """Rule 1: the first seat of the shuffled ones deals."""
    return (ev.DealerDrawn(Seat(int(order[0]))),)


def deal(state: State, order: Cards) -> Events:
    """Rule 2: one card at a time, the seat to the left of the dealer first."""
    assert state.dealer is not None
    seats, cards = state.seats, state.options.cards
    dealer = Seat((state.dealer + (state.hand > 0)) % seats)
    turns = clockwise(seats, dealer + 1)
    hands = tuple(order[turns.index(Seat(seat)) : seats * cards : seats] for seat in range(seats))
    return (ev.HandDealt(state.hand + 1, dealer, hands, order[seats * cards :]),)


def decide(state: State, seat: Seat, action: Action) -> Events:
    """Rule 3: the seat whose turn it is plays a card that it holds."""
    if state.phase == "finished":
        raise refusals.GAME_OVER()
    if seat not in to_act(state):
        turn = f"seat {state.queue[0]}'s" if state.queue else "nobody's"
        raise refusals.NOT_YOUR_TURN(turn=turn)
    if action.card not in state.hands[seat]:
        raise refusals.NOT_YOUR_CARD(card=action.card)
    return (ev.CardPlayed(seat, action.card),)


def take_trick(state: State, order: Cards) -> Events:
    """Rule 4: the highest card takes the trick."""
    best = highest(tuple(card for _, card in state.trick))
    return (ev.TrickTaken(next(seat for seat, card in state.trick if card == best), best),)


def score(state: State, order: Cards) -> Events:
    """Rules 5 and 6: a point a trick; after the last hand the game is over."""
    totals = added(state.totals, state.tricks)
    scored = ev.HandScored(state.hand, state.tricks, totals)
    if state.hand < state.options.hands:
        return (scored,)
    return scored, ev.GameEnded(places(totals))


def to_act(state: State) -> tuple[Seat, ...]:
    """Return the seat whose turn it is."""
    return state.queue[:1] if state.phase == "playing" else ()


def pending(state: State) -> Step | Shuffle | None:
    """Return what must happen before any seat may act."""
    due = DUE.get(state.phase)
    return None if due is None else due(state)


def proceed(state: State, order: tuple[str, ...]) -> Events:
    """Return the events of that one step."""
    return STEPS[state.phase](state, tuple(map(Card, order)))


def outcome(state: State) -> Outcome | None:
    """Rule 6: return how the game ended."""
    if state.phase != "finished":
        return None
    return Outcome(state.places, state.totals, "all_hands")


def standing(state: State, points: tuple[int, ...]) -> Standing:
    """Return places and scores with points added."""
    totals = added(state.totals, points)
    return Standing(places(totals), totals)


def hand(state: State) -> int:
    """Return the number of the newest hand."""
    return state.hand


def void(state: State, hand: int) -> ev.HandVoided:
    """H2: take back the points of a hand; one that is being played counts as played."""
    if not 1 <= hand <= state.hand:
        raise refusals.NO_SUCH_HAND()
    known = hand <= len(state.history)
    points = state.history[hand - 1] if known else (0,) * state.seats
    totals = tuple(map(int.__sub__, state.totals, points))
    over = state.phase == "finished" or (not known and hand >= state.options.hands)
    return ev.HandVoided(hand, points, totals, not over, places(totals) if over else ())


DUE: Mapping[Phase, Callable[[State], Step | Shuffle]] = by_word(
    PHASES,
    {
        "opening": lambda state: Shuffle("first_seat", tuple(map(str, range(state.seats))), 0),
        "dealing": lambda state: Shuffle("deal", DECK, state.hand + 1),
        "trick": lambda state: Step("trick"),
        "scoring": lambda state: Step("score"),
    },
    without=("playing", "finished"),
)

STEPS: Mapping[Phase, Callable[[State, Cards], Events]] = by_word(
    PHASES,
    {"opening": draw_dealer, "dealing": deal, "trick": take_trick, "scoring": score},
    without=("playing", "finished"),
)
