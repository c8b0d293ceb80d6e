"""Hints that players ask for: kept beside their tables for a while, and in no log.

The service asks by a mark in the index of what is due, and a worker thinks; so a hint holds up no
request.
"""

from typing import Any, Final

import orjson

from events.store.due import DueIndex
from events.store.streams import Store

HINT_TTL: Final = 180_000  # milliseconds that a hint is kept
REQUEST_TTL: Final = 10_000  # the same; a job that is lost is asked for again after it


class HintStore:
    """The hints of a store's tables; of each table the newest."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def find(self, table: str, n: int) -> Any:
        """Return what was found behind event n of a table; None: nothing yet."""
        record: Any = self.store.redis.get(self._key(table, "hint"))
        found = None if record is None else orjson.loads(record)
        return found["hint"] if found is not None and found["n"] == n else None

    def is_requested(self, table: str, n: int) -> bool:
        """Say whether a hint behind event n was asked for a moment ago."""
        requested: Any = self.store.redis.get(self._key(table, "hint-requested"))
        return bool(requested == str(n).encode())

    def ask(self, table: str, n: int) -> None:
        """Have a worker find a hint, and wake a follower for it."""
        self.store.redis.set(self._key(table, "hint-requested"), n, px=REQUEST_TTL)
        DueIndex(self.store).add(table, "hint", self.store.now())

    def keep(self, table: str, n: int, hint: Any) -> None:
        """Keep what was found behind event n."""
        record = orjson.dumps({"n": n, "hint": hint})
        self.store.redis.set(self._key(table, "hint"), record, px=HINT_TTL)

    def _key(self, table: str, what: str) -> str:
        """Return where something of a table lies."""
        return self.store.names.beside(table, f"{what}:{table}")
