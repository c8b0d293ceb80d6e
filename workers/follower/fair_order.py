"""Which tables of bots alone are played next: each account that opened some has its turn."""

from collections import deque
from collections.abc import Sequence
from itertools import count
from typing import Any

import orjson

from events.store.streams import Store, read_stream_entry

KNOWN = 20_000  # tables whose opener is remembered


class FairOrder:
    """Chooses among tables so that many of one account do not hold up few of another.

    Attributes:
        openers: table -> who opened it, as its first event says for ever.
        turns: account -> the number of its latest turn.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.openers: dict[str, str] = {}
        self.turns: dict[str, int] = {}
        self.numbers = count()

    def choose(self, tables: Sequence[str], most: int) -> list[str]:
        """Return some of these tables; of each account the first ones are chosen first."""
        self.note_openers(tables)
        waiting: dict[str, deque[str]] = {}
        for table in tables:
            waiting.setdefault(self.openers[table], deque()).append(table)
        order = deque(sorted(waiting, key=lambda account: self.turns.get(account, -1)))
        chosen: list[str] = []
        while order and len(chosen) < most:
            account = order.popleft()
            chosen.append(waiting[account].popleft())
            self.turns[account] = next(self.numbers)
            if waiting[account]:
                order.append(account)
        return chosen

    def note_openers(self, tables: Sequence[str]) -> None:
        """Note who opened tables; a table that is gone counts as one of nobody."""
        if len(self.openers) > KNOWN:
            self.openers, self.turns = {}, {}
        unknown = [one for one in tables if one not in self.openers]
        with self.store.redis.pipeline(transaction=False) as pipe:
            for table in unknown:
                pipe.xrange(self.store.names.of(table).log, "1-0", "1-0")
            replies: Any = pipe.execute()
        for table, events in zip(unknown, replies, strict=True):
            first = orjson.loads(read_stream_entry(events[0]).e)["data"] if events else {}
            self.openers[table] = first.get("opener", "")
