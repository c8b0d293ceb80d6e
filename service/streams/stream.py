"""The event streams of this process, none of which holds a thread.

A stream begins alone: it sends what there is and what its client has missed. Then it joins the
audience of its topic, to which news are pushed. A client that takes them too slowly goes on alone
again. All of this happens on the event loop of `Subscriptions`.
"""

import asyncio
import time
from collections.abc import Iterator
from queue import SimpleQueue

from redis.exceptions import RedisError

from events.accounts.players import Player
from games.core.errors import FairdealError
from projections.live.subscriptions import Subscription
from service.limits.admission import QuotaShare
from service.streams.audiences import Listener, Topic
from service.streams.stream_parts import StreamParts
from service.wire.problems import NO_FREE_SLOT

LONGEST_STREAM = 3600.0  # seconds; a client resumes by Last-Event-ID
STOPPING = b"retry: 500\n: the server stops; come back with Last-Event-ID\n\n"


class WaitingPlace:
    """A place among those who wait in this process, and the caller's share of them; had once.

    `digest` is the hash of the token that was sent.

    Raises:
        Problem: NO_FREE_SLOT, all places are taken; TOO_MANY_REQUESTS, the caller has as many as
            allowed.
    """

    def __init__(self, own: StreamParts, caller: Player | None, digest: str = "") -> None:
        self.slots, self.share, self.digest = own.slots, QuotaShare("streams", caller), digest
        self.player = caller and caller.id
        self.is_taken = self.slots.take()
        if not self.is_taken:
            self.share.give_back()
            raise NO_FREE_SLOT()
        self.presence, self.player = own.presence, caller and caller.id
        if self.player is not None:
            self.presence.enter(self.player)

    def give_back(self, *_: object) -> None:
        """Give it back, once."""
        if self.is_taken:
            self.is_taken = False
            self.slots.give_back()
            self.share.give_back()
            if self.player is not None:
                self.presence.leave(self.player)


class QueuedMessages:
    """The messages of a stream for whoever takes them in a thread; an empty one behind the last."""

    def __init__(self) -> None:
        self.come: SimpleQueue[bytes] = SimpleQueue()

    def push(self, part: bytes) -> None:
        """Send messages."""
        self.come.put(part)

    def end(self) -> None:
        """Send no more."""
        self.come.put(b"")


UNHEARD = QueuedMessages()


class Stream:
    """The messages of one stream; gives its place back however it ends.

    Attributes:
        after: the newest number that its client has.
        until: when it ends, by the monotonic clock.
        task: what it does alone; None while it is part of an audience.
    """

    __slots__ = (
        "after",
        "is_over",
        "last_seen",
        "listener",
        "own",
        "parting",
        "place",
        "task",
        "topic",
        "until",
    )  # fmt: skip

    def __init__(
        self,
        own: StreamParts,
        topic: Topic,
        after: int | None,
        place: WaitingPlace,
    ) -> None:
        self.own, self.topic, self.place = own, topic, place
        self.last_seen, self.after = after, 0
        self.until = time.monotonic() + LONGEST_STREAM
        self.listener: Listener = UNHEARD
        self.task: asyncio.Task[None] | None = None
        self.is_over, self.parting = False, b""

    @property
    def player(self) -> str | None:
        """Return who asked for it."""
        return self.place.player

    @property
    def digest(self) -> str:
        """Return the hash of the token with which it was asked for; empty without one."""
        return self.place.digest

    # ---- called in any thread

    def begin(self, listener: Listener) -> None:
        """Send messages from now on."""
        self.listener = listener
        self.own.subscriptions.running_loop().call_soon_threadsafe(self.enter)

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
        parts = QueuedMessages()
        self.begin(parts)
        return iter(parts.come.get, b"")

    # ---- on the event loop

    def enter(self) -> None:
        """Begin."""
        self.own.listeners.enter(self)
        self.go_on()

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
        self.own.listeners.leave(self)
        self.place.give_back()
        if parting and (pending := self.listener.push(parting)) is not None:
            pending.cancel()  # who has not even taken what came before misses it
        self.listener.end()

    async def run(self, pending: asyncio.Future[None] | None) -> None:
        """Send what the client lacks, alone, and join the others."""
        try:
            with Subscription(self.own.subscriptions, self.topic.channel) as subscription:
                await subscription.wait(LONGEST_STREAM)  # until nothing can be missed
                if pending is None:
                    part, self.after = self.topic.first(self.last_seen)
                    await self.send(part)
                else:
                    await pending
                await self.catch_up()
        except (RedisError, FairdealError):
            self.finish()  # the client resumes, and is told then what is wrong

    async def send(self, part: bytes) -> None:
        """Send messages, and wait until the client can take more."""
        if part and (pending := self.listener.push(part)) is not None:
            await pending

    async def catch_up(self) -> None:
        """Send what is new by pages, until there is no more.

        They may come from long ago, even from the archive: others are not held up meanwhile.
        """
        loop = asyncio.get_running_loop()
        while time.monotonic() < self.until:
            pages = self.topic.pages(self.after)
            if pages is None:
                break
            if not pages:
                return self.own.audiences.join(self)
            while (page := await loop.run_in_executor(None, next, pages, None)) is not None:
                part, upto = page
                await self.send(part)
                self.after = upto
        return self.finish()
