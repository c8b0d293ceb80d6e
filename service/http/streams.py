"""The event streams of this process, none of which holds a thread.

A stream begins alone: it sends the view and what its client has missed. Then it joins the audience
of its table, to which news are pushed. A client that takes them too slowly goes on alone again.
All of this happens on the event loop of `Subscriptions`.
"""

import asyncio
import time
from collections.abc import Iterator
from queue import SimpleQueue

from redis.exceptions import RedisError

from events.accounts.players import Player
from games.core.contract import Seat
from games.core.errors import FairdealError
from projections.subscriptions import Subscription
from projections.views import served, table_for
from service.http import audiences
from service.http.admission import Share
from service.http.audiences import Listener, is_behind, message, page
from service.http.connections import Connections
from service.http.problems import NoSlot

LONGEST_STREAM = 3600.0  # seconds; a client resumes by Last-Event-ID
STOPPING = b"retry: 500\n: the server stops; come back with Last-Event-ID\n\n"


class WaitingPlace:
    """A place among those who wait in this process, and the asker's share of them; had once.

    Raises:
        NoSlot: all places are taken.
        TooMany: the asker has as many as allowed.
    """

    def __init__(self, own: Connections, asker: Player | None) -> None:
        self.slots, self.share = own.slots, Share("streams", asker)
        self.is_taken = self.slots.take()
        if not self.is_taken:
            self.share.give_back()
            raise NoSlot

    def give_back(self, *_: object) -> None:
        """Give it back, once."""
        if self.is_taken:
            self.is_taken = False
            self.slots.give_back()
            self.share.give_back()


class Parts:
    """The messages of a stream for whoever takes them in a thread; an empty one behind the last."""

    def __init__(self) -> None:
        self.come: SimpleQueue[bytes] = SimpleQueue()

    def push(self, part: bytes) -> None:
        """Send messages."""
        self.come.put(part)

    def end(self) -> None:
        """Send no more."""
        self.come.put(b"")


UNHEARD = Parts()


class Stream:
    """The messages of one stream; gives its place back however it ends.

    Attributes:
        after: the newest event that its client has.
        seat: whose messages the client gets; None: those of spectators.
        until: when it ends, by the monotonic clock.
        task: what it does alone; None while it is part of an audience.
    """

    __slots__ = ("after", "asked", "is_over", "listener", "own", "parting", "place", "player",
                 "seat", "table_id", "task", "until")  # fmt: skip

    def __init__(
        self,
        own: Connections,
        table_id: str,
        player: str | None,
        after: int | None,
        place: WaitingPlace,
    ) -> None:
        self.own, self.table_id, self.player, self.place = own, table_id, player, place
        self.asked, self.after = after, 0
        self.seat: Seat | None = None
        self.until = time.monotonic() + LONGEST_STREAM
        self.listener: Listener = UNHEARD
        self.task: asyncio.Task[None] | None = None
        self.is_over, self.parting = False, b""

    # ---- called in any thread

    def begin(self, listener: Listener) -> None:
        """Send messages from now on."""
        self.listener = listener
        self.own.subscriptions.running_loop().call_soon_threadsafe(self.go_on)

    def stop(self, parting: bytes = b"") -> None:
        """End the stream with a last message."""
        self.own.subscriptions.running_loop().call_soon_threadsafe(self.cancel, parting)

    def close(self) -> None:
        """Give the place back; called by the server when nobody listens any more, or ever did."""
        if self.listener is UNHEARD:
            self.place.give_back()
        else:
            self.stop()

    def __iter__(self) -> Iterator[bytes]:
        """Yield the messages in a thread that waits for them: to servers other than ours."""
        parts = Parts()
        self.begin(parts)
        return iter(parts.come.get, b"")

    # ---- on the event loop

    def go_on(self, pending: asyncio.Future[None] | None = None) -> None:
        """Go on alone, when the client has taken what is pending."""
        self.task = asyncio.get_running_loop().create_task(self.run(pending))
        self.task.add_done_callback(self.note_end)

    def note_end(self, task: asyncio.Task[None]) -> None:
        """Take in how it went on alone."""
        self.task = None
        if task.cancelled():
            self.finish(self.parting)
        elif task.exception() is not None:
            self.finish()
            task.result()  # a bug: the event loop logs it

    def cancel(self, parting: bytes) -> None:
        """End, whatever is being done."""
        self.parting = parting
        if self.task is None or not self.task.cancel():  # it may just have joined the others
            self.finish(parting)

    def finish(self, parting: bytes = b"") -> None:
        """Give the place back, and tell the listener that nothing follows; once."""
        if self.is_over:
            return
        self.is_over = True
        self.own.audiences.leave(self)
        self.place.give_back()
        if parting and (pending := self.listener.push(parting)) is not None:
            pending.cancel()  # who has not even taken what came before misses it
        self.listener.end()

    async def run(self, pending: asyncio.Future[None] | None) -> None:
        """Send what the client lacks, alone, and join the others."""
        try:
            with Subscription(self.own.subscriptions, self.table_id) as subscription:
                await subscription.wait(LONGEST_STREAM)  # until nothing can be missed
                if pending is None:
                    await self.send_view()
                else:
                    await pending
                await self.catch_up()
        except (RedisError, FairdealError):
            self.finish()  # the client resumes, and is told then what is wrong

    async def send_view(self) -> None:
        """Send the full view."""
        held, seat = table_for(self.own.tables, self.table_id, self.player)
        self.after = held.table.n if self.asked is None else min(self.asked, held.table.n)
        await self.send(message("view", served(held, seat), self.after))

    async def send(self, part: bytes) -> None:
        """Send messages, and wait until the client can take more."""
        pending = self.listener.push(part)
        if pending is not None:
            await pending

    async def catch_up(self) -> None:
        """Send what is new by pages, until there is no more.

        They may come from long ago, even from the archive: others are not held up meanwhile.
        """
        loop = asyncio.get_running_loop()
        while time.monotonic() < self.until:
            held, self.seat = table_for(self.own.tables, self.table_id, self.player)
            if is_behind(held.table, self.seat, self.after):
                break  # the client resumes, and is told then
            if self.after >= held.table.n:
                if held.table.phase == "closed":
                    break
                return self.own.audiences.join(self)
            while self.after < held.table.n:
                upto = min(held.table.n, self.after + audiences.PAGE)
                part = await loop.run_in_executor(
                    None, page, self.own.store, held, self.seat, self.after, upto
                )
                await self.send(part)
                self.after = upto
        return self.finish()
