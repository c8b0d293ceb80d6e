"""Cached state -> decide -> append: the only way anything happens at a table."""

import threading
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from events.record.chain import first_head
from events.record.codec import NAMES, Stored, decode, encode
from events.store.snapshots import table_at_end
from events.store.streams import Appended, Draft, KeyReused, Once, Store
from games.core.contract import Illegal
from games.table import Command, Fact, Open, Table, decide, due, fold

RETRIES = 8
CACHED = 4096  # tables


class UnknownTable(Exception):
    """There is no such table."""


class Stale(Exception):
    """The table has moved on past the number in If-Match; `n` is where it stands."""

    def __init__(self, n: int) -> None:
        super().__init__(f"the table is at event {n}")
        self.n = n


class Held(NamedTuple):
    """A table folded up to its newest known event, and the head there."""

    table: Table
    head: bytes


class Answer(NamedTuple):
    """What came of a command: the table right after it, its events, and the head there."""

    table: Table
    head: bytes
    first: int
    last: int
    facts: list[Fact]
    replayed: bool = False


class Tables:
    """The tables that this process has folded, newest used last; safe to share between threads.

    A cached table may be behind the log, never ahead of it and never wrong.
    """

    def __init__(self, store: Store, most: int = CACHED) -> None:
        self.store, self.most = store, most
        self.held: OrderedDict[str, Held] = OrderedDict()
        self.lock = threading.Lock()

    def cached(self, table_id: str) -> Held | None:
        """Return what is held of a table, perhaps behind."""
        with self.lock:
            held = self.held.get(table_id)
            if held is not None:
                self.held.move_to_end(table_id)
            return held

    def keep(self, held: Held) -> None:
        """Hold a table unless a newer state of it is held."""
        with self.lock:
            known = self.held.get(held.table.id)
            if known is None or known.table.n <= held.table.n:
                self.held[held.table.id] = held
            self.held.move_to_end(held.table.id)
            while len(self.held) > self.most:
                self.held.popitem(last=False)

    def drop(self, table_id: str) -> None:
        """Forget a table."""
        with self.lock:
            self.held.pop(table_id, None)

    def advance(self, table_id: str, held: Held | None, events: Iterable[Stored]) -> Held | None:
        """Fold events of the log into what is held; keep and return it."""
        events = list(events)
        if events:
            table = fold(table_id, held and held.table, map(decode, events))
            held = Held(table, events[-1].h)
            self.keep(held)
        return held

    def current(self, table_id: str) -> Held:
        """Return a table as the log has it now: the cached state plus the tail of the stream."""
        held = self.cached(table_id)
        if held is not None and held.table.phase == "closed":
            return held  # nothing follows
        events = None if held is None else self.store.since(table_id, held.table.n, held.head)
        if events is None:  # not held, or not what the log has any more: perhaps it is archived
            self.drop(table_id)
            held, events = None, self.store.read(table_id)
            if (table := table_at_end(self.store.archive, table_id, events)) is not None:
                held, events = Held(table, events[-1].h), []
                self.keep(held)
        held = self.advance(table_id, held, events)
        if held is None:
            raise UnknownTable(table_id)
        return held

    def at_least(self, table_id: str, n: int) -> Held:
        """Return a table no older than event n, without a read where it is held already."""
        held = self.cached(table_id)
        return held if held is not None and held.table.n >= n else self.current(table_id)

    def at(self, table_id: str, n: int) -> Held:
        """Return a table as it was after the command that holds event n."""
        events = self.store.read(table_id, 0)
        facts = [decode(event) for event in events]
        if not 0 < n <= len(facts):
            raise UnknownTable(f"{table_id} has no event {n}")
        cause = facts[n - 1].cause
        first = n if not isinstance(cause, int) else cause
        begin = facts[first - 1].cause
        assert not isinstance(begin, int)
        last = begin["last"]
        return Held(fold(table_id, None, facts[:last]), events[last - 1].h)

    def whole_commands(self, table_id: str, n: int) -> Held:
        """Return a table as it was after the newest command that had ended by event n."""
        events = self.store.read(table_id, 0)
        facts = [decode(event) for event in events]
        last = max(before(facts, n), before(facts, 1))  # never less than the opening
        return Held(fold(table_id, None, facts[:last]), events[last - 1].h)


def before(facts: Sequence[Fact], n: int) -> int:
    """Return the number of the last event of the newest command that ends at or before event n."""
    last = 0
    for fact in facts:
        if not isinstance(fact.cause, int):
            if fact.cause["last"] > n:
                break
            last = fact.cause["last"]
    return last


class Request(NamedTuple):
    """A command for a table; `by` names who asks, `if_match` the event it was made for.

    `bots_later`: milliseconds for which the asker itself plays the bots' turns that follow.
    """

    table_id: str
    by: str
    command: Command
    once: Once | None = None
    if_match: int | None = None
    bots_later: int = 0


class Lost(Exception):
    """Another writer was faster; the log is at `n`."""

    def __init__(self, n: int) -> None:
        super().__init__(f"the log is at event {n}")
        self.n = n


class Busy(Exception):
    """Other writers were faster every time."""


def handle(tables: Tables, request: Request) -> Answer:
    """Judge a command on the newest state and record what it makes happen.

    Raises:
        Illegal, BadOptions: the rules said no; nothing was written.
        Stale: `if_match` is given and the table is past it; nothing was written.
        KeyReused: the repeat key was used for something else.
        UnknownTable: there is no such table.
        Busy: there were other writers all the time; nothing was written.
    """
    opening = isinstance(request.command, Open)
    held = None if opening else tables.cached(request.table_id)
    fresh = opening  # nothing can be newer than a table that is not there yet
    if held is None and not opening:
        held, fresh = tables.current(request.table_id), request.once is None
    for _ in range(RETRIES):
        try:
            return attempt(tables, request, held)
        except (Illegal, Stale):
            if fresh:
                raise
        except Lost as lost:
            if held is not None and lost.n <= held.table.n:
                tables.drop(request.table_id)  # what we held is not what the log has
                held = None
        held, answer = refresh(tables, request, held)
        if answer is not None:
            return answer
        fresh = True
    raise Busy(request.table_id)


def attempt(tables: Tables, request: Request, held: Held | None) -> Answer:
    """Decide on the state in hand and try to append; Lost if the log is not there any more."""
    table_id, command = request.table_id, request.command
    table, head, n = None, first_head(table_id), 0
    if held is not None:
        table, head, n = held.table, held.head, held.table.n
    if request.if_match is not None and request.if_match != n:
        raise Stale(n)
    now = max(tables.store.now(), table.at if table else 0)
    drafts = decide(table, request.by, command, now, table_id)
    events, facts = encode(head, n, now, request.by, command, drafts)
    after = fold(table_id, table, facts)
    types = [NAMES[type(fact.event)] for fact in facts]
    needs = due(after)
    if request.bots_later and needs.bot is not None:
        needs = needs._replace(bot=now + request.bots_later)
    was_due = may_be_due(table)
    result = tables.store.append(
        Draft(table_id, n, head, events, types, now, needs, was_due, request.once)
    )
    if not isinstance(result, Appended):
        raise Lost(result.n)
    if result.already:
        return repeat(tables, table_id, result.first, result.last)
    held = Held(after, events[-1].h)
    tables.keep(held)
    return Answer(after, held.head, n + 1, after.n, facts)


def may_be_due(table: Table | None) -> bool:
    """Say whether the due index may hold anything of a table."""
    if table is None or table.phase != "playing" or table.turn is not None:
        return True
    return any(holder is not None and holder.bot is not None for holder in table.holders)


def refresh(
    tables: Tables, request: Request, held: Held | None
) -> tuple[Held | None, Answer | None]:
    """Bring the state up to date, and the answer of an earlier command with the same key."""
    table_id, once = request.table_id, request.once
    tail = tables.store.tail(table_id, held.table.n if held else 0, once.key if once else "")
    held = tables.advance(table_id, held, tail.events)
    if once is None or tail.known is None:
        return held, None
    first, last, fingerprint = tail.known
    if fingerprint != once.fingerprint:
        raise KeyReused(once.key)
    return held, repeat(tables, table_id, first, last)


def earlier(tables: Tables, request: Request) -> Answer | None:
    """Return the answer of an accepted command with the same key, if there was one."""
    return refresh(tables, request, tables.current(request.table_id))[1]


def repeat(tables: Tables, table_id: str, first: int, last: int) -> Answer:
    """Build the answer of an accepted command again from the log as of its last event."""
    events = tables.store.read(table_id, 0, last)
    facts = [decode(event) for event in events]
    table = fold(table_id, None, facts)
    return Answer(table, events[-1].h, first, last, facts[first - 1 :], replayed=True)
