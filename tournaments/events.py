"""What happens to a tournament; `EVENTS` has the names in the log."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

from games.core.audience import TABLE
from games.core.type_hints.values import SPARSE
from tournaments.settings import EntrantKind, Json
from tournaments.tables import Entrant

Seats = tuple[tuple[int, int], ...]  # by seat: number of the entrant, and of its member


@dataclass(frozen=True, slots=True)
class Opened:
    """Rule U1: all settings; the seal of `secret` commits to the deals of every group."""

    name: str  # the hash of the text
    director: str
    directors: tuple[str, ...]  # others who may do what the director may
    settings: Json
    secret: Annotated[str, TABLE]


@dataclass(frozen=True, slots=True)
class EntrantRegistered:
    """Rules U2 and U3: a member is a player's id, or ``bot:`` and a level.

    Attributes:
        rating: theirs at entry, in millionths; 0: none yet; left out where the settings don't ask.
        byes: rounds, from 0, that they have asked to sit out; left out where there are none.
    """

    entrant: Entrant
    kind: EntrantKind
    members: tuple[str, ...]
    name: str | None  # the hash of the text
    commitment: str | None
    rating: Annotated[int | None, SPARSE] = None
    byes: Annotated[tuple[int, ...] | None, SPARSE] = None


@dataclass(frozen=True, slots=True)
class Seeded:
    """Rule U2: in which order entrants are seeded until another is sent.

    Attributes:
        entrants: numbers of entrants, the strongest first; others follow.
    """

    entrants: tuple[Entrant, ...]


@dataclass(frozen=True, slots=True)
class Invited:
    """Rule U2: these players may enter themselves, too.

    Attributes:
        players: ids of players.
    """

    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CheckedIn:
    """Rule U4: the entrant is there, perhaps with the promise of an entropy."""

    entrant: Entrant
    commitment: str | None


@dataclass(frozen=True, slots=True)
class Called:
    """Rule U5: the start was called for, which closes the commitments: the *closing*.

    Promised entropies are awaited `until` then.
    """

    until: int


@dataclass(frozen=True, slots=True)
class EntropyRevealed:
    """Rule U5: an entrant keeps the promise, and has named the head after the call."""

    entrant: Entrant
    entropy: str
    closing: str


@dataclass(frozen=True, slots=True)
class Started:
    """Rule U5: the entropies in the order of the entrants, which never change."""

    entropies: tuple[str, ...]
    withheld: tuple[Entrant, ...]


@dataclass(frozen=True, slots=True)
class PlannedTable:
    """A table, which has the next index: its game, its deal group and who sits in which seat."""

    game: int
    group: int
    seats: Seats


@dataclass(frozen=True, slots=True)
class RoundPlanned:
    """Rules U6 and U7: all tables of a round at once.

    Attributes:
        first: index of its first table.
        beacon: the beacon's round that has a part in all its deals.
        stage: `knockout` behind pools; left out otherwise.
    """

    round: int
    first: int
    tables: tuple[PlannedTable, ...]
    byes: tuple[Entrant, ...]
    beacon: int | None
    stage: Annotated[Literal["knockout"] | None, SPARSE] = None


@dataclass(frozen=True, slots=True)
class PairsForbidden:
    """Rule U16: these two must not meet in rounds that are planned from now on.

    Attributes:
        pairs: numbers of two entrants, the smaller first; they replace those of before.
    """

    pairs: tuple[tuple[Entrant, Entrant], ...]


@dataclass(frozen=True, slots=True)
class EntrantsSwapped:
    """Rule U17: two change places in the next round, as it would be drawn without that.

    Attributes:
        round: number of that round, from 0.
        entrants: numbers of the two.
    """

    round: int
    entrants: tuple[Entrant, Entrant]


@dataclass(frozen=True, slots=True)
class TablesOpened:
    """Rule U8: the tables from `first` to `last` are there."""

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class ResultTaken:
    """Rule U8: a table has ended; what it brought is sealed, since others play the same deals.

    Attributes:
        n, head: its newest event, and the head there.
        places, scores: by seat; empty where nothing was played to its end.
        absent: seats whose players never acted.
        forfeited: seats whose players forfeited; left out where there are none.
    """

    index: int
    n: Annotated[int, TABLE]
    head: str
    why: str
    places: Annotated[tuple[int, ...], TABLE]
    scores: Annotated[tuple[int, ...], TABLE]
    absent: tuple[int, ...]
    forfeited: Annotated[tuple[int, ...] | None, SPARSE] = None


@dataclass(frozen=True, slots=True)
class GroupEnded:
    """Rule U9: the last table of a deal group has ended; its tables may be opened to all."""

    group: int


@dataclass(frozen=True, slots=True)
class TablesReleased:
    """Rule U9: all tables of a deal group are closed."""

    group: int


@dataclass(frozen=True, slots=True)
class EntrantLate:
    """Rule U10: an entrant has not checked in (`index` is null), or never acted at a table."""

    entrant: Entrant
    index: int | None


@dataclass(frozen=True, slots=True)
class EntrantWithdrawn:
    """Rules U10 and U11: the entrant is paired no more; `why` is ``asked`` or ``late``."""

    entrant: Entrant
    why: str


@dataclass(frozen=True, slots=True)
class EntrantReturned:
    """Rule U11: the entrant is paired again; what was late before counts no more."""

    entrant: Entrant


@dataclass(frozen=True, slots=True)
class EntrantReplaced:
    """Rule U11: others play on for an entrant, at tables that are planned from now on."""

    entrant: Entrant
    kind: EntrantKind
    members: tuple[str, ...]
    name: str | None


@dataclass(frozen=True, slots=True)
class TableAdjudicated:
    """Rule U12: what a table counts, whatever it says itself.

    Attributes:
        counts: false: it counts nothing.
        places, scores: by seat; empty where it does not count.
        dispute: that of the ruling that says so; null: a director does.
        final: after the close, the final places as they are now, by entrant (0: none).
    """

    index: int
    counts: bool
    places: Annotated[tuple[int, ...], TABLE]
    scores: Annotated[tuple[int, ...], TABLE]
    dispute: str | None
    final: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class TableReplayed:
    """Rule U12: a void table is played again as table `index`, in a deal group of its own."""

    void: int
    index: int
    group: int
    beacon: int | None


@dataclass(frozen=True, slots=True)
class Paused:
    """Rule U13: no round is planned from now on."""


@dataclass(frozen=True, slots=True)
class Resumed:
    """Rule U13: rounds are planned again."""


@dataclass(frozen=True, slots=True)
class Rescheduled:
    """Rule U13: a director has changed a time, in milliseconds.

    Attributes:
        starts_at: before the call: when it comes by itself; null: when asked.
        next_round_at: after the start: before that no round is planned; null before it.
    """

    starts_at: int | None
    next_round_at: int | None


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """Rule U9: all tables of a round have a result."""

    round: int


@dataclass(frozen=True, slots=True)
class TournamentClosed:
    """Rule U14: the final places by entrant; 0 for who has none."""

    why: str
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DirectorAdded:
    """Rule U15: a player may do what the director may."""

    player: str


EVENTS: Final[Mapping[str, type[Any]]] = {
    "tournament.opened.v1": Opened,
    "tournament.entrant_registered.v1": EntrantRegistered,
    "tournament.seeded.v1": Seeded,
    "tournament.invited.v1": Invited,
    "tournament.checked_in.v1": CheckedIn,
    "tournament.called.v1": Called,
    "tournament.entropy_revealed.v1": EntropyRevealed,
    "tournament.started.v1": Started,
    "tournament.round_planned.v1": RoundPlanned,
    "tournament.pairs_forbidden.v1": PairsForbidden,
    "tournament.swapped.v1": EntrantsSwapped,
    "tournament.tables_opened.v1": TablesOpened,
    "tournament.result_taken.v1": ResultTaken,
    "tournament.group_ended.v1": GroupEnded,
    "tournament.tables_released.v1": TablesReleased,
    "tournament.entrant_late.v1": EntrantLate,
    "tournament.withdrawn.v1": EntrantWithdrawn,
    "tournament.returned.v1": EntrantReturned,
    "tournament.replaced.v1": EntrantReplaced,
    "tournament.adjudicated.v1": TableAdjudicated,
    "tournament.table_replayed.v1": TableReplayed,
    "tournament.paused.v1": Paused,
    "tournament.resumed.v1": Resumed,
    "tournament.rescheduled.v1": Rescheduled,
    "tournament.round_ended.v1": RoundEnded,
    "tournament.closed.v1": TournamentClosed,
    "tournament.director_added.v1": DirectorAdded,
}
