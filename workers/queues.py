"""The job queues: names, settings, and how jobs are put in."""

import os
from typing import Any, NamedTuple

from redis import Redis
from rq import Queue
from rq.serializers import JSONSerializer

from events.store.environment import store_url

BOTS = "fairdeal-bots"
CLOCK = "fairdeal-clock"
ARCHIVE = "fairdeal-archive"
FAILURES_KEPT = 300  # seconds
QUEUED_AT_MOST = 60  # seconds; what is due comes back by itself


class Kind(NamedTuple):
    """A kind of job: its queue, what is called, and the seconds that it may take."""

    queue: str
    function: str
    seconds: int


JOBS = {
    # A bot that thinks longer plays the fallback.
    "bot": Kind(BOTS, "workers.jobs.play_bot_turns", 10),
    "clock": Kind(CLOCK, "workers.jobs.time_out", 10),
    "archive": Kind(ARCHIVE, "workers.jobs.archive", 60),
}


def queue_url() -> str:
    """Return the URL of the Redis that keeps the jobs; the store's unless said otherwise."""
    return os.environ.get("FAIRDEAL_QUEUE_URL") or store_url()


def queue(name: str, redis: Redis) -> Any:
    """Return a queue whose jobs are JSON."""
    return Queue(name, connection=redis, serializer=JSONSerializer)


def enqueue(redis: Redis, kind: str, table: str, attempt: int) -> None:
    """Put in the job for a claim; `attempt` makes its id one of a kind."""
    name, function, seconds = JOBS[kind]
    queue(name, redis).enqueue(
        function,
        table,
        job_id=f"{kind}-{table}-{attempt}",
        result_ttl=0,
        failure_ttl=FAILURES_KEPT,
        ttl=QUEUED_AT_MOST,
        job_timeout=seconds,
    )
