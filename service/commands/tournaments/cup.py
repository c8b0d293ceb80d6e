"""What stands in a cup's file, read strictly: every mistake is named with its line.

docs/reference/tournament-settings.md describes the file. What is behind `[[entrant]]` plays,
`[run]` says where; all else are the settings of a tournament, as they are sent to the API.
"""

import hashlib
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date, time
from pathlib import Path
from types import NoneType
from typing import Any, Final, NamedTuple

from games.core.contract import Illegal
from games.core.fairness.shuffle import canonical_bytes
from games.core.type_hints.values import BadValue
from games.core.words import did_you_mean, printable_text
from service.commands.tournaments.entries import KINDS_BY_KEY, NAME, CupEntrant, entrants_in
from service.commands.tournaments.lines import line_at, toml_line_numbers
from tournaments.following import entrants_needed
from tournaments.mistakes import BadSettings
from tournaments.moments import require_future_start
from tournaments.pairing.possible import require_possible
from tournaments.pairings import format_of
from tournaments.settings import Settings, settings_in, settings_to_json
from tournaments.state import Tournament

Json = dict[str, Any]
Note = Callable[[str, str], None]
OWN: Final = ("name", "entrant", "run")
SETTINGS: Final = tuple(field.name for field in fields(Settings))
NO_BEACON: Final = "none"  # TOML has no null
MOVE_MS: Final = 1_000  # that a program has for a move unless the file says otherwise
MOST_MS: Final = 3_600_000
AT = re.compile(r"(.*) \(at (?:line (\d+), column \d+|end of document)\)", re.DOTALL)


class CupMistake(NamedTuple):
    """What is wrong in a file, and on which line."""

    line: int
    path: str
    why: str


class BadCup(Exception):
    """A file from which no cup can be run; the text has a line for each mistake."""

    def __init__(self, file: Path, mistakes: Sequence[CupMistake]) -> None:
        self.mistakes = sorted(mistakes)
        super().__init__("\n".join(_mistake_message(file, one) for one in self.mistakes))


def _mistake_message(file: Path, one: CupMistake) -> str:
    """Return a mistake as compilers tell theirs."""
    return printable_text(f"{file}:{one.line}: {one.path}{': ' if one.path else ''}{one.why}")


@dataclass(frozen=True, slots=True)
class RunSettings:
    """Where and how a cup is run; all of it may be told on the command line, too.

    Attributes:
        server: its URL; None: one of our own.
        token_file: holds the token of the director.
        move_ms: what a program has for a move.
    """

    server: str | None = None
    token_file: Path | None = None
    results: Path | None = None
    move_ms: int = MOVE_MS


@dataclass(frozen=True, slots=True)
class Cup:
    """A cup that can be run.

    Attributes:
        sent: the settings as the API gets them.
    """

    name: str
    settings: Settings
    sent: Json
    entrants: tuple[CupEntrant, ...]
    run: RunSettings

    def plan(self) -> Json:
        """Return all that decides what is played, as JSON."""
        entrants = [one.as_json() for one in self.entrants]
        beacon = (self.sent["beacon"] or NO_BEACON) if "beacon" in self.sent else None
        return {
            "name": self.name, **settings_to_json(self.settings), "beacon": beacon,
            "entrant": entrants,
        }  # fmt: skip

    def digest(self) -> str:
        """Return the hash of the plan."""
        return hashlib.sha256(canonical_bytes(self.plan())).hexdigest()


def read_cup(file: Path) -> Cup:
    """Return the cup of a file; BadCup if there is a mistake in it."""
    data, lines = _parse_cup_file(file)
    mistakes: list[CupMistake] = []

    def note(path: str, why: str) -> None:
        mistakes.append(CupMistake(line_at(lines, path), path, why))

    for key in data.keys() - {*OWN, *SETTINGS}:
        known = (*OWN, *SETTINGS)
        note(key, f"is unknown; there are: {', '.join(known)}{did_you_mean(key, known)}")
    name, run = _name_in(data, note), _run_in(data.get("run", {}), file.parent, note)
    sent = _sent_in(data)
    settings = _parse_settings(sent, note)
    if settings is not None and settings.schedule.starts_at is not None:
        starts_at = settings.schedule.starts_at  # as a number: JSON has no dates
        sent["schedule"] = {**sent["schedule"], "starts_at": starts_at}
    entrants = entrants_in(data.get("entrant", []), settings, file.parent, note)
    if settings is not None and not mistakes:
        _require_field(settings, entrants, note)
    if mistakes or settings is None:
        raise BadCup(file, mistakes)
    return Cup(name, settings, sent, tuple(entrants), run)


def require_future_cup(file: Path, cup: Cup, now: int) -> None:
    """Refuse a cup that is to begin anew, and whose start lies behind us; BadCup has the line."""
    try:
        require_future_start(cup.settings.schedule.starts_at, now)
    except BadValue as bad:
        line = line_at(_parse_cup_file(file)[1], bad.path)
        raise BadCup(file, [CupMistake(line, bad.path, bad.why)]) from None


def _parse_settings(sent: Json, note: Note) -> Settings | None:
    """Return the settings of a tournament; None where there are mistakes, which are noted.

    A beacon is named, and only the server knows which it follows.
    """
    if not isinstance(sent.get("beacon"), (str, NoneType)):
        note("beacon", f'must be the name of a chain that the server follows, or "{NO_BEACON}"')
    try:
        return settings_in({key: value for key, value in sent.items() if key != "beacon"})
    except BadSettings as bad:
        for path, why in bad.errors.items():
            note(path, why)
        return None


def _parse_cup_file(file: Path) -> tuple[Json, Mapping[str, int]]:
    """Return what a file holds, and on which lines; BadCup if it is no TOML."""
    try:
        text = file.read_text(encoding="utf-8")
        return tomllib.loads(text), toml_line_numbers(text)
    except OSError as error:
        raise BadCup(file, [CupMistake(1, "", f"can't be read ({error.strerror})")]) from None
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise BadCup(file, [CupMistake(line, "", "must be text in UTF-8")]) from None
    except tomllib.TOMLDecodeError as error:
        found = AT.fullmatch(str(error))
        why = found[1] if found else str(error)
        line = int(found[2]) if found and found[2] else text.count("\n") + 1
        raise BadCup(file, [CupMistake(line, "", f"is no TOML: {why}")]) from None


def _name_in(data: Json, note: Note) -> str:
    """Return what the cup is called."""
    name = data.get("name")
    if name is None:
        note("name", "is missing: what the cup is called")
    elif not isinstance(name, str) or not NAME.fullmatch(name):
        note("name", "must be 1 to 80 characters on one line, without spaces at its ends")
    return str(name)


def _sent_in(data: Json) -> Json:
    """Return the settings as the API gets them.

    Unless the file says otherwise, those may enter whom it names, and nobody else.
    """
    sent = {key: data[key] for key in SETTINGS if key in data}
    if sent.get("beacon") == NO_BEACON:
        sent["beacon"] = None
    own = sent.get("schedule")
    if isinstance(own, dict) and isinstance(own.get("starts_at"), date | time):
        sent["schedule"] = {**own, "starts_at": own["starts_at"].isoformat()}
    own, rows = data.get("entrants", {}), data.get("entrant", [])
    if isinstance(own, dict):
        keys = {key for row in rows if isinstance(row, dict) for key in row} if rows else set()
        kinds = [kind for key, kind in KINDS_BY_KEY.items() if key in keys]
        sent["entrants"] = {"kinds": kinds or ["bot"], "register": False, **own}
    return sent


def _run_in(data: Any, folder: Path, note: Note) -> RunSettings:
    """Return where a cup is run; paths are those from the file's folder."""
    if not isinstance(data, dict):
        note("run", "must be a table: [run]")
        return RunSettings()
    given = dict(data)
    for key, why in [*_wrong_in_run(given, folder)]:
        note(f"run.{key}", why)
        del given[key]
    for key in given.keys() & {"token_file", "results"}:
        given[key] = folder / given[key]
    return RunSettings(**given)


def _wrong_in_run(data: Json, folder: Path) -> Iterator[tuple[str, str]]:
    """Yield what is wrong in `[run]`, by key."""
    known = tuple(field.name for field in fields(RunSettings))
    for key, value in data.items():
        if key not in known:
            yield key, f"is unknown; there are: {', '.join(known)}{did_you_mean(key, known)}"
        elif key == "move_ms":
            if type(value) is not int or not 1 <= value <= MOST_MS:
                yield key, f"must be a whole number from 1 to {MOST_MS}: milliseconds"
        elif not isinstance(value, str) or not value:
            yield key, "must be a text"
        elif key == "server" and not value.startswith(("http://", "https://")):
            yield key, "must be a URL, as in http://127.0.0.1:8000"
        elif key == "token_file" and not (folder / value).is_file():
            yield key, f"there is no file {folder / value}"


def _require_field(settings: Settings, entrants: Sequence[CupEntrant], note: Note) -> None:
    """Note where so many entrants can't play what is asked for."""
    count, t = len(entrants), Tournament("", settings=settings)
    if settings.format.kind == "own":
        why = "takes pairings from a program of yours, round by round: POST .../rounds"
        note("format.kind", why)
        return
    if count > settings.entrants.most:
        note("entrants.most", f"must be at least {count}: the file names so many entrants")
    if count < entrants_needed(t) and not settings.entrants.register:
        note("entrant", f"there are {count}; at least {entrants_needed(t)} are needed")
    elif settings.format.kind != "ladder" and count >= entrants_needed(t):
        try:
            for game in range(len(settings.games)):
                require_possible(format_of(t, game), count)
        except Illegal as no:
            note("format", no.detail)
