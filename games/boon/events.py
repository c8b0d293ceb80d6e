"""What happens at a table of Boon.

Nothing here tells who holds gold 7 before it is played: which events there are, and their fields,
follow from what everybody has seen.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from games.core.audience import EACH_SEAT, HAND, visible_to
from games.core.contract import Card, Cards, Seat
from games.core.dispatch import by_name


@dataclass(frozen=True, slots=True)
class DealerDrawn:
    """Rule 1: chance names the first dealer."""

    dealer: Seat


@dataclass(frozen=True, slots=True)
class HandDealt:
    """Rule 1: the hands, and the Boon in the order in which its cards lay."""

    hand: int
    dealer: Seat
    hands: Annotated[tuple[Cards, ...], EACH_SEAT]
    boon: Annotated[Cards, HAND]


@dataclass(frozen=True, slots=True)
class Passed:
    """Rule 2: a seat left the Boon."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class BoonTaken:
    """Rule 2: a seat took the Boon, and only that seat sees it."""

    seat: Seat
    cards: Annotated[Cards, visible_to("seat")]


@dataclass(frozen=True, slots=True)
class LeasterBegun:
    """Rule 10: all have passed, so everyone plays alone and the Boon is set aside."""


@dataclass(frozen=True, slots=True)
class CardsBuried:
    """Rule 3: the taker put cards face down into the own points pile."""

    seat: Seat
    cards: Annotated[Cards, visible_to("seat")]


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """Rule 5: a card went to the trick."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class SidesRevealed:
    """Rule 4: gold 7 was played with five players; `partner` None means the taker is alone."""

    taker: Seat
    partner: Seat | None


@dataclass(frozen=True, slots=True)
class TrickWon:
    """Rule 6: a seat won the trick with so many points and leads the next one."""

    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class RoundCounted:
    """Rules 7-8: the offence's points and what was paid.

    `paid` has rows of payer, receiver and Victory Cards; `victory_cards` are those held after it.
    """

    hand: int
    taker: Seat
    partner: Seat | None
    buried: Cards
    points: int
    won: bool
    paid: tuple[tuple[int, ...], ...]
    victory_cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LeasterCounted:
    """Rule 10: tricks and points by seat; `winner` is None after a tie (N11)."""

    hand: int
    boon: Cards
    tricks: tuple[int, ...]
    points: tuple[int, ...]
    winner: Seat | None
    paid: tuple[tuple[int, ...], ...]
    victory_cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameEnded:
    """Rule 9 or N22: the game is over."""

    why: str
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HandVoided:
    """V1: a round's payments were taken back; `why` None means that play goes on."""

    hand: int
    victory_cards: tuple[int, ...]
    why: str | None
    places: tuple[int, ...]


Event = (
    DealerDrawn
    | HandDealt
    | Passed
    | BoonTaken
    | LeasterBegun
    | CardsBuried
    | CardPlayed
    | SidesRevealed
    | TrickWon
    | RoundCounted
    | LeasterCounted
    | GameEnded
    | HandVoided
)
EVENTS: Mapping[str, type[Event]] = by_name(
    Event,
    {
        "boon.dealer_drawn.v1": DealerDrawn,
        "boon.hand_dealt.v1": HandDealt,
        "boon.passed.v1": Passed,
        "boon.boon_taken.v1": BoonTaken,
        "boon.leaster_begun.v1": LeasterBegun,
        "boon.cards_buried.v1": CardsBuried,
        "boon.card_played.v1": CardPlayed,
        "boon.sides_revealed.v1": SidesRevealed,
        "boon.trick_won.v1": TrickWon,
        "boon.round_counted.v1": RoundCounted,
        "boon.leaster_counted.v1": LeasterCounted,
        "boon.game_ended.v1": GameEnded,
        "boon.hand_voided.v1": HandVoided,
    },
)
