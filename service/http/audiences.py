"""News of tables for those who listen: made once for all who may see the same, pushed to each.

All of it happens on the event loop of `Subscriptions`.
"""

import asyncio
import time
from collections.abc import Iterator
from math import inf
from typing import Any, Protocol
from zlib import crc32

import orjson
from redis.exceptions import RedisError

from events.handle import Held, Tables
from events.store.streams import Store
from games.core.contract import Seat
from games.core.errors import FairdealError
from games.table import Table
from projections.subscriptions import Subscription, Subscriptions
from projections.views import MayNotWatch, readable, seat_of, served, table_for

HEARTBEAT = 15.0  # seconds between signs of life on a silent stream
PAGE = 32  # events that are sent at a time: a client takes them before it gets more
PAUSE = 1.0  # seconds between pushes to spectators; whoever holds a seat gets news at once
ALIVE = b": still here\n\n"


class Listener(Protocol):
    """Whoever takes the messages of a stream."""

    def push(self, part: bytes) -> asyncio.Future[None] | None:
        """Send messages; return what to wait for before more are sent, None: nothing.

        That is cancelled if nobody takes them.
        """

    def end(self) -> None:
        """Send no more."""


class Member(Protocol):
    """A stream whose client has all that there is.

    Attributes:
        after: the newest event that its client has.
        seat: whose messages the client gets; None: those of spectators.
        until: when it ends, by the monotonic clock.
    """

    after: int
    seat: Seat | None
    until: float

    @property
    def table_id(self) -> str:
        """Return the table that it is about."""

    @property
    def player(self) -> str | None:
        """Return who asked for it."""

    @property
    def listener(self) -> Listener:
        """Return who takes its messages."""

    def go_on(self, pending: asyncio.Future[None]) -> None:
        """Go on alone, when the client has taken what is pending."""

    def finish(self) -> None:
        """End it."""


class Audience:
    """The streams of one table whose clients have all that there is.

    Attributes:
        tick: when spectators get what is new; all of a table get the same bytes at the same time.
        task: what pushes the news.
        beats: when streams show that they live that are silent till then: of seats, of spectators.
    """

    def __init__(self, audiences: "Audiences", table_id: str) -> None:
        self.audiences, self.table_id = audiences, table_id
        self.tables = audiences.tables
        self.streams: set[Member] = set()
        self.task: asyncio.Task[None]
        self.subscription: Subscription
        self.phase = crc32(table_id.encode()) / 2**32  # tables take turns within the pause
        self.tick = inf
        self.beats = {True: next_beat(True), False: next_beat(False)}

    def begin(self) -> None:
        """Push what is new from now on."""
        self.subscription = Subscription(self.audiences.subscriptions, self.table_id).__enter__()
        self.task = asyncio.get_running_loop().create_task(self.follow(self.subscription))
        self.task.add_done_callback(self.subscription.__exit__)

    async def follow(self, subscription: Subscription) -> None:
        """Push what is new for as long as anybody listens."""
        try:
            while self.streams:
                soon = min(self.tick, *self.beats.values()) - time.monotonic()
                is_urgent = self.tick == inf or bool(self.members(True))
                if await subscription.wait(soon, is_urgent):
                    self.push(True, subscription.newest)
                    self.tick = min(self.tick, next_tick(self.phase))
                if time.monotonic() >= self.tick:
                    self.tick = inf
                    self.push(False, subscription.newest)
                self.show_life()
        except (RedisError, FairdealError):
            pass
        finally:  # also where a bug ends it: clients resume, and are told then what is wrong
            for stream in list(self.streams):
                stream.finish()

    def members(self, has_seat: bool) -> list[Member]:
        """Return the streams of seats, or those of spectators."""
        return [one for one in self.streams if (one.seat is not None) == has_seat]

    def push(self, has_seat: bool, newest: int) -> None:
        """Push what is new, up to event `newest` at least, to those with or without a seat."""
        members = self.members(has_seat)
        if not members:
            return
        live = self.tables.at_least(self.table_id, newest)
        late: Held[Table] | None = None
        made: dict[tuple[Seat | None, int], list[tuple[bytes, int]]] = {}
        for stream in members:
            try:
                seat = stream.seat = seat_of(live.table, stream.player)
            except MayNotWatch:
                stream.finish()
                continue
            if seat is None and late is None:
                late = table_for(self.tables, self.table_id, None, live.table.n)[0]
            held, key = (seat is None and late) or live, (seat, stream.after)
            if key not in made:
                made[key] = [*pages_after(self.tables.store, held, *key)]
            if self.takes(stream, made[key]) and is_at_end(stream, held.table):
                stream.finish()
        if any(made.values()):
            self.beats[has_seat] = next_beat(has_seat)

    def takes(self, stream: Member, pages: list[tuple[bytes, int]]) -> bool:
        """Send pages to a client; False for one that is slow, and gets the rest alone."""
        for part, upto in pages:
            pending = stream.listener.push(part)
            stream.after = upto
            if pending is not None:
                self.audiences.leave(stream)
                stream.go_on(pending)
                return False
        return True

    def show_life(self) -> None:
        """Send signs of life where it is time for them, and end what has lasted long enough."""
        now = time.monotonic()
        for has_seat, beat in self.beats.items():
            if now >= beat:
                self.beats[has_seat] = next_beat(has_seat)
                for stream in self.members(has_seat):
                    self.takes(stream, [(ALIVE, stream.after)])
        for stream in [one for one in self.streams if now >= one.until]:
            stream.finish()


class Audiences:
    """The audiences of all tables; used on the event loop alone."""

    def __init__(self, tables: Tables, subscriptions: Subscriptions) -> None:
        self.tables, self.subscriptions = tables, subscriptions
        self.by_table: dict[str, Audience] = {}

    def join(self, stream: Member) -> None:
        """Let a stream that has all there is be told what follows with the others."""
        audience = self.by_table.get(stream.table_id)
        if audience is None:
            audience = self.by_table[stream.table_id] = Audience(self, stream.table_id)
            audience.begin()
        audience.streams.add(stream)
        if stream.seat is not None:
            audience.subscription.rouse()  # it gets news at once from now on

    def leave(self, stream: Member) -> None:
        """Tell a stream no more; the last one ends the audience."""
        audience = self.by_table.get(stream.table_id)
        if audience is None or stream not in audience.streams:
            return
        audience.streams.discard(stream)
        if not audience.streams:
            del self.by_table[stream.table_id]
            audience.task.cancel()


def is_behind(table: Table, seat: Seat | None, seen: int) -> bool:
    """Say whether the log has no such event, though somebody has seen it; late watchers can't tell.

    The store may have come back with an older copy of its data.
    """
    return seen > table.n and not (seat is None and table.spectator_delay)


def pages_after(
    store: Store, held: Held[Table], seat: Seat | None, after: int
) -> Iterator[tuple[bytes, int]]:
    """Yield pages of what is new after an event, each with the newest event in it."""
    while after < held.table.n:
        upto = min(held.table.n, after + PAGE)
        yield page(store, held, seat, after, upto), upto
        after = upto


def page(store: Store, held: Held[Table], seat: Seat | None, after: int, upto: int) -> bytes:
    """Return a message for each event after `after` up to `upto`; behind the newest the view."""
    parts = [
        message("event", readable(held.table, event, seat), event.n)
        for event in store.read(held.table.id, after, upto)
    ]
    if upto == held.table.n:
        parts.append(message("view", served(held, seat), upto))
    return b"".join(parts)


def is_at_end(stream: Member, table: Table) -> bool:
    """Say whether nothing can follow what a client has: the table is closed, or lacks it."""
    if is_behind(table, stream.seat, stream.after):
        return True
    return table.phase == "closed" and stream.after >= table.n


def next_tick(phase: float) -> float:
    """Return when spectators of a table get the next news."""
    now = time.monotonic()
    return now + PAUSE - (now + phase * PAUSE) % PAUSE


def next_beat(has_seat: bool) -> float:
    """Return when a silent stream shows that it lives; to spectators, when news would come too."""
    now = time.monotonic()
    return (now if has_seat else now - now % PAUSE) + HEARTBEAT


def message(kind: str, data: Any, number: int) -> bytes:
    """Return one server-sent event; a client that lost the stream resumes behind its id."""
    return f"event: {kind}\nid: {number}\ndata: ".encode() + orjson.dumps(data) + b"\n\n"
