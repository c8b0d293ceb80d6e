"""The layout of a store: names of keys and what they hold, as a number that lies in it.

A store of another layout would seem empty, since none of its tables would be found.
"""

from contextlib import suppress
from typing import Any

from redis import Redis
from redis.exceptions import ResponseError

from events.store.names import LAYOUT, KeyNames

LAYOUT_NUMBER = 1  # one more whenever stores of before are not read as they are
SCANNED = 10_000  # keys at a time
WHAT_TO_DO = "Nothing was changed. Start the version that wrote it, or name another store"


class WrongLayout(SystemExit):
    """The store was written by a version of fairdeal whose keys or values are others."""


def require_layout(redis: Redis, names: KeyNames) -> None:
    """Exit where a store has another layout than this version's; note the number of a new one."""
    found: Any = redis.get(LAYOUT)
    if found is not None and int(found) != LAYOUT_NUMBER:
        raise WrongLayout(
            f"The store has layout {int(found)}, and this version of fairdeal reads layout"
            f" {LAYOUT_NUMBER} alone. {WHAT_TO_DO}"
        )
    if found is not None:
        return
    if (unknown := _key_of_other_layout(redis, names)) is not None:
        raise WrongLayout(
            "The store was written before layouts had numbers, and this version of fairdeal would"
            f" not find its tables (such as {unknown}). {WHAT_TO_DO}"
        )
    with suppress(ResponseError):  # a store that is full takes no write; it is noted next time
        redis.set(LAYOUT, LAYOUT_NUMBER, nx=True)


def _key_of_other_layout(redis: Redis, names: KeyNames) -> str | None:
    """Return a key of a partition that has no such name here; None where there is none."""
    own = {names.prefix(partition) for partition in range(names.partitions)}
    for key in redis.scan_iter("fd:{p[0-9]*}:all", count=SCANNED):
        name: str = key.decode()
        if name.removesuffix("all") not in own:
            return name
    return None
