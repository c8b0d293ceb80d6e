"""Why a store can't be used yet, and how one waits for it."""

import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from redis import Redis
from redis.exceptions import (
    AuthenticationError,
    BusyLoadingError,
    OutOfMemoryError,
    RedisError,
    ResponseError,
)
from redis.exceptions import ConnectionError as ConnectionLost

from events.settings.addresses import Address
from events.store.connections.client import connect_client
from events.store.connections.many_servers import ClusterClient
from events.store.connections.memory import memory_of

PROBE_TIMEOUT = 2.0  # seconds that a look at a store may take
SLOTS = 16384  # of a cluster
FIRST, LONGEST = 0.1, 5.0  # seconds between looks


def unavailable_reason(redis: Redis) -> str | None:
    """Say why a store can't be used now; None: it can.

    Raises:
        AuthenticationError: it will never let us in.
    """
    try:
        if isinstance(redis, ClusterClient):
            return _why_uncovered(redis.state())
        redis.ping()
    except BusyLoadingError:
        return _loading_progress(redis)
    except AuthenticationError:
        raise
    except RedisError as error:
        return f"does not answer ({error})"
    return None


def _why_uncovered(state: Mapping[str, str]) -> str | None:
    """Say why a cluster can't be used, by what one of its nodes knows of it."""
    if state["cluster_state"] == "ok":  # perhaps without some slots, if it is told to go on so
        return None
    return _missing_slots_text(state) or "is down"


def _missing_slots_text(state: Mapping[str, str]) -> str | None:
    """Say how many slots of a cluster have no master; None: all have one."""
    count = SLOTS - int(state["cluster_slots_ok"])
    return f"has no master for {count} of its {SLOTS} slots" if count else None


def store_warning(redis: Redis) -> str | None:
    """Say what an operator should look after while the store can be used."""
    if isinstance(redis, ClusterClient) and (why := _missing_slots_text(redis.state())):
        return f"The store {why}: tables and lists that lie there wait"
    try:
        return memory_of(redis).warning()
    except ResponseError:  # some hosts forbid INFO
        return None


class StoreProbe:
    """Looks at a store again and again; of a cluster there may be no client before it is there.

    Raises BadAddress if no store can be there.
    """

    def __init__(self, url: str) -> None:
        Address.of(url)
        self.url = url
        self.redis: Redis | None = None

    def unavailable_reason(self) -> str | None:
        """Say why the store can't be used now; None: it can.

        Raises:
            AuthenticationError: it will never let us in.
        """
        if self.redis is None:
            try:
                self.redis = connect_client(self.url, timeout=PROBE_TIMEOUT, retries=0)
            except ConnectionLost as error:
                return f"does not answer ({error})"
        return unavailable_reason(self.redis)

    def close(self) -> None:
        """Close the connection."""
        if self.redis is not None:
            self.redis.close()


def _loading_progress(redis: Redis) -> str:
    """Say how far a server is that reads its data."""
    try:
        info: Any = redis.info("persistence")
        percent, seconds = info["loading_loaded_perc"], info["loading_eta_seconds"]
    except (RedisError, KeyError):  # it has just finished, or is too busy to tell
        return "loads its data"
    left = f", about {seconds} s left" if int(seconds) > 0 else ""
    return f"loads its data: {float(percent):.0f} %{left}"


def is_full(error: Exception) -> bool:
    """Say whether a store refused a write because its memory or its disk is full."""
    return isinstance(error, OutOfMemoryError) or str(error).startswith("MISCONF")


def retry_pauses(first: float = FIRST, longest: float = LONGEST) -> Iterator[float]:
    """Yield seconds to wait before one more try, and one more: each twice the one before."""
    pause = first
    while True:
        yield pause
        pause = min(longest, 2 * pause)


def wait_until_ready(url: str, say: Callable[[str], None]) -> None:
    """Wait for as long as it takes until a store can be used, and say why that takes so long."""
    probe, last_reason = StoreProbe(url), ""
    try:
        for pause in retry_pauses():
            reason = probe.unavailable_reason()
            if reason is None:
                return
            if reason != last_reason:
                say(f"The store {reason}; waiting for it")
                last_reason = reason
            time.sleep(pause)
    finally:
        probe.close()
