"""Who plays in a cup: the `[[entrant]]` of its file."""

import re
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count, islice
from pathlib import Path
from typing import Any, Final

from bots.programs import NoProgram, program_command
from games.core.bots import LEVELS
from games.core.words import did_you_mean
from tournaments.invitations import PLAYER
from tournaments.settings import EntrantKind, Settings, shared_bot_levels
from tournaments.state import BOT, is_server_bot

Json = dict[str, Any]
Note = Callable[[str, str], None]
KINDS_BY_KEY: Final[Mapping[str, EntrantKind]] = {
    "bot": "bot", "player": "player", "program": "program", "team": "team",
}  # fmt: skip
KNOWN: Final = (*KINDS_BY_KEY, "name", "count", "token_file")
MOST: Final = 1_000  # of one entry, and of all
NAME = re.compile(r"[^\s\x00-\x1f](?:[^\x00-\x1f\x7f-\x9f]{0,78}[^\s\x00-\x1f])?")
NAMED: Final = "must be 1 to 80 characters on one line, without spaces at its ends"


@dataclass(frozen=True, slots=True)
class CupEntrant:
    """Who takes part.

    Attributes:
        members: ``bot:`` and a level, or a player's id; of a program the runner says who.
        program: what is started, as it stands in the file.
        command: the same as words, paths made whole.
        token_file: holds the token of the account with which it plays; None: a new one.
    """

    name: str
    kind: EntrantKind
    members: tuple[str, ...] = ()
    program: str | None = None
    command: tuple[str, ...] = ()
    token_file: Path | None = None

    def as_json(self) -> Json:
        """Return what decides how it plays."""
        return {
            "name": self.name, "kind": self.kind, "members": [*self.members],
            "program": self.program,
        }  # fmt: skip


def entrants_in(rows: Any, settings: Settings | None, folder: Path, note: Note) -> list[CupEntrant]:
    """Return who plays; mistakes are noted. Without settings that are right, less is checked."""
    found: list[CupEntrant] = []
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        note("entrant", "must be tables, each of which begins with [[entrant]]")
        return found
    taken: dict[str, str] = {}  # names of entrants, and players, by path
    for at, row in enumerate(rows):
        path = f"entrant.{at}"
        wrong = [*_wrong_in(row, settings, folder)]
        for key, why in wrong:
            note(f"{path}.{key}" if key else path, why)
        if not wrong:
            own = _entrants_of(row, folder, {one.name for one in found})
            _require_once(own, path, taken, note)
            found += own
    return found


def _wrong_in(row: Json, settings: Settings | None, folder: Path) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with an entrant, by key."""
    for key in row.keys() - {*KNOWN}:
        yield key, f"is unknown; there are: {', '.join(KNOWN)}{did_you_mean(key, KNOWN)}"
    kinds = [key for key in KINDS_BY_KEY if key in row]
    if len(kinds) != 1:
        kinds_named = "names " + " and ".join(kinds) if kinds else "names nobody"
        yield (kinds[-1] if kinds else ""), f"{kinds_named}; name one of: {', '.join(KINDS_BY_KEY)}"
        return
    (key,) = kinds
    yield from _wrong_members(row, key, settings)
    if key == "program":
        yield from _wrong_program(row, folder)
    elif "token_file" in row:
        yield "token_file", "is only for a program: others play with their own tokens"
    if settings is not None and KINDS_BY_KEY[key] not in settings.entrants.kinds:
        yield key, f"`entrants.kinds` takes only: {', '.join(settings.entrants.kinds)}"
    name, many = row.get("name", "a"), row.get("count", 1)
    if not isinstance(name, str) or not NAME.fullmatch(name):
        yield "name", NAMED
    if type(many) is not int or not 1 <= many <= MOST:
        yield "count", f"must be a whole number from 1 to {MOST}"
    elif many > 1 and key in ("player", "team"):
        yield "count", f"is only for bots and programs: a {key} enters once"


def _wrong_members(row: Json, key: str, settings: Settings | None) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with those who play for an entrant."""
    given = row[key]
    if key == "team":
        if not (isinstance(given, list) and 2 <= len(given) <= 6):
            yield key, "must be 2 to 6 members: ids of players, bots as bot:regular"
            return
    elif not isinstance(given, str) or not given:
        yield key, "must be a text"
        return
    for at, one in enumerate(given if key == "team" else [given]):
        path = f"{key}.{at}" if key == "team" else key
        level = one if key == "bot" else str(one).removeprefix(BOT)
        if not isinstance(one, str) or not one:
            yield path, "must be a text"
        elif key == "bot" or one.startswith(BOT):
            known = LEVELS if settings is None else shared_bot_levels(settings)
            if level not in known:
                yield path, f"must be a level: {', '.join(known)}{did_you_mean(level, known)}"
        elif key != "program" and not PLAYER.fullmatch(one):
            yield path, "must be the id of an account; GET /v1/players/me tells its player"


def _wrong_program(row: Json, folder: Path) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with a program."""
    if isinstance(row["program"], str) and row["program"]:
        try:
            _command_in(row["program"], folder)
        except NoProgram as error:
            yield "program", str(error)
    file = row.get("token_file")
    if file is not None and not (isinstance(file, str) and (folder / file).is_file()):
        yield "token_file", f"there is no file {folder / str(file)}"
    if file is not None and row.get("count", 1) != 1:
        yield "count", "must be 1 with a token_file: an account enters once"


def _command_in(text: str, folder: Path) -> list[str]:
    """Return what is started; files are those that the folder has."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise NoProgram(f"it can't be read as a command: {error}") from None
    whole = [str((folder / one).resolve()) if (folder / one).is_file() else one for one in words]
    return program_command(shlex.join(whole))


def _entrants_of(row: Json, folder: Path, taken: set[str]) -> list[CupEntrant]:
    """Return the entrants of a row of the file: as many as its count says."""
    (key,) = (key for key in KINDS_BY_KEY if key in row)
    given, file = row[key], row.get("token_file")
    own = CupEntrant(row.get("name", ""), KINDS_BY_KEY[key])
    match key:
        case "program":
            file = folder / file if file else None
            command = tuple(_command_in(given, folder))
            own = replace(own, program=given, command=command, token_file=file)
        case "team":
            own = replace(own, members=tuple(given))
        case "bot":
            own = replace(own, members=(BOT + given,))
        case _:
            own = replace(own, members=(given,))
    base = own.name or _usual_name(key, given)
    many = row.get("count", 1)
    if many == 1 and (own.name or base not in taken):
        return [replace(own, name=base)]
    free = (name for n in count(1 + (many == 1)) if (name := f"{base} {n}") not in taken)
    return [replace(own, name=name) for name in islice(free, many)]


def _usual_name(key: str, given: Any) -> str:
    """Return what an entrant is called that the file gives no name."""
    if key == "team":
        return " + ".join(given)
    if key == "program":
        words = shlex.split(given)
        return Path(next((one for one in words if Path(one).suffix), words[0])).stem
    return str(given)


def _require_once(own: Sequence[CupEntrant], path: str, taken: dict[str, str], note: Note) -> None:
    """Note names that others have, and players who take part already."""
    for one in own:
        people = [who for who in one.members if not is_server_bot(who)]
        for what, who in (("name", one.name), *(("player", who) for who in people)):
            key = f"{what} {who}"
            if key in taken:
                note(f"{path}.{one.kind if what == 'player' else 'name'}",
                     f"`{who}` is an entrant already ({taken[key]})")  # fmt: skip
            else:
                taken[key] = path
