"""What the opening of a table has fixed (T1)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.core.fairness.beacon import BeaconChain


@dataclass(frozen=True, slots=True)
class TournamentLink:
    """Rule T26: which table of a tournament this is, and what else its deals follow from.

    Attributes:
        id: of the tournament.
        index: the number of the table there, from 0.
        entropy: SHA-256 of the entrants' entropies in their order, as canonical JSON; empty where
            nobody brought one.
        round: the round of the beacon for the deal group; None without a beacon.
    """

    id: str
    index: int
    entropy: str
    round: int | None


@dataclass(frozen=True, slots=True)
class TableTerms:
    """What the opening of a table has fixed, besides game, options and seats."""

    turn: int | None  # milliseconds a turn; None: no clock
    bank: int
    first_turn: int  # milliseconds that the first turn of a seat has at least
    on_time_out: str
    reveal: str
    private: bool
    group: str
    opener: str
    secret: bytes
    carried: Mapping[str, Any] | None
    spectator_delay: int  # events by which those without a seat are behind
    rematch_of: str | None
    expires_after: int  # milliseconds
    rated: bool
    pace: int  # milliseconds that a bot leaves for people to follow; 0: none
    lag: int  # milliseconds after a deadline in which an action still counts (T7)
    opened_at: int
    beacon: BeaconChain | None = None
    tournament: TournamentLink | None = None  # that has opened it
