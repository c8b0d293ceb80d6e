"""Rule U1: what a tournament is opened with, read strictly from JSON.

docs/reference/tournament-settings.md has all.

>>> data = {"games": [{"game": "boon", "seats": 4}], "format": {"kind": "swiss", "rounds": 3}}
>>> settings_in(data | {"entrants": {"kinds": ["bot"]}}).scoring.kind
'points'
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields, is_dataclass, replace
from typing import Annotated, Any, Final, Literal, get_args

from games.core.bots import levels_of
from games.core.options import is_whole
from games.core.type_hints.values import SPARSE, left_out
from games.table.beacon import require_chain
from games.table.checks import LONGEST_WAIT, require_word
from games.table.opening import MOST_DELAY, REVEALS
from tournaments.invitations import invited_mistakes
from tournaments.mistakes import SettingMistakes, read_record
from tournaments.moments import with_read_start
from tournaments.pairing.possible import advancing_from
from tournaments.played_games import PlayedGame, as_logged, checked_game
from tournaments.prizes import prize_mistakes
from tournaments.scoring import Scoring, usual_normalise
from tournaments.scoring import scoring_mistakes as mistakes

FormatKind = Literal["round_robin", "swiss", "knockout", "ladder", "own", "pools"]
EntrantKind = Literal["player", "bot", "program", "team"]
FORMATS: Final[tuple[FormatKind, ...]] = get_args(FormatKind)
KINDS: Final[tuple[EntrantKind, ...]] = ("player", "bot", "program", "team")
MOST_ENTRANTS: Final = 1_000
MOST_ROUNDS: Final = 1_000
MOST_GAMES: Final = 32
LONGEST: Final = 366 * 86_400  # seconds
MOST_RATING: Final = 1_000
MOST_POOLS: Final = 100
WIDER: Final = ("goblin_market", "boojum")  # games in which shared deals make intervals wider
SCORING: Final = Scoring()
Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class FormatSettings:
    """Who meets whom.

    Attributes:
        rounds: how many; null where the format itself says it.
        cycles: of a round robin, how often everybody meets everybody.
        advancing: of a knockout, how many of each table go on.
        third_place: of a knockout, whether those who lost before the final play for it.
        duplicate: all tables of a round share one deal group; null: unless a game is played in
            which that makes intervals wider, which the opening then tells.
        rotate: a pairing is played in all turns of the seats; bots and teams only.
        rematches: of own pairings, whether the same people may meet again.
        seconds: of a ladder, for how long it pairs.
        pools: so many pools, in each of which everybody meets everybody.
        qualify: so many of each pool play the knockout behind them.
        seats_first: of a Swiss at tables of three to six, whether even seats count before new
            opponents.
        seeding: who counts as stronger: by `rating` at entry; null: in the order of entry. A
            director may send a list instead.
    """

    kind: FormatKind
    rounds: int | None = None
    cycles: int = 1
    advancing: int = 1
    third_place: bool = False
    duplicate: bool | None = None
    rotate: bool = False
    rematches: bool = False
    seconds: int | None = None
    pools: Annotated[int | None, SPARSE] = None
    qualify: Annotated[int | None, SPARSE] = None
    seeding: Annotated[Literal["rating"] | None, SPARSE] = None
    seats_first: Annotated[bool | None, SPARSE] = None


UNTOLD: Final = FormatSettings("own")  # in place of one that can't be read
OF_SOME_SIZES: Final = ("round_robin", "swiss", "own")  # formats with tables of several sizes
ONLY_FOR: Final[Mapping[str, tuple[FormatKind, ...]]] = {
    "cycles": ("round_robin", "pools"), "advancing": ("knockout", "pools"),
    "third_place": ("knockout", "pools"), "rematches": ("own",), "seconds": ("ladder",),
    "pools": ("pools",), "qualify": ("pools",), "seats_first": ("swiss",),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Schedule:
    """When things happen.

    Attributes:
        starts_at: when the start is called for by itself, in milliseconds since 1970; null: when
            asked. The server takes a text as `2026-12-05T18:00:00+01:00`, too.
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
        prizes: by place from the first, in whole units of `prize_unit`, such as EUR.
        shared_prizes: who shares a place divides the prizes of the places taken (`split`, or null),
            or `each` gets that of the place.
    """

    late: Literal["keep", "withdraw"] = "withdraw"
    late_tables: int = 1
    void: Literal["replay", "score"] = "replay"
    prizes: Annotated[tuple[int, ...] | None, SPARSE] = None
    prize_unit: Annotated[str | None, SPARSE] = None
    shared_prizes: Annotated[Literal["split", "each"] | None, SPARSE] = None


@dataclass(frozen=True, slots=True)
class EntrySettings:
    """Who may enter.

    Attributes:
        register: whether players enter themselves; else the directors enter them.
        late: whether one may still enter when rounds are played.
        check_in: whether players must say that they are there before the start.
        least_rating, most_rating: bounds of the rating with which players enter themselves, as
            leaderboards show it; of several games the mean.
        invited: ids of players who alone enter themselves; directors may invite more. null: any
            player.
        code: whether players need a code to enter themselves; directors read it and hand it on.
        most_byes: how many rounds of a Swiss one may ask to sit out, when entering; null: none.
    """

    least: int = 2
    most: int = MOST_ENTRANTS
    kinds: tuple[EntrantKind, ...] = ("player", "bot", "program")
    register: bool = True
    late: bool = False
    check_in: bool = False
    least_rating: Annotated[int | None, SPARSE] = None
    most_rating: Annotated[int | None, SPARSE] = None
    invited: Annotated[tuple[str, ...] | None, SPARSE] = None
    code: Annotated[bool | None, SPARSE] = None
    most_byes: Annotated[int | None, SPARSE] = None

    @property
    def has_rating_bounds(self) -> bool:
        """Whether not everybody may enter, whatever their rating."""
        return self.least_rating is not None or self.most_rating is not None


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

    @property
    def needs_ratings(self) -> bool:
        """Whether the log must tell with which rating everybody enters."""
        return self.format.seeding == "rating" or self.entrants.has_rating_bounds


def settings_in(data: Mapping[str, Any]) -> Settings:
    """Return the settings that JSON tells of, all of them told and possible.

    Raises:
        BadSettings: keys are unknown, values wrong, or the format is impossible; it has them all.
    """
    wrong = SettingMistakes()
    data = with_read_start(data, wrong)
    read: Settings = read_record(Settings, data, "", wrong, {"games": (), "format": UNTOLD})
    if wrong.spare("games") and not 1 <= len(read.games) <= MOST_GAMES:
        wrong.note("games", f"must be 1 to {MOST_GAMES} games")
    games = tuple(one and checked_game(at, one, wrong) for at, one in enumerate(read.games))
    deals = _usual_duplicate(games) if read.format.duplicate is None else read.format.duplicate
    found = replace(read, games=games, format=replace(read.format, duplicate=deals))
    found = replace(found, beacon=as_logged(found.beacon))
    if not (isinstance(scoring := data.get("scoring"), dict) and "normalise" in scoring):
        several = len(games) > 1 or any(game is not None and game.other_seats for game in games)
        usual = replace(read.scoring, normalise=usual_normalise(several))
        found = replace(found, scoring=usual)
    _check_alone(found, wrong)
    if wrong.spare("entrants"):
        _check_entrants(found, wrong)
    if wrong.spare("games"):
        _check_together(found, wrong)
    wrong.require_none()
    return found


def settings_to_json(settings: Settings) -> Json:
    """Return settings as JSON values, all of them told.

    Those that came later are left out where they say nothing, so that older logs keep their bytes.
    """
    found = asdict(settings)
    found["games"] = [_sparse_section(PlayedGame, game) for game in found["games"]]
    for field in fields(settings):
        if is_dataclass(own := getattr(settings, field.name)):
            found[field.name] = _sparse_section(type(own), found[field.name])
    return _sparse_section(Settings, found)


def _sparse_section(kind: type[Any], section: Json) -> Json:
    """Return a section without later settings that say nothing."""
    spare = left_out(kind)
    return {
        name: value for name, value in section.items() if value is not None or name not in spare
    }


def _usual_duplicate(games: Iterable[PlayedGame | None]) -> bool:
    """Say whether tables share their deals where the settings don't say."""
    return not any(game is not None and game.game in WIDER for game in games)


def _check_alone(own: Settings, wrong: SettingMistakes) -> None:
    """Note what is wrong whatever else is said."""
    for path, value, least, most in (
        ("format.rounds", own.format.rounds, 1, MOST_ROUNDS),
        ("format.cycles", own.format.cycles, 1, MOST_ROUNDS),
        ("format.seconds", own.format.seconds, 1, LONGEST),
        ("format.pools", own.format.pools, 2, MOST_POOLS),
        ("format.qualify", own.format.qualify, 1, MOST_POOLS),
        ("schedule.starts_at", own.schedule.starts_at, 0, 2**53 - 1),
        ("schedule.reveal_seconds", own.schedule.reveal_seconds, 1, LONGEST_WAIT),
        ("schedule.round_seconds", own.schedule.round_seconds, 0, LONGEST),
        ("entrants.least", own.entrants.least, 1, MOST_ENTRANTS),
        ("entrants.most", own.entrants.most, own.entrants.least, MOST_ENTRANTS),
        ("entrants.most_byes", own.entrants.most_byes, 1, MOST_ROUNDS),
        ("entrants.least_rating", own.entrants.least_rating, -MOST_RATING, MOST_RATING),
        ("entrants.most_rating", own.entrants.most_rating, -MOST_RATING, MOST_RATING),
        ("policies.late_tables", own.policies.late_tables, 0, MOST_ROUNDS),
        ("spectator_delay", own.spectator_delay, 0, MOST_DELAY),
    ):
        if value is not None and not is_whole(value, least, most):
            wrong.note(path, f"must be a whole number from {least} to {most}")
    for path, why in prize_mistakes(own.policies.prizes or (), own.policies.prize_unit):
        wrong.note(path, why)
    for path, why in invited_mistakes(own.entrants.invited or ()):
        wrong.note(f"entrants.invited{path}", why)
    if not own.entrants.kinds:
        wrong.note("entrants.kinds", f"must be one or more of: {', '.join(KINDS)}")
    if own.reveal == "auditors":
        why = (
            "must be one of: table, hand; `auditors` would hide nothing, since everybody can"
            " compute the deals from the tournament's secret, which opens at its close"
        )
        wrong.note("reveal", why)
    with wrong.noting():
        require_word("reveal", own.reveal, REVEALS)
        if own.beacon is not None:
            require_chain(own.beacon)
    _check_format(own.format, wrong)


def _check_format(own: FormatSettings, wrong: SettingMistakes) -> None:
    """Note what a format lacks, and what is not said of it."""
    needs = {"swiss": ["rounds"], "ladder": ["seconds"], "pools": ["pools", "qualify"]}
    for name in needs.get(own.kind, ()):
        if getattr(own, name) is None:
            wrong.note(f"format.{name}", f"is missing: a {own.kind} format needs it")
    if own.kind in ("knockout", "ladder", "pools") and own.rounds is not None:
        wrong.note("format.rounds", f"must be left out: a {own.kind} format ends by itself")
    for name, kinds in ONLY_FOR.items():
        if getattr(own, name) != getattr(UNTOLD, name) and own.kind not in kinds:
            several = "formats" if len(kinds) > 1 else "format"
            wrong.note(f"format.{name}", f"is only for the {' and '.join(kinds)} {several}")


def _check_together(own: Settings, wrong: SettingMistakes) -> None:
    """Note what does not fit together, of sections in which nothing is wrong by itself."""
    sizes = {game.seats for game in own.games}
    has_others = any(game.other_seats for game in own.games)
    if wrong.spare("scoring"):
        for path, why in mistakes(own.scoring, len(own.games), len(sizes) > 1, has_others).items():
            wrong.note("scoring." + path.replace("/", "."), why)
    for at, game in enumerate(own.games):
        if game.other_seats and own.format.kind not in OF_SOME_SIZES:
            why = f"is only for the {', '.join(OF_SOME_SIZES)} formats"
            wrong.note(f"games.{at}.other_seats", why)
    if own.entrants.most_byes is not None and own.format.kind != "swiss":
        wrong.note("entrants.most_byes", "is only for the swiss format")
    if own.scoring.kind == "duplicate" and not (own.format.duplicate or own.format.rotate):
        why = "compares who had the same cards: it needs `format.duplicate` true, or `rotate`"
        wrong.note("scoring.kind", why)
    if own.format.kind in ("knockout", "pools"):
        _check_knockout(own.format, sizes, wrong)
    most = max(min(game.sizes) for game in own.games)
    if own.entrants.most < most and wrong.spare("entrants"):
        wrong.note("entrants.most", f"must be at least {most}: a table has so many seats")


def _check_knockout(own: FormatSettings, sizes: set[int], wrong: SettingMistakes) -> None:
    """Rule U60: note a knockout whose tables do not fill tables again."""
    if len(sizes) > 1:
        wrong.note(
            "games", "must all have the same number of seats, since a knockout refills its tables"
        )
        return
    (seats,) = sizes
    fitting = advancing_from(seats)
    found = (own.pools or 0) * (own.qualify or 0)
    if own.pools and own.qualify and found < seats:
        wrong.note("format.qualify", f"must fill a table of {seats}: of {own.pools} pools more")
    if own.advancing not in fitting:
        why = f"must be one of: {', '.join(map(str, fitting))}; they fill tables of {seats} again"
        wrong.note("format.advancing", why)


def _check_entrants(own: Settings, wrong: SettingMistakes) -> None:
    """Note whom a format does not take, and players without a clock."""
    kinds = {*own.entrants.kinds}
    if own.format.rotate and not kinds <= {"bot", "team"}:
        why = "needs `entrants.kinds` of bots and teams only: nobody else may play a deal twice"
        wrong.note("format.rotate", why)
    if "team" in kinds and not own.format.rotate:
        why = "must be true: the members of a team are spread over the seats"
        wrong.note("format.rotate", why)
    for at, game in enumerate(own.games):
        if game is not None and game.clock is None and kinds != {"bot"}:
            why = 'is missing: tables need a clock unless `entrants.kinds` is ["bot"]'
            wrong.note(f"games.{at}.clock", why)


def shared_bot_levels(settings: Settings) -> tuple[str, ...]:
    """Return the levels of bots that all games of a tournament have."""
    own = [levels_of(game.rules_of_play.bots.levels) for game in settings.games]
    return tuple(level for level in own[0] if all(level in others for others in own))
