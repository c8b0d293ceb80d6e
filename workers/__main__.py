"""Run a worker process: ``python -m workers follow | bots | clock | archive``."""

import logging
import sys

from rq import SimpleWorker
from rq.serializers import JSONSerializer

from events.store.client import connect
from games import REFUSED
from workers import follower
from workers.queues import ARCHIVE, BOTS, CLOCK, queue, queue_url

QUEUES = {"bots": BOTS, "clock": CLOCK, "archive": ARCHIVE}
WORKER_TTL = 30  # seconds; a dead worker's jobs are looked for after about this long
MAINTENANCE = 15  # seconds


def work(name: str) -> None:
    """Work on one queue: with several, a dying worker would lose jobs."""
    redis = connect(queue_url(), timeout=WORKER_TTL + 10)
    SimpleWorker(
        [queue(QUEUES[name], redis)],
        connection=redis,
        serializer=JSONSerializer,
        worker_ttl=WORKER_TTL,
        maintenance_interval=MAINTENANCE,
    ).work(logging_level="WARNING")


def main() -> None:
    """Do what the first argument says."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(name)s %(message)s")
    if REFUSED:
        raise SystemExit("\n".join(REFUSED))
    match sys.argv[1:]:
        case ["follow"]:
            follower.main()
        case [name] if name in QUEUES:
            work(name)
        case _:
            raise SystemExit("usage: python -m workers follow | bots | clock | archive")


if __name__ == "__main__":
    main()
