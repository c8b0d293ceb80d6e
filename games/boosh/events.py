"""What happened at the table."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from games.core.audience import EACH_SEAT, HAND, visible_to
from games.core.contract import Card, Cards, Seat
from games.core.dispatch import by_name


@dataclass(frozen=True, slots=True)
class DealerDrawn:
    """W18: `seat` deals the first hand."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class HandDealt:
    """Rules 1 and 9: four cards to each of `players`; `deck` is the rest, next card first."""

    hand: int
    dealer: Seat
    players: tuple[Seat, ...]  # still in the game, by seat number
    hands: Annotated[tuple[Cards, ...], EACH_SEAT]  # by seat, positions 0-3; () for who is out
    deck: Annotated[Cards, HAND]


@dataclass(frozen=True, slots=True)
class LaidOut:
    """Rule 10: `seat` laid its cards face down without a call."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class WoofCalled:
    """Rule 10: `seat` was the first to call Woof."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class CherryTurned:
    """Rules 1 and 11: the top card of [A] starts [B]."""

    card: Card


@dataclass(frozen=True, slots=True)
class DeckCardTaken:
    """Rule 2: `seat` took the top card of [A]."""

    seat: Seat
    card: Annotated[Card, visible_to("seat")]


@dataclass(frozen=True, slots=True)
class FaceUpCardTaken:
    """Rule 2: `seat` took the top card of [B]."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class CardReplaced:
    """Rule 2: the taken card lies at `position`; `card`, which lay there, went to [B]."""

    seat: Seat
    position: int
    card: Card


@dataclass(frozen=True, slots=True)
class CardDiscarded:
    """Rule 2: the taken `card` went to [B]."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class BooshCalled:
    """Rules 3 and 4: `valid` is False when [A] is too short for the quack (W7)."""

    seat: Seat
    valid: bool


@dataclass(frozen=True, slots=True)
class Passed:
    """Rule 3: `seat` made no call and its turn is over."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class PlayStopped:
    """W9, W19: the hand ends without a call; `why` is ``deck_empty`` or ``turn_limit``."""

    why: str


@dataclass(frozen=True, slots=True)
class DeckRanOut:
    """W9: [A] is empty and [B] but for its top card is about to be shuffled."""


@dataclass(frozen=True, slots=True)
class PileReshuffled:
    """W9: [B] but for its top card is the new [A], next card first."""

    deck: Annotated[Cards, HAND]


@dataclass(frozen=True, slots=True)
class CardsExposed:
    """Rule 5: `seat` turned over the `cards` at `positions`."""

    seat: Seat
    positions: tuple[int, int]
    cards: tuple[Card, Card]


@dataclass(frozen=True, slots=True)
class Folded:
    """Rule 6: `seat` left the hand."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Stayed:
    """Rule 6: `seat` stays in for the showdown."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class HandsRevealed:
    """Rule 7, W8: all cards of those still in, by seat; () for who shows nothing."""

    hands: tuple[Cards, ...]


@dataclass(frozen=True, slots=True)
class HandScored:
    """Rules 7 and 8: the hand is over and its points are in the totals.

    `result` is ``all_folded``, ``caller_best``, ``caller_beaten``, ``void_call``, ``deck_empty``
    or ``turn_limit``.
    """

    hand: int
    call: str | None  # boosh or woof
    caller: Seat | None
    result: str
    values: tuple[int | None, ...]  # by seat; None for a hand that was not revealed
    best: tuple[Seat, ...]  # whose revealed hands are best; nobody if all others folded
    points: tuple[int, ...]  # by seat
    totals: tuple[int, ...]  # by seat, these points included


@dataclass(frozen=True, slots=True)
class PlayerEliminated:
    """Rule 8: the total of `seat` fell to the limit; it plays no further hand."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class GameEnded:
    """Rule 8, W16, W22, W27: the table is over.

    `why` is ``target_reached``, ``last_player``, ``all_eliminated`` or ``hand_limit``.
    """

    why: str
    winner: Seat | None  # the caller who reached the target, else None
    places: tuple[int, ...]  # by seat; 1 is first, ties share


@dataclass(frozen=True, slots=True)
class HandVoided:
    """A ruling took back the points of a hand; later hands and eliminations stand."""

    hand: int
    points: tuple[int, ...]  # what was taken back, by seat
    totals: tuple[int, ...]  # after that, by seat
    plays_on: bool
    why: str | None  # why the table is over, None if it plays on
    winner: Seat | None
    places: tuple[int, ...]  # by seat; () if it plays on


Event = (
    DealerDrawn
    | HandDealt
    | LaidOut
    | WoofCalled
    | CherryTurned
    | DeckCardTaken
    | FaceUpCardTaken
    | CardReplaced
    | CardDiscarded
    | BooshCalled
    | Passed
    | PlayStopped
    | DeckRanOut
    | PileReshuffled
    | CardsExposed
    | Folded
    | Stayed
    | HandsRevealed
    | HandScored
    | PlayerEliminated
    | GameEnded
    | HandVoided
)
EVENTS: Mapping[str, type[Event]] = by_name(
    Event,
    {
        "boosh.dealer_drawn.v1": DealerDrawn,
        "boosh.hand_dealt.v1": HandDealt,
        "boosh.laid_out.v1": LaidOut,
        "boosh.woof_called.v1": WoofCalled,
        "boosh.cherry_turned.v1": CherryTurned,
        "boosh.deck_card_taken.v1": DeckCardTaken,
        "boosh.face_up_card_taken.v1": FaceUpCardTaken,
        "boosh.card_replaced.v1": CardReplaced,
        "boosh.card_discarded.v1": CardDiscarded,
        "boosh.boosh_called.v1": BooshCalled,
        "boosh.passed.v1": Passed,
        "boosh.play_stopped.v1": PlayStopped,
        "boosh.deck_ran_out.v1": DeckRanOut,
        "boosh.pile_reshuffled.v1": PileReshuffled,
        "boosh.cards_exposed.v1": CardsExposed,
        "boosh.folded.v1": Folded,
        "boosh.stayed.v1": Stayed,
        "boosh.hands_revealed.v1": HandsRevealed,
        "boosh.hand_scored.v1": HandScored,
        "boosh.player_eliminated.v1": PlayerEliminated,
        "boosh.game_ended.v1": GameEnded,
        "boosh.hand_voided.v1": HandVoided,
    },
)
