"""Run a worker process: ``python -m workers follow | cosign | bots | clock | archive``."""

import logging
import sys

from events.store.client import connect
from games import REFUSED
from workers import cosigners, follower
from workers.queues import ARCHIVE, BOTS, CLOCK, WORKER_TTL, queue_url, worker

QUEUES = {"bots": BOTS, "clock": CLOCK, "archive": ARCHIVE}


def work(name: str) -> None:
    """Work on one queue until a signal comes."""
    redis = connect(queue_url(), timeout=WORKER_TTL + 10)
    worker(QUEUES[name], redis).work(logging_level="WARNING")


def main() -> None:
    """Do what the first argument says."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(name)s %(message)s")
    if REFUSED:
        raise SystemExit("\n".join(REFUSED))
    match sys.argv[1:]:
        case ["follow"]:
            follower.main()
        case ["cosign"]:
            cosigners.main()
        case [name] if name in QUEUES:
            work(name)
        case _:
            raise SystemExit("usage: python -m workers follow | cosign | bots | clock | archive")


if __name__ == "__main__":
    main()
