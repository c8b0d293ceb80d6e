"""What is due without a request, by partition and kind: who does it, and for how long alone."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, get_args

from events.store.names import Kind
from events.store.streams import Store
from games.table.rules import DueTimes

CLAIM_SCRIPT = (Path(__file__).parent / "claim.lua").read_text()
FINISH_SCRIPT = (Path(__file__).parent / "finish.lua").read_text()
KINDS: tuple[Kind, ...] = get_args(Kind)
WAKE_UPS = 100  # that are kept, about
CLAIM = 2_000  # milliseconds until a lost claim, or the lost job of a partition, comes back


class DueClaim(NamedTuple):
    """A table that is due, and since when."""

    table: str
    since: int


class Batch(NamedTuple):
    """One job: all that is due of a kind in a partition; `attempt` tells it from others."""

    kind: Kind
    partition: int
    attempt: int


class Lease(NamedTuple):
    """Leave to do alone, for so many milliseconds, what of a kind is due at once in a stream."""

    kind: Kind
    time: int

    def of(self, needs: DueTimes, now: int) -> DueTimes:
        """Return when a stream needs attention by others."""
        when: int | None = getattr(needs, self.kind)
        if when is None or when > now:
            return needs
        return needs._replace(**{self.kind: now + self.time})


class DueIndex:
    """The tables that need attention by themselves, the longest overdue first."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.claim_script = store.redis.register_script(CLAIM_SCRIPT)
        self.finish_script = store.redis.register_script(FINISH_SCRIPT)

    def earliest(
        self, kinds: Sequence[Kind], partitions: Iterable[int], most: int = 1
    ) -> dict[Kind, list[tuple[int, DueClaim]]]:
        """Return what is due next, or was, by kind: `most` tables a partition, with it."""
        queries = [(kind, partition) for partition in partitions for kind in kinds]
        with self.store.redis.pipeline(transaction=False) as pipe:
            for kind, partition in queries:
                pipe.zrange(self.store.names.due(partition, kind), 0, most - 1, withscores=True)
            replies: Any = pipe.execute()
        claims: dict[Kind, list[tuple[int, DueClaim]]] = {kind: [] for kind in kinds}
        for (kind, partition), members in zip(queries, replies, strict=True):
            claims[kind] += [(partition, DueClaim(one.decode(), int(at))) for one, at in members]
        return claims

    def oldest_due(
        self, kinds: Sequence[Kind], partitions: Iterable[int], now: int, most: int = 1
    ) -> dict[Kind, list[tuple[int, DueClaim]]]:
        """Return what is due, by kind: `most` tables a partition, with it; the oldest first."""
        claims = self.earliest(kinds, partitions, most)
        return {kind: due_by(now, tables) for kind, tables in claims.items()}

    def offer(self, kind: Kind, partitions: Sequence[int], now: int) -> list[Batch]:
        """Return jobs to be put in: of those partitions that have none of the kind.

        Redis keeps the times at which places of jobs get free by its own clock. When that was set
        back, a lost job would keep its place until that clock has caught up; so what lasts longer
        than a claim from now on is cut down to that.
        """
        places = [self.store.names.batch(partition, kind) for partition in partitions]
        with self.store.redis.pipeline(transaction=False) as pipe:
            for place in places:
                pipe.set(place, now, nx=True, px=CLAIM)
            for place in places:
                pipe.pexpire(place, CLAIM, lt=True)
            taken: Any = pipe.execute()[: len(places)]
        free = [one for one, is_ours in zip(partitions, taken, strict=True) if is_ours]
        return [Batch(kind, partition, now) for partition in free]

    def claim(self, batch: Batch, now: int, most: int) -> list[DueClaim]:
        """Return tables of a partition that are due; the same come again only if they stay so.

        With none left the job's place is free, in the same moment.
        """
        arguments = [now, CLAIM, most, batch.attempt]
        raw: Any = self.claim_script(keys=self.keys(batch), args=arguments)
        return [
            DueClaim(table.decode(), int(at)) for table, at in zip(raw[::2], raw[1::2], strict=True)
        ]

    def finish(self, batch: Batch, rest: Iterable[DueClaim] = ()) -> None:
        """Give back what a job has claimed and had no time for, and its place."""
        undone = [word for claim in rest for word in (claim.since, claim.table)]
        keys = [*self.keys(batch), self.store.names.wake_ups(batch.partition)]
        latest = self.store.now() + CLAIM
        self.finish_script(keys=keys, args=[batch.attempt, latest, *undone])

    def keys(self, batch: Batch) -> list[str]:
        """Return the index of what is due there, and the place of the job."""
        names = self.store.names
        return [names.due(batch.partition, batch.kind), names.batch(batch.partition, batch.kind)]

    def add(self, table: str, kind: Kind, at: int) -> None:
        """Let something at a table be due that no event asks for; wake a follower."""
        names = self.store.names
        partition = names.partition(table)
        with self.store.redis.pipeline(transaction=False) as pipe:
            pipe.zadd(names.due(partition, kind), {table: at}, nx=True)
            pipe.xadd(names.wake_ups(partition), {"t": ""}, maxlen=WAKE_UPS, approximate=True)
            pipe.execute()

    def remove(self, table: str, kind: Kind) -> None:
        """Let something be due no more."""
        partition = self.store.names.partition(table)
        self.store.redis.zrem(self.store.names.due(partition, kind), table)

    def put_off(self, table: str, until: int, kinds: Iterable[Kind] = KINDS) -> None:
        """Let what is due at a table come at another time; what is not due stays so."""
        partition = self.store.names.partition(table)
        with self.store.redis.pipeline(transaction=False) as pipe:
            for kind in kinds:
                pipe.zadd(self.store.names.due(partition, kind), {table: until}, xx=True)
            pipe.execute()


def due_by(now: int, tables: Iterable[tuple[int, DueClaim]]) -> list[tuple[int, DueClaim]]:
    """Return what is due at a time, the longest overdue first."""
    return sorted((one for one in tables if one[1].since <= now), key=lambda one: one[1].since)
