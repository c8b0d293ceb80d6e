"""Waiting reads and event streams: news as it comes, without asking again and again."""

import time
from collections.abc import Generator, Iterator
from typing import Any

import orjson
from flask import Response, request
from redis.exceptions import RedisError

from events.accounts.players import Player
from events.handle import Held
from events.store.archive import ArchiveAway
from games.core.contract import Seat
from games.table import Table
from projections.replay import NoSuchEvent
from projections.subscriptions import Subscription
from projections.views import MayNotWatch, readable, served, table_for
from service.http.admission import Share
from service.http.caller import Caller, caller
from service.http.connections import Connections, connections
from service.http.problems import NoSlot, TooMany
from service.http.requests import PRIVATE

LONGEST_WAIT = 60  # seconds of one waiting read
HEARTBEAT = 15.0  # seconds between signs of life on a silent stream
LONGEST_STREAM = 3600.0  # seconds; a client resumes by Last-Event-ID
PAGE = 16  # events that one stream holds at a time: its client takes them before more are read
PAUSE = 1.0  # seconds between pushes to spectators; whoever holds a seat gets news at once
BUSY = {"Retry-After": str(NoSlot.retry_after)}


def wait_for_news(
    own: Connections, table_id: str, asker: Player | None, after: int, wait: int
) -> bool:
    """Wait until the asker may see more than event `after`, or is gone; False without a slot."""

    def is_there() -> bool:
        return table_for(own.tables, table_id, asker and asker.id)[0].table.n > after

    if is_there():
        return True
    try:
        share = Share("streams", asker)
    except TooMany:
        return False
    if not own.slots.take():
        share.give_back()
        return False
    try:
        end = time.monotonic() + wait
        asking = caller()
        with Subscription(own.subscriptions, table_id) as subscription:
            asking.watch(subscription.moved_on.set)
            while not (asking.gone or is_there()) and subscription.wait(end - time.monotonic()):
                pass  # the news may be too new for a spectator
    finally:
        own.slots.give_back()
        share.give_back()
    return True


def wants_stream() -> bool:
    """Say whether the client asks for server-sent events."""
    return request.accept_mimetypes.best == "text/event-stream"


def open_stream(table_id: str, asker: Player | None, after: int | None) -> Response:
    """Return the stream of a table; 503 when all slots are taken."""
    own = connections()
    # An unknown table is answered before a stream.
    held, seat = table_for(own.tables, table_id, asker and asker.id)
    if after is not None and is_behind(held.table, seat, after):
        raise NoSuchEvent(held.table.n)
    share = Share("streams", asker)
    if not own.slots.take():
        share.give_back()
        raise NoSlot
    headers = {**PRIVATE, "Cache-Control": "private, no-store", "X-Accel-Buffering": "no"}
    stream = Stream(own, caller(), table_id, asker, after, share)
    return Response(stream, mimetype="text/event-stream", headers=headers)


def is_behind(table: Table, seat: Seat | None, seen: int) -> bool:
    """Say whether the log has no such event, though somebody has seen it; late watchers can't tell.

    The store may have come back with an older copy of its data.
    """
    return seen > table.n and not (seat is None and table.spectator_delay)


class Stream:
    """The messages of one stream; gives its slot back however it ends."""

    def __init__(
        self,
        own: Connections,
        caller: Caller,
        table_id: str,
        asker: Player | None,
        after: int | None,
        share: Share,
    ) -> None:
        self.own, self.caller, self.table_id, self.share = own, caller, table_id, share
        self.player = asker and asker.id
        self.after, self.beat = after, 0.0
        self.open = True
        self.messages = self.run()

    def __iter__(self) -> Iterator[bytes]:
        """Return the messages."""
        return self.messages

    def close(self) -> None:
        """Stop listening and give the slot back; called by the server when the client is gone."""
        self.messages.close()
        self.give_back()

    def give_back(self) -> None:
        """Give the slot back, once."""
        if self.open:
            self.open = False
            self.own.slots.give_back()
            self.share.give_back()

    def run(self) -> Generator[bytes, None, None]:
        """Yield the full view, then what follows until the table is closed."""
        try:
            with Subscription(self.own.subscriptions, self.table_id) as subscription:
                self.caller.watch(subscription.moved_on.set)
                yield from self.listen(subscription)
        except (RedisError, ArchiveAway, MayNotWatch):
            return  # the client resumes, and is told then what is wrong
        finally:
            self.give_back()

    def listen(self, subscription: Subscription) -> Iterator[bytes]:
        """Yield the view, and what is new whenever the table moves on."""
        end = time.monotonic() + LONGEST_STREAM
        held, seat = table_for(self.own.tables, self.table_id, self.player)
        after = held.table.n if self.after is None else min(self.after, held.table.n)
        yield message("view", served(held, seat), after)
        self.beat = next_beat(seat)
        while time.monotonic() < end:
            if is_behind(held.table, seat, after):
                return  # the client resumes, and is told then
            if held.table.n > after:
                yield from self.changes(held, seat, after)
                after, self.beat = held.table.n, next_beat(seat)
            if held.table.phase == "closed":
                return
            yield from self.silence(subscription, seat)
            if self.caller.gone:
                return
            if seat is None:  # all spectators of a table get the same bytes at the same moment
                time.sleep(PAUSE - time.monotonic() % PAUSE)
            held, seat = table_for(self.own.tables, self.table_id, self.player, subscription.newest)

    def silence(self, subscription: Subscription, seat: Seat | None) -> Iterator[bytes]:
        """Yield signs of life until the table moves on; also while it does so unseen."""
        has_moved = False
        while not has_moved:
            has_moved = subscription.wait(self.beat - time.monotonic())
            if time.monotonic() >= self.beat:
                yield b": still here\n\n"
                self.beat = next_beat(seat)

    def changes(self, held: Held[Table], seat: Seat | None, after: int) -> Iterator[bytes]:
        """Yield the events after `after` by pages, and the view behind them.

        The last page is made once for all spectators.
        """
        newest = held.table.n
        while newest - after > PAGE:
            yield b"".join(self.messages_after(held, seat, after, after + PAGE))
            after += PAGE

        def last() -> bytes:
            view = message("view", served(held, seat), newest)
            return b"".join([*self.messages_after(held, seat, after, newest), view])

        key = (self.table_id, after, held.head, held.table.is_bare())
        yield last() if seat is not None else self.own.shared.get(key, last)

    def messages_after(
        self, held: Held[Table], seat: Seat | None, after: int, upto: int
    ) -> Iterator[bytes]:
        """Yield a message for each event after `after` up to `upto`."""
        for event in self.own.store.read(self.table_id, after, upto):
            yield message("event", readable(held.table, event, seat), event.n)


def next_beat(seat: Seat | None) -> float:
    """Return when a silent stream shows that it lives; to spectators, when news would come too."""
    now = time.monotonic()
    return (now - now % PAUSE if seat is None else now) + HEARTBEAT


def message(kind: str, data: Any, number: int) -> bytes:
    """Return one server-sent event; a client that lost the stream resumes behind its id."""
    return f"event: {kind}\nid: {number}\ndata: ".encode() + orjson.dumps(data) + b"\n\n"
