"""Rebuild every read model on all cores: ``fairdeal rebuild``."""

import atexit
import gc
import multiprocessing
import os
import time
from collections.abc import Sequence
from concurrent.futures import Future, ProcessPoolExecutor, wait
from contextlib import suppress

from redis.exceptions import LockNotOwnedError
from redis.lock import Lock
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from events.parent_process import die_with_parent
from events.store.environment import own_store
from events.store.streams import Store
from events.terminal import explain_exit, print_uncaught_exceptions, say_lines
from projections.read_models.models import ENDLESS, MODELS
from projections.read_models.part import build_endless, build_partition
from projections.read_models.rebuild import (
    REBUILD,
    begin_rebuild,
    stream_count,
    streams_read,
    switch_versions,
)

POLL_INTERVAL = 0.2  # seconds between looks at how far it is
LEASE = 3.0  # seconds for which a rebuild that has died keeps others out
RUNNING = f"{REBUILD}:running"

atexit.register(gc.freeze)  # as in `service`; for the processes that are spawned, too


def main() -> None:
    """Rebuild the read models of the store that the environment names."""
    own, started = own_store(), time.monotonic()
    lock = own.redis.lock(RUNNING, timeout=LEASE)
    if not lock.acquire(blocking_timeout=LEASE + 1):  # one that died has let go of it by then
        raise SystemExit(
            f"A rebuild is running, and has read {streams_read(own)} of {stream_count(own)}"
            " streams: wait for it, or end it and start again, which goes on where it was"
        )
    versions = begin_rebuild(own, MODELS)
    cores = len(os.sched_getaffinity(0))
    spawn = multiprocessing.get_context("spawn")
    with (
        _progress_bar(stream_count(own)) as progress,
        ProcessPoolExecutor(cores, spawn, initializer=die_with_parent) as pool,
    ):
        partitions = [pool.submit(build_partition, one) for one in range(own.names.partitions)]
        _track_progress(own, progress, lock, partitions)
        _track_progress(own, progress, lock, [pool.submit(build_endless, one) for one in ENDLESS])
    renew_lock(lock)
    switch_versions(own, MODELS, versions)
    let_go(lock)
    seconds = time.monotonic() - started
    built = ", ".join(f"{name} version {version}" for name, version in versions.items())
    say_lines(f"{built}: from {stream_count(own)} streams in {seconds:.1f} s on {cores} cores")


def _progress_bar(whole: int) -> Progress:
    """Return what shows how far it is, and how long it will take."""
    progress = Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(),
        TextColumn("time left"), TimeRemainingColumn(),
    )  # fmt: skip
    progress.add_task("streams", total=whole)
    return progress


def _track_progress(
    own: Store, progress: Progress, lock: Lock, parts: Sequence[Future[None]]
) -> None:
    """Show how far it is, and keep others out, until all parts are done; raise what one raised."""
    left = set(parts)
    while left:
        done, left = wait(left, POLL_INTERVAL)
        for one in done:
            one.result()
        renew_lock(lock)
        progress.update(progress.task_ids[0], completed=streams_read(own))


def renew_lock(lock: Lock) -> None:
    """Keep other rebuilds out for a while longer."""
    try:
        lock.reacquire()
    except LockNotOwnedError:  # the store was away for too long
        if not lock.acquire(blocking=False):
            raise SystemExit("Another rebuild has gone on with this one") from None


def let_go(lock: Lock) -> None:
    """Let others in, unless they have come by themselves."""
    with suppress(LockNotOwnedError):  # on a busy machine the lease may end before the last step
        lock.release()


if __name__ == "__main__":
    print_uncaught_exceptions()
    with explain_exit():
        main()
