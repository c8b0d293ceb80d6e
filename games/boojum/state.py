"""The state of a table of Boojum."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from games.boojum.options import Options
from games.core.contract import Cards, Seat
from games.core.presentation.scene import Deeds

Phase = Literal["deal", "turn_up", "auction", "build", "claims", "over"]

SIX_TOKENS, NOTHING_MOVES, LAST_ROUND = "six_tokens", "nothing_moves", "last_round"
HAND_VOIDED = "hand_voided"
ENDINGS: Mapping[str, str] = {
    SIX_TOKENS: "A player has all six tokens",  # rule 12
    NOTHING_MOVES: "Nothing has moved for too many rounds",  # B23
    LAST_ROUND: "The last round has been played",  # B23
    HAND_VOIDED: "The only hand was voided",
}

SEAT_0 = Seat(0)


@dataclass
class State:
    """Everything that is on the table; only `evolve.apply` assigns, on a private copy.

    Tuples by seat have one entry a seat, tuples by slot one a slot (left to right).
    """

    options: Options
    seats: int
    phase: Phase = "deal"
    hand: int = 0
    round: int = 0  # 1 from the first turning up on
    dealer: Seat | None = None
    first: Seat = SEAT_0  # holder of the first-to-bid marker

    hands: tuple[Cards, ...] = ()  # by seat, sorted by id
    aside: tuple[Cards, ...] = ()  # by seat: face down until taken up; won cards, then a dealt one
    tokens: tuple[tuple[str, ...], ...] = ()  # by seat, in the order they were taken
    stack: Cards = ()  # the next card first
    discards: Cards = ()  # the newest last
    reshuffles: int = 0  # how often the discards have become the stack

    slots: tuple[Cards, ...] = ()  # by slot; the newest card last
    unseen: tuple[int, ...] = ()  # by slot: how many of its last cards never lay face up there

    slot: int = 0  # the slot under auction
    turn: Seat = SEAT_0
    passed: frozenset[Seat] = frozenset()  # out for this slot
    piles: tuple[Cards, ...] = ()  # by seat: the bid for this slot, in the order it was laid
    best: int = 0  # worth of the highest bid (cards.ONE_CARD); 0: none
    leader: Seat | None = None  # who made it
    winners: frozenset[Seat] = frozenset()  # who has won an auction this round

    built: int = 0  # cards of this round's build phase that have been dealt
    done: frozenset[Seat] = frozenset()  # finished with this claim phase
    drawer: Seat | None = None  # is owed a card until the stack has been reshuffled
    moved: bool = False  # a sale, a card or a claim this round (B23)
    idle: int = 0  # rounds in a row in which nothing moved

    places: tuple[int, ...] = ()  # by seat, at the end
    scores: tuple[int, ...] = ()  # by seat, at the end
    shown: tuple[Cards, ...] = ()  # by seat, at the end: hands that decided a place
    why: str = ""
    voided: bool = False  # by a ruling
    deeds: Deeds = ()  # of this auction or claim phase, for the scene
    deeds_before: Deeds = ()  # those of the one before
