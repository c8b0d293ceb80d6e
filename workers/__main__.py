"""Run a worker process: ``python -m workers follow | cosign | push | bots | clock ...``."""

import logging
import os
import sys
import time
from contextlib import suppress

from redis.exceptions import RedisError
from rq.exceptions import StopRequested

from events.logs import log_to_stderr
from events.settings.check import require_valid_settings
from events.store.connections.client import connect_client
from events.store.connections.readiness import retry_pauses, wait_until_ready
from events.store.environment import queue_url, store_url
from events.store.registry import Registration
from events.terminal import explain_exit
from games import REFUSED
from workers.follower import follower
from workers.history import cosigners
from workers.push import sender
from workers.queues import jobs
from workers.queues.queues import ARCHIVE, BOTS, CLOCK, THINKING, WORKER_TTL, queue_worker

QUEUES = {"bots": BOTS, "thinking": THINKING, "clock": CLOCK, "archive": ARCHIVE}

USAGE = f"usage: python -m workers follow | cosign | push | {' | '.join(QUEUES)}"
NICE = 10  # how far workers of bots that think give way to others on this machine

logger = logging.getLogger("fairdeal.workers")


def work_on_queue(name: str) -> None:
    """Work on one queue until a signal comes."""
    if name == "thinking":
        os.nice(NICE)  # whoever answers a person at once goes first
    jobs.durable_tables()  # a store that could lose events is refused now, not by the first job
    waits = retry_pauses()
    with suppress(StopRequested):  # while it waits
        while not _worked_to_the_end(name):
            time.sleep(next(waits))
            _wait_for_stores()


def _worked_to_the_end(name: str) -> bool:
    """Work on a queue; False where the worker gave up, as RQ's do when their Redis goes away."""
    redis = connect_client(queue_url(), timeout=WORKER_TTL + 10)
    one = queue_worker(QUEUES[name], redis)
    try:
        one.work(logging_level="WARNING")
    except RedisError as error:
        logger.warning("The job queue's Redis fails, trying again: %s", error)
    finally:
        redis.close()
    return bool(one.is_stopping)


def _register_process(kind: str) -> None:
    """Let operators see this process and its numbers."""
    Registration(connect_client(store_url()), kind).start()


def _wait_for_stores() -> None:
    """Wait until the store and the Redis of the jobs can be used, rather than end."""
    for url in dict.fromkeys((store_url(), queue_url())):
        wait_until_ready(url, logger.warning)


@explain_exit()
def main() -> None:
    """Do what the first argument says."""
    log_to_stderr()
    require_valid_settings()
    if REFUSED:
        raise SystemExit("\n".join(REFUSED))
    match sys.argv[1:]:
        case [kind]:
            _run_worker(kind)
        case _:
            raise SystemExit(USAGE)


def _run_worker(kind: str) -> None:
    """Work until a signal comes."""
    if kind not in ("follow", "cosign", "push", *QUEUES):
        raise SystemExit(USAGE)
    if kind != "cosign":
        _wait_for_stores()
    _register_process("follower" if kind == "follow" else kind)
    match kind:
        case "follow":
            follower.main()
        case "cosign":
            cosigners.main()
        case "push":
            sender.main()
        case _:
            work_on_queue(kind)


if __name__ == "__main__":
    main()
