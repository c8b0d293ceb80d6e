"""The job queues: names, settings, and how jobs are put in."""

from typing import Any, NamedTuple

from redis import Redis
from rq import Queue, SimpleWorker
from rq.serializers import JSONSerializer

from events.store import backlog
from workers.queues.own_jobs import RestrictedJob

BOTS = backlog.BOTS
CLOCK = "fairdeal-clock"
THINKING = backlog.THINKING
ARCHIVE = "fairdeal-archive"
FAILURE_TTL = 300  # seconds
WORKER_TTL = 30  # seconds; a dead worker's jobs are looked for after about this long
MAINTENANCE = 15  # seconds
MAX_JOBS_READ = 256  # jobs of a queue, more than wait there of all our kinds
QUEUED_AT_MOST = 60  # seconds; what is due comes back by itself


class JobKind(NamedTuple):
    """A kind of job: its queue, the name of what is called, and the seconds that it may take."""

    queue: str
    function: str
    seconds: int


JOBS = {
    # A bot that takes longer plays the fallback; a tournament's is not told to stop before.
    "bot": JobKind(BOTS, "play_bot_turns", 10),
    "thinking": JobKind(THINKING, "play_thinking_turn", 60),
    "hint": JobKind(THINKING, "give_table_hint", 60),
    "analysis": JobKind(THINKING, "analyse_table", 60),
    "alone": JobKind(THINKING, "play_table_alone", 60),
    "clock": JobKind(CLOCK, "time_out", 10),
    "tournament": JobKind(CLOCK, "run_tournaments", 10),
    "archive": JobKind(ARCHIVE, "archive", 60),
}


def job_queue(name: str, redis: Redis) -> Any:
    """Return a queue whose jobs are JSON, and ours."""
    return Queue(name, connection=redis, serializer=JSONSerializer, job_class=RestrictedJob)


class OwnWorker(SimpleWorker):
    """A worker that tells whether it was asked to stop, or gave up for another reason."""

    max_connection_wait_time = 5.0  # seconds until a Redis that was away is asked again
    is_stopping = False

    def request_stop(self, signum: Any, frame: Any) -> None:
        """Stop after the job that it is at."""
        self.is_stopping = True
        super().request_stop(signum, frame)  # type: ignore[no-untyped-call]


def queue_worker(name: str, redis: Redis) -> Any:
    """Return a worker on one queue: with several, a dying worker would lose jobs."""
    return OwnWorker(
        [job_queue(name, redis)],
        connection=redis,
        serializer=JSONSerializer,
        job_class=RestrictedJob,
        worker_ttl=WORKER_TTL,
        maintenance_interval=MAINTENANCE,
    )


def waiting_jobs(redis: Redis, kind: str) -> int:
    """Return how many jobs of a kind wait; another kind may have the same queue.

    Where there are more than ours could be, none of any kind has room.
    """
    ids: Any = redis.lrange(job_queue(JOBS[kind].queue, redis).key, 0, MAX_JOBS_READ - 1)
    own = [one for one in ids if one.startswith(f"{kind}-".encode())]
    return len(own if len(ids) < MAX_JOBS_READ else ids)


def enqueue_job(redis: Redis, kind: str, *arguments: str | int) -> None:
    """Put in a job; the last argument, an attempt, makes its id one of a kind."""
    name, function, seconds = JOBS[kind]
    job_queue(name, redis).enqueue(
        function,
        *arguments,
        job_id="-".join([kind, *map(str, arguments)]),
        result_ttl=0,
        failure_ttl=FAILURE_TTL,
        ttl=QUEUED_AT_MOST,
        job_timeout=seconds,
    )
