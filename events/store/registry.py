"""The processes of a server, and what all of them have counted together, in the store.

The client library's files of several processes know one machine only; so each process adds what it
has counted to totals in the store, every few seconds, and says that it is there.
"""

import logging
import os
import platform
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypedDict

import orjson
from redis import Redis
from redis.exceptions import RedisError

from events.numbers import Key, drain_metrics

EVERY = 2.0  # seconds between publications
FORGOTTEN = 10_000  # milliseconds after which a process that says nothing is not counted any more
SEEN, RECORDS, NEWEST, TOTALS = (
    f"fd:{{processes}}:{name}" for name in ("seen", "records", "newest", "totals")
)
SCRIPT = (Path(__file__).parent / "publish.lua").read_text()

logger = logging.getLogger("fairdeal.processes")


class Process(TypedDict):
    """A running process, as it says of itself; `gauges`: what it measures now."""

    kind: str
    pid: int
    host: str
    version: str
    python: str
    started: int
    gauges: Mapping[str, float]


def _no_measurements() -> Mapping[str, float]:
    """Measure nothing."""
    return {}


class Registration:
    """This process in the registry; safe between threads."""

    def __init__(
        self, redis: Redis, kind: str, gauges: Callable[[], Mapping[str, float]] = _no_measurements
    ) -> None:
        self.redis, self.gauges = redis, gauges
        self.script = redis.register_script(SCRIPT)
        self.about: Process = {
            "kind": kind, "pid": os.getpid(), "host": socket.gethostname(),
            "version": version("fairdeal"), "python": platform.python_version(),
            "started": int(time.time() * 1000), "gauges": {},
        }  # fmt: skip
        self.id = f"{self.about['host']}:{self.about['pid']}:{os.urandom(4).hex()}"
        self.number, self.pending = 0, Counter[Key]()
        self.sent: Counter[Key] = Counter()  # with the newest number, perhaps in vain
        self.lock = threading.Lock()

    def publish(self) -> None:
        """Say that the process is there, and add what it has counted to the totals."""
        with self.lock:
            self.pending.update(drain_metrics())
            if not self.sent:  # what may have arrived goes again as it was, under its number
                self.number, self.sent, self.pending = self.number + 1, self.pending, Counter()
            record = orjson.dumps({**self.about, "gauges": self.gauges()})
            totals = [word for key, sum in self.sent.items() for word in (orjson.dumps(key), sum)]
            self.script(
                keys=[SEEN, RECORDS, NEWEST, TOTALS],
                args=[self.id, self.number, record, FORGOTTEN, *totals],
            )
            self.sent = Counter()

    def start(self) -> None:
        """Publish from now on, for as long as the process runs."""
        threading.Thread(target=self.run, name="registration", daemon=True).start()

    def run(self) -> None:
        """Publish every few seconds; outlast a store that is away."""
        while True:
            try:
                self.publish()
            except RedisError as error:
                logger.debug("Could not publish metrics, trying again: %s", error)
            time.sleep(EVERY)


def live_processes(redis: Redis) -> list[Process]:
    """Return the processes that have said something a moment ago."""
    rows: Any = redis.hvals(RECORDS)
    alive = [orjson.loads(text) for text in rows]
    return sorted(alive, key=lambda one: (one["kind"], one["host"], one["pid"]))


def metric_totals(redis: Redis) -> dict[Key, float]:
    """Return what all processes have ever counted together."""
    totals: Any = redis.hgetall(TOTALS)
    return {tuple(orjson.loads(key)): float(value) for key, value in totals.items()}
