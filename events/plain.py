"""Plain streams: events that no rules of a game judge, one an append, with nothing sealed in them.

Players, ratings and disputes are such streams. They have the form and the chain of a table's log.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import orjson

from events.handle import Busy
from events.record.chain import canonical, check_plain, first_head, next_head
from events.record.codec import Stored
from events.store.streams import Appended, Draft, KeyReused, Once, Store

RETRIES = 8
PAGE = 10_000  # events a read
Json = dict[str, Any]


class Happening(NamedTuple):
    """What is to be recorded: the event's type, who asked, for what, and the event's data."""

    kind: str
    by: str
    asked: str
    data: Json


def public_part(happening: Happening, n: int, at: int) -> Json:
    """Return what everybody may read of a plain event: all there is."""
    return {
        "n": n, "type": happening.kind, "at": at, "by": happening.by, "data": happening.data,
        "cause": {"seat": None, "action": {"type": happening.asked}, "last": n}, "seals": {},
    }  # fmt: skip


class Plain:
    """A plain stream as far as this process has read it, and the one way to add to it.

    `take` is called with the public part of each event in order, `forget` before the stream is
    read again from its first event; so they keep what is folded from it.
    """

    def __init__(
        self,
        store: Store,
        stream: str,
        take: Callable[[Json], None] = lambda event: None,
        forget: Callable[[], None] = lambda: None,
    ) -> None:
        self.store, self.stream = store, stream
        self.take, self.forgotten = take, forget
        self.forget()

    def forget(self) -> None:
        """Begin again from the first event."""
        self.n, self.at, self.head = 0, 0, first_head(self.stream)
        self.forgotten()

    def catch_up(self, upto: int | None = None) -> None:
        """Take in what was written since, up to event `upto`.

        The newest event known is read once more: a store that has lost it in a power failure may
        have gone on differently, and then all is read anew.
        """
        while True:
            last = min(self.n + PAGE, self.n + PAGE if upto is None else upto)
            events = self.store.read(self.stream, max(0, self.n - 1), last)
            if self.n and (not events or events[0].h != self.head):
                self.forget()
                continue
            for event in events[1 if self.n else 0 :]:
                public = orjson.loads(event.e)
                self.n, self.at, self.head = event.n, public["at"], event.h
                self.take(public)
            if self.n != last or last == upto:
                return

    def record(
        self, decide: Callable[[], Happening | None], once: Once | None = None
    ) -> Appended | None:
        """Append what `decide` makes of the newest state, once; None if that is nothing.

        `decide` is called anew whenever somebody else was faster.

        Raises:
            KeyReused: the repeat key was used for something else; nothing was written.
            Busy: others write all the time; nothing was written.
        """
        for _ in range(RETRIES):
            self.catch_up()
            happening = decide()
            if happening is None:
                return None
            outcome = self.store.append(self.draft(happening, once))
            if isinstance(outcome, Appended):
                return outcome
            if outcome.n <= self.n:  # what we hold is not what the stream has
                self.forget()
        raise Busy(self.stream)

    def known(self, once: Once | None) -> int | None:
        """Return the number of the event that was appended under a repeat key.

        Raises:
            KeyReused: the repeat key was used for something else.
        """
        found = None if once is None else self.store.tail(self.stream, self.n, once.key).known
        if once is None or found is None:
            return None
        if found[2] != once.fingerprint:
            raise KeyReused(once.key)
        return found[1]

    def draft(self, happening: Happening, once: Once | None) -> Draft:
        """Return the append of the next event."""
        n, at = self.n + 1, max(self.at, self.store.now())
        check_plain(happening.data)
        e = canonical(public_part(happening, n, at))
        event = Stored(n, e, None, next_head(self.head, e))
        kinds = [happening.kind]
        return Draft(self.stream, self.n, self.head, [event], kinds, at, was_due=False, once=once)
