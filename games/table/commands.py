"""What may be asked of a table; `COMMANDS` has the names in the log."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from games.core.audience import TABLE
from games.core.contract import Seat
from games.core.dispatch import by_name
from games.core.type_hints.values import SPARSE


@dataclass(frozen=True, slots=True)
class Invitee:
    """Rule T22: a player for whom a seat is reserved, and for how many seconds."""

    seat: Seat
    player: Annotated[str, "Id of the player."]
    expires_after: Annotated[int, "Seconds for which the seat is reserved, from this event on."]


@dataclass(frozen=True, slots=True)
class Seated:
    """Rule T26: who has a seat from the opening on: a player, perhaps with a key, or a bot."""

    player: str | None
    bot: str | None
    key: Annotated[str | None, SPARSE] = None


@dataclass(frozen=True, slots=True)
class Open:
    """Rule T1: open a table; `secret` is 32 random bytes in hex from which all deals follow.

    A tournament says by `seated` who has which seat, and play begins at once (T26).
    """

    game: str
    rules: int
    options: dict[str, Any]
    seats: int
    clock: dict[str, Any] | None
    on_time_out: str
    reveal: str
    private: bool
    secret: Annotated[str, TABLE]
    group: str | None = None
    carried: dict[str, Any] | None = None
    spectator_delay: int = 0  # events
    rematch_of: str | None = None
    expires_after: int = 86_400  # seconds
    beacon: Annotated[dict[str, Any] | None, SPARSE] = None
    invited: Annotated[tuple[Invitee, ...] | None, SPARSE] = None
    rated: Annotated[bool | None, SPARSE] = None  # False: the result does not count (T23)
    pace: Annotated[int | None, SPARSE] = None  # milliseconds (T24)
    lag: Annotated[int | None, SPARSE] = None  # milliseconds after a deadline (T7)
    tournament: Annotated[dict[str, Any] | None, SPARSE] = None  # a `TournamentLink`
    seated: Annotated[tuple[Seated, ...] | None, SPARSE] = None  # by seat


@dataclass(frozen=True, slots=True)
class Signed:
    """Rule T14: a player's signature (hex) over what is asked, made when `after` was the newest
    event that the player had seen, and over the head of the log there.
    """

    after: int
    signature: str


@dataclass(frozen=True, slots=True)
class Sit:
    """Rule T2: take a seat, or give it to a bot; `commitment` is one's own to an entropy.

    `key` is the public key with which the player signs, this too (T14).
    """

    seat: Seat
    bot: str | None = None
    commitment: str | None = None
    key: Annotated[str | None, SPARSE] = None
    signed: Annotated[Signed | None, SPARSE] = None


@dataclass(frozen=True, slots=True)
class Leave:
    """Rule T3: give the seat up."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Return:
    """Rule T3a: take back from a bot the seat that one held when play began; `key` as in Sit."""

    seat: Seat
    key: Annotated[str | None, SPARSE] = None
    signed: Annotated[Signed | None, SPARSE] = None


@dataclass(frozen=True, slots=True)
class Start:
    """Rule T5: call for the start, which closes the commitments."""

    signed: Annotated[Signed | None, SPARSE] = None


@dataclass(frozen=True, slots=True)
class Reveal:
    """Rule T4: reveal the entropy of one's seat under a closing, which `closing` names."""

    entropy: str
    closing: Annotated[str, "Head of the log after the call for the start."]
    signed: Annotated[Signed | None, SPARSE] = None


@dataclass(frozen=True, slots=True)
class CloseEntropy:
    """Rule T4: the time to reveal is over."""


@dataclass(frozen=True, slots=True)
class Beacon:
    """Rule T21: the round of the beacon that the table waits for, with its signature in hex."""

    signature: str


@dataclass(frozen=True, slots=True)
class TimeOut:
    """Rule T8: the time of a seat is up."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Claim:
    """Rule T8b: wait no longer for the player of a seat at a table without a clock."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Adjourn:
    """Rule T11: agree that the table ends here, perhaps to be continued."""


@dataclass(frozen=True, slots=True)
class Close:
    """Rule T9: withdraw a table for which nobody has called."""


@dataclass(frozen=True, slots=True)
class Abort:
    """Rule T9b: close a table at which play cannot begin as it was called for.

    A player shows a `receipt` that the table's log contradicts, or an auditor rules so, with the
    salted hash of a `reason`; with neither the beacon has failed. `operator`: who runs the server
    closes it with a reason, in play too.
    """

    receipt: Annotated[dict[str, Any] | None, SPARSE] = None
    reason: Annotated[str | None, SPARSE] = None
    operator: Annotated[bool | None, SPARSE] = None


@dataclass(frozen=True, slots=True)
class Expire:
    """Rule T9a: close a table at which nobody has sat down for long."""


@dataclass(frozen=True, slots=True)
class Invite:
    """Rule T22: reserve free seats for players."""

    invited: tuple[Invitee, ...]


@dataclass(frozen=True, slots=True)
class EndInvitation:
    """Rule T22: decline one's invitation or withdraw a player's; or the clock lets it expire."""

    player: str


@dataclass(frozen=True, slots=True)
class Rule:
    """Rules T15 to T18: an auditor's answer to a dispute about a hand.

    Attributes:
        dispute: its id.
        hand: number of the hand that it is about, from 1.
        verdict: ``upheld`` or ``dismissed``.
        remedy: ``none``, ``hand_voided``, ``table_voided`` or ``points_adjusted``.
        points: by seat, what ``points_adjusted`` adds to the scores; else empty.
        reason: salted hash of the auditor's text, which lies beside the streams.
    """

    dispute: str
    hand: int
    verdict: str
    remedy: str
    points: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Release:
    """Rule T26: close a table that has ended, since all tables of its deal group have."""


@dataclass(frozen=True, slots=True)
class Act:
    """Rule T6: an action of the game; `bot` says how a bot found it (sealed to the hand)."""

    seat: Seat
    action: Any
    bot: Mapping[str, Any] | None = None
    signed: Signed | None = None


Command = (
    Open
    | Sit
    | Leave
    | Return
    | Start
    | Reveal
    | CloseEntropy
    | Beacon
    | TimeOut
    | Claim
    | Adjourn
    | Close
    | Abort
    | Expire
    | Invite
    | EndInvitation
    | Rule
    | Release
    | Act
)

COMMANDS: Mapping[str, type[Command]] = by_name(
    Command,
    {
        "table.open": Open,
        "table.sit": Sit,
        "table.leave": Leave,
        "table.return": Return,
        "table.start": Start,
        "table.reveal": Reveal,
        "table.close_entropy": CloseEntropy,
        "table.beacon": Beacon,
        "table.time_out": TimeOut,
        "table.claim": Claim,
        "table.adjourn": Adjourn,
        "table.close": Close,
        "table.abort": Abort,
        "table.expire": Expire,
        "table.invite": Invite,
        "table.end_invitation": EndInvitation,
        "table.rule": Rule,
        "table.release": Release,
    },
    without=(Act,),  # is told by the name of its action
)
