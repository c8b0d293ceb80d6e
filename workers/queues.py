"""The job queues: names, settings, and how jobs are put in."""

import os
from typing import Any

from redis import Redis
from rq import Queue
from rq.serializers import JSONSerializer

BOTS = "fairdeal-bots"
CLOCK = "fairdeal-clock"
JOBS = {"bot": (BOTS, "workers.jobs.bot_turn"), "clock": (CLOCK, "workers.jobs.time_out")}
FAILURES_KEPT = 300  # seconds
QUEUED_AT_MOST = 60  # seconds; what is due comes back by itself
RUNS_AT_MOST = 10  # seconds; a bot that thinks longer plays the fallback


def redis_url() -> str:
    """Return the URL of the store."""
    url = os.environ.get("FAIRDEAL_REDIS_URL")
    if not url:
        raise SystemExit("Set FAIRDEAL_REDIS_URL to the Redis that keeps the tables")
    return url


def queue_url() -> str:
    """Return the URL of the Redis that keeps the jobs; the store's unless said otherwise."""
    return os.environ.get("FAIRDEAL_QUEUE_URL") or redis_url()


def queue(name: str, redis: Redis) -> Any:
    """Return a queue whose jobs are JSON."""
    return Queue(name, connection=redis, serializer=JSONSerializer)


def enqueue(redis: Redis, kind: str, table: str, attempt: int) -> None:
    """Put in the job for a claim; `attempt` makes its id one of a kind."""
    name, function = JOBS[kind]
    queue(name, redis).enqueue(
        function,
        table,
        job_id=f"{kind}-{table}-{attempt}",
        result_ttl=0,
        failure_ttl=FAILURES_KEPT,
        ttl=QUEUED_AT_MOST,
        job_timeout=RUNS_AT_MOST,
    )
