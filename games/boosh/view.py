"""What one seat, or a spectator, may know; built up from nothing."""

from collections.abc import Mapping
from typing import Annotated, Any, TypedDict

from games.boosh.rules import to_act
from games.boosh.state import ENDINGS, Phase, State
from games.core.contract import Card, Seat
from games.core.options import options_to_json
from games.core.presentation.scene import DeedFacts, deed_facts
from games.core.type_hints.records import BySeat, CardRow, Component, Seats, Viewer, any_word_of

Call = Annotated[str, any_word_of("boosh", "woof")]
REMEMBER = (
    "This table does not show your cards again. Remember by position the four that you were dealt "
    "(`hands` of your boosh.hand_dealt.v1), and each card that you took (`taken` here, or `card` "
    "of boosh.deck_card_taken.v1 and boosh.face_up_card_taken.v1) where you put it (`position` of "
    "your boosh.card_replaced.v1). The events may be read again."
)
Stop = Annotated[str, any_word_of("void_call", "deck_empty", "turn_limit")]
Result = Annotated[
    str,
    any_word_of(
        "all_folded", "caller_best", "caller_beaten", "void_call", "deck_empty", "turn_limit"
    ),
]


class TakenCard(TypedDict):
    """A card between taking and placing."""

    seat: Seat
    pile: Annotated[str, any_word_of("A", "B")]
    card: Annotated[Card | None, "null: only the taker sees it."]


class PublicHand(TypedDict):
    """What everybody knows of a hand."""

    known: Annotated[list[Card | None], "By position: the card, if everybody knows it."]
    placed: Annotated[list[int], "By position: the turn that put the card there, 0 for the deal."]
    exposed: Annotated[list[int], "Positions turned over."]


class Reshuffle(TypedDict):
    """Cards that went back into the deck, and the turns before it."""

    turns: int
    cards: CardRow


class BooshShowdown(TypedDict):
    """How the newest hand was scored."""

    hand: int
    call: Call | None
    caller: Seat | None
    result: Result
    values: Annotated[list[int | None], "By seat; null for a hand that was not revealed."]
    best: Seats
    points: BySeat
    totals: BySeat
    hands: Annotated[list[CardRow], "By seat; empty for who showed nothing."]


class BooshPlayView(TypedDict):
    """What a seat may know of a play of Boosh."""

    seat: Viewer
    options: Annotated[Mapping[str, Any], Component("Options")]
    phase: Phase
    to_act: Seats
    queue: Annotated[list[Seat], "Who still acts in this phase, in order."]
    hand: int
    dealer: Seat | None
    players: Annotated[list[Seat], "Who is still in the game."]
    turns: Annotated[int, "Turns completed in this hand."]
    deck: Annotated[int, "Cards left in the face-down deck [A]."]
    pile: Annotated[list[Card], "The face-up pile [B], top card last."]
    taken: Annotated[TakenCard | None, "The card between taking and placing."]
    call: Call | None
    caller: Seat | None
    stopped: Stop | None
    own_cards: Annotated[list[Card] | None, "The own four cards, where they are shown."]
    remember: Annotated[
        str | None, "What a client must remember because no later view shows it; null: nothing."
    ]
    hands: Annotated[list[PublicHand | None], "By seat; null for who has no cards."]
    folded: Seats
    reshuffles: list[Reshuffle]
    totals: BySeat
    eliminated_in: Annotated[list[int], "By seat: the hand that eliminated it, 0 while it is in."]
    history: Annotated[list[BySeat], "Points by hand."]
    voided: Annotated[list[int], "Hands whose points were taken back."]
    last_showdown: BooshShowdown | None
    why: Annotated[str, any_word_of(*ENDINGS)] | None
    winner: Seat | None
    places: BySeat
    deeds: Annotated[
        list[DeedFacts],
        "What was done in this round of turns, or of exposing or folding, in order.",
    ]
    deeds_before: Annotated[list[DeedFacts], "What was done in the one before."]


def view(state: State, seat: Seat | None) -> BooshPlayView:
    """Return all that `seat` may know (None: a spectator), as JSON values."""
    return {
        "seat": seat,
        "options": options_to_json(state.options),
        "phase": state.phase,
        "to_act": list(to_act(state)),
        "queue": list(state.queue),
        "hand": state.hand,
        "dealer": state.dealer,
        "players": list(state.players),
        "turns": state.turns,
        "deck": len(state.deck),
        "pile": list(state.pile),
        "taken": _taken_card(state, seat),
        "call": state.call,
        "caller": state.caller,
        "stopped": state.stopped,
        "own_cards": _own_cards(state, seat),
        "remember": _remember_text(state, seat),
        "hands": [_public_hand(state, Seat(one)) for one in range(state.seats)],
        "folded": list(state.folded),
        "reshuffles": [
            {"turns": turns, "cards": list(cards)}
            for turns, cards in zip(state.reshuffled_after, state.reshuffled, strict=True)
        ],
        "totals": list(state.totals),
        "eliminated_in": list(state.out),
        "history": [list(points) for points in state.history],
        "voided": list(state.voided),
        "last_showdown": _last_showdown(state),
        "why": state.why,
        "winner": state.winner,
        "places": list(state.places),
        "deeds": deed_facts(state.deeds),
        "deeds_before": deed_facts(state.deeds_before),
    }


def _taken_card(state: State, seat: Seat | None) -> TakenCard | None:
    """Return who holds a card between taking and placing; from [A] only the taker sees it."""
    if state.taken is None or state.taken_from is None:
        return None
    taker = state.queue[0]
    seen = state.taken_from == "B" or seat == taker
    return {"seat": taker, "pile": state.taken_from, "card": state.taken if seen else None}


def _own_cards(state: State, seat: Seat | None) -> list[Card] | None:
    """W24: the own four cards; where the option hides them, only until they are laid out."""
    if seat is None or not state.hands or not state.hands[seat]:
        return None
    looking = state.phase == "laying_out" and seat in state.queue
    return list(state.hands[seat]) if state.options.own_cards_shown or looking else None


def _remember_text(state: State, seat: Seat | None) -> str | None:
    """W24: say what a client must remember of the cards that the view hides from their owner."""
    if seat is None or not state.hands or not state.hands[seat]:
        return None
    return None if state.options.own_cards_shown else REMEMBER


def _public_hand(state: State, seat: Seat) -> PublicHand | None:
    """W26: what all know of a hand by position: cards, turns that put them there, exposure."""
    if not state.hands or not state.hands[seat]:
        return None
    return {
        "known": list(state.known[seat]),
        "placed": list(state.placed[seat]),
        "exposed": list(state.exposed[seat]),
    }


def _last_showdown(state: State) -> BooshShowdown | None:
    """Return the newest score with the hands that were revealed for it."""
    scored = state.scored
    if scored is None:
        return None
    return {
        "hand": scored.hand,
        "call": scored.call,
        "caller": scored.caller,
        "result": scored.result,
        "values": list(scored.values),
        "best": list(scored.best),
        "points": list(scored.points),
        "totals": list(scored.totals),
        "hands": [list(hand) for hand in state.revealed],
    }
