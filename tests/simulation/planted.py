"""Faults that are put into the product on purpose, one line each: the simulator must find them.

Each is what somebody could write by mistake, and what no single process notices by itself.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import events.store.due as due
import events.store.streams as streams
import games.table.state as state
import service.http.errors as errors
import workers.bot_turn as bot_turn
import workers.follower as follower
import workers.tournaments as tournaments
from events.store.archive import StoreAway
from events.store.clock import Clock
from events.transfer.archiving import Archiving
from projections.news import News


class Planted(NamedTuple):
    """A fault: where it is, what it does, and what puts it in place."""

    where: str
    what: str
    plant: Callable[[], None]


def replace(place: Any, name: str, made: Callable[[Any], Any]) -> Callable[[], None]:
    """Return what puts something in the place of a thing, made from it."""
    return lambda: setattr(place, name, made(getattr(place, name)))


def in_script(module: Any, old: str, new: str) -> Callable[[], None]:
    """Return what changes a line of a script."""

    def plant() -> None:
        assert old in module.SCRIPT
        module.SCRIPT = module.SCRIPT.replace(old, new)

    return plant


def keyless(real: Any) -> Any:
    """Write commands without their repeat keys."""
    return lambda self, draft: real(self, draft._replace(once=None))


def place_before_rows(real: Any) -> Any:
    """Note that entries are taken in, and then take them in."""

    def fold(self: Any, partition: int, entries: Any) -> None:
        for model, version in zip(self.models, self.versions, strict=True):
            model.move(partition, entries[-1].id, (), version)
        real(self, partition, entries)

    return fold


def forgetful(real: Any) -> Any:
    """Tell players, and forget that they were told."""

    def write(self: Any, new: Any) -> None:
        real(self, new)
        for player in new:
            self.store.redis.delete(f"{{{player}}}")

    return write


def jump_believed(real: Any) -> Any:
    """Take over whatever Redis says that the time is."""
    return lambda self, known: self.read_first()


def archived_unseen(real: Any) -> Any:
    """Take a table for written whether its file is there or not."""

    def write(self: Any, table: str, events: Any) -> None:
        try:
            real(self, table, events)
        except Exception:  # noqa: BLE001, S110
            pass

    return write


def insisting(real: Any) -> Any:
    """Take what was done before for a failure."""
    return lambda tables, state, index, command, done: real(tables, state, index, command, "")


def early(real: Any) -> Any:
    """Let a turn be over a millisecond before its time is up."""

    def deadline(self: Any, seat: Any) -> int | None:
        found: int | None = real(self, seat)
        return None if found is None else found - 1

    return deadline


def nothing_done(real: Any) -> Any:
    """Say after each failure of the store that nothing was done."""
    return lambda error: errors.answered(StoreAway())


FAULTS: dict[str, Planted] = {
    "no repeat check": Planted(
        "the API", "a command is written without its repeat key",
        replace(streams.Store, "append", keyless),
    ),
    "head not compared": Planted(
        "the script of an append", "neither number nor head of the newest event is compared",
        in_script(streams, "if n ~= seen or h ~= head then", "if n < seen then"),
    ),
    "nothing done": Planted(
        "the API", "after a lost answer of the store it says that nothing was done",
        replace(errors, "answer_away", nothing_done),
    ),
    "share never renewed": Planted(
        "the follower", "it takes its share of the partitions once",
        replace(follower, "RENEW", lambda real: 1e9),
    ),
    "place before rows": Planted(
        "the follower", "it notes its place before it writes the rows",
        replace(follower.Follower, "fold", place_before_rows),
    ),
    "told again": Planted(
        "the follower", "it forgets whom it has told what",
        replace(News, "write", forgetful),
    ),
    "claims for ever": Planted(
        "the workers", "what a worker that died has claimed does not come back",
        replace(due, "CLAIM", lambda real: 10**9),
    ),
    "early": Planted(
        "the rules of the clock", "a time-out comes a millisecond early",
        replace(state.Table, "deadline", early),
    ),
    "jump believed": Planted(
        "the store's clock", "when Redis's time jumps, time at the tables jumps too",
        replace(Clock, "read", jump_believed),
    ),
    "archived unseen": Planted(
        "the archiver", "it drops a table though its file could not be written",
        replace(Archiving, "write", archived_unseen),
    ),
    "job not repeat-safe": Planted(
        "the tournaments", "a job fails at a table that a job before it has opened",
        replace(tournaments, "ask", insisting),
    ),
    "bot not held to its turn": Planted(
        "the bots", "a move is played at whatever event the table is by then",
        replace(bot_turn, "Request", lambda real: lambda *a, if_match=None, **o: real(*a, **o)),
    ),
}  # fmt: skip
