"""The state of a table of Boon."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, get_args

from games.boon.events import LeasterCounted, RoundCounted
from games.boon.options import Options
from games.core.contract import Cards, Seat

DEALING: Final = "dealing"  # the next thing is a shuffle
TAKING: Final = "taking"  # rule 2
BURYING: Final = "burying"  # rule 3
PLAYING: Final = "playing"  # rules 5-6; a Leaster when nobody is the taker
COUNTING: Final = "counting"  # all cards are played
OVER: Final = "over"  # rule 9
Phase = Literal["dealing", "taking", "burying", "playing", "counting", "over"]
PHASES: Final[tuple[Phase, ...]] = get_args(Phase)

NO_CARDS, MAX_ROUNDS = "no_victory_cards", "max_rounds"
ENDINGS: Final[Mapping[str, str]] = {
    NO_CARDS: "A player has no Victory Cards left",  # rule 9
    MAX_ROUNDS: "The last round has been played",  # N22
}

FIRST = Seat(0)  # until the first deal
Trick = tuple[Seat, Cards, Seat]  # leader, cards clockwise from the leader, winner


@dataclass
class State:
    """Everything about a table; only `evolve.apply` assigns to the fields, on a private copy."""

    options: Options
    seats: int
    hand: int = 0  # number of the round
    phase: Phase = DEALING
    dealer: Seat | None = None  # of this round; before the first deal: who will deal it
    turn: Seat | None = None  # None while something is pending and at the end
    victory_cards: tuple[int, ...] = ()  # by seat
    hands: tuple[Cards, ...] = ()  # by seat, in the order of `cards.in_order`
    boon: Cards = ()  # face down, set aside, or just taken and not yet buried again
    taker: Seat | None = None  # None in a Leaster
    buried: Cards = ()
    gold7: Seat | None = None  # who has played gold 7 in this round
    leader: Seat = FIRST  # of the trick on the table
    trick: Cards = ()  # clockwise from the leader
    tricks: tuple[Trick, ...] = ()  # of this round, first one first
    last_trick: Trick | None = None  # of the round before, for the scene
    moved: tuple[tuple[int, ...], ...] = ()  # a row a round: its number, then the change by seat
    last: RoundCounted | LeasterCounted | None = None  # the newest count
    why: str | None = None  # why the game ended
    places: tuple[int, ...] = ()  # by seat, when it has ended
