"""Cached state -> decide -> append: the only way anything happens in any stream."""

import random
import time
from collections.abc import Mapping
from typing import Any, Generic, NamedTuple

from events.cached_streams import (
    CachedStream,
    CommandResult,
    Streams,
    is_continuation,
)
from events.history.signed_heads import NewestAppend
from events.record.codec import encode_events, unsealed_events
from events.record.decider import C, C_co, S
from events.store.due import Lease
from events.store.streams import AppendRequest, AppendResult, IdempotencyKey, KeyReused
from games.core.contract import Illegal
from games.core.errors import FairdealError
from games.core.presentation.texts import english_text, template
from games.table.rules import DueTimes

RETRIES = 8
PAUSE = 0.001  # seconds at most before the second retry; twice as many before each further one


MOVED_ON = template(
    "table.stale", "The table has moved on to event {n}; read its view again", n="number"
)


class StaleStream(FairdealError):
    """The stream has moved on past the number in If-Match; `n` is where it stands."""

    code, status = "table/stale", 412

    def __init__(self, n: int) -> None:
        super().__init__(f"the log is at event {n}")
        self.n = n
        self.detail = english_text(MOVED_ON(n=n))

    def members(self) -> Mapping[str, Any]:
        """Return the number."""
        return {"n": self.n}


class CommandRequest(NamedTuple, Generic[C_co]):
    """A command for a stream; `by` names who asks, `if_match` the event it was made for.

    `lease`: the turns of bots that follow, which the asker itself plays.
    """

    stream: str
    by: str
    command: C_co
    once: IdempotencyKey | None = None
    if_match: int | None = None
    lease: Lease | None = None


class WriteConflict(Exception):
    """Another writer was faster; the log is at `n`."""

    def __init__(self, n: int) -> None:
        super().__init__(f"the log is at event {n}")
        self.n = n


class WriteContention(FairdealError):
    """Other writers were faster every time."""

    code, status, retry_after = "table/busy", 503, 1
    detail = "Too many requests act on the same resource now; nothing was done. Try again"


def handle(streams: Streams[S, C], request: CommandRequest[C]) -> CommandResult[S]:
    """Judge a command on the newest state and record what it makes happen.

    Nothing is refused, and nothing said to be done already, by what is held: before that, the
    events since are read, and the answer that the repeat key has.

    Raises:
        Illegal, BadOptions: the rules said no; nothing was written.
        StaleStream: `if_match` is given and the stream is past it; nothing was written.
        KeyReused: the repeat key was used for something else.
        UnknownTable: there is no such table.
        WriteContention: there were other writers all the time; nothing was written.
    """
    held, is_fresh = _starting_state(streams, request)
    for losses in range(RETRIES):
        try:
            answer = decide_and_append(streams, request, held)
            if answer.facts or answer.replayed or is_fresh:
                return answer
        except (Illegal, StaleStream):
            if is_fresh:
                raise
        except WriteConflict as lost:
            if losses:  # others are at it too: let them, each for another while
                time.sleep(random.uniform(0, PAUSE * 2**losses))
            if lost.n <= held.state.n:  # what we held is not what the log has
                streams.store.note_fail_over()
                held = streams.reload(request.stream)
        held, known = refresh_and_find_answer(streams, request.stream, held, request.once)
        if known is not None:
            return known
        is_fresh = True
    raise WriteContention(request.stream)


def _starting_state(
    streams: Streams[S, C], request: CommandRequest[C]
) -> tuple[CachedStream[S], bool]:
    """Return the state to judge on first, and whether nothing newer can matter."""
    if isinstance(request.command, streams.decider.opening):
        return streams.unopened(request.stream), True  # nothing is newer than what is not there
    if (held := streams.cached(request.stream)) is not None:
        return held, False
    return streams.current(request.stream), request.once is None


def decide_and_append(
    streams: Streams[S, C], request: CommandRequest[C], held: CachedStream[S]
) -> CommandResult[S]:
    """Decide on the state in hand and try to append; Lost if the log is not there any more."""
    decider, state, n = streams.decider, held.state, held.state.n
    if request.if_match is not None and request.if_match != n:
        raise StaleStream(n)
    now = max(streams.store.now(), state.at)
    drafts = decider.decide(state, request.by, request.command, now)
    if not drafts:
        return CommandResult(state, held.head, n + 1, n, [])
    new = [*unsealed_events(decider, n, now, request.by, request.command, drafts)]
    events, facts = encode_events(held.head, new)
    types = [event.type for event in new]
    needs, after = DueTimes(None, None), None
    if decider.due is not None:
        after = decider.evolve(state, facts)
        assert after.n == events[-1].n, f"{after.n} events folded, {events[-1].n} written"
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
    if not isinstance(result, AppendResult):
        raise WriteConflict(result.n)
    if result.already:
        return streams.answer_at(request.stream, result.first, result.last)
    held = CachedStream(decider.evolve(state, facts) if after is None else after, events[-1].h)
    streams.keep(request.stream, held)
    written = NewestAppend(result.place, request.stream, held.state.n, held.head)
    return CommandResult(held.state, held.head, n + 1, held.state.n, facts, written=written)


def refresh_and_find_answer(
    streams: Streams[S, C], stream: str, held: CachedStream[S], once: IdempotencyKey | None
) -> tuple[CachedStream[S], CommandResult[S] | None]:
    """Bring the state up to date, as `catch_up` does, and find the answer that a key has."""
    n = held.state.n
    tail = streams.store.tail(stream, max(0, n - 1), once.key if once else "")
    if is_continuation(held, tail.events):
        held = streams.advance(stream, held, tail.events[1 if n else 0 :])
    else:
        streams.store.note_fail_over()
        held = streams.reload(stream)
    if once is None or tail.known is None:
        return held, None
    first, last, fingerprint = tail.known
    if fingerprint != once.fingerprint:
        raise KeyReused(once.key)
    return held, streams.answer_at(stream, first, last)


def find_answer(
    streams: Streams[S, C], stream: str, once: IdempotencyKey | None
) -> CommandResult[S] | None:
    """Return the answer of an accepted command with the same key, if there was one."""
    if once is None:
        return None
    held = streams.cached(stream) or streams.current(stream)
    return refresh_and_find_answer(streams, stream, held, once)[1]
