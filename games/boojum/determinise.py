"""A whole table that agrees with all that a seat has seen, for the search of bots."""

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

from games.boojum.cards import ONE_CARD
from games.boojum.hiding import HiddenLayout
from games.boojum.memory import Place, TableMemory, memory_from_events
from games.boojum.options import Options
from games.boojum.state import State
from games.core.contract import Card, Cards, Luck, ReceivedEvent, Seat, View, private_copy
from games.core.fairness.chance import Chance
from games.core.presentation.scene import deeds_from_facts


def determinise(view: View, seen: Sequence[ReceivedEvent], luck: Luck) -> State:
    """Return a state with the hidden cards dealt at random in agreement with view and events."""
    return (
        _guess(_visible_state(view), memory_from_events(view, seen), luck)
        if view["hand"]
        else _table_before_deal(view)
    )


def determinised_states(view: View, seen: Sequence[ReceivedEvent], luck: Chance) -> Iterator[State]:
    """Yield such states for ever, at a seat's move."""
    state, memory = _visible_state(view), memory_from_events(view, seen)
    for number in count():
        yield _guess(state, memory, luck.fork(number))


def _guess(state: State, memory: TableMemory, luck: Luck) -> State:
    """Return a copy of a state with all cards laid down."""
    hiding = HiddenLayout(memory, luck)
    hiding.stir()
    state = private_copy(state)
    _lay_down(state, memory, hiding)
    return state


def _table_before_deal(view: View) -> State:
    """Return a table before the deal."""
    return State(Options(**view["options"]), view["seats"], dealer=view["dealer"])


def _visible_state(view: View) -> State:
    """Return all that the view tells, without the cards that lie face down."""
    state = _table_before_deal(view)
    state.phase, state.hand, state.round = view["phase"], view["hand"], view["round"]
    state.dealer, state.first = view["dealer"], view["first_to_bid"]
    state.tokens = tuple(map(tuple, view["tokens"]))
    state.winners = frozenset(map(Seat, view["winners"]))
    state.done = frozenset(map(Seat, view["done"]))
    state.built, state.moved, state.idle = view["built"], view["moved"], view["idle_rounds"]
    state.drawer = view["owed_a_card"]
    state.reshuffles = view["reshuffles"]
    state.deeds, state.deeds_before = (
        deeds_from_facts(view["deeds"]),
        deeds_from_facts(view["deeds_before"]),
    )
    state.discards = _as_cards(view["discards"])
    # only the card of this round's build phase never lay face up
    built = state.built if state.phase in ("build", "claims") else 0
    state.unseen = tuple(int(at < built) for at in range(state.seats - 1))
    state.piles = ((),) * state.seats
    state.slot = state.seats - 1
    state.turn = state.first
    if view["auction"]:
        _lay_out_auction(state, view["auction"])
    if view["outcome"]:
        over = view["outcome"]
        state.places, state.scores = tuple(over["places"]), tuple(over["scores"])
        state.shown, state.why = tuple(map(_as_cards, over["hands"])), over["why"]
    return state


def _lay_out_auction(state: State, auction: dict[str, Any]) -> None:
    """Set the auction that goes on."""
    state.slot, state.turn = auction["slot"], auction["turn"]
    state.passed = frozenset(map(Seat, auction["passed"]))
    state.piles = tuple(map(_as_cards, auction["bids"]))
    if (highest := auction["highest"]) is not None:
        state.leader = highest["seat"]
        state.best = highest["count"] * ONE_CARD + highest["pips"]


def _as_cards(ids: Sequence[str]) -> Cards:
    """Return JSON words as cards."""
    return tuple(map(Card, ids))


def _lay_down(state: State, memory: TableMemory, hiding: HiddenLayout) -> None:
    """Lay the cards where they are known to be, and the others where the guess has them."""

    def filled(place: Place) -> Cards:
        return tuple(Card(str(hiding.cards[at] if isinstance(at, int) else at)) for at in place)

    state.hands = tuple(
        tuple(sorted(_as_cards([*known, *hiding.hand(seat)])))
        for seat, known in enumerate(memory.known)
    )
    state.aside = tuple(map(filled, memory.aside))
    state.slots = tuple(map(filled, memory.slots))
    state.stack = _as_cards(hiding.stack)
