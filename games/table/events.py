"""What happens to a table, besides the events of its game."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from games.core.audience import TABLE
from games.core.contract import Seat
from games.core.dispatch import by_name
from games.core.type_hints.records import any_word_of
from games.core.type_hints.values import SPARSE
from games.table.attendance import Deserter
from games.table.commands import Invitee, Seated

ENDS = ("accepted", "declined", "withdrawn", "expired", "closed")  # of an invitation (T22)


@dataclass(frozen=True, slots=True)
class Opened:
    """Rule T1: all that a judge needs to know; the seal of `secret` commits to every deal."""

    game: str
    rules: int
    options: dict[str, Any]
    seats: int
    clock: dict[str, Any] | None  # seconds: {"turn": 30, "bank": 60}, perhaps with "first_turn"
    on_time_out: str
    reveal: str
    private: bool
    group: str
    opener: str
    carried: dict[str, Any] | None
    spectator_delay: int  # events by which those without a seat are behind
    rematch_of: str | None
    expires_after: int  # seconds after the last seating (T9a)
    secret: Annotated[str, TABLE]
    beacon: Annotated[dict[str, Any] | None, SPARSE] = None  # a `BeaconChain`
    invited: Annotated[tuple[Invitee, ...] | None, SPARSE] = None  # as in `Invited`
    rated: Annotated[bool | None, SPARSE] = None  # False: the result does not count (T23)
    pace: Annotated[int | None, SPARSE] = None  # milliseconds; left out: none (T24)
    lag: Annotated[int | None, SPARSE] = None  # milliseconds; left out: none (T7)
    tournament: Annotated[dict[str, Any] | None, SPARSE] = None  # a `TournamentLink` (T26)
    seated: Annotated[tuple[Seated, ...] | None, SPARSE] = None  # by it, seat by seat


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """Rule T2: by a player, perhaps with a commitment and a key (T14), or by a bot."""

    seat: Seat
    player: str | None
    bot: str | None
    commitment: str | None
    key: Annotated[str | None, SPARSE] = None


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """Rule T3: before the call; the seat is free again."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class StartCalled:
    """Rules T4 and T5: who calls for the start; the commitments are closed, so it is the *closing*.

    `seat` is None for an opener who holds none.
    """

    seat: Seat | None


@dataclass(frozen=True, slots=True)
class EntropyRevealed:
    """Rule T4: the entropy to which the player of the seat had committed."""

    seat: Seat
    entropy: str


@dataclass(frozen=True, slots=True)
class EntropyClosed:
    """Rule T4: the entropies by seat (empty where there is none), which never change.

    At a table of a tournament they are one: what its entrants brought (T26). `withheld` are the
    seats whose promised entropy was not revealed. With a beacon it fixes the `round` (T21).
    """

    entropies: tuple[str, ...]
    withheld: tuple[Seat, ...]
    round: Annotated[int | None, SPARSE] = None


@dataclass(frozen=True, slots=True)
class BeaconCame:
    """Rule T21: the round of the beacon, which has a part in every deal from here on."""

    round: int
    signature: str
    randomness: str


@dataclass(frozen=True, slots=True)
class Started:
    """Rule T5: play begins."""


@dataclass(frozen=True, slots=True)
class TimedOut:
    """Rule T8: `deadline` in milliseconds; `policy` says what follows.

    Where time-outs cost a player the seat at a table with `fallback`, that is `bot`.
    """

    seat: Seat
    deadline: int
    policy: str


@dataclass(frozen=True, slots=True)
class SeatClaimed:
    """Rule T8b: who holds the seat `claimed_by` will wait no longer for the player of `seat`."""

    seat: Seat
    claimed_by: Seat


@dataclass(frozen=True, slots=True)
class HandedToBot:
    """Rules T3, T8 and T8b: a bot plays on for the seat."""

    seat: Seat
    bot: str


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Rule T3a: the player who held the seat when play began plays for it again."""

    seat: Seat
    player: str
    key: Annotated[str | None, SPARSE] = None


@dataclass(frozen=True, slots=True)
class AdjournAgreed:
    """Rule T11: the player in this seat agrees that the table ends here."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Invited:
    """Rule T22: seats are reserved for players, from now on."""

    invited: tuple[Invitee, ...]


@dataclass(frozen=True, slots=True)
class InvitationEnded:
    """Rule T22: a seat is reserved for a player no more."""

    seat: Seat
    player: str
    how: Annotated[str, any_word_of(*ENDS)]


@dataclass(frozen=True, slots=True)
class Ruled:
    """Rules T15 to T18: a dispute was ruled; `points` by seat are added at the end."""

    dispute: str
    hand: int
    verdict: str
    remedy: str
    points: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Finished:
    """Rule T26: play at a table of a tournament has ended; others of its group may go on."""

    why: str
    places: tuple[int, ...]
    scores: tuple[int, ...]
    deserters: Annotated[tuple[Deserter, ...] | None, SPARSE] = None  # as in `Closed`


@dataclass(frozen=True, slots=True)
class Closed:
    """Rule T9: the last event of a log; no places where nothing was played to its end.

    `deserters` are the seats whose players have deserted, where there are any (T8a). `receipt` is
    the server's own, of what the log lacks, for which the table was aborted (T9b).
    """

    why: str
    places: tuple[int, ...]
    scores: tuple[int, ...]
    deserters: Annotated[tuple[Deserter, ...] | None, SPARSE] = None
    receipt: Annotated[dict[str, Any] | None, SPARSE] = None


Event = (
    Opened
    | SeatTaken
    | SeatLeft
    | StartCalled
    | EntropyRevealed
    | EntropyClosed
    | BeaconCame
    | Started
    | TimedOut
    | SeatClaimed
    | HandedToBot
    | TakenBack
    | AdjournAgreed
    | Invited
    | InvitationEnded
    | Ruled
    | Finished
    | Closed
)
EVENTS: Mapping[str, type[Event]] = by_name(
    Event,
    {
        "table.opened.v1": Opened,
        "table.seat_taken.v1": SeatTaken,
        "table.seat_left.v1": SeatLeft,
        "table.start_called.v1": StartCalled,
        "table.entropy_revealed.v1": EntropyRevealed,
        "table.entropy_closed.v1": EntropyClosed,
        "table.beacon_came.v1": BeaconCame,
        "table.started.v1": Started,
        "table.timed_out.v1": TimedOut,
        "table.seat_claimed.v1": SeatClaimed,
        "table.handed_to_bot.v1": HandedToBot,
        "table.taken_back.v1": TakenBack,
        "table.adjourn_agreed.v1": AdjournAgreed,
        "table.invited.v1": Invited,
        "table.invitation_ended.v1": InvitationEnded,
        "table.ruled.v1": Ruled,
        "table.finished.v1": Finished,
        "table.closed.v1": Closed,
    },
)
