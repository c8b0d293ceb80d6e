"""What happened at a table of Boojum."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from games.core.audience import EACH_SEAT, HAND, visible_to
from games.core.contract import Card, Cards, Seat
from games.core.dispatch import by_name


@dataclass(frozen=True, slots=True)
class DealerDrawn:
    """Rule 1: the seat draw named the dealer."""

    dealer: Seat


@dataclass(frozen=True, slots=True)
class CardsDealt:
    """Rules 1-3: hands by seat, two cards face down in each slot, the rest in order."""

    dealer: Seat
    hands: Annotated[tuple[Cards, ...], EACH_SEAT]
    slots: Annotated[tuple[Cards, ...], HAND]
    stack: Annotated[Cards, HAND]


@dataclass(frozen=True, slots=True)
class SlotsTurnedUp:
    """Rule 4: a round began; all slots lie face up."""

    round: int
    slots: tuple[Cards, ...]


@dataclass(frozen=True, slots=True)
class BidMade:
    """Rule 5: `cards` were added to a pile, which now has `count` cards and `pips` (B33)."""

    seat: Seat
    cards: Cards
    count: int
    pips: int


@dataclass(frozen=True, slots=True)
class Passed:
    """Rule 5: the seat is out for this slot."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SlotSold:
    """Rule 5: `cards` were set aside by the winner, whose `bid` went into the slot."""

    slot: int
    seat: Seat
    cards: Cards
    bid: Cards


@dataclass(frozen=True, slots=True)
class SlotUnsold:
    """Rule 5: everybody passed; the cards went back face down."""

    slot: int


@dataclass(frozen=True, slots=True)
class SlotsBuilt:
    """Rule 6: each of `slots` got one of `cards`, face down."""

    slots: tuple[int, ...]
    cards: Annotated[Cards, HAND]


@dataclass(frozen=True, slots=True)
class SeatsDealt:
    """Rule 7: each of `seats` (in this order) got a card; by seat, none for the others."""

    seats: tuple[Seat, ...]
    cards: Annotated[tuple[Cards, ...], EACH_SEAT]


@dataclass(frozen=True, slots=True)
class CardsTakenUp:
    """Rule 8: everyone took up what lay face down in front of them; claims began."""


@dataclass(frozen=True, slots=True)
class SetClaimed:
    """Rule 9: a set was discarded for a token; `excuses` is what each Excuse stood for."""

    seat: Seat
    token: str
    kind: str
    cards: Cards
    excuses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """Rule 9: the card for a claim."""

    seat: Seat
    card: Annotated[Card, visible_to("seat")]


@dataclass(frozen=True, slots=True)
class ClaimsFinished:
    """Rule 9: the seat makes no more claims this round."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class StackReshuffled:
    """Rule 11: the discard pile became the draw stack."""

    count: int
    stack: Annotated[Cards, HAND]


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """Rule 10: everybody is finished; `idle` rounds in a row nothing has moved (B23)."""

    round: int
    idle: int


@dataclass(frozen=True, slots=True)
class GameEnded:
    """Rules 12-13: places, tokens and the hands that decided a place (B34), by seat."""

    places: tuple[int, ...]
    scores: tuple[int, ...]
    hands: tuple[Cards, ...]
    why: str


@dataclass(frozen=True, slots=True)
class HandVoided:
    """A ruling took the hand back: these are the places and scores that stand."""

    hand: int
    places: tuple[int, ...]
    scores: tuple[int, ...]
    why: str


Event = (
    DealerDrawn
    | CardsDealt
    | SlotsTurnedUp
    | BidMade
    | Passed
    | SlotSold
    | SlotUnsold
    | SlotsBuilt
    | SeatsDealt
    | CardsTakenUp
    | SetClaimed
    | CardDrawn
    | ClaimsFinished
    | StackReshuffled
    | RoundEnded
    | GameEnded
    | HandVoided
)
EVENTS: Mapping[str, type[Event]] = by_name(
    Event,
    {
        "boojum.dealer_drawn.v1": DealerDrawn,
        "boojum.cards_dealt.v1": CardsDealt,
        "boojum.slots_turned_up.v1": SlotsTurnedUp,
        "boojum.bid_made.v1": BidMade,
        "boojum.passed.v1": Passed,
        "boojum.slot_sold.v1": SlotSold,
        "boojum.slot_unsold.v1": SlotUnsold,
        "boojum.slots_built.v1": SlotsBuilt,
        "boojum.seats_dealt.v1": SeatsDealt,
        "boojum.cards_taken_up.v1": CardsTakenUp,
        "boojum.set_claimed.v1": SetClaimed,
        "boojum.card_drawn.v1": CardDrawn,
        "boojum.claims_finished.v1": ClaimsFinished,
        "boojum.stack_reshuffled.v1": StackReshuffled,
        "boojum.round_ended.v1": RoundEnded,
        "boojum.game_ended.v1": GameEnded,
        "boojum.hand_voided.v1": HandVoided,
    },
)
