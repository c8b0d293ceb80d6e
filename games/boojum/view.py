"""What a seat, or a spectator, may know of a table."""

from collections.abc import Mapping
from typing import Annotated, Any, TypedDict

from games.boojum.rules import to_act
from games.boojum.scoring import bid_of
from games.boojum.state import ENDINGS, State
from games.core.contract import Card, Seat
from games.core.options import options_to_json
from games.core.presentation.scene import DeedFacts, deed_facts
from games.core.type_hints.records import (
    BySeat,
    CardRow,
    Component,
    OwnCards,
    SeatCount,
    Seats,
    Viewer,
    any_word_of,
)


class Slot(TypedDict):
    """A slot of the market."""

    count: int
    face_up: bool
    cards: list[Card] | None


class HighestBid(TypedDict):
    """The bid that is to be beaten."""

    seat: Seat
    count: int
    pips: int


class Auction(TypedDict):
    """The auction of a slot."""

    slot: int
    turn: Seat | None
    bids: Annotated[list[CardRow], "By seat: the bid pile."]
    passed: Seats
    highest: HighestBid | None


class Ending(TypedDict):
    """Places and scores, with the hands that decided a place."""

    places: BySeat
    scores: BySeat
    hands: list[CardRow]
    why: Annotated[str, any_word_of(*ENDINGS)]


class BoojumPlayView(TypedDict):
    """What a seat may know of a play of Boojum."""

    phase: str
    options: Annotated[Mapping[str, Any], Component("Options")]
    seats: SeatCount
    decks: Annotated[int, "Decktets in play."]
    seat: Viewer
    hand: int
    round: int
    dealer: Seat | None
    first_to_bid: Seat | None
    to_act: Seats
    simultaneous: bool
    cards: OwnCards
    hand_sizes: BySeat
    set_aside: Annotated[list[int], "By seat: cards won in this round."]
    tokens: Annotated[list[list[str]], "By seat."]
    slots: list[Slot]
    auction: Auction | None
    winners: Annotated[list[Seat], "Seats that have won a slot in this round."]
    stack: Annotated[int, "Cards in the draw stack."]
    built: Annotated[int, "Cards dealt in this round's build phase."]
    discards: CardRow
    reshuffles: int
    done: Annotated[list[Seat], "Seats that make no more claims."]
    owed_a_card: Seat | None
    moved: Annotated[bool, "Whether anything moved in this round."]
    idle_rounds: int
    deeds: Annotated[list[DeedFacts], "What was done in this auction or claim phase, in order."]
    deeds_before: Annotated[list[DeedFacts], "What was done in the one before."]
    outcome: Ending | None


def view(state: State, seat: Seat | None) -> BoojumPlayView:
    """Return everything that `seat` may know, and nothing else."""
    return {
        "phase": state.phase,
        "options": options_to_json(state.options),
        "seats": state.seats,
        "decks": state.options.decktets(state.seats),
        "seat": seat,
        "hand": state.hand,
        "round": state.round,
        "dealer": state.dealer,
        "first_to_bid": state.first if state.hand else None,
        "to_act": list(to_act(state)),
        "simultaneous": state.phase == "claims",
        "cards": list(state.hands[seat]) if seat is not None and state.hand else None,
        "hand_sizes": [len(hand) for hand in state.hands],
        "set_aside": [len(cards) for cards in state.aside],
        "tokens": [list(tokens) for tokens in state.tokens],
        "slots": [_slot_of(state, number) for number in range(len(state.slots))],
        "auction": _auction_view(state) if state.phase == "auction" else None,
        "winners": sorted(state.winners),
        "stack": len(state.stack),
        "built": state.built,
        "discards": list(state.discards),
        "reshuffles": state.reshuffles,
        "done": sorted(state.done),
        "owed_a_card": state.drawer,
        "moved": state.moved,
        "idle_rounds": state.idle,
        "deeds": deed_facts(state.deeds),
        "deeds_before": deed_facts(state.deeds_before),
        "outcome": _outcome_of(state) if state.phase == "over" else None,
    }


def _slot_of(state: State, number: int) -> Slot:
    """Return a slot: its cards while they lie face up (rule 4) or an option keeps them visible."""
    cards = state.slots[number]
    face_up = state.phase == "auction" and number >= state.slot
    shown: list[Card] | None = None
    if face_up:
        shown = list(cards)
    elif state.options.reveal_slots_between_rounds:
        shown = list(cards[: len(cards) - state.unseen[number]])
    return {"count": len(cards), "face_up": face_up, "cards": shown}


def _auction_view(state: State) -> Auction:
    """Return the auction that goes on: bids are public."""
    best = bid_of(state.best)
    return {
        "slot": state.slot,
        "turn": state.turn,
        "bids": [list(pile) for pile in state.piles],
        "passed": sorted(state.passed),
        "highest": None
        if state.leader is None
        else {"seat": state.leader, "count": best.cards, "pips": best.pips},
    }


def _outcome_of(state: State) -> Ending:
    """Return places and scores, with the hands that decided a place (B34)."""
    return {
        "places": list(state.places),
        "scores": list(state.scores),
        "hands": [list(cards) for cards in state.shown],
        "why": state.why,
    }
