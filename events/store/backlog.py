"""The job queues as their Redis has them: RQ keeps ids in a list, and of each job when it came."""

from datetime import UTC, datetime
from typing import Any, Final, TypedDict

from redis import Redis

THINKING: Final = "fairdeal-thinking"
BOTS: Final = "fairdeal-bots"
QUEUES: Final = (BOTS, "fairdeal-clock", THINKING, "fairdeal-archive")
MAX_EXAMINED = 32  # jobs for bots that think or are alone, more than a follower lets wait


class Backlog(TypedDict):
    """Jobs that wait in a queue; the seconds for which the oldest of them has."""

    queue: str
    jobs: int
    oldest: float


def queue_backlogs(redis: Redis) -> list[Backlog]:
    """Return what waits in each queue."""
    return [_queue_backlog(redis, name) for name in QUEUES]


def do_people_wait(redis: Redis) -> bool:
    """Say whether a job waits that plays bots for people, or finds a hint."""
    with redis.pipeline(transaction=False) as pipe:
        pipe.llen(_queue_key(BOTS))
        pipe.lrange(_queue_key(THINKING), 0, MAX_EXAMINED - 1)
        plain, waiting = pipe.execute()
    return plain > 0 or any(one.startswith((b"thinking-", b"hint-")) for one in waiting)


def _queue_key(name: str) -> str:
    """Return where RQ keeps the ids of the jobs of a queue."""
    return f"rq:queue:{name}"


def _queue_backlog(redis: Redis, name: str) -> Backlog:
    """Return what waits in a queue."""
    key = _queue_key(name)
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
