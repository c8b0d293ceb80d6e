"""Rebuild every read model on all cores: ``fairdeal rebuild``."""

import multiprocessing
import os
import time
from collections.abc import Sequence
from concurrent.futures import Future, ProcessPoolExecutor, wait

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from events.store.embedded import die_with_parent
from events.store.environment import own_store
from events.store.streams import Store
from events.terminal import exits_told, say, tell_what_is_not_caught
from projections.models import ENDLESS, MODELS
from projections.part import build, build_endless
from projections.rebuild import begin, size, streams_read, switch

LOOK = 0.2  # seconds between looks at how far it is


def main() -> None:
    """Rebuild the read models of the store that the environment names."""
    own, started = own_store(), time.monotonic()
    versions = begin(own, MODELS)
    cores = len(os.sched_getaffinity(0))
    spawn = multiprocessing.get_context("spawn")
    with (
        shown(size(own)) as progress,
        ProcessPoolExecutor(cores, spawn, initializer=die_with_parent) as pool,
    ):
        follow(own, progress, [pool.submit(build, one) for one in range(own.names.partitions)])
        follow(own, progress, [pool.submit(build_endless, one) for one in ENDLESS])
    switch(own, MODELS, versions)
    seconds = time.monotonic() - started
    told = ", ".join(f"{name} version {version}" for name, version in versions.items())
    say(f"{told}: from {size(own)} streams in {seconds:.1f} s on {cores} cores")


def shown(whole: int) -> Progress:
    """Return what shows how far it is, and how long it will take."""
    progress = Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(),
        TextColumn("time left"), TimeRemainingColumn(),
    )  # fmt: skip
    progress.add_task("streams", total=whole)
    return progress


def follow(own: Store, progress: Progress, parts: Sequence[Future[None]]) -> None:
    """Show how far it is until all parts are done; raise what one of them raised."""
    left = set(parts)
    while left:
        done, left = wait(left, LOOK)
        for one in done:
            one.result()
        progress.update(progress.task_ids[0], completed=streams_read(own))


if __name__ == "__main__":
    tell_what_is_not_caught()
    with exits_told():
        main()
