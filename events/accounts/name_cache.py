"""The names of players as they were a moment ago: for what is shown beside their ids."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from math import inf

from redis.exceptions import RedisError

from events.store.connections.tracked_connection import uncounted_writes

LookUp = Callable[[Sequence[str]], Mapping[str, str]]
MOST_NAMES = 10_000
NEVER = (-inf, None)


class NameCache:
    """Names that were looked up a moment ago."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.rows: OrderedDict[str, tuple[float, str | None]] = OrderedDict()  # since when

    def find(self, ids: Iterable[str], seconds: float, look_up: LookUp) -> dict[str, str]:
        """Return names as they were at most so many seconds ago; `look_up` returns those known now.

        Older ones, or none, where the store can't be asked: what they stand beside is served.
        """
        wanted, since = dict.fromkeys(ids), time.monotonic() - seconds
        with self.lock:
            old = [one for one in wanted if self.rows.get(one, NEVER)[0] < since]
        if old:
            with suppress(RedisError), uncounted_writes():
                self.remember(old, look_up(old))
        with self.lock:
            cached = {one: self.rows[one][1] for one in wanted if one in self.rows}
        return {one: name for one, name in cached.items() if name is not None}

    def remember(self, ids: Iterable[str], names: Mapping[str, str]) -> None:
        """Remember the names of players for a moment; that some have none, too."""
        now = time.monotonic()
        with self.lock:
            for one in ids:
                self.rows[one] = now, names.get(one)
                self.rows.move_to_end(one)
            while len(self.rows) > MOST_NAMES:
                self.rows.popitem(last=False)
