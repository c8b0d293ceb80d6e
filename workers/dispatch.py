"""Turn what is due into jobs, while few wait: what a queue holds says nothing that is not due."""

from collections.abc import Iterable, Sequence

from redis import Redis

from events.store.due import DueIndex
from events.store.names import Kind
from events.store.streams import Store
from workers.queues import JOBS, enqueue, queue

SHORT = 32  # jobs of a queue; beyond it, no more are put in
THINKING = 8  # of bots that think: each waits for those before it
THINKING_CLAIM = 10_000  # milliseconds until a bot's thinking that is lost comes back


class Dispatcher:
    """Puts in the jobs of a store's partitions."""

    def __init__(self, store: Store, jobs: Redis) -> None:
        self.store, self.jobs, self.due = store, jobs, DueIndex(store)

    def dispatch(self, partitions: Iterable[int], kinds: Sequence[Kind]) -> None:
        """Put in jobs for what is due in partitions, the longest overdue first."""
        now = self.store.now()
        found = self.due.firsts(kinds, partitions, now)
        for kind, tables in found.items():
            room = self.room(kind) if tables else 0
            if room <= 0:
                continue
            due_in = [partition for partition, _ in tables]
            if kind == "thinking":
                self.dispatch_thinking(due_in, now, room)
            else:
                for batch in self.due.offer(kind, due_in[:room], now):
                    enqueue(self.jobs, *batch)

    def dispatch_thinking(self, partitions: Iterable[int], now: int, room: int) -> None:
        """Put in a job for each turn of a bot that thinks; after it the table's turn is over."""
        (tables,) = self.due.firsts(["thinking"], partitions, now, room).values()
        for _, claim in tables[:room]:
            self.due.put_off(claim.table, now + THINKING_CLAIM, ["thinking"])
            newest = self.store.newest(claim.table)
            if newest is not None:
                enqueue(self.jobs, "thinking", claim.table, newest.n, now)

    def room(self, kind: Kind) -> int:
        """Return how many jobs may be put into a queue now."""
        most = THINKING if kind == "thinking" else SHORT
        waiting: int = queue(JOBS[kind].queue, self.jobs).count
        return most - waiting
