"""What a seat may know of a table, built up from nothing."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypedDict

from games.bum.cards import RANK_WORDS, Combination, Kind
from games.bum.rules import passes_needed
from games.bum.scoring import designation_at
from games.bum.state import Phase, State
from games.core.contract import Card, Cards, Seat
from games.core.options import options_to_json
from games.core.presentation.scene import DeedFacts, deed_facts
from games.core.type_hints.records import BySeat, CardRow, Component, OwnCards, SeatCount, Viewer


class SeatRoles(TypedDict):
    """Who sits where and is what in this hand."""

    order: Annotated[list[Seat], "Seats, Boss first."]
    designations: Annotated[list[str], "By seat: Boss, Worker ..."]
    seated: Annotated[list[Seat], "Seats in the order in which they sit."]
    ranked: Annotated[bool, "Whether the order was won and not drawn."]


class ExchangedCards(TypedDict):
    """One side of the exchange."""

    giver: Seat
    receiver: Seat
    count: int
    cards: Annotated[list[Card] | None, "null: only giver and receiver see them."]


class DealtCards(TypedDict):
    """One's own cards, the number of everybody's, and what was shown and exchanged."""

    cards: OwnCards
    counts: Annotated[list[int], "By seat: cards in hand."]
    shown: Annotated[list[CardRow], "By seat: Jokers shown."]
    called_off: Annotated[bool, "The exchange was called off."]
    exchange: list[ExchangedCards]


class SeatPlay(TypedDict):
    """Cards that a seat has played together."""

    seat: Seat
    cards: CardRow


class Lead(TypedDict):
    """A combination that is to be beaten."""

    kind: Kind
    size: Annotated[int, "Cards of the set; cards of each rank of the sequence."]
    length: Annotated[int, "Ranks of the sequence; 1 for a set."]
    rank: Annotated[str, "Of the set; the top one of the sequence."]


class Trick(TypedDict):
    """All plays of the hand and how the trick stands."""

    plays: Annotated[list[SeatPlay], "All plays of the hand."]
    trick: Annotated[int, "Number of the trick."]
    lead: Annotated[Lead | None, "The combination to beat."]
    last: Annotated[Seat | None, "Who played it."]
    passes: int
    passed: Annotated[list[Seat], "Seats out of this trick."]
    passes_needed: int | None
    deeds: Annotated[list[DeedFacts], "Plays and passes of this trick, in order."]
    deeds_before: Annotated[list[DeedFacts], "Those of the trick before, of the hand before too."]


class Opening(TypedDict):
    """What a view begins with."""

    game: Literal["bum"]
    seat: Viewer
    seats: SeatCount
    options: Annotated[Mapping[str, Any], Component("Options")]
    target: Annotated[int, "Points that win."]
    phase: Phase
    hand: int
    turn: Seat | None
    totals: BySeat
    points_by_hand: list[BySeat]


class BumPlayView(Opening, SeatRoles, DealtCards, Trick):
    """What a seat may know of a play of the Bum Game."""

    out: Annotated[list[Seat], "Seats without cards, in order."]
    winner: Seat | None


def view(state: State, seat: Seat | None) -> BumPlayView:
    """Return what `seat` (None: a spectator) may know."""
    return {
        "game": "bum",
        "seat": seat,
        "seats": state.seats,
        "options": options_to_json(state.options),
        "target": state.target,
        "phase": state.phase,
        "hand": state.hand,
        "turn": state.turn,
        "totals": list(state.totals),
        "points_by_hand": [list(points) for points in state.moved],
        **_role_fields(state),
        **_card_fields(state, seat),
        **_trick_fields(state),
        "out": list(state.out),
        "winner": state.winner,
    }


def _role_fields(state: State) -> SeatRoles:
    """Return who sits where and is what in this hand."""
    named = {seat: designation_at(state.seats, place) for place, seat in enumerate(state.order)}
    return {
        "order": list(state.order),
        "designations": [named[Seat(seat)] for seat in range(len(named))],
        "seated": list(state.seated),
        "ranked": state.ranked,
    }


def _card_fields(state: State, seat: Seat | None) -> DealtCards:
    """Return one's own cards, the number of everybody's, and what was shown and exchanged."""
    dealt = bool(state.hands)
    return {
        "cards": None if seat is None else list(state.hands[seat] if dealt else ()),
        "counts": [len(hand) for hand in state.hands],
        "shown": [list(jokers) for jokers in state.shown],
        "called_off": state.called_off,
        "exchange": [_exchange_side(row, seat) for row in state.given],
    }


def _exchange_side(row: tuple[Seat, Seat, Cards], seat: Seat | None) -> ExchangedCards:
    """Return one side of the exchange: its cards only to giver and receiver."""
    giver, receiver, cards = row
    known = list(cards) if seat in (giver, receiver) else None
    return {"giver": giver, "receiver": receiver, "count": len(cards), "cards": known}


def _trick_fields(state: State) -> Trick:
    """Return all plays of the hand and how the trick stands."""
    lead = state.lead
    return {
        "plays": [{"seat": seat, "cards": list(cards)} for seat, cards in state.plays],
        "trick": state.trick,
        "lead": None if lead is None else _lead_in_words(lead),
        "last": state.last,
        "passes": state.passes,
        "passed": list(state.passed),
        "passes_needed": None if lead is None else passes_needed(state),
        "deeds": deed_facts(state.deeds),
        "deeds_before": deed_facts(state.deeds_before),
    }


def _lead_in_words(lead: Combination) -> Lead:
    """Return a combination with its rank in words."""
    return {
        "kind": lead.kind,
        "size": lead.size,
        "length": lead.length,
        "rank": RANK_WORDS[lead.rank],
    }
