"""News of a table or an account: a stream that resumes, or waiting reads where none can be had."""

import json
import math
import time
from abc import ABC, abstractmethod
from collections import deque
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

from fairdeal_client import calls
from fairdeal_client.errors import NoAnswer
from fairdeal_client.requests import Call, EndStream, NextLine, Pause, Reply, Send, Steps
from fairdeal_client.session import FIRST_PAUSE, LONGEST_PAUSE, Session
from fairdeal_client.types import AccountMessage, Event, View

WAIT = 25  # seconds of a waiting read
STREAM = "text/event-stream"
BREAKS = 3  # streams in a row that broke before their first message: then it waits by reads
AGAIN = 60.0  # seconds after which a stream is tried again
MOMENT = 2.0  # seconds in which a stream should show what a receipt has named
OVER = ("finished", "closed")  # phases of a table in which nobody acts any more
M = TypeVar("M")


@dataclass(frozen=True)
class ViewMessage:
    """The table as the account may see it after event `n`."""

    n: int
    view: View


@dataclass(frozen=True)
class EventMessage:
    """An event of the log, with the parts that the account may read."""

    n: int
    event: Event


StreamMessage = ViewMessage | EventMessage


@dataclass(frozen=True)
class Field:
    """A message as it stands in a stream (HTML, 9.2)."""

    event: str
    data: str
    id: int | None


class LineParser:
    """Messages from the lines of an event stream."""

    def __init__(self) -> None:
        self.event, self.data, self.id = "message", list[str](), None

    event: str
    data: list[str]
    id: int | None

    def take(self, line: str) -> Field | None:
        """Return the message that ends with this line, if one does."""
        if not line:
            whole = Field(self.event, "\n".join(self.data), self.id) if self.data else None
            self.event, self.data = "message", []
            return whole
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "event":
            self.event = value
        elif name == "data":
            self.data.append(value)
        elif name == "id" and value.isdigit():
            self.id = int(value)
        return None


class News(ABC, Generic[M]):
    """Messages one after the other, none twice; the source says what they are."""

    def __init__(self, session: Session, *, by_stream: bool) -> None:
        self.session = session
        self.reads_until = 0.0 if by_stream else math.inf  # by the monotonic clock
        self.stream: Any = None
        self.is_silent = True  # no line has come on this stream
        self.parser = LineParser()
        self.ready: deque[M] = deque()
        self.breaks = 0
        self.pause = FIRST_PAUSE
        self.is_over = False

    @abstractmethod
    def stream_call(self) -> Call[Any]:
        """Return the call that opens the stream behind what was received."""

    @abstractmethod
    def take(self, message: Field) -> None:
        """Put what a message of the stream brings among those that are ready."""

    @abstractmethod
    def read(self) -> Steps[None]:
        """Do the same with a waiting read."""

    def next(self) -> Steps[M | None]:
        """Return the next message; None at the end."""
        while not self.ready and not self.is_over:
            if self.stream is not None:
                yield from self.read_line()
            elif time.monotonic() < self.reads_until:
                yield from self.read()
            else:
                yield from self.open()
        return self.ready.popleft() if self.ready else None

    def open(self) -> Steps[None]:
        """Open the stream; go over to waiting reads where that is not possible."""
        call = self.stream_call()
        accept = {**call.header, "Accept": STREAM}
        request: Send = self.session.request(
            Call("GET", call.path, header=accept), None, as_stream=True
        )
        try:
            reply: Reply = yield request
        except NoAnswer:
            yield from self.after_break()
            return
        if reply.status == 401 and self.session.tokens is not None:
            yield EndStream(reply.stream)
            yield from self.session.renew_tokens(request.headers["Authorization"])
        elif reply.status != 200 or STREAM not in reply.headers.get("content-type", ""):
            # No slot is free, something between does not let it through, or a read will say why.
            yield EndStream(reply.stream)
            self.reads_until = time.monotonic() + AGAIN
        else:
            self.stream, self.parser, self.is_silent = reply.stream, LineParser(), True

    def read_line(self) -> Steps[None]:
        """Take a line; open the stream again where it has broken."""
        try:
            line: str | None = yield NextLine(self.stream)
        except NoAnswer:
            line = None
            if self.is_silent:  # a proxy that holds it back would do so again
                self.reads_until = math.inf
        if line is None:
            yield from self.close()
            yield from self.after_break()
            return
        self.is_silent = False
        message = self.parser.take(line)
        if message is not None:
            self.breaks, self.pause = 0, FIRST_PAUSE
            self.take(message)

    def after_break(self) -> Steps[None]:
        """Wait a little before the stream is opened again."""
        self.breaks += 1
        if self.breaks >= BREAKS:
            self.breaks, self.reads_until = 0, max(self.reads_until, time.monotonic() + AGAIN)
        yield Pause(self.pause * self.session.jitter.uniform(0.5, 1.0))
        self.pause = min(2 * self.pause, LONGEST_PAUSE)

    def close(self) -> Steps[None]:
        """Close the stream."""
        stream, self.stream = self.stream, None
        if stream is not None:
            yield EndStream(stream)


class TableNews(News[StreamMessage]):
    """What happens at a table: its view, then each event and the view behind it.

    Attributes:
        last: number of the newest event that was received; the stream goes on behind it.
        awaited: number of the event that the receipt of a command names and no view has shown.
        has_events: False leaves events out, for who needs views alone.
    """

    def __init__(self, session: Session, table: str, *, by_stream: bool, has_events: bool) -> None:
        super().__init__(session, by_stream=by_stream)
        self.table, self.has_events = table, has_events
        self.last: int | None = None
        self.viewed = -1
        self.awaited, self.since = 0, 0.0

    def stream_call(self) -> Call[Any]:
        """Return the call of the table's events."""
        call: Call[Any] = calls.list_events(self.table)
        return call if self.last is None else call.with_header("Last-Event-ID", str(self.last))

    def take(self, message: Field) -> None:
        """Take a view or an event."""
        found = json.loads(message.data)
        if message.event == "view":
            self.take_view(found)
        elif message.event == "event":
            self.take_event(found)

    def take_view(self, view: View) -> None:
        """Take a view, unless it is older than one that was given out."""
        if self.last is None:
            self.last = view["n"]
        if view["n"] > self.viewed:
            self.viewed = view["n"]
            self.ready.append(ViewMessage(view["n"], view))
        self.is_over = view["phase"] == "closed" and self.last >= view["n"]

    def take_event(self, event: Event) -> None:
        """Take an event, once."""
        if self.last is None or event["n"] > self.last:
            self.last = event["n"]
            if self.has_events:
                self.ready.append(EventMessage(event["n"], event))

    def read(self) -> Steps[None]:
        """Wait for a view with news; read the events before it."""
        if self.viewed < 0:
            view = yield from self.session.call(calls.show_view(self.table))
        else:
            asked = calls.show_view(self.table, after=self.viewed, wait=WAIT)
            view = yield from self.session.call(asked)
        if self.has_events and self.last is not None:
            yield from self.read_events(view["n"])
        self.last = max(view["n"], self.last or 0)
        self.take_view(view)

    def read_events(self, upto: int) -> Steps[None]:
        """Read the events up to a number."""
        while self.last is not None and self.last < upto:
            page = yield from self.session.call(calls.list_events(self.table, after=self.last))
            if not page["events"]:
                return
            for event in page["events"]:
                self.take_event(event)

    def expect(self, n: int) -> None:
        """Remember that a command of one's own has brought event `n`."""
        if n > self.viewed:
            self.awaited, self.since = n, time.monotonic()

    def read_line(self) -> Steps[None]:
        """Read the view besides where the stream does not show what a receipt has named."""
        yield from super().read_line()
        if self.viewed < self.awaited and time.monotonic() > self.since + MOMENT:
            view = yield from self.session.call(calls.show_view(self.table))
            self.take_view(view)

    @property
    def is_open(self) -> bool:
        """Say whether a stream shows what happens, so that answers need no view."""
        return self.stream is not None and self.viewed >= 0


class AccountNews(News[AccountMessage]):
    """What is new at all tables of an account; `last` is the id behind which it goes on."""

    def __init__(self, session: Session, last: int | None, *, by_stream: bool) -> None:
        super().__init__(session, by_stream=by_stream)
        self.last = last

    def stream_call(self) -> Call[Any]:
        """Return the call of the account's messages."""
        call: Call[Any] = calls.list_my_news()
        return call if self.last is None else call.with_header("Last-Event-ID", str(self.last))

    def take(self, message: Field) -> None:
        """Take a message, once."""
        if message.id is not None and self.last is not None and message.id <= self.last:
            return
        self.last = message.id if message.id is not None else self.last
        self.ready.append(cast(AccountMessage, json.loads(message.data)))

    def read(self) -> Steps[None]:
        """Wait for messages."""
        found = yield from self.session.call(calls.list_my_news(after=self.last, wait=WAIT))
        self.last = found["last"]
        self.ready.extend(one["data"] for one in found["messages"])
