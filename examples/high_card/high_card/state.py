"""The state of a table of High Card; only `apply` assigns to it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from games.core.contract import Card, Cards, Seat
from high_card.options import Options

Phase = Literal[
    "opening",  # the first dealer is to be drawn
    "dealing",  # the next hand is to be dealt
    "playing",
    "trick",  # all have played: the trick is to be taken
    "scoring",  # the hands are empty
    "finished",
]
PHASES: tuple[Phase, ...] = get_args(Phase)

ENDINGS: Mapping[str, str] = {"all_hands": "All hands have been played"}


@dataclass
class State:
    """A table between two events."""

    options: Options
    seats: int
    phase: Phase
    dealer: Seat | None  # of this hand; before the first one, who will deal it
    totals: tuple[int, ...]  # by seat
    hand: int = 0
    hands: tuple[Cards, ...] = ()  # by seat
    stock: Cards = ()
    queue: tuple[Seat, ...] = ()  # who has still to play to this trick, in order
    trick: tuple[tuple[Seat, Card], ...] = ()  # who played what to it
    last_trick: tuple[tuple[Seat, Card], ...] = ()  # the one before, of the hand before too
    played: Cards = ()  # to earlier tricks of this hand
    tricks: tuple[int, ...] = ()  # by seat, in this hand
    history: tuple[tuple[int, ...], ...] = ()  # points by hand, then by seat
    voided: tuple[int, ...] = ()  # hands whose points were taken back
    places: tuple[int, ...] = ()  # by seat, when the game is over


def clockwise(seats: int, first: int) -> tuple[Seat, ...]:
    """Return all seats in the order of play.

    >>> clockwise(4, 2)
    (2, 3, 0, 1)
    """
    return tuple(Seat((first + step) % seats) for step in range(seats))
