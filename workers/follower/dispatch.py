"""Turn what is due into jobs, while few wait: what a queue holds says nothing that is not due."""

import logging
import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain

from redis import Redis
from redis.exceptions import RedisError

from events.store.due import KINDS, DueClaim, DueIndex, due_by
from events.store.feed import Feeds
from events.store.names import Kind
from events.store.streams import Store
from workers.follower.fair_order import FairOrder
from workers.queues.queues import enqueue_job, waiting_jobs

MOST = {
    "bot": 32,
    "clock": 32,
    "thinking": 4,  # each may take a while, and whoever comes later waits for them
    "hint": 4,  # in the queue of those that think
    "analysis": 2,  # in the same queue; each ends soon where people wait
    "alone": 16,  # in the queue of those that think; each ends at once where people wait
    "tournament": 1,  # in the queue of the clock, which is not to wait for more
    "archive": 100,
}  # jobs of a kind that wait
MAX_EXAMINED = 4096  # tables at which bots are alone
THINKING_CLAIM = 10_000  # milliseconds until a bot's thinking that is lost comes back
ANALYSIS_CLAIM = 30_000  # the same for an analysis, which waits behind people
TURNS = 10  # ticks in which every partition is looked at once
NEVER = 2**53  # milliseconds
PAUSE = 1.0  # seconds before a Redis of the jobs that was away is asked again

logger = logging.getLogger("fairdeal.dispatch")


class Dispatcher:
    """Puts in the jobs of a store's partitions, while the Redis of the jobs answers.

    When it does not, what is due waits in the store, and everything else goes on.
    """

    def __init__(self, store: Store, jobs: Redis) -> None:
        self.store, self.jobs = store, jobs
        self.due, self.feeds = DueIndex(store), Feeds(store)
        self.fair_order = FairOrder(store)
        self.again = 0.0  # when the Redis of the jobs is asked again
        self.next: dict[int, int] = {}  # partition -> from when on something is due there
        self.turn = 0

    def dispatch_due(self, partitions: Iterable[int], news: Collection[int]) -> None:
        """Put in jobs for what is due in those partitions in which something may be.

        That is where there was news, where something was seen that is due by now, and everywhere
        in turn, since what is due may also be put forward without news.
        """
        now, self.turn = self.store.now(), (self.turn + 1) % TURNS
        self.dispatch(
            [
                one
                for one in partitions
                if one in news or self.next.get(one, 0) <= now or one % TURNS == self.turn
            ],
            KINDS,
        )

    def dispatch(self, partitions: Iterable[int], kinds: Sequence[Kind]) -> None:
        """Put in jobs for what is due in partitions, the longest overdue first."""
        held, now = [*partitions], self.store.now()
        claims = self.due.earliest(kinds, held)
        if set(kinds) == set(KINDS):
            self.note_next(held, claims)
        for kind, tables in ((kind, due_by(now, own)) for kind, own in claims.items()):
            room = self.free_places(kind) if tables else 0
            if room <= 0:
                continue
            due_in = [partition for partition, _ in tables]
            if kind == "thinking":
                self.dispatch_thinking(due_in, now, room)
            elif kind == "hint":
                self.dispatch_hints(due_in, now, room)
            elif kind == "analysis":
                self.dispatch_analyses(due_in, now, room)
            elif kind == "alone":
                self.dispatch_alone(due_in, now, room)
            else:
                for batch in self.due.offer(kind, due_in[:room], now):
                    self.enqueue(*batch)

    def note_next(
        self, partitions: Iterable[int], found: Mapping[Kind, Iterable[tuple[int, DueClaim]]]
    ) -> None:
        """Note from when on something is due in each partition."""
        self.next |= dict.fromkeys(partitions, NEVER)
        for partition, claim in chain.from_iterable(found.values()):
            self.next[partition] = min(self.next[partition], claim.since)

    def dispatch_thinking(self, partitions: Iterable[int], now: int, room: int) -> None:
        """Put in a job for each table at which a bot thinks; after a while its turn is over."""
        (tables,) = self.due.oldest_due(["thinking"], partitions, now, room).values()
        for _, claim in tables[:room]:
            self.due.put_off(claim.table, now + THINKING_CLAIM, ["thinking"])
            newest = self.store.newest(claim.table)
            if newest is not None:
                self.enqueue("thinking", claim.table, newest.n, now)

    def dispatch_hints(self, partitions: Iterable[int], now: int, room: int) -> None:
        """Put in a job for each hint that is asked for; one that is lost is asked for again."""
        (tables,) = self.due.oldest_due(["hint"], partitions, now, room).values()
        for _, claim in tables[:room]:
            self.due.remove(claim.table, "hint")
            self.enqueue("hint", claim.table, now)

    def dispatch_analyses(self, partitions: Iterable[int], now: int, room: int) -> None:
        """Put in a job for each table to be analysed further; one that is lost comes back."""
        (tables,) = self.due.oldest_due(["analysis"], partitions, now, room).values()
        for _, claim in tables[:room]:
            self.due.put_off(claim.table, now + ANALYSIS_CLAIM, ["analysis"])
            self.enqueue("analysis", claim.table, now)

    def dispatch_alone(self, partitions: Iterable[int], now: int, room: int) -> None:
        """Put in jobs for tables of bots alone, those of each account in turn."""
        held = [*partitions]
        most = max(room, MAX_EXAMINED // max(1, len(held)))
        (tables,) = self.due.oldest_due(["alone"], held, now, most).values()
        for table in self.fair_order.choose([claim.table for _, claim in tables], room):
            self.due.put_off(table, now + THINKING_CLAIM, ["alone"])
            self.enqueue("alone", table, now)

    def sweep(self, partitions: Iterable[int]) -> None:
        """Put in jobs for tables to archive."""
        if self.free_places("archive") > 0:
            now = self.store.now()
            for table in self.feeds.claim_closed(partitions, now):
                self.enqueue("archive", table, now)

    def enqueue(self, kind: str, *arguments: str | int) -> None:
        """Put in a job, if its Redis answers; else it is due again by itself."""
        try:
            enqueue_job(self.jobs, kind, *arguments)
        except RedisError as error:
            self.back_off(error)

    def free_places(self, kind: str) -> int:
        """Return how many jobs may be put into a queue now."""
        if time.monotonic() < self.again:
            return 0
        try:
            waiting = waiting_jobs(self.jobs, kind)
        except RedisError as error:
            self.back_off(error)
            return 0
        return MOST[kind] - waiting

    def back_off(self, error: RedisError) -> None:
        """Say that the Redis of the jobs fails, and leave it alone for a while."""
        logger.warning("The job queue's Redis fails, so bots and clocks wait: %s", error)
        self.again = time.monotonic() + PAUSE
