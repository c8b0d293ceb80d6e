"""The job queues as their Redis has them: RQ keeps ids in a list, and of each job when it came."""

from datetime import UTC, datetime
from typing import Any, Final, TypedDict

from redis import Redis

THINKING: Final = "fairdeal-thinking"
QUEUES: Final = ("fairdeal-bots", "fairdeal-clock", THINKING, "fairdeal-archive")


class Backlog(TypedDict):
    """Jobs that wait in a queue; the seconds for which the oldest of them has."""

    queue: str
    jobs: int
    oldest: float


def queue_backlogs(redis: Redis) -> list[Backlog]:
    """Return what waits in each queue."""
    return [_queue_backlog(redis, name) for name in QUEUES]


def _queue_backlog(redis: Redis, name: str) -> Backlog:
    """Return what waits in a queue."""
    key = f"rq:queue:{name}"
    count: Any = redis.llen(key)
    oldest: Any = redis.lindex(key, 0)
    when: Any = redis.hget(f"rq:job:{oldest.decode()}", "enqueued_at") if oldest else None
    return {
        "queue": name,
        "jobs": count,
        "oldest": 0.0 if when is None else _seconds_since(when.decode()),
    }


def _seconds_since(when: str) -> float:
    """Return how many seconds ago a moment was."""
    moment = datetime.fromisoformat(when)
    known = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return max(0.0, (datetime.now(UTC) - known).total_seconds())
