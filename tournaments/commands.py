"""What may be asked of a tournament; `COMMANDS` has the names in the log."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final

from games.core.audience import TABLE
from games.core.dispatch import by_name
from tournaments.settings import EntrantKind, Json
from tournaments.tables import Entrant


@dataclass(frozen=True, slots=True)
class Open:
    """Rule U1: open a tournament; `secret` is 32 random bytes in hex, `name` the hash of a text."""

    name: str
    settings: Json
    secret: Annotated[str, TABLE]
    directors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Register:
    """Rules U2 and U3: enter oneself, or as a director others; `name` is the hash of a text.

    `rating`, in millionths, is what the server knows of them, where the settings ask for it; `byes`
    are the rounds that they ask to sit out.
    """

    kind: EntrantKind
    members: tuple[str, ...]
    name: str | None = None
    commitment: str | None = None
    rating: int | None = None
    byes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Seed:
    """Rule U2: say in which order entrants are seeded, the strongest first."""

    entrants: tuple[Entrant, ...]


@dataclass(frozen=True, slots=True)
class Invite:
    """Rule U2: let more players enter themselves, where only the invited do."""

    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CheckIn:
    """Rule U4: say that one is there; `commitment` is one's own to an entropy."""

    entrant: Entrant
    commitment: str | None = None


@dataclass(frozen=True, slots=True)
class Call:
    """Rule U5: call for the start."""


@dataclass(frozen=True, slots=True)
class Reveal:
    """Rule U5: reveal the entropy that one has promised, under a closing."""

    entrant: Entrant
    entropy: str
    closing: Annotated[str, "Head of the log after the call for the start."]


@dataclass(frozen=True, slots=True)
class OwnTable:
    """Rule U7: a table of own pairings: its game and its entrants by seat.

    `group` tells which tables of the plan share their deals.
    """

    game: int
    group: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """Rule U7: the pairings of a round."""

    tables: tuple[OwnTable, ...]
    byes: tuple[Entrant, ...] = ()


@dataclass(frozen=True, slots=True)
class ForbidPairs:
    """Rule U16: say which two must not be paired, in place of all that was said before."""

    pairs: tuple[tuple[Entrant, Entrant], ...]


@dataclass(frozen=True, slots=True)
class Swap:
    """Rule U17: let two change places in the next round, before it is planned."""

    round: int
    entrants: tuple[Entrant, Entrant]


@dataclass(frozen=True, slots=True)
class NoteOpened:
    """Rule U8: the tables up to `last` are there."""

    last: int


@dataclass(frozen=True, slots=True)
class TakeResult:
    """Rule U8: the table with this id has ended; the rest as in `ResultTaken`."""

    table: str
    index: int
    n: int
    head: str
    why: str
    places: tuple[int, ...]
    scores: tuple[int, ...]
    absent: tuple[int, ...] = ()
    forfeited: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class NoteReleased:
    """Rule U9: all tables of a deal group are closed."""

    group: int


@dataclass(frozen=True, slots=True)
class Advance:
    """Rules U5 and U6: do what it is time for."""


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Rule U11: be paired no more, or as a director let an entrant not be."""

    entrant: Entrant


@dataclass(frozen=True, slots=True)
class Return:
    """Rule U11: as a director let an entrant be paired again who was withdrawn."""

    entrant: Entrant


@dataclass(frozen=True, slots=True)
class SitOut:
    """Rule U19: say which rounds to come an entrant sits out, in place of those said before."""

    entrant: Entrant
    rounds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Replace:
    """Rule U11: let others play on for an entrant; `rating` is theirs, as at entry."""

    entrant: Entrant
    kind: EntrantKind
    members: tuple[str, ...]
    name: str | None = None
    rating: int | None = None


@dataclass(frozen=True, slots=True)
class Adjudicate:
    """Rule U12: say what a table counts; without places it counts nothing.

    `dispute` is that of a ruling on which the server does so.
    """

    index: int
    places: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    dispute: str | None = None


@dataclass(frozen=True, slots=True)
class Pause:
    """Rule U13: plan no more rounds for now."""


@dataclass(frozen=True, slots=True)
class Resume:
    """Rule U13: plan rounds again."""


@dataclass(frozen=True, slots=True)
class Reschedule:
    """Rule U13: say when the start is called for, or when the next round is paired at the earliest.

    Both are in milliseconds; `starts_at` null before the start: when a director asks.
    """

    starts_at: int | None = None
    next_round_at: int | None = None


@dataclass(frozen=True, slots=True)
class Describe:
    """Rule U18: say what the tournament is about; `text` is the hash of a text, null for none."""

    text: str | None


@dataclass(frozen=True, slots=True)
class Announce:
    """Rule U18: tell everybody something; `text` is the hash of a text."""

    text: str


@dataclass(frozen=True, slots=True)
class Close:
    """Rule U14: end the tournament; `abandon`: even before its format is over."""

    abandon: bool = False


@dataclass(frozen=True, slots=True)
class AddDirector:
    """Rule U15: let a player do what the director may."""

    player: str


TournamentCommand = (
    Open
    | Register
    | Seed
    | Invite
    | CheckIn
    | Call
    | Reveal
    | Plan
    | ForbidPairs
    | Swap
    | NoteOpened
    | TakeResult
    | NoteReleased
    | Advance
    | Withdraw
    | Return
    | SitOut
    | Replace
    | Adjudicate
    | Pause
    | Resume
    | Reschedule
    | Describe
    | Announce
    | Close
    | AddDirector
)

COMMANDS: Final[Mapping[str, type[Any]]] = by_name(
    TournamentCommand,
    {
        "tournament.open": Open,
        "tournament.register": Register,
        "tournament.seed": Seed,
        "tournament.invite": Invite,
        "tournament.check_in": CheckIn,
        "tournament.call": Call,
        "tournament.reveal": Reveal,
        "tournament.plan": Plan,
        "tournament.forbid_pairs": ForbidPairs,
        "tournament.swap": Swap,
        "tournament.note_opened": NoteOpened,
        "tournament.take_result": TakeResult,
        "tournament.note_released": NoteReleased,
        "tournament.advance": Advance,
        "tournament.withdraw": Withdraw,
        "tournament.return": Return,
        "tournament.sit_out": SitOut,
        "tournament.replace": Replace,
        "tournament.adjudicate": Adjudicate,
        "tournament.pause": Pause,
        "tournament.resume": Resume,
        "tournament.reschedule": Reschedule,
        "tournament.describe": Describe,
        "tournament.announce": Announce,
        "tournament.close": Close,
        "tournament.add_director": AddDirector,
    },
)
