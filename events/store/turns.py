"""Whose turn it is, read from what the append script keeps with every log."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from events.store.streams import Store
from events.tables.turns import TableTurns, turns_in


def whose_turns(store: Store, tables: Iterable[str]) -> dict[str, TableTurns]:
    """Return whose turn it is at tables, in one trip; those where it is nobody's are left out."""
    asked = defaultdict[int, list[str]](list)
    for table in tables:
        asked[store.names.partition(table)].append(table)
    if not asked:
        return {}
    with store.redis.pipeline(transaction=False) as pipe:
        for partition, some in asked.items():
            pipe.hmget(store.names.turns(partition), some)
        found: Any = pipe.execute()
    return {
        table: turns_in(row)
        for some, rows in zip(asked.values(), found, strict=True)
        for table, row in zip(some, rows, strict=True)
        if row is not None
    }
