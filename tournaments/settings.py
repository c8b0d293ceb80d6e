"""Rule U1: what a tournament is opened with, read strictly from JSON; docs/tournaments.md has all.

>>> data = {"games": [{"game": "boon", "seats": 4}], "format": {"kind": "swiss", "rounds": 3}}
>>> settings_in(data | {"entrants": {"kinds": ["bot"]}}).scoring.kind
'points'
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, Literal

from games import NEWEST, game_of
from games.core.bots import levels_of
from games.core.contract import AnyGame
from games.core.options import BadOptions, checked, is_whole, written
from games.core.values import BadValue, from_json
from games.table.beacon import require_chain
from games.table.checks import LONGEST_WAIT, require_word
from games.table.opening import MOST_DELAY, POLICIES, REVEALS, checked_clock
from tournaments.pairing.possible import SEATS
from tournaments.scoring import Scoring, usual_normalise, wrong

FormatKind = Literal["round_robin", "swiss", "knockout", "ladder", "own"]
EntrantKind = Literal["player", "bot", "program", "team"]
FORMATS: Final[tuple[FormatKind, ...]] = ("round_robin", "swiss", "knockout", "ladder", "own")
KINDS: Final[tuple[EntrantKind, ...]] = ("player", "bot", "program", "team")
MOST_ENTRANTS: Final = 1_000
MOST_ROUNDS: Final = 1_000
MOST_GAMES: Final = 32
LONGEST: Final = 366 * 86_400  # seconds
SCORING: Final = Scoring()
Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game of the tournament; in turn each has a round.

    Attributes:
        rules: version of its rules; null: the newest, which is fixed by the opening.
        clock: seconds a turn; without one only bots may enter.
    """

    game: str
    seats: int
    rules: int | None = None
    options: dict[str, Any] | None = None
    clock: dict[str, Any] | None = None
    on_time_out: str = "fallback"

    @property
    def rules_of_play(self) -> AnyGame:
        """Return the game itself."""
        return game_of(self.game, self.rules or NEWEST[self.game].version)


@dataclass(frozen=True, slots=True)
class FormatSettings:
    """Who meets whom.

    Attributes:
        rounds: how many; null where the format itself says it.
        cycles: of a round robin, how often everybody meets everybody.
        advancing: of a knockout, how many of each table go on.
        third_place: of a knockout, whether those who lost before the final play for it.
        duplicate: all tables of a round share one deal group.
        rotate: a pairing is played in all turns of the seats; bots and teams only.
        rematches: of own pairings, whether the same people may meet again.
        seconds: of a ladder, for how long it pairs.
    """

    kind: FormatKind
    rounds: int | None = None
    cycles: int = 1
    advancing: int = 1
    third_place: bool = False
    duplicate: bool = True
    rotate: bool = False
    rematches: bool = False
    seconds: int | None = None


@dataclass(frozen=True, slots=True)
class Schedule:
    """When things happen.

    Attributes:
        starts_at: when the start is called for by itself, in milliseconds; null: when asked.
        reveal_seconds: from the call to the last moment at which an entropy may be revealed.
        round_seconds: from one round's plan to the next one's at least; null: none.
    """

    starts_at: int | None = None
    reveal_seconds: int = 60
    round_seconds: int | None = None


@dataclass(frozen=True, slots=True)
class Policies:
    """What becomes of those who do not play, and of what was not played.

    Attributes:
        late: whether who is late too often stays in, or is withdrawn.
        late_tables: so many tables at which somebody never acts are borne.
        void: a table voided while its round is played is played again with other deals, or stays
            without a result.
    """

    late: Literal["keep", "withdraw"] = "withdraw"
    late_tables: int = 1
    void: Literal["replay", "score"] = "replay"


@dataclass(frozen=True, slots=True)
class EntrySettings:
    """Who may enter.

    Attributes:
        register: whether players enter themselves; else the directors enter them.
        late: whether one may still enter when rounds are played.
        check_in: whether players must say that they are there before the start.
    """

    least: int = 2
    most: int = MOST_ENTRANTS
    kinds: tuple[EntrantKind, ...] = ("player", "bot", "program")
    register: bool = True
    late: bool = False
    check_in: bool = False


@dataclass(frozen=True, slots=True)
class Settings:
    """All that a tournament is opened with."""

    games: tuple[PlayedGame, ...]
    format: FormatSettings
    scoring: Scoring = SCORING
    schedule: Schedule = Schedule()
    policies: Policies = Policies()
    entrants: EntrySettings = EntrySettings()
    reveal: str = "table"
    beacon: dict[str, Any] | None = None
    spectator_delay: int = 0


def settings_in(data: Mapping[str, Any]) -> Settings:
    """Return the settings that JSON tells of, all of them told and possible.

    Raises:
        BadValue: a key is unknown, a value is wrong, or the format is impossible.
    """
    found: Settings = from_json(Settings, data)
    if not 1 <= len(found.games) <= MOST_GAMES:
        raise BadValue("games", f"must be 1 to {MOST_GAMES} games")
    games = tuple(game_in(at, one) for at, one in enumerate(found.games))
    scoring = found.scoring
    if "normalise" not in data.get("scoring", {}):
        scoring = replace(scoring, normalise=usual_normalise(len(games)))
    require_scoring(scoring, games)
    require_format(found.format, games)
    require_times(found.schedule)
    require_entries(found, games)
    require_word("reveal", found.reveal, REVEALS)
    if found.beacon is not None:
        require_chain(found.beacon)
    require_number("spectator_delay", found.spectator_delay, 0, MOST_DELAY)
    return replace(found, games=games, scoring=scoring)


def require_scoring(own: Scoring, games: tuple[PlayedGame, ...]) -> None:
    """Refuse a way to count that does not fit the games."""
    sizes = {game.seats for game in games}
    for path, why in wrong(own, len(games), len(sizes) > 1).items():
        raise BadValue("scoring." + path.replace("/", "."), why)


def as_json(settings: Settings) -> Json:
    """Return settings as JSON values, all of them told."""
    return asdict(settings)


def require_number(path: str, value: int | None, least: int, most: int) -> None:
    """Refuse a number that is out of bounds; null is none."""
    if value is not None and not is_whole(value, least, most):
        raise BadValue(path, f"must be a whole number from {least} to {most}")


def game_in(at: int, own: PlayedGame) -> PlayedGame:
    """Return a game with its rules and all its options told."""
    path = f"games.{at}"
    if own.game not in NEWEST:
        raise BadValue(f"{path}.game", f"must be one of: {', '.join(NEWEST)}")
    game = own.rules_of_play
    possible = [seats for seats in game.seats if seats in SEATS]
    if own.seats not in possible:
        why = f"{game.title} is for {possible[0]} to {possible[-1]} seats here"
        raise BadValue(f"{path}.seats", why)
    if own.on_time_out not in POLICIES:
        raise BadValue(f"{path}.on_time_out", f"must be one of: {', '.join(POLICIES)}")
    try:
        options = dict(written(checked(game.options, own.options or {}, own.seats)))
    except BadOptions as bad:
        name, why = next(iter(bad.problems.items()))
        raise BadValue(f"{path}.options.{name}", why) from None
    try:
        clock = checked_clock(own.clock)
    except BadValue as bad:
        raise BadValue(f"{path}.{bad.path}", bad.why) from None
    return PlayedGame(own.game, own.seats, game.version, options, clock, own.on_time_out)


def require_format(own: FormatSettings, games: tuple[PlayedGame, ...]) -> None:
    """Refuse a format that cannot be played."""
    require_number("format.rounds", own.rounds, 1, MOST_ROUNDS)
    require_number("format.cycles", own.cycles, 1, MOST_ROUNDS)
    require_number("format.seconds", own.seconds, 1, LONGEST)
    needs = {"swiss": "rounds", "ladder": "seconds"}.get(own.kind)
    if needs is not None and getattr(own, needs) is None:
        raise BadValue(f"format.{needs}", f"is missing: a {own.kind} format needs it")
    if own.kind in ("knockout", "ladder") and own.rounds is not None:
        raise BadValue("format.rounds", f"is not said of a {own.kind} format, which ends by itself")
    if own.kind != "ladder" and own.seconds is not None:
        raise BadValue("format.seconds", "is said of a ladder format alone")
    if own.kind == "knockout":
        require_knockout(own, {game.seats for game in games})
    if own.third_place and own.kind != "knockout":
        raise BadValue("format.third_place", "is played in a knockout format alone")


def require_knockout(own: FormatSettings, sizes: set[int]) -> None:
    """Refuse a knockout whose tables do not fill tables again."""
    if len(sizes) > 1:
        raise BadValue("games", "must all have as many seats: a knockout's tables fill tables")
    (seats,) = sizes
    fitting = [count for count in range(1, seats) if seats % count == 0]
    if own.advancing not in fitting:
        why = f"must be one of: {', '.join(map(str, fitting))}; they fill tables of {seats} again"
        raise BadValue("format.advancing", why)


def require_times(own: Schedule) -> None:
    """Refuse times that are out of bounds."""
    require_number("schedule.starts_at", own.starts_at, 0, 2**53 - 1)
    require_number("schedule.reveal_seconds", own.reveal_seconds, 1, LONGEST_WAIT)
    require_number("schedule.round_seconds", own.round_seconds, 0, LONGEST)


def require_entries(own: Settings, games: tuple[PlayedGame, ...]) -> None:
    """Refuse bounds that no field of entrants can keep, and players without a clock."""
    entry, seats = own.entrants, max(game.seats for game in games)
    require_number("entrants.least", entry.least, 1, MOST_ENTRANTS)
    require_number("entrants.most", entry.most, entry.least, MOST_ENTRANTS)
    require_number("policies.late_tables", own.policies.late_tables, 0, MOST_ROUNDS)
    if not entry.kinds:
        raise BadValue("entrants.kinds", f"must be some of: {', '.join(KINDS)}")
    if entry.most < seats:
        raise BadValue("entrants.most", f"must be at least {seats}: a table has so many seats")
    if own.format.rotate and not {*entry.kinds} <= {"bot", "team"}:
        why = "needs `entrants.kinds` of bots and teams: nobody else sits twice with the same deals"
        raise BadValue("format.rotate", why)
    if "team" in entry.kinds and not own.format.rotate:
        why = "must be true: the members of a team are spread over the seats"
        raise BadValue("format.rotate", why)
    timeless = [at for at, game in enumerate(games) if game.clock is None]
    if timeless and {*entry.kinds} != {"bot"}:
        why = 'is missing: only where `entrants.kinds` is ["bot"] tables do without a clock'
        raise BadValue(f"games.{timeless[0]}.clock", why)


def levels(settings: Settings) -> tuple[str, ...]:
    """Return the levels of bots that all games of a tournament have."""
    own = [levels_of(game.rules_of_play.bots) for game in settings.games]
    return tuple(level for level in own[0] if all(level in others for others in own))
