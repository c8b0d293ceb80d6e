"""What a seat or a spectator may know of a table, built up from nothing."""

from collections.abc import Mapping
from typing import Annotated, Any, TypedDict

from games.boon.cards import GOLD_7
from games.boon.events import EVENTS, LeasterCounted, RoundCounted
from games.boon.options import FORCED_PICK
from games.boon.rules import revealed_partner, tricks_and_points
from games.boon.state import (
    BURYING,
    COUNTING,
    DEALING,
    ENDINGS,
    OVER,
    PLAYING,
    TAKING,
    Phase,
    State,
    Trick,
)
from games.core.contract import Cards, Seat
from games.core.options import options_to_json
from games.core.type_hints.records import (
    BySeat,
    CardRow,
    Component,
    OwnCards,
    SeatCount,
    Seats,
    Viewer,
    any_word_of,
    public_event_of,
)
from games.core.type_hints.values import to_json

NAMES = {kind: name for name, kind in EVENTS.items()}


class WonTrick(TypedDict):
    """A trick that was taken."""

    leader: Seat
    cards: CardRow
    winner: Seat


class BoonPlayView(TypedDict):
    """What a seat may know of a play of Boon."""

    seat: Viewer
    seats: SeatCount
    options: Annotated[Mapping[str, Any], Component("Options")]
    round: int
    phase: Phase
    dealer: Seat | None
    turn: Seat | None
    victory_cards: BySeat
    cards: OwnCards
    card_counts: BySeat
    passed: Seats
    taker: Seat | None
    partner: Annotated[Seat | None, "The taker's partner, as far as the viewer knows."]
    taker_alone: Annotated[
        bool | None, "Whether the taker plays alone, as far as the viewer knows."
    ]
    leaster: Annotated[bool, "Everybody has passed."]
    boon: Annotated[Cards | None, "The Boon, to who may see it."]
    boon_count: int
    buried: Annotated[Cards | None, "The buried cards, to who may see them."]
    buried_count: int
    leader: Seat | None
    trick: CardRow
    tricks: list[WonTrick]
    last_trick: Annotated[WonTrick | None, "The last one of the round before."]
    tricks_won: BySeat
    points: BySeat
    last_round: Annotated[
        Annotated[Mapping[str, Any], public_event_of(RoundCounted, LeasterCounted)] | None,
        "How the round before was counted.",
    ]
    why: Annotated[str, any_word_of(*ENDINGS)] | None
    places: tuple[int, ...] | None


def view(state: State, seat: Seat | None) -> BoonPlayView:
    """Return everything `seat` is entitled to know, and nothing else."""
    tricks_won, points = tricks_and_points(state)
    mate, alone = known_sides(state, seat)
    return {
        "seat": seat,
        "seats": state.seats,
        "options": options_to_json(state.options),
        "round": state.hand,
        "phase": state.phase,
        "dealer": state.dealer,
        "turn": state.turn,
        "victory_cards": state.victory_cards,
        "cards": None if seat is None or not state.hands else state.hands[seat],
        "card_counts": tuple(map(len, state.hands)),
        "passed": _seats_that_passed(state),
        "taker": state.taker,
        "partner": mate,
        "taker_alone": alone,
        "leaster": _is_leaster(state),
        "boon": _boon_known(state, seat),
        "boon_count": len(state.boon) if state.taker is None else 0,
        "buried": state.buried if _is_open(state) or seat == state.taker is not None else None,
        "buried_count": len(state.buried),
        "leader": state.leader,
        "trick": state.trick,
        "tricks": [_won_trick_row(one) for one in state.tricks],
        "last_trick": state.last_trick and _won_trick_row(state.last_trick),
        "tricks_won": tricks_won,
        "points": points,
        "last_round": _last_count_facts(state),
        "why": state.why,
        "places": state.places or None,
    }


def is_forced_pick(view: BoonPlayView) -> bool:
    """N26: say whether all others have passed and the dealer may not, from what anybody sees."""
    all_pass: str | None = view["options"].get("all_pass")
    asked_last = view["phase"] == TAKING and view["turn"] == view["dealer"]
    return asked_last and all_pass == FORCED_PICK


def _won_trick_row(trick: Trick) -> WonTrick:
    """Return a trick that was taken."""
    leader, cards, winner = trick
    return {"leader": leader, "cards": cards, "winner": winner}


def _is_open(state: State) -> bool:
    """Say whether the round's cards have all been shown (N21)."""
    return state.phase in (DEALING, OVER)


def _is_leaster(state: State) -> bool:
    """Say whether this round is, or was, a Leaster."""
    begun = state.phase in (PLAYING, COUNTING) or bool(state.tricks)
    return begun and state.taker is None


def _seats_that_passed(state: State) -> list[Seat]:
    """Return the seats that have left the Boon to others, in order."""
    if state.dealer is None or not state.hands:
        return []
    asked = [Seat((state.dealer + step) % state.seats) for step in range(1, state.seats + 1)]
    if state.phase == TAKING:
        return asked[: asked.index(state.turn if state.turn is not None else asked[0])]
    if _is_leaster(state):
        return asked
    return [] if state.taker is None else asked[: asked.index(state.taker)]


def _boon_known(state: State, seat: Seat | None) -> Cards | None:
    """Return the Boon to the taker until it is buried; that of a Leaster to all at its end."""
    if state.phase == BURYING and seat == state.taker:
        return state.boon
    return state.boon if _is_open(state) and state.boon else None


def known_sides(state: State, seat: Seat | None) -> tuple[Seat | None, bool | None]:
    """Rule 4: return the partner and whether the taker is alone, as far as `seat` knows.

    Until gold 7 is played only its holder, and the taker about being alone, know anything.
    """
    if state.taker is None:
        return None, None
    if state.seats < 5:
        return None, True
    if state.gold7 is not None or _is_open(state):
        mate = revealed_partner(state)
        return mate, mate is None
    if seat == state.taker:
        return None, GOLD_7 in state.hands[seat] or GOLD_7 in state.buried
    if seat is not None and GOLD_7 in state.hands[seat]:
        return seat, False
    return None, None


def _last_count_facts(state: State) -> dict[str, Any] | None:
    """Return the event of the newest count with its name, or None before the first."""
    if state.last is None:
        return None
    return {"type": NAMES[type(state.last)], **to_json(state.last)}
