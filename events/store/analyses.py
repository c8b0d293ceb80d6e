"""Analyses that players ask for: kept beside their tables for a week, and in no log.

What is kept follows from the log, so whoever asks again later gets the same. The service asks by a
mark in the index of what is due; workers judge some decisions at a time.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import orjson

from events.store.due import DueIndex
from events.store.streams import Store

ANALYSIS_TTL: Final = 7 * 24 * 3_600_000  # milliseconds that an analysis is kept


class AnalysisRecord(NamedTuple):
    """How far the analysis of a seat has come; `total`: None before a worker has looked."""

    total: int | None = None
    decisions: Sequence[Any] = ()

    def is_complete(self) -> bool:
        """Say whether all decisions are judged."""
        return len(self.decisions) == self.total


class AnalysisStore:
    """The analyses of a store's tables, by table and seat."""

    def __init__(self, store: Store) -> None:
        self.store, self.due = store, DueIndex(store)

    def find(self, table: str, seat: int) -> AnalysisRecord | None:
        """Return what is known of a seat; None: nobody has asked."""
        stored: Any = self.store.redis.hget(self._key(table), str(seat))
        return None if stored is None else AnalysisRecord(*orjson.loads(stored))

    def ask(self, table: str, seat: int) -> None:
        """Have workers judge a seat, and wake a follower for it."""
        empty = orjson.dumps([*AnalysisRecord()])
        self.store.redis.hsetnx(self._key(table), str(seat), empty)
        self.store.redis.pexpire(self._key(table), ANALYSIS_TTL)
        self.due.add(table, "analysis", self.store.now())

    def keep(self, table: str, seat: int, record: AnalysisRecord) -> None:
        """Keep how far the analysis of a seat has come."""
        self.store.redis.hset(self._key(table), str(seat), orjson.dumps([*record]))
        self.store.redis.pexpire(self._key(table), ANALYSIS_TTL)

    def unfinished(self, table: str) -> list[int]:
        """Return the seats of a table of which decisions are left to judge."""
        stored: Any = self.store.redis.hgetall(self._key(table))
        records = {int(seat): AnalysisRecord(*orjson.loads(one)) for seat, one in stored.items()}
        return sorted(seat for seat, record in records.items() if not record.is_complete())

    def go_on(self, table: str) -> None:
        """Have workers go on at once where decisions are left, and nowhere else."""
        self.due.remove(table, "analysis")
        if self.unfinished(table):  # read behind the removal, so that no request is lost
            self.due.add(table, "analysis", self.store.now())

    def _key(self, table: str) -> str:
        """Return where the analyses of a table lie."""
        return self.store.names.beside(table, f"analysis:{table}")
