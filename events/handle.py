"""Cached state -> decide -> append: the only way anything happens in any stream."""

import random
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, NamedTuple
from zlib import crc32

import orjson

from events.history.signed_heads import Newest
from events.record.chain import first_head
from events.record.codec import Stored, decode_event, encode_events, unsealed_events
from events.record.decider import C, C_co, Decider, S
from events.record.steps import fold_whole
from events.store.archive.snapshots import restore_table, snapshot_behind, table_at_end
from events.store.due import Lease
from events.store.streams import Appended, AppendRequest, KeyReused, Once, Store
from events.tables.decider import TABLE_DECIDER
from games import game_of
from games.core.contract import Illegal
from games.core.errors import FairdealError
from games.table import Command, Fact, Table
from games.table.rules import Due

RETRIES = 8
PAUSE = 0.001  # seconds at most before the second retry; twice as many before each further one
CACHED = 4096  # streams
LATE = 256  # tables as spectators see them who are behind
PAGE = 10_000  # events a read


class UnknownTable(FairdealError):
    """There is no such table."""

    code, status = "table/unknown", 404
    detail = "There is no such table, or it is private: send its join code as the header Join-Code"


class Stale(FairdealError):
    """The stream has moved on past the number in If-Match; `n` is where it stands."""

    code, status = "table/stale", 412

    def __init__(self, n: int) -> None:
        super().__init__(f"the log is at event {n}")
        self.n = n
        self.detail = f"The table has moved on to event {n}; look again"

    def members(self) -> Mapping[str, Any]:
        """Return the number."""
        return {"n": self.n}


class Held(NamedTuple, Generic[S]):
    """A stream folded up to its newest known event, and the head there."""

    state: S
    head: bytes

    @property
    def table(self) -> S:
        """The state, as whoever deals with tables calls it."""
        return self.state


class Answer(NamedTuple, Generic[S]):
    """What came of a command: the state right after it, its events, and the head there.

    Where there was nothing to do there are no facts, and `last` is the newest event. `written`:
    the append that it made, if it made one.
    """

    state: S
    head: bytes
    first: int
    last: int
    facts: list[Fact]
    replayed: bool = False
    written: Newest | None = None

    @property
    def table(self) -> S:
        """The state, as whoever deals with tables calls it."""
        return self.state


class Request(NamedTuple, Generic[C_co]):
    """A command for a stream; `by` names who asks, `if_match` the event it was made for.

    `lease`: the turns of bots that follow, which the asker itself plays.
    """

    stream: str
    by: str
    command: C_co
    once: Once | None = None
    if_match: int | None = None
    lease: Lease | None = None


class Streams(Generic[S, C]):
    """The streams of a kind that this process has folded, newest used last.

    Safe to share between threads, those of an endless kind under a lock of their owner. What is
    held may be behind the log, never ahead of it; a store that has lost events in a power failure
    and gone on differently is noticed, and the stream is read anew.
    """

    def __init__(self, decider: Decider[S, C], store: Store, most: int = CACHED) -> None:
        self.decider, self.store, self.most = decider, store, most
        self.held: OrderedDict[str, Held[S]] = OrderedDict()
        self.lock, self.folds = threading.Lock(), [threading.Lock() for _ in range(64)]

    def unopened(self, stream: str) -> Held[S]:
        """Return a stream as it is before its first event."""
        return Held(self.decider.open(stream), first_head(stream))

    def cached(self, stream: str) -> Held[S] | None:
        """Return what is held of a stream, perhaps behind."""
        with self.lock:
            held = self.held.get(stream)
            if held is not None:
                self.held.move_to_end(stream)
            return held

    def keep(self, stream: str, held: Held[S]) -> None:
        """Hold a stream unless a newer state of it is held."""
        with self.lock:
            if (known := self.held.get(stream)) is None or known.state.n <= held.state.n:
                self.held[stream] = held
            self.held.move_to_end(stream)
            while len(self.held) > self.most:
                self.held.popitem(last=False)

    def drop(self, stream: str) -> None:
        """Forget a stream."""
        with self.lock:
            self.held.pop(stream, None)

    def snapshot(self, seen: int, state: S, head: bytes) -> bytes:
        """Return what is written with a state, to be folded from there; b"" for none."""
        return b""

    def advance(self, stream: str, held: Held[S], events: Sequence[Stored]) -> Held[S]:
        """Fold events of the log into what is held; keep and return it."""
        if not events:
            return held
        assert events[0].n == held.state.n + 1, f"event {events[0].n} after {held.state.n}"
        facts = [decode_event(event, self.decider.events) for event in events]
        held = Held(self.decider.evolve(held.state, facts), events[-1].h)
        self.keep(stream, held)
        return held

    def current(self, stream: str) -> Held[S]:
        """Return a stream as the log has it now: what is held plus the tail of the log."""
        held = self.cached(stream)
        if held is None:
            with self.folds[crc32(stream.encode()) % len(self.folds)]:  # one folds it for others
                if (held := self.cached(stream)) is None:
                    return self.read_anew(stream)
        caught_up = self.catch_up(stream, held)
        return self.read_anew(stream) if caught_up is None else caught_up

    def catch_up(self, stream: str, held: Held[S]) -> Held[S] | None:
        """Return what is held with all that was written since; None if it is not what the log has.

        The newest event known is read once more, since it may have been lost.
        """
        while True:
            n = held.state.n
            events = self.store.read(stream, n - 1, n + PAGE)
            if not _is_continuation(held, events):
                return None
            held = self.advance(stream, held, events[1:])
            if len(events) <= PAGE:
                return held

    def read_anew(self, stream: str) -> Held[S]:
        """Forget a stream and fold all of it."""
        while True:
            self.drop(stream)
            events = self.store.read(stream, 0, PAGE)
            held = self.advance(stream, self.unopened(stream), events)
            caught_up = held if len(events) < PAGE else self.catch_up(stream, held)
            if caught_up is not None:
                return caught_up

    def at_least(self, stream: str, n: int) -> Held[S]:
        """Return a stream no older than event n, without a read where it is held already."""
        held = self.cached(stream)
        return held if held is not None and held.state.n >= n else self.current(stream)

    def answer_at(self, stream: str, first: int, last: int) -> Answer[S]:
        """Build the answer of an accepted command again from the log as of its last event."""
        if self.decider.endless:
            held = self.current(stream)
            return Answer(held.state, held.head, first, last, [], replayed=True)
        events = self.store.read(stream, 0, last)
        facts = [decode_event(event, self.decider.events) for event in events]
        state = self.decider.evolve(self.decider.open(stream), facts)
        return Answer(state, events[-1].h, first, last, facts[first - 1 :], replayed=True)


class Tables(Streams[Table, Command]):
    """The tables that this process has folded; `directs` says who may watch a tournament's."""

    directs: Callable[[str, str], bool] = staticmethod(lambda tournament, player: False)

    def __init__(self, store: Store, most: int = CACHED) -> None:
        super().__init__(TABLE_DECIDER, store, most)
        self.late: dict[str, Held[Table]] = {}  # as spectators who are behind see

    def current(self, stream: str) -> Held[Table]:
        """Return a table as the log has it now; UnknownTable if there is none."""
        held = self.cached(stream)
        closed = held is not None and held.table.phase == "closed"
        # Then nothing follows, unless Redis came back with an older file: its end tells.
        if held is None or not closed or not self.store.ends_with(stream, held.table.n, held.head):
            held = super().current(stream)
        if not held.table.n:
            raise UnknownTable(stream)
        return held

    def read_anew(self, stream: str) -> Held[Table]:
        """Forget a table and fold it: from its snapshot if there is one that fits, else all of it.

        Raises:
            RulesNotInstalled: its game is not here, so its events are unknown too.
        """
        self.drop(stream)
        snapshot, events = self.store.resume(stream)
        kept = restore_table(snapshot, stream)
        if kept is not None and _is_continuation(held := Held(*kept), events):
            self.keep(stream, held)
            return self.advance(stream, held, events[1:])
        if snapshot or not events or events[0].n > 1:
            events = self.store.read(stream)
        if events:
            opened = orjson.loads(events[0].e)["data"]
            game_of(opened["game"], opened["rules"])
        table = table_at_end(self.store.archive, stream, events)
        if table is None:
            return self.advance(stream, self.unopened(stream), events)
        held = Held(table, events[-1].h)
        self.keep(stream, held)
        return held

    def snapshot(self, seen: int, state: Table, head: bytes) -> bytes:
        """Return what is written with a table after event `seen` and some more; b"" for none."""
        return snapshot_behind(seen, state, head)

    def whole_commands(self, table_id: str, n: int) -> Held[Table]:
        """Return a table as it was after the newest command that had ended by event n."""
        held = self.late.get(table_id)
        events = [] if held is None else self.store.read(table_id, held.table.n - 1)
        if held is None or held.table.n > n or not _is_continuation(held, events):
            held, new = None, self.store.read(table_id, 0)
        else:
            new = events[1:]
        table, count = fold_whole(table_id, held and held.table, new, n)
        held = Held(table, new[count - 1].h) if count or held is None else held
        with self.lock:
            self.late[table_id] = held
            if len(self.late) > LATE:
                del self.late[next(iter(self.late))]
        return held


class Lost(Exception):
    """Another writer was faster; the log is at `n`."""

    def __init__(self, n: int) -> None:
        super().__init__(f"the log is at event {n}")
        self.n = n


class Busy(FairdealError):
    """Other writers were faster every time."""

    code, status, retry_after = "table/busy", 503, 1
    detail = "Many act here at one moment; nothing was done. Try again"


def handle(streams: Streams[S, C], request: Request[C]) -> Answer[S]:
    """Judge a command on the newest state and record what it makes happen.

    Nothing is refused, and nothing said to be done already, by what is held: before that, the
    events since are read, and the answer that the repeat key has.

    Raises:
        Illegal, BadOptions: the rules said no; nothing was written.
        Stale: `if_match` is given and the stream is past it; nothing was written.
        KeyReused: the repeat key was used for something else.
        UnknownTable: there is no such table.
        Busy: there were other writers all the time; nothing was written.
    """
    held, fresh = _starting_state(streams, request)
    for losses in range(RETRIES):
        try:
            answer = decide_and_append(streams, request, held)
            if answer.facts or answer.replayed or fresh:
                return answer
        except (Illegal, Stale):
            if fresh:
                raise
        except Lost as lost:
            if losses:  # others are at it too: let them, each for another while
                time.sleep(random.uniform(0, PAUSE * 2**losses))
            if lost.n <= held.state.n:  # what we held is not what the log has
                streams.store.suspect()
                held = streams.read_anew(request.stream)
        held, known = refresh_and_find_answer(streams, request.stream, held, request.once)
        if known is not None:
            return known
        fresh = True
    raise Busy(request.stream)


def _starting_state(streams: Streams[S, C], request: Request[C]) -> tuple[Held[S], bool]:
    """Return the state to judge on first, and whether nothing newer can matter."""
    if isinstance(request.command, streams.decider.opening):
        return streams.unopened(request.stream), True  # nothing is newer than what is not there
    if (held := streams.cached(request.stream)) is not None:
        return held, False
    return streams.current(request.stream), request.once is None


def decide_and_append(streams: Streams[S, C], request: Request[C], held: Held[S]) -> Answer[S]:
    """Decide on the state in hand and try to append; Lost if the log is not there any more."""
    decider, state, n = streams.decider, held.state, held.state.n
    if request.if_match is not None and request.if_match != n:
        raise Stale(n)
    now = max(streams.store.now(), state.at)
    drafts = decider.decide(state, request.by, request.command, now)
    if not drafts:
        return Answer(state, held.head, n + 1, n, [])
    new = [*unsealed_events(decider, n, now, request.by, request.command, drafts)]
    events, facts = encode_events(held.head, new)
    types = [event.type for event in new]
    needs, after = Due(None, None), None
    if decider.due is not None:
        after = decider.evolve(state, facts)
        needs = decider.due(after)
        if request.lease is not None:
            needs = request.lease.of(needs, now)
    gained, lost = decider.moved(types, state, after)
    snapshot = b"" if after is None else streams.snapshot(n, after, events[-1].h)
    turns, news = decider.turned(state, after), decider.news_of(types, state, after, facts)
    result = streams.store.append(
        AppendRequest(
            stream=request.stream, seen=n, head=held.head, events=events, types=types, at=now,
            due=needs, was_due=decider.may_be_due(state), once=request.once,
            gained=gained, lost=lost, snapshot=snapshot, turns=turns, news=news,
        )
    )  # fmt: skip
    if not isinstance(result, Appended):
        raise Lost(result.n)
    if result.already:
        return streams.answer_at(request.stream, result.first, result.last)
    held = Held(decider.evolve(state, facts) if after is None else after, events[-1].h)
    streams.keep(request.stream, held)
    written = Newest(result.place, request.stream, held.state.n, held.head)
    return Answer(held.state, held.head, n + 1, held.state.n, facts, written=written)


def refresh_and_find_answer(
    streams: Streams[S, C], stream: str, held: Held[S], once: Once | None
) -> tuple[Held[S], Answer[S] | None]:
    """Bring the state up to date, as `catch_up` does, and find the answer that a key has."""
    n = held.state.n
    tail = streams.store.tail(stream, max(0, n - 1), once.key if once else "")
    if _is_continuation(held, tail.events):
        held = streams.advance(stream, held, tail.events[1 if n else 0 :])
    else:
        streams.store.suspect()
        held = streams.read_anew(stream)
    if once is None or tail.known is None:
        return held, None
    first, last, fingerprint = tail.known
    if fingerprint != once.fingerprint:
        raise KeyReused(once.key)
    return held, streams.answer_at(stream, first, last)


def _is_continuation(held: Held[S], events: Sequence[Stored]) -> bool:
    """Say whether events, the newest known one among them, are those of what is held."""
    if held.state.n:
        return bool(events) and events[0].h == held.head
    return not events or events[0].n == 1


def find_answer(streams: Streams[S, C], stream: str, once: Once | None) -> Answer[S] | None:
    """Return the answer of an accepted command with the same key, if there was one."""
    if once is None:
        return None
    held = streams.cached(stream) or streams.current(stream)
    return refresh_and_find_answer(streams, stream, held, once)[1]
