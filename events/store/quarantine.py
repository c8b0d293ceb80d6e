"""Tables that failed where they must not, set aside with the reason, and tried again later."""

import traceback
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple, cast

import orjson
from redis.exceptions import RedisError, ResponseError

from events.store.archive.log_archive import BadArchive
from events.store.due import KINDS, DueIndex
from events.store.names import Kind
from events.store.streams import Store
from games.core.errors import FairdealError

SOONEST, LATEST = 60_000, 3_600_000  # milliseconds until the next try: each time twice as long


class QuarantinedStream(NamedTuple):
    """A stream that failed: `where` is a kind of what is due, or the name of a read model.

    `since` is when it failed first, `tries` how often, `again` when it is tried next.
    """

    stream: str
    where: str
    why: str
    since: int
    tries: int
    again: int


class Quarantine:
    """What is set aside in a store."""

    def __init__(self, store: Store) -> None:
        self.store, self.due = store, DueIndex(store)

    def add(self, stream: str, where: str, error: Exception) -> QuarantinedStream | None:
        """Set a stream aside, and what is due there too; None where that is known already."""
        now, known = self.store.now(), self.find(stream, where)
        if known is not None and now < known.again:
            self.postpone(known)
            return None
        since, tries = (now, 1) if known is None else (known.since, known.tries + 1)
        again = now + min(LATEST, SOONEST * 2 ** min(tries - 1, 10))
        quarantined = QuarantinedStream(stream, where, failure_reason(error), since, tries, again)
        self.write(quarantined)
        self.postpone(quarantined)
        return quarantined

    def postpone(self, quarantined: QuarantinedStream) -> None:
        """Let what is due where it failed come when it is tried again."""
        if quarantined.where in KINDS:
            self.due.put_off(quarantined.stream, quarantined.again, [quarantined.where])

    def write(self, quarantined: QuarantinedStream) -> None:
        """Write what is known of a stream."""
        stream, where, *rest = quarantined
        self.store.redis.hset(self.key(stream), f"{where}:{stream}", orjson.dumps(rest))

    def find(self, stream: str, where: str) -> QuarantinedStream | None:
        """Return what is known of a stream; None where it is not set aside."""
        text: Any = self.store.redis.hget(self.key(stream), f"{where}:{stream}")
        return None if text is None else QuarantinedStream(stream, where, *orjson.loads(text))

    def clear(self, stream: str, where: str) -> None:
        """Forget that a stream has failed: it went well, or there is nothing to do any more."""
        self.store.redis.hdel(self.key(stream), f"{where}:{stream}")

    def is_due(self, quarantined: QuarantinedStream) -> bool:
        """Say whether there is still something due where a table failed."""
        index = self.store.names.due(
            self.store.names.partition(quarantined.stream), cast(Kind, quarantined.where)
        )
        return self.store.redis.zscore(index, quarantined.stream) is not None

    def key(self, stream: str) -> str:
        """Return the key under which a stream is set aside."""
        return self.store.names.quarantine(self.store.names.partition(stream))

    def in_partitions(self, partitions: Iterable[int]) -> list[QuarantinedStream]:
        """Return what is set aside in partitions."""
        with self.store.redis.pipeline(transaction=False) as pipe:
            for partition in partitions:
                pipe.hgetall(self.store.names.quarantine(partition))
            rows: Any = pipe.execute()
        streams = []
        for name, text in (item for row in rows for item in row.items()):
            where, _, stream = name.decode().partition(":")
            streams.append(QuarantinedStream(stream, where, *orjson.loads(text)))
        return streams

    def all(self) -> list[QuarantinedStream]:
        """Return all that is set aside, the oldest first."""
        streams = self.in_partitions(range(self.store.names.partitions))
        return sorted(streams, key=lambda one: (one.since, one.stream, one.where))

    def retry(self, quarantined: QuarantinedStream) -> None:
        """Have a stream tried again now; it is set aside anew unless that goes well."""
        quarantined = quarantined._replace(again=self.store.now())
        self.write(quarantined)
        self.postpone(quarantined)


def is_transient_error(error: Exception) -> bool:
    """Say whether an error tells nothing of a stream: it comes with any other, and goes.

    What Redis says of one key alone begins with no word in capitals, or with WRONGTYPE.
    """
    if type(error) is ResponseError:
        word = str(error).partition(" ")[0]
        return word.isupper() and word != "WRONGTYPE"
    if isinstance(error, FairdealError):
        return error.status == 503 and not isinstance(error, BadArchive)
    return isinstance(error, RedisError)


def failure_reason(error: Exception) -> str:
    """Return what went wrong and where in the code, without its message: that may name cards."""
    what = type(error).__name__
    if isinstance(error, FairdealError):
        what += f" {error.code}"
    frames = traceback.extract_tb(error.__traceback__)
    if not frames:
        return what
    path = "/".join(Path(frames[-1].filename).parts[-2:])
    return f"{what} in {frames[-1].name} ({path}, line {frames[-1].lineno})"
