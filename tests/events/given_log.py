"""Events without meaning, for tests of what only keeps and carries them."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from redis import Redis

from events.record.chain import canonical_json, first_head, next_head
from events.record.codec import StoredEvent
from events.store.streams import AppendRequest, IdempotencyKey
from games.table.rules import DueTimes

AT = 1_700_000_000_000  # milliseconds


def chained(head: bytes, after: int, bodies: Sequence[Any]) -> list[StoredEvent]:
    """Return one event a body, chained behind `head`; a dict has a private part."""
    events = []
    for n, body in enumerate(bodies, after + 1):
        e = canonical_json({"n": n, "body": body})
        p = canonical_json({"0": {"salt": "00", "data": body}}) if isinstance(body, dict) else None
        head = next_head(head, e)
        events.append(StoredEvent(n, e, p, head))
    return events


def draft(
    stream: str,
    bodies: Sequence[Any],
    behind: Sequence[StoredEvent] = (),
    *,
    due: DueTimes = DueTimes(None, None),  # noqa: B008  # a value
    once: IdempotencyKey | None = None,
    at: int = AT,
) -> AppendRequest:
    """Return the append of `bodies` behind the events `behind`, which are the whole stream."""
    head = behind[-1].h if behind else first_head(stream)
    seen = behind[-1].n if behind else 0
    events = chained(head, seen, bodies)
    return AppendRequest(
        stream=stream,
        seen=seen,
        head=head,
        events=events,
        types=[f"test.{n}.v1" for n, _ in enumerate(bodies)],
        at=at,
        due=due,
        once=once,
    )


def everything(redis: Redis) -> dict[str, Any]:
    """Return all that a server holds, key by key.

    In two pipelines: a round trip a key made the laws that compare stores three times as slow.
    """
    client: Any = redis
    keys = sorted(client.scan_iter(count=1000))
    types, values = client.pipeline(False), client.pipeline(False)
    for key in keys:
        types.type(key)
    for key, kind in zip(keys, types.execute(), strict=True):
        READS[kind.decode()](values, key)
    return {key.decode(): value for key, value in zip(keys, values.execute(), strict=True)}


READS: dict[str, Callable[[Any, bytes], object]] = {
    "stream": lambda client, key: client.xrange(key),
    "hash": lambda client, key: client.hgetall(key),
    "set": lambda client, key: client.smembers(key),
    "zset": lambda client, key: client.zrange(key, 0, -1, withscores=True),
    "list": lambda client, key: client.lrange(key, 0, -1),
    "string": lambda client, key: client.get(key),
}


@contextmanager
def nothing_written(redis: Redis) -> Iterator[None]:
    """Expect that the server holds the same afterwards."""
    before = everything(redis)
    yield
    assert everything(redis) == before
