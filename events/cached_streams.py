"""Streams as this process has folded them: cached, brought up to date, read anew."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Generic, NamedTuple
from zlib import crc32

import orjson

from events.history.signed_heads import NewestAppend
from events.record.chain import first_head
from events.record.codec import StoredEvent, decode_event
from events.record.decider import C, Decider, S
from events.record.state_size import state_size
from events.record.steps import fold_whole
from events.store.archive.snapshots import restore_table, snapshot_behind, table_at_end
from events.store.streams import Store
from events.tables.decider import TABLE_DECIDER
from games import game_of
from games.core.errors import FairdealError
from games.table import Command, Fact, Table

CACHED = 4096  # streams
MOST_BYTES = 64 << 20  # of the tables that a process holds
MOST_CLOSED = 64  # tables that are over: they are asked for a few times more, and then seldom
LATE = 256  # tables as spectators see them who are behind
PAGE = 10_000  # events a read


class UnknownTable(FairdealError):
    """There is no such table."""

    code, status = "table/unknown", 404
    detail = "There is no such table, or it is private: send its join code as the header Join-Code"


class CachedStream(NamedTuple, Generic[S]):
    """A stream folded up to its newest known event, and the head there."""

    state: S
    head: bytes

    @property
    def table(self) -> S:
        """The state, as whoever deals with tables calls it."""
        return self.state


class CommandResult(NamedTuple, Generic[S]):
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
    written: NewestAppend | None = None

    @property
    def table(self) -> S:
        """The state, as whoever deals with tables calls it."""
        return self.state


class Streams(Generic[S, C]):
    """The streams of a kind that this process has folded, newest used last.

    Safe to share between threads, those of an endless kind under a lock of their owner. What is
    held may be behind the log, never ahead of it; a store that has lost events in a power failure
    and gone on differently is noticed, and the stream is read anew.
    """

    def __init__(self, decider: Decider[S, C], store: Store, most: int = CACHED) -> None:
        self.decider, self.store, self.most = decider, store, most
        self.held: OrderedDict[str, CachedStream[S]] = OrderedDict()
        self.lock, self.folds = threading.Lock(), [threading.Lock() for _ in range(64)]

    def unopened(self, stream: str) -> CachedStream[S]:
        """Return a stream as it is before its first event."""
        return CachedStream(self.decider.open(stream), first_head(stream))

    def cached(self, stream: str) -> CachedStream[S] | None:
        """Return what is held of a stream, perhaps behind."""
        with self.lock:
            held = self.held.get(stream)
            if held is not None:
                self.held.move_to_end(stream)
            return held

    def keep(self, stream: str, held: CachedStream[S]) -> None:
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

    def advance(
        self, stream: str, held: CachedStream[S], events: Sequence[StoredEvent]
    ) -> CachedStream[S]:
        """Fold events of the log into what is held; keep and return it."""
        if not events:
            return held
        assert events[0].n == held.state.n + 1, f"event {events[0].n} after {held.state.n}"
        facts = [decode_event(event, self.decider.events) for event in events]
        held = CachedStream(self.decider.evolve(held.state, facts), events[-1].h)
        assert held.state.n == events[-1].n, f"folded up to {held.state.n}, read to {events[-1].n}"
        self.keep(stream, held)
        return held

    def current(self, stream: str) -> CachedStream[S]:
        """Return a stream as the log has it now: what is held plus the tail of the log."""
        held = self.cached(stream)
        if held is None:
            with self.folds[crc32(stream.encode()) % len(self.folds)]:  # one folds it for others
                if (held := self.cached(stream)) is None:
                    return self.reload(stream)
        caught_up = self.catch_up(stream, held)
        return self.reload(stream) if caught_up is None else caught_up

    def catch_up(self, stream: str, held: CachedStream[S]) -> CachedStream[S] | None:
        """Return what is held with all that was written since; None if it is not what the log has.

        The newest event known is read once more, since it may have been lost.
        """
        while True:
            n = held.state.n
            events = self.store.read(stream, n - 1, n + PAGE)
            if not is_continuation(held, events):
                return None
            held = self.advance(stream, held, events[1:])
            if len(events) <= PAGE:
                return held

    def reload(self, stream: str) -> CachedStream[S]:
        """Forget a stream and fold all of it."""
        while True:
            self.drop(stream)
            events = self.store.read(stream, 0, PAGE)
            held = self.advance(stream, self.unopened(stream), events)
            caught_up = held if len(events) < PAGE else self.catch_up(stream, held)
            if caught_up is not None:
                return caught_up

    def at_least(self, stream: str, n: int) -> CachedStream[S]:
        """Return a stream no older than event n, without a read where it is held already."""
        held = self.cached(stream)
        return held if held is not None and held.state.n >= n else self.current(stream)

    def answer_at(self, stream: str, first: int, last: int) -> CommandResult[S]:
        """Build the answer of an accepted command again from the log as of its last event."""
        if self.decider.endless:
            held = self.current(stream)
            return CommandResult(held.state, held.head, first, last, [], replayed=True)
        events = self.store.read(stream, 0, last)
        facts = [decode_event(event, self.decider.events) for event in events]
        state = self.decider.evolve(self.decider.open(stream), facts)
        return CommandResult(state, events[-1].h, first, last, facts[first - 1 :], replayed=True)


class Tables(Streams[Table, Command]):
    """The tables that this process has folded; `directs` says who may watch a tournament's."""

    directs: Callable[[str, str], bool] = staticmethod(lambda tournament, player: False)

    def __init__(self, store: Store, most: int = CACHED) -> None:
        super().__init__(TABLE_DECIDER, store, most)
        self.late: dict[str, CachedStream[Table]] = {}  # as spectators who are behind see
        self.sizes: dict[
            str, tuple[int, int]
        ] = {}  # table -> event at which it was measured, bytes
        self.closed: OrderedDict[str, None] = OrderedDict()  # those held that are over
        self.size = 0

    def keep(self, stream: str, held: CachedStream[Table]) -> None:
        """Hold a table unless a newer state of it is held; let go what takes too much memory."""
        super().keep(stream, held)
        with self.lock:
            if (known := self.held.get(stream)) is not None:
                self._measure(stream, known.table)
            while len(self.closed) > MOST_CLOSED:
                self._let_go(next(iter(self.closed)))
            while self.size > MOST_BYTES and len(self.held) > 1:
                self._let_go(next(iter(self.held)))
            if len(self.sizes) > len(self.held):  # too many tables were held
                for other in self.sizes.keys() - self.held.keys():
                    self._let_go(other)

    def drop(self, stream: str) -> None:
        """Forget a table."""
        with self.lock:
            self._let_go(stream)

    def _let_go(self, stream: str) -> None:
        """Forget a table; the caller has the lock."""
        self.held.pop(stream, None)
        self.closed.pop(stream, None)
        self.size -= self.sizes.pop(stream, (0, 0))[1]

    def _measure(self, stream: str, table: Table) -> None:
        """Note how large a table is: when it is new, has twice as many events, or is over."""
        at, size = self.sizes.get(stream, (0, 0))
        is_over = table.phase == "closed"
        if table.n >= 2 * at or (is_over and stream not in self.closed):
            new = state_size(table)
            self.sizes[stream], self.size = (table.n, new), self.size + new - size
        if is_over:
            self.closed[stream] = None
            self.closed.move_to_end(stream)

    def current(self, stream: str) -> CachedStream[Table]:
        """Return a table as the log has it now; UnknownTable if there is none."""
        held = self.cached(stream)
        closed = held is not None and held.table.phase == "closed"
        # Then nothing follows, unless Redis came back with an older file: its end tells.
        if held is None or not closed or not self.store.ends_with(stream, held.table.n, held.head):
            held = super().current(stream)
        if not held.table.n:
            raise UnknownTable(stream)
        return held

    def reload(self, stream: str) -> CachedStream[Table]:
        """Forget a table and fold it: from its snapshot if there is one that fits, else all of it.

        Raises:
            RulesNotInstalled: its game is not here, so its events are unknown too.
        """
        self.drop(stream)
        snapshot, events = self.store.resume(stream)
        restored = restore_table(snapshot, stream)
        if restored is not None and is_continuation(held := CachedStream(*restored), events):
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
        held = CachedStream(table, events[-1].h)
        self.keep(stream, held)
        return held

    def snapshot(self, seen: int, state: Table, head: bytes) -> bytes:
        """Return what is written with a table after event `seen` and some more; b"" for none."""
        return snapshot_behind(seen, state, head)

    def whole_commands(self, table_id: str, n: int) -> CachedStream[Table]:
        """Return a table as it was after the newest command that had ended by event n."""
        held = self.late.get(table_id)
        events = [] if held is None else self.store.read(table_id, held.table.n - 1)
        if held is None or held.table.n > n or not is_continuation(held, events):
            held, new = None, self.store.read(table_id, 0)
        else:
            new = events[1:]
        table, count = fold_whole(table_id, held and held.table, new, n)
        held = CachedStream(table, new[count - 1].h) if count or held is None else held
        with self.lock:
            self.late[table_id] = held
            if len(self.late) > LATE:
                del self.late[next(iter(self.late))]
        return held


def is_continuation(held: CachedStream[S], events: Sequence[StoredEvent]) -> bool:
    """Say whether events, the newest known one among them, are those of what is held."""
    if held.state.n:
        return bool(events) and events[0].h == held.head
    return not events or events[0].n == 1
