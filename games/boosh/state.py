"""The state of a table of Boosh; only `apply` assigns to it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, get_args

from games.boosh.events import HandScored
from games.boosh.options import Options
from games.core.contract import Card, Cards, Seat
from games.core.presentation.scene import Deeds

Phase = Literal[
    "opening",  # the first dealer is to be drawn
    "dealing",  # the next hand is to be dealt
    "laying_out",  # Woof only: all of `queue` may act at once
    "cherry",  # the cherry is to be turned
    "taking",
    "placing",
    "calling",
    "reshuffling",  # [B] but its top card is to be shuffled
    "exposing",
    "folding",
    "showdown",  # the hand is to be scored
    "finished",
]
PHASES: Final[tuple[Phase, ...]] = get_args(Phase)
SEATS_ACT: Final = ("laying_out", "taking", "placing", "calling", "exposing", "folding")

ENDINGS: Final[Mapping[str, str]] = {  # rule 8, W16, W22, W27
    "target_reached": "A player has reached the target",
    "last_player": "Only one player is left",
    "all_eliminated": "Nobody is left",
    "hand_limit": "The last hand has been played",
    "win_voided": "The hand that won was voided",
}


@dataclass
class State:
    """A table between two events."""

    options: Options
    seats: int
    players: tuple[Seat, ...]  # still in the game, by seat number, which is clockwise
    totals: tuple[int, ...]  # by seat
    out: tuple[int, ...]  # by seat: the hand that eliminated it, 0 while it is in
    phase: Phase
    dealer: Seat | None  # of this hand; before the first one, who will deal it
    hand: int = 0
    queue: tuple[Seat, ...] = ()  # who still acts in this phase or round, in order
    hands: tuple[Cards, ...] = ()  # by seat, positions 0-3; () for who is out
    known: tuple[tuple[Card | None, ...], ...] = ()  # by seat and position: what everybody knows
    placed: tuple[tuple[int, ...], ...] = ()  # by seat and position: turn that put it there, 0 deal
    deck: Cards = ()  # [A], next card first
    pile: Cards = ()  # [B], top card last
    taken: Card | None = None  # by the first of `queue`, between taking and placing
    taken_from: str | None = None  # A or B
    turns: int = 0  # completed in this hand
    call: str | None = None  # boosh or woof
    caller: Seat | None = None
    stopped: str | None = None  # why the hand is void: void_call, deck_empty or turn_limit
    exposed: tuple[tuple[int, ...], ...] = ()  # by seat: positions turned over
    folded: tuple[Seat, ...] = ()  # in the order of folding
    reshuffled: tuple[Cards, ...] = ()  # what each reshuffle of this hand put in [A], by id
    reshuffled_after: tuple[int, ...] = ()  # turns completed before each of them
    history: tuple[tuple[int, ...], ...] = ()  # points by hand, then by seat
    voided: tuple[int, ...] = ()  # hands whose points were taken back
    revealed: tuple[Cards, ...] = ()  # by seat, at the newest showdown; () for hidden hands
    scored: HandScored | None = None  # the newest showdown
    why: str | None = None  # why the table is over
    winner: Seat | None = None  # the caller who reached the target
    places: tuple[int, ...] = ()  # by seat, when the table is over
    deeds: Deeds = ()  # of this round of turns, or of exposing or folding, for the scene
    deeds_before: Deeds = ()  # those of the one before


def play_order_from(players: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    """Return all players in the order of play, `seat` first."""
    at = players.index(seat)
    return players[at:] + players[:at]


def left_of(players: tuple[Seat, ...], seat: Seat) -> Seat:
    """Return the next player clockwise after `seat`, who may be out of the game."""
    return next((player for player in players if player > seat), players[0])
