"""Whoever listens to news of the same: they are made once for all, and pushed to each.

All of it happens on the event loop of `Subscriptions`.
"""

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from math import inf
from typing import Any, Protocol

import orjson
from redis.exceptions import RedisError

from games.core.errors import FairdealError
from projections.live.subscriptions import Subscription, Subscriptions

HEARTBEAT = 15.0  # seconds between signs of life on a silent stream
PAUSE = 1.0  # seconds between pushes to spectators; whoever holds a seat gets news at once
HEARTBEAT_COMMENT = b": still here\n\n"
Pages = Iterator[tuple[bytes, int]] | tuple[()]


class Listener(Protocol):
    """Whoever takes the messages of a stream."""

    def push(self, part: bytes) -> asyncio.Future[None] | None:
        """Send messages; return what to wait for before more are sent, None: nothing.

        That is cancelled if nobody takes them.
        """

    def end(self) -> None:
        """Send no more."""


class Topic(Protocol):
    """What a stream is about, and what its client may have of it.

    Attributes:
        key: of the audience of all streams about the same.
        channel: on which news of it are published.
    """

    @property
    def key(self) -> str:
        """Return the key of the audience."""

    @property
    def at_once(self) -> bool:
        """Say whether the client gets news at once, not with others in a moment."""

    @property
    def channel(self) -> str:
        """Return the channel of its news."""

    def audience(self, audiences: "AudienceRegistry") -> "StreamAudience":
        """Return a new audience of it."""

    def first(self, last_seen: int | None) -> tuple[bytes, int]:
        """Return with what a stream begins, and the number that its client then has.

        `asked` is the number that the client says it has.
        """

    def pages(self, after: int) -> Pages | None:
        """Return pages of what is new after a number, each with the newest number in it.

        An empty tuple where a client has all; None where nothing can follow.
        """


class AudienceMember(Protocol):
    """A stream whose client has all that there is.

    Attributes:
        after: the newest number that its client has.
        until: when it ends, by the monotonic clock.
    """

    after: int
    until: float

    @property
    def topic(self) -> Any:
        """Return what it is about: a `Topic` of the kind of its audience."""

    @property
    def listener(self) -> Listener:
        """Return who takes its messages."""

    def go_on(self, pending: asyncio.Future[None]) -> None:
        """Go on alone, when the client has taken what is pending."""

    def finish(self) -> None:
        """End it."""


class StreamAudience(ABC):
    """The streams about the same whose clients have all that there is.

    Attributes:
        key: by which `AudienceRegistry` knows it.
        channel: on which news of it are published.
        task: what pushes the news.
        batch_due: when clients that do not get news at once get what is new.
        heartbeats_due: when a stream that is silent till then shows that it lives: by whether its
            client gets news at once.
    """

    def __init__(self, audiences: "AudienceRegistry", key: str, channel: str) -> None:
        self.audiences, self.key, self.channel = audiences, key, channel
        self.streams: set[AudienceMember] = set()
        self.task: asyncio.Task[None]
        self.subscription: Subscription
        self.batch_due = inf
        self.heartbeats_due = {True: next_heartbeat(True), False: next_heartbeat(False)}

    def begin(self) -> None:
        """Push what is new from now on."""
        self.subscription = Subscription(self.audiences.subscriptions, self.channel).__enter__()
        self.task = asyncio.get_running_loop().create_task(self.follow(self.subscription))
        self.task.add_done_callback(self.subscription.__exit__)

    async def follow(self, subscription: Subscription) -> None:
        """Push what is new for as long as anybody listens."""
        try:
            while self.streams:
                soon = min(self.batch_due, *self.heartbeats_due.values()) - time.monotonic()
                is_urgent = self.batch_due == inf or bool(self.members(True))
                if await subscription.wait(soon, is_urgent):
                    self.note_update(subscription.newest)
                if time.monotonic() >= self.batch_due:
                    self.batch_due = inf
                    self.push(False, subscription.newest)
                self.send_heartbeats()
        except (RedisError, FairdealError):
            pass
        finally:  # also where a bug ends it: clients resume, and are told then what is wrong
            for stream in list(self.streams):
                stream.finish()

    def note_joined(self, stream: AudienceMember) -> None:
        """Take in that a stream is one of these."""
        if stream.topic.at_once:
            self.subscription.wake()  # it may have waited for the others' moment

    def members(self, at_once: bool) -> list[AudienceMember]:
        """Return the streams that get news at once, or the others."""
        return list(self.streams) if at_once else []

    def note_update(self, newest: int) -> None:
        """Take in that there is news."""
        self.push(True, newest)

    @abstractmethod
    def push(self, at_once: bool, newest: int) -> None:
        """Push what is new, up to number `newest` at least, to those who get it now."""

    def send_pages(self, stream: AudienceMember, pages: list[tuple[bytes, int]]) -> bool:
        """Send pages to a client; False for one that is slow, and gets the rest alone."""
        for part, upto in pages:
            pending = stream.listener.push(part)
            stream.after = upto
            if pending is not None:
                self.audiences.leave(stream)
                stream.go_on(pending)
                return False
        return True

    def send_heartbeats(self) -> None:
        """Send signs of life where it is time for them, and end what has lasted long enough."""
        now = time.monotonic()
        for at_once, beat in self.heartbeats_due.items():
            if now >= beat:
                self.heartbeats_due[at_once] = next_heartbeat(at_once)
                for stream in self.members(at_once):
                    self.send_pages(stream, [(HEARTBEAT_COMMENT, stream.after)])
        for stream in [one for one in self.streams if now >= one.until]:
            stream.finish()


class AudienceRegistry:
    """The audiences of all that anybody listens to; used on the event loop alone."""

    def __init__(self, subscriptions: Subscriptions) -> None:
        self.subscriptions = subscriptions
        self.by_topic: dict[str, StreamAudience] = {}

    def join(self, stream: AudienceMember) -> None:
        """Let a stream that has all there is be told what follows with the others."""
        topic: Topic = stream.topic
        audience = self.by_topic.get(topic.key)
        if audience is None:
            audience = self.by_topic[topic.key] = topic.audience(self)
            audience.begin()
        audience.streams.add(stream)
        audience.note_joined(stream)

    def leave(self, stream: AudienceMember) -> None:
        """Tell a stream no more; the last one ends the audience."""
        audience = self.by_topic.get(stream.topic.key)
        if audience is None or stream not in audience.streams:
            return
        audience.streams.discard(stream)
        if not audience.streams:
            del self.by_topic[audience.key]
            audience.task.cancel()


def has_come(moment: float) -> bool:
    """Say whether a moment of the monotonic clock has come."""
    return time.monotonic() >= moment


def next_heartbeat(at_once: bool) -> float:
    """Return when a silent stream shows that it lives; to spectators, when news would come too."""
    now = time.monotonic()
    return (now if at_once else now - now % PAUSE) + HEARTBEAT


def server_sent_event(kind: str, data: Any, number: int, now: int | None = None) -> bytes:
    """Return one server-sent event; a client that lost the stream resumes behind its id.

    `now` is the store's time, which goes with deadlines: a stream has no other place for it, and a
    client whose clock is off needs it. None where no deadline is told, or no time is known.
    """
    return frame_server_sent_event(kind, number, orjson.dumps(data), now)


def frame_server_sent_event(kind: str, number: int, text: bytes, now: int | None = None) -> bytes:
    """Return a JSON object as one server-sent event, with `now` as its last member."""
    timed = text if now is None else b'%b,"now":%d}' % (text.removesuffix(b"}"), now)
    return f"event: {kind}\nid: {number}\ndata: ".encode() + timed + b"\n\n"
