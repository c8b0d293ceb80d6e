"""How much memory the store may use, and a warning before it is full."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from redis import Redis

from events.settings.table import MAXMEMORY
from events.store.connections.many_servers import primary_clients

SHARE = 2  # of the machine's memory: rewriting its file may take the server as much again
WARNED_FROM = 80  # percent
OF_CONTAINERS = (
    Path("/sys/fs/cgroup/memory.max"),
    Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
)


class MemoryUsage(NamedTuple):
    """What a store uses, in bytes, and the most that it may; 0: it has no limit of its own."""

    used: int
    most: int

    def warning(self) -> str | None:
        """Say that it will be full soon, and what to do; None while there is room."""
        if not self.most or 100 * self.used < WARNED_FROM * self.most:
            return None
        return (
            f"the store uses {self.used * 100 // self.most} % of {self.most / 2**20:.0f} MB that"
            " it may; when it is full, every write is refused. Archive finished tables earlier"
            " (FAIRDEAL_ARCHIVE_AFTER_SECONDS, `fairdeal archive`) or give it more memory"
            " (FAIRDEAL_MAXMEMORY)"
        )


def memory_of(redis: Redis) -> MemoryUsage:
    """Return what a server uses and may use; of a cluster the master that will be full first."""
    replies: list[Any] = [one.info("memory") for one in primary_clients(redis)]
    usages = [MemoryUsage(one["used_memory"], one["maxmemory"]) for one in replies]
    return max(usages, key=lambda one: (one.used / one.most if one.most else 0.0, one.used))


def embedded_memory_limit() -> int:
    """Return the bytes that the embedded server may use (FAIRDEAL_MAXMEMORY), 0: no limit.

    Half of the machine's unless set. Exits saying what is wrong with the setting.
    """
    set_to = MAXMEMORY.value()
    return machine_memory() // SHARE if set_to is None else set_to


def machine_memory() -> int:
    """Return the bytes of memory of the machine, or of the container that this runs in."""
    size = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    for path in OF_CONTAINERS:
        with suppress(OSError, ValueError):  # there is none, or `max`
            size = min(size, int(path.read_text()))
    return size
