"""Turn what is due into jobs, while few wait: what a queue holds says nothing that is not due."""

import logging
import time
from collections.abc import Iterable, Sequence

from redis import Redis
from redis.exceptions import RedisError

from events.store.due import DueIndex
from events.store.feed import Feeds
from events.store.names import Kind
from events.store.streams import Store
from workers.queues import JOBS, enqueue, queue

MOST = {"bot": 32, "clock": 32, "thinking": 8, "archive": 100}  # jobs of a kind that wait
THINKING_CLAIM = 10_000  # milliseconds until a bot's thinking that is lost comes back
PAUSE = 1.0  # seconds before a Redis of the jobs that was away is asked again

logger = logging.getLogger("fairdeal.dispatch")


class Dispatcher:
    """Puts in the jobs of a store's partitions, while the Redis of the jobs answers.

    When it does not, what is due waits in the store, and everything else goes on.
    """

    def __init__(self, store: Store, jobs: Redis) -> None:
        self.store, self.jobs = store, jobs
        self.due, self.feeds = DueIndex(store), Feeds(store)
        self.again = 0.0  # when the Redis of the jobs is asked again

    def dispatch(self, partitions: Iterable[int], kinds: Sequence[Kind]) -> None:
        """Put in jobs for what is due in partitions, the longest overdue first."""
        now = self.store.now()
        for kind, tables in self.due.firsts(kinds, partitions, now).items():
            room = self.room(kind) if tables else 0
            if room <= 0:
                continue
            due_in = [partition for partition, _ in tables]
            if kind == "thinking":
                self.dispatch_thinking(due_in, now, room)
            else:
                for batch in self.due.offer(kind, due_in[:room], now):
                    self.put_in(*batch)

    def dispatch_thinking(self, partitions: Iterable[int], now: int, room: int) -> None:
        """Put in a job for each turn of a bot that thinks; after it the table's turn is over."""
        (tables,) = self.due.firsts(["thinking"], partitions, now, room).values()
        for _, claim in tables[:room]:
            self.due.put_off(claim.table, now + THINKING_CLAIM, ["thinking"])
            newest = self.store.newest(claim.table)
            if newest is not None:
                self.put_in("thinking", claim.table, newest.n, now)

    def sweep(self, partitions: Iterable[int]) -> None:
        """Put in jobs for tables to archive."""
        if self.room("archive") > 0:
            now = self.store.now()
            for table in self.feeds.claim_closed(partitions, now):
                self.put_in("archive", table, now)

    def put_in(self, kind: str, *arguments: str | int) -> None:
        """Put in a job, if its Redis answers; else it is due again by itself."""
        try:
            enqueue(self.jobs, kind, *arguments)
        except RedisError as error:
            self.wait(error)

    def room(self, kind: str) -> int:
        """Return how many jobs may be put into a queue now."""
        if time.monotonic() < self.again:
            return 0
        try:
            waiting: int = queue(JOBS[kind].queue, self.jobs).count
        except RedisError as error:
            self.wait(error)
            return 0
        return MOST[kind] - waiting

    def wait(self, error: RedisError) -> None:
        """Say that the Redis of the jobs fails, and leave it alone for a while."""
        logger.warning("The Redis of the jobs fails, bots and clocks wait: %s", error)
        self.again = time.monotonic() + PAUSE
