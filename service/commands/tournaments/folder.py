"""The folder of a cup's results: what its runner needs to go on, and what comes out."""

import fcntl
import hashlib
import json
import os
import secrets
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from games.core.fairness.shuffle import canonical_bytes
from service.commands.tournaments.closing import ClosingRefused
from service.commands.tournaments.cup import Cup

Json = dict[str, Any]
STATE: Final = "run.json"
LOCK: Final = "lock"
FAILURE: Final = "error.log"
UNFINISHED: Final = ".unfinished"


class CupRefused(Exception):
    """The cup can't go on in this folder; the text says why, and what would be right."""


@dataclass
class CupState:
    """What a runner has to remember.

    Attributes:
        plan: all that decides what is played.
        server: its URL; None: one of our own, in this folder.
        nonce: tells the keys of this run from those of another with the same file.
        accounts: of programs, by number of the entrant: player, token and entropy.
        receipts: the server's, for the promises of entropy, by number of the entrant.
        closing: head of the call for the start under which entropies are revealed, and no other.
        conduct: how they behaved, by number: tables, moves, fallbacks, why.
        opening_sent: the server was asked to open the tournament, so it may be there.
        done: the results are written.
    """

    plan: Json
    server: str | None
    nonce: str
    director: str | None = None
    tournament: str | None = None
    accounts: dict[str, dict[str, str]] = field(default_factory=dict)
    receipts: dict[str, Json] = field(default_factory=dict)
    closing: str | None = None
    conduct: dict[str, Json] = field(default_factory=dict)
    opening_sent: bool = False
    done: bool = False

    def new_run(self, plan: Json, server: str | None) -> "CupState":
        """Return the state of a run that begins, with the director of a server of its own."""
        director = self.director if server == self.server else None
        return CupState(plan, server, secrets.token_hex(16), director)

    def opened_as(self, tournament: str) -> None:
        """Remember which tournament it is."""
        self.tournament = tournament

    def bind_to(self, closing: str) -> None:
        """Remember under which closing entropies are revealed.

        Raises:
            ClosingRefused: they were revealed under another.
        """
        if self.closing not in (None, closing):
            raise ClosingRefused("The start was called for anew behind what was revealed before")
        self.closing = closing

    def key(self, step: str) -> str:
        """Return the Idempotency-Key of a step: it follows from the file, and from this run."""
        named = canonical_bytes([self.plan, self.nonce, step])
        return f"cup-{hashlib.sha256(named).hexdigest()[:40]}"


class CupFolder:
    """A folder of results, which one runner has at a time."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keep the folder for this process; a killed one leaves it free."""
        try:
            self.path.mkdir(parents=True, exist_ok=True, mode=0o700)
            file = (self.path / LOCK).open("a+")
        except OSError as error:
            why = f"{self.path} can't be a folder of results ({error.strerror})"
            raise CupRefused(f"{why}; name another with --results") from None
        with file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise CupRefused(
                    f"Another runner is at work in {self.path}; stop it, or name another folder"
                    " with --results"
                ) from None
            self.remove_unfinished()
            yield

    def remove_unfinished(self) -> None:
        """Remove what a killed runner had not written to its end."""
        for left in self.path.glob(f"*{UNFINISHED}"):
            left.unlink(missing_ok=True)

    def state(self, cup: Cup, server: str | None) -> CupState:
        """Return what is known of the run of a cup, which may be a new one.

        Raises:
            CupRefused: the folder is that of another cup, or of one at another server.
        """
        plan = json.loads(json.dumps(cup.plan()))
        if not (self.path / STATE).exists():
            return CupState(plan, server, secrets.token_hex(16))
        try:
            found = CupState(**json.loads((self.path / STATE).read_text()))
        except (OSError, ValueError, TypeError) as error:
            raise CupRefused(f"{self.path / STATE} can't be read: {error}") from None
        if not (found.opening_sent or found.tournament):
            return found.new_run(plan, server)
        where = f"{self.path} has a run that began with another file"
        for change in plan_differences(found.plan, plan):
            raise CupRefused(f"{where}: {change}. Undo that, or name another folder with --results")
        if found.server != server:
            now, then = (one or "a server of its own" for one in (server, found.server))
            raise CupRefused(f"{self.path} has a run at {then}, not at {now}; name that, or another"
                             " folder with --results")  # fmt: skip
        return found

    def keep(self, state: CupState) -> None:
        """Keep what a runner has to remember; it holds tokens."""
        self.write(STATE, json.dumps(asdict(state), indent=1).encode(), 0o600)

    def write(self, name: str, data: bytes, mode: int = 0o644) -> Path:
        """Write a file, whole or not at all, wherever this process or the machine stops."""
        path = self.path / name
        unfinished = path.with_name(f"{name}.{secrets.token_hex(8)}{UNFINISHED}")
        with open(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
        _sync_folder(self.path)
        return path

    def keep_failure(self, error: BaseException) -> Path:
        """Keep what a programmer needs to know of an unexpected error, away from the terminal."""
        return self.write(FAILURE, "".join(traceback.format_exception(error)).encode(), 0o600)


def _sync_folder(path: Path) -> None:
    """Have the names in a folder last, too."""
    folder = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def plan_differences(then: Any, now: Any, path: str = "") -> Iterator[str]:
    """Yield what differs between two plans, in words."""
    if isinstance(then, Mapping) and isinstance(now, Mapping):
        for key in (*then, *(key for key in now if key not in then)):
            yield from plan_differences(
                then.get(key), now.get(key), f"{path}.{key}" if path else key
            )
    elif isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        for at, (old, new) in enumerate(zip(then, now, strict=True)):
            yield from plan_differences(old, new, f"{path}.{at}")
    elif isinstance(then, list) and isinstance(now, list):
        yield f"`{path}` had {len(then)} entries and has {len(now)}"
    elif then != now:
        yield f"`{path}` was {json.dumps(then)} and is {json.dumps(now)}"
