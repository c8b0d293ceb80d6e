"""The processes of a server, as `fairdeal serve` has them: each in greenlets of its own.

Each begins as its `main` does, goes on until it is killed, and is started again then. What
interpreters share and processes do not (what `workers.queues.jobs` has opened) lies with the
process.
"""

import math
import os
import random
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient
from redis.exceptions import RedisError
from rq import utils as rq_utils

from events.history.signed_tree import SignedTree
from events.history.signing_keys import KeyFolder
from events.push.web_push import VapidKey
from events.store import clock
from events.store.connections.client import connect_client, connect_reader
from events.store.connections.readiness import wait_until_ready
from events.store.environment import data_folder, own_store, queue_url, store_durability, store_url
from events.store.streams import AppendRequest, Store
from projections.history.cosigned import configured_witnesses
from projections.history.tree import SETTLE, SETTLES, TransparencyLog
from service.app import create_app
from tests.simulation.scheduler import WORLDS, SimulatedProcess, World
from workers import __main__ as workers_main
from workers.follower import follower
from workers.follower.follower import Follower
from workers.history.cosigners import CosignatureCollector
from workers.push.sender import PushSender
from workers.queues import jobs, queues

IDLE = 0.5  # seconds between a follower's looks; a bell wakes it before
AGAIN = 1.0  # seconds before a process that has ended is started again
KINDS = {  # how many
    "api": 2, "follower": 2, "bots": 2, "clock": 1, "archive": 1, "thinking": 1, "cosign": 1,
    "push": 2,
}  # fmt: skip
opened = jobs.open_worker_stores.__wrapped__


def own_opened() -> Any:
    """Return what this simulated process has opened."""
    world = WORLDS.world
    assert world is not None and world.current is not None
    caches = world.current.process.caches
    if "opened" not in caches:
        caches["opened"] = opened()
    return caches["opened"]


def now_of_rq() -> datetime:
    """Return the virtual time of day, as RQ asks for it."""
    return datetime.fromtimestamp(time.time(), UTC)


def quietly(function: Callable[..., Any], *args: Any) -> None:
    """Do a job a second time; what it raises is an outcome like another."""
    with suppress(Exception):
        function(*args)


class Calm:
    """A death penalty that uses no signal: jobs here take as long as they take."""

    def __init__(self, timeout: float, exception: Any = None, **options: Any) -> None:
        self.timeout = timeout

    def __enter__(self) -> None:
        return None

    def __exit__(self, *_: object) -> None:
        return None


class SimulatedWorker(queues.OwnWorker):
    """A worker without signals, and without a thread that listens for orders."""

    death_penalty_class = Calm  # type: ignore[assignment]

    def execute_job(self, job: Any, queue: Any) -> None:
        """Do a job; or lose it, do it late, or twice."""
        world: Any = WORLDS.world
        if world.faults.happens("job lost"):
            return
        if draw := world.faults.happens("job late"):
            world.sleep(30 * draw.random() ** 2)
        if draw := world.faults.happens("job twice"):
            again = partial(quietly, job.func, *job.args)
            if draw.random() < 0.5:
                again()
            else:
                world.current.process.spawn(again, "the same job")
        super().execute_job(job, queue)

    def subscribe(self) -> None:
        """Listen to nothing."""

    def unsubscribe(self) -> None:
        """Nothing was listened to."""

    def _install_signal_handlers(self) -> None:
        pass


class Api:
    """A process of the API: a client of the Flask app, which answers requests at once."""

    def __init__(self, process: SimulatedProcess) -> None:
        self.process = process
        self.client: FlaskClient | None = None

    def main(self) -> None:
        """Connect, and be there."""
        wait_until_ready(store_url(), self.process.world.note)
        self.client = create_app().test_client()


def follow(process: SimulatedProcess) -> None:
    """Follow the store, as `python -m workers follow` does."""
    wait_until_ready(store_url(), process.world.note)
    store = own_store()
    keys = KeyFolder(data_folder())
    jobs_redis = connect_client(queue_url(), timeout=follower.JOBS_TIMEOUT, retries=0)
    reader = connect_reader(store_url(), follower.TICK)
    one = Follower(store, reader, jobs_redis, keys, store_durability(store.redis))
    one.run()


def collect(process: SimulatedProcess) -> None:
    """Collect cosignatures, as `python -m workers cosign` does."""
    wait_until_ready(store_url(), process.world.note)
    store, folder = own_store(), data_folder()
    kept = store_durability(store.redis)
    heads = TransparencyLog(store, SETTLES.get(kept, SETTLE), SignedTree(folder))
    CosignatureCollector(heads, KeyFolder(folder), configured_witnesses(), kept).run()


def push(process: SimulatedProcess) -> None:
    """Deliver notices, as `python -m workers push` does; nothing in it waits for an event loop."""
    wait_until_ready(store_url(), process.world.note)
    one = PushSender(own_store(), process.world.receivers, VapidKey(data_folder()))
    one.run().send(None)


def work(kind: str) -> Callable[[SimulatedProcess], None]:
    """Return what a worker of a kind does."""

    def run(process: SimulatedProcess) -> None:
        wait_until_ready(store_url(), process.world.note)
        workers_main.work_on_queue(kind)

    return run


class Server:
    """All processes of a server; who dies is replaced."""

    def __init__(self, world: World, kinds: dict[str, int]) -> None:
        self.world = world
        self.apis: dict[str, Api] = {}
        self.running: dict[str, SimulatedProcess] = {}
        self.starts = dict.fromkeys(
            (f"{kind}-{k}" for kind in kinds for k in range(kinds[kind])), 0
        )
        world.on_crash = lambda task, error: self.crashed(task.process, error)
        for name in self.starts:
            self.start(name)

    def start(self, name: str) -> SimulatedProcess:
        """Start a process."""
        kind = name.partition("-")[0]
        self.starts[name] += 1
        process = self.world.process(f"{name}.{self.starts[name]}")
        drift = random.Random(f"{self.world.seed} drift {process.name}").uniform(-1, 1)
        process.rate = 1 + drift * clock.DRIFT / 1000
        self.running[name] = process
        if kind == "api":
            api = self.apis[name] = Api(process)
            process.caches["api"] = api  # referenced until the run ends, also when it is killed
            process.spawn(api.main)
        elif kind == "follower":
            process.spawn(lambda: follow(process))
        elif kind == "push":
            process.spawn(lambda: push(process))
        elif kind == "cosign":
            process.spawn(lambda: collect(process))
        else:
            process.spawn(lambda: work(kind)(process))
        return process

    def kill(self, name: str, after: float = AGAIN) -> None:
        """Kill a process, and start it anew a while later."""
        watcher = self.world.process(f"{name} restarts")
        process = self.running[name]

        def again() -> None:
            self.world.sleep(after)
            self.start(name)

        watcher.spawn(again)
        self.apis.pop(name, None)
        self.world.kill(process)

    def name_of(self, process: SimulatedProcess) -> str | None:
        """Return under which name a process of ours runs now."""
        for name, one in self.running.items():
            if one is process and one.alive:
                return name
        return None

    def crashed(self, process: SimulatedProcess, error: BaseException) -> None:
        """Start a process anew that has ended by itself."""
        name = self.name_of(process)
        if name is None:
            self.world.violated(f"{process.name} ended: {type(error).__name__}: {error}")
            return
        if not isinstance(error, (RedisError, SystemExit, OSError)):
            self.world.violated(f"{name} ended: {type(error).__name__}: {error}")
        self.kill(name)


def settings_for(folder: Path, **more: str) -> dict[str, str]:
    """Return the environment of a server."""
    return {
        "FAIRDEAL_REDIS_URL": "redis://simulated:6379/0",
        "FAIRDEAL_DATA": str(folder),
        **more,
    }


def timed(append: Callable[[Store, AppendRequest], Any]) -> Callable[[Store, AppendRequest], Any]:
    """Note in virtual time when events are appended, whatever their own clocks say."""

    def noted(store: Store, draft: AppendRequest) -> Any:
        world = WORLDS.world
        assert world is not None
        event = draft.stream, draft.seen + 1
        first, _ = world.appended.get(event, (world.now, 0.0))
        new = {(one.n, one.h.hex()) for one in draft.events}
        world.heads.setdefault(draft.stream, set()).update(new)
        world.appended[event] = first, math.inf  # of one that dies meanwhile nothing is known
        found = append(store, draft)
        world.appended[event] = first, world.now
        return found

    return noted


def install() -> None:
    """Put in place what simulated processes do otherwise than real ones."""
    jobs.open_worker_stores = own_opened  # type: ignore[assignment]
    follower.TICK = IDLE
    Store.append = timed(Store.append)  # type: ignore[assignment, method-assign]
    real = rq_utils.now
    for module in [one for name, one in sys.modules.items() if name.startswith("rq.")]:
        if getattr(module, "now", None) is real:
            module.now = now_of_rq  # type: ignore[attr-defined]
    queues.OwnWorker = SimulatedWorker  # type: ignore[misc]
    for name in [one for one in os.environ if one.startswith("FAIRDEAL_")]:
        del os.environ[name]
