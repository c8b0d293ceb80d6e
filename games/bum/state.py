"""The state of a table of the Bum Game."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from games.bum.cards import Combination
from games.bum.options import Options
from games.core.contract import Cards, Seat
from games.core.presentation.scene import Deeds

Phase = Literal["cut", "deal", "exchange", "play", "hand_end", "over"]

TARGET_REACHED, HAND_LIMIT = "target_reached", "hand_limit"
ENDINGS: Mapping[str, str] = {
    TARGET_REACHED: "A player has reached the target",  # rule 9
    HAND_LIMIT: "The last hand has been played",  # U31
}


@dataclass
class State:
    """All there is to know; only `apply` assigns, on a copy of its own."""

    options: Options
    seats: int
    target: int
    totals: tuple[int, ...]  # by seat
    hand: int = 0
    phase: Phase = "cut"
    seated: tuple[Seat, ...] = ()  # Boss first, clockwise, before a revolution
    order: tuple[Seat, ...] = ()  # the same after it: the designations of this hand
    ranked: bool = False  # `seated` was won in a hand: the exchange takes place
    called_off: bool = False  # no exchange in this hand (U30)
    moved: tuple[tuple[int, ...], ...] = ()  # points by hand, then by seat
    hands: tuple[Cards, ...] = ()  # by seat; each by rank, then by id
    shown: tuple[Cards, ...] = ()  # by seat: Jokers shown after the deal, played since or not
    given: tuple[tuple[Seat, Seat, Cards], ...] = ()  # exchanged: giver, receiver, cards
    plays: tuple[tuple[Seat, Cards], ...] = ()  # of the hand, oldest first
    trick: int = 0  # number of plays before this trick
    lead: Combination | None = None  # the highest combination of the trick, None: to be led
    last: Seat | None = None  # who played it
    passes: int = 0  # that count: in succession since then, final ones of the whole trick
    passed: tuple[Seat, ...] = ()  # out of this trick by a final pass (U34)
    turn: Seat | None = None
    after: tuple[Seat, ...] = ()  # by seat: the next to the left who holds cards, passed or not
    out: tuple[Seat, ...] = ()  # without cards, in the order of going out
    winner: Seat | None = None  # who reached the target
    deeds: Deeds = ()  # plays and passes of this trick, for the scene
    deeds_before: Deeds = ()  # those of the one before
