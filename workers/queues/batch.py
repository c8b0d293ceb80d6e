"""Do all that is due in a partition: what one job does, up to a time limit."""

import time
from collections import deque
from collections.abc import Callable

from events.cached_streams import Tables
from events.numbers import record_metric
from events.store.due import Batch, DueClaim, DueIndex
from events.store.quarantine import Quarantine
from workers.isolation import Isolation

AT_MOST = 1.0  # seconds a job, unless one table takes longer
CLAIMS = 16  # tables at once


def do_due(
    tables: Tables, batch: Batch, do: Callable[[Tables, str], str], seconds: float | None = None
) -> str:
    """Do what is due in a partition until nothing is or the time is up; return what was done.

    Safe to run twice, late, and beside another. What is claimed by a job that dies comes back, and
    a table that fails is set aside.
    """
    if batch.partition >= tables.store.names.partitions:
        return "no such partition"
    due, done = DueIndex(tables.store), 0
    end = time.monotonic() + (AT_MOST if seconds is None else seconds)
    isolation = isolation_of(tables, batch)

    def do_claimed(claim: DueClaim) -> None:
        late = max(0, tables.store.now() - claim.since) / 1000
        record_metric("fairdeal_late_seconds", batch.kind, value=late)
        isolation(claim.table, lambda table: do(tables, table))

    while time.monotonic() < end:
        claims = deque(due.claim(batch, tables.store.now(), CLAIMS))
        if not claims:
            return f"{done} tables"
        done += _do_in_time(claims, end, do_claimed)
        if claims:
            due.finish(batch, claims)
            return f"{done} tables; more to do"
    due.finish(batch)
    return f"{done} tables; more to do"


def isolation_of(tables: Tables, batch: Batch) -> Isolation:
    """Return what sets tables of a partition aside at which a job fails."""
    known = Quarantine(tables.store).in_partitions([batch.partition])
    streams = {found.stream for found in known if found.where == batch.kind}
    return Isolation(tables.store, batch.kind, streams)


def _do_in_time(claims: deque[DueClaim], end: float, do: Callable[[DueClaim], None]) -> int:
    """Do what is claimed until the time is up; return at how many tables."""
    done = 0
    while claims and time.monotonic() < end:
        do(claims.popleft())
        done += 1
    return done
