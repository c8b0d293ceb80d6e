"""What happened, in the words of the table."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from games.bum.cards import Kind
from games.core.audience import EACH_SEAT, visible_to
from games.core.contract import Cards, Seat
from games.core.dispatch import by_name


@dataclass(frozen=True, slots=True)
class BossDrawn:
    """Rule 1: the cut named the first Boss; the others follow clockwise."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class HandDealt:
    """Rule 2: the Bum dealt the whole deck; `order` is Boss first, clockwise."""

    hand: int
    order: tuple[Seat, ...]
    hands: Annotated[tuple[Cards, ...], EACH_SEAT]


@dataclass(frozen=True, slots=True)
class RevolutionDeclared:
    """Rule 3: `seats` showed their Jokers, `order` is the new one for this hand."""

    seats: tuple[Seat, ...]
    jokers: tuple[Cards, ...]  # of each of `seats`
    order: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class ExchangeCalledOff:
    """U30: the Worker showed Jokers, so no cards are exchanged in this hand."""

    seat: Seat
    jokers: Cards


@dataclass(frozen=True, slots=True)
class CardsGiven:
    """Rule 4: one side of the exchange, face down."""

    seat: Seat  # that gives
    receiver: Seat
    count: int
    cards: Annotated[Cards, visible_to("seat", "receiver")]


@dataclass(frozen=True, slots=True)
class CombinationPlayed:
    """Rule 5: a combination was led or beat the last one."""

    seat: Seat
    cards: Cards
    kind: Kind
    size: int  # cards of the set; cards of each rank of the sequence
    length: int  # ranks of the sequence; 1 for a set
    rank: str  # of the set; the top one of the sequence


@dataclass(frozen=True, slots=True)
class TurnPassed:
    """Rule 5: a seat did not beat the last combination this time."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TrickWon:
    """Rule 6: all others passed; `leader` leads to the next trick."""

    seat: Seat
    leader: Seat


@dataclass(frozen=True, slots=True)
class PlayerWentOut:
    """Rules 7 and 8: a hand is empty and scores at once."""

    seat: Seat
    place: int
    points: int
    total: int


@dataclass(frozen=True, slots=True)
class TargetReached:
    """Rule 9: the table is won; play stops."""

    seat: Seat
    total: int


@dataclass(frozen=True, slots=True)
class HandEnded:
    """Rules 1 and 7: one player is left; `order` is that of the next hand, Boss first."""

    order: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class SessionEnded:
    """U31: the agreed number of hands is played."""

    hands: int


@dataclass(frozen=True, slots=True)
class HandVoided:
    """U32: a hand was ruled void; `totals` are without its points, `over` says if play ends."""

    hand: int
    totals: tuple[int, ...]
    winner: Seat | None  # who has still reached the target
    over: bool


Event = (
    BossDrawn
    | HandDealt
    | RevolutionDeclared
    | ExchangeCalledOff
    | CardsGiven
    | CombinationPlayed
    | TurnPassed
    | TrickWon
    | PlayerWentOut
    | TargetReached
    | HandEnded
    | SessionEnded
    | HandVoided
)
EVENTS: Mapping[str, type[Event]] = by_name(
    Event,
    {
        "bum.boss_drawn.v1": BossDrawn,
        "bum.hand_dealt.v1": HandDealt,
        "bum.revolution_declared.v1": RevolutionDeclared,
        "bum.exchange_called_off.v1": ExchangeCalledOff,
        "bum.cards_given.v1": CardsGiven,
        "bum.combination_played.v1": CombinationPlayed,
        "bum.turn_passed.v1": TurnPassed,
        "bum.trick_won.v1": TrickWon,
        "bum.player_went_out.v1": PlayerWentOut,
        "bum.target_reached.v1": TargetReached,
        "bum.hand_ended.v1": HandEnded,
        "bum.session_ended.v1": SessionEnded,
        "bum.hand_voided.v1": HandVoided,
    },
)
