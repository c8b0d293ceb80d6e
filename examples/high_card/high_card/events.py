"""What happened at the table."""

from dataclasses import dataclass
from typing import Annotated

from games.core.audience import EACH_SEAT, HAND
from games.core.contract import Card, Cards, Seat
from games.core.dispatch import by_name


@dataclass(frozen=True, slots=True)
class DealerDrawn:
    """Rule 1: `seat` deals the first hand."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class HandDealt:
    """Rule 2: the hands by seat; `stock` is the rest, which nobody sees."""

    hand: int
    dealer: Seat
    hands: Annotated[tuple[Cards, ...], EACH_SEAT]
    stock: Annotated[Cards, HAND]


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """Rule 3: `seat` played `card` face up."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """Rule 4: `seat` took the trick with `card` and leads to the next one."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class HandScored:
    """Rule 5: points by seat, and the totals with them."""

    hand: int
    points: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameEnded:
    """Rule 6: all hands are played."""

    places: tuple[int, ...]  # by seat; 1 is first, ties share


@dataclass(frozen=True, slots=True)
class HandVoided:
    """H2: a ruling took back the points of a hand; later hands stand."""

    hand: int
    points: tuple[int, ...]  # what was taken back, by seat
    totals: tuple[int, ...]  # after that, by seat
    plays_on: bool
    places: tuple[int, ...]  # by seat; () if it plays on


Event = DealerDrawn | HandDealt | CardPlayed | TrickTaken | HandScored | GameEnded | HandVoided

EVENTS: dict[str, type[Event]] = by_name(
    Event,
    {
        "high_card.dealer_drawn.v1": DealerDrawn,
        "high_card.hand_dealt.v1": HandDealt,
        "high_card.card_played.v1": CardPlayed,
        "high_card.trick_taken.v1": TrickTaken,
        "high_card.hand_scored.v1": HandScored,
        "high_card.game_ended.v1": GameEnded,
        "high_card.hand_voided.v1": HandVoided,
    },
)
