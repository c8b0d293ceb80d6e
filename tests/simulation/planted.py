"""Faults that are put into the product on purpose, one line each: the simulator must find them.

Each is what somebody could write by mistake, and what no single process notices by itself.
"""

import dataclasses
import time
from collections.abc import Callable
from contextlib import suppress
from threading import RLock
from types import SimpleNamespace
from typing import Any, NamedTuple

from events.push.notices import NoticeQueue
from events.store import clock, due, streams
from events.store.clock import StoreClock
from events.transfer.archiving import Archiver
from games.table import rules, state
from projections.accounts.news import PlayerInboxes, player_news_key
from projections.history.guard import SigningGuard
from service.limits.limits import RateLimiter
from service.tables import starts
from service.wire import errors
from workers.follower import follower
from workers.follower.consumer import FeedConsumer
from workers.follower.partitions import HeldPartitions, parse_feed_id
from workers.push import sender
from workers.tables import beacon
from workers.tables import clock as table_clock
from workers.tournaments import rounds as tournaments

NEVER = 10**9  # milliseconds


class Planted(NamedTuple):
    """A fault: where it is, what it does, and what puts it in place."""

    where: str
    what: str
    plant: Callable[[], None]


def replace(place: Any, name: str, made: Callable[[Any], Any]) -> Callable[[], None]:
    """Return what puts something in the place of a thing, made from it."""
    return lambda: setattr(place, name, made(getattr(place, name)))


def keyless(real: Any) -> Any:
    """Write commands without their repeat keys."""
    return lambda self, draft: real(self, draft._replace(once=None))


def always_won(real: Any) -> Any:
    """Take what another was faster at for written."""

    def append(self: Any, draft: Any) -> Any:
        found = real(self, draft)
        if isinstance(found, streams.AppendConflict):
            return streams.AppendResult(draft.seen + 1, draft.seen + len(draft.events))
        return found

    return append


def foremost(real: Any) -> Any:
    """Return the newest of the places, not the oldest."""

    def least_places(self: Any) -> dict[int, str]:
        models = zip(self.models, self.versions, strict=True)
        places = [self.inboxes.places(), *(model.places(version) for model, version in models)]
        partitions = {one for each in places for one in each}
        return {one: max((each.get(one, "0-0") for each in places), key=parse_feed_id)
                for one in sorted(partitions)}  # fmt: skip

    return least_places


def place_before_rows(real: Any) -> Any:
    """Note that entries are taken in, and then take them in."""

    def apply(self: Any, new: Any) -> None:
        for model, version in zip(self.partitions.models, self.partitions.versions, strict=True):
            for partition, entries in new.items():
                model.move(partition, entries[-1].id, (), version)
        real(self, new)

    return apply


def forgetful(real: Any) -> Any:
    """Tell players, and forget that they were told."""

    def write(self: Any, new: Any) -> None:
        real(self, new)
        for player in new:
            self.store.redis.delete(player_news_key(player))

    return write


def jump_believed(real: Any) -> Any:
    """Take over whatever Redis says that the time is."""
    return lambda self, known: self.read_first()


def archived_unseen(real: Any) -> Any:
    """Take a table for written whether its file is there or not."""

    def write(self: Any, table: str, events: Any) -> None:
        with suppress(Exception):
            real(self, table, events)

    return write


def all_noted(real: Any) -> Any:
    """Open tables until the time is up, at once, and note all of them as opened."""

    def open_tables(tables: Any, state: Any, end: float) -> int:
        unopened: list[int] = [*state.unopened()]
        real(tables, state, 0.0)
        return unopened[-1]

    return open_tables


def without_lease(real: Any) -> Any:
    """Take out of the queue what is claimed."""

    def claim(self: Any, now: int, most: int) -> Any:
        claimed = real(self, now, most)
        self.settle(done=claimed)
        return claimed

    return claim


def id_of_attempt(real: Any) -> Any:
    """Give each attempt to deliver a notice an id of its own."""

    def request_of(self: Any, notice: Any, subscription: Any) -> Any:
        own = dataclasses.replace(notice, id=f"{notice.id}-{notice.attempts}")
        return real(self, own, subscription)

    return request_of


def put_off_for_ever(real: Any) -> Any:
    """Put what is due off to a time that does not come."""

    class Late(real):  # type: ignore[misc]
        def put_off(self, table: str, until: int, *kinds: Any) -> None:
            super().put_off(table, until + NEVER, *kinds)

    return Late


def early(real: Any) -> Any:
    """Let a turn be over a millisecond before its time is up."""

    def deadline(self: Any, seat: Any) -> int | None:
        found: int | None = real(self, seat)
        return None if found is None else found - 1

    return deadline


def any_closing(real: Any) -> Any:
    """Take a reveal under whatever closing it names."""

    def require_reveal(table: Any, player: str, command: Any, now: int) -> Any:
        head = command.closing if table.closing is None else table.closing.head
        return real(table, player, dataclasses.replace(command, closing=head), now)

    return require_reveal


FAULTS: dict[str, Planted] = {
    "no repeat check": Planted(
        "the API", "a command is written without its repeat key",
        replace(streams.Store, "append", keyless),
    ),
    "loser told it won": Planted(
        "the store", "who was slower than another writer is told that the events are written",
        replace(streams.Store, "append", always_won),
    ),
    "nothing done": Planted(
        "the API", "after a lost answer of the store it says that nothing was done",
        replace(errors, "WRITTEN", lambda real: SimpleNamespace(may_have_written=False)),
    ),
    "share never renewed": Planted(
        "the follower", "it takes its share of the partitions once",
        replace(follower, "RENEW", lambda real: 1e9),
    ),
    "place before rows": Planted(
        "the follower", "it notes its place before it writes the rows",
        replace(FeedConsumer, "apply", place_before_rows),
    ),
    "told again": Planted(
        "the follower", "it forgets whom it has told what",
        replace(PlayerInboxes, "write", forgetful),
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
        replace(StoreClock, "read", jump_believed),
    ),
    "loss unnoticed": Planted(
        "the guard", "nobody compares the store with what was signed",
        replace(SigningGuard, "require_current", lambda real: lambda self: None),
    ),
    "many at once": Planted(
        "the API", "requests of one player are held to a quota while others of them are under way",
        replace(RateLimiter, "lock_of", lambda real: lambda self, player: RLock()),
    ),
    "relay asked once": Planted(
        "the workers", "a relay that had no round of the beacon is not asked again",
        replace(beacon, "DueIndex", put_off_for_ever),
    ),
    "called anew": Planted(
        "the API", "a table whose closing the store has lost is called for once more",
        replace(starts, "require_first_call", lambda real: lambda table, player: None),
    ),
    "call forgotten": Planted(
        "the rules of the start", "after the call seats become free as before it",
        replace(state.Table, "is_called", lambda real: property(lambda self: self.phase != "open")),
    ),
    "any closing": Planted(
        "the rules of the start", "a reveal counts under another closing than it names",
        replace(rules, "require_reveal", any_closing),
    ),
    "reveals awaited": Planted(
        "the workers", "entropies that nobody reveals are awaited for ever",
        replace(table_clock, "_is_reveal_over", lambda real: lambda tables, table: False),
    ),
    "beacon awaited": Planted(
        "the workers", "a beacon that has failed is awaited for ever",
        replace(state.Table, "beacon_fails_at", lambda real: lambda self: None),
    ),
    "machine believed": Planted(
        "the store's clock", "time at the tables follows a machine's own clock",
        replace(clock, "steady_seconds", lambda real: time.time),
    ),
    "claim without lease": Planted(
        "the sender of notices", "what it has claimed does not come back when it dies",
        replace(NoticeQueue, "claim", without_lease),
    ),
    "id of attempt": Planted(
        "the sender of notices", "a notice that is sent again has another id",
        replace(sender.PushSender, "request_of", id_of_attempt),
    ),
    "ended tokens": Planted(
        "the sender of notices", "it does not look whether tokens have ended",
        replace(sender, "ended_tokens", lambda real: lambda store, tokens: ()),
    ),
    "archived unseen": Planted(
        "the archiver", "it drops a table though its file could not be written",
        replace(Archiver, "write", archived_unseen),
    ),
    "all noted": Planted(
        "the tournaments", "a job whose time is up notes all tables of a round as opened",
        replace(tournaments, "_open_tables", all_noted),
    ),
    "reads on from the foremost": Planted(
        "the follower", "who takes a partition over begins where the foremost read model is",
        replace(HeldPartitions, "least_places", foremost),
    ),
}  # fmt: skip
