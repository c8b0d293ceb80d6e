"""Whose turn it is, read from what the append script keeps with every log."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from events.store.streams import Store
from events.tables.turns import TableTurns, turns_in


def whose_turns(store: Store, tables: Iterable[str]) -> dict[str, TableTurns]:
    """Return whose turn it is at tables, in one trip; those where it is nobody's are left out."""
    by_partition = defaultdict[int, list[str]](list)
    for table in tables:
        by_partition[store.names.partition(table)].append(table)
    if not by_partition:
        return {}
    with store.redis.pipeline(transaction=False) as pipe:
        for partition, page in by_partition.items():
            pipe.hmget(store.names.turns(partition), page)
        replies: Any = pipe.execute()
    return {
        table: turns_in(row)
        for page, rows in zip(by_partition.values(), replies, strict=True)
        for table, row in zip(page, rows, strict=True)
        if row is not None
    }
