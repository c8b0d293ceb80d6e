"""Several commands in one trip, with nothing else in between.

A script, not MULTI: on a Redis Cluster redis-py sends a transaction to the node that it knew, and
does not learn from the answer that another one has taken over.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from redis import Redis

from events.store.connections.direct import DirectClient
from events.store.connections.reading_script import ReadOnlyScript

SCRIPT = (Path(__file__).parent / "at_once.lua").read_text()


class AtomicBatch:
    """Runs commands of one slot on a server; `key` is one of the slot."""

    def __init__(self, redis: Redis, direct: DirectClient | None = None) -> None:
        self.script = redis.register_script(SCRIPT)
        self.reading = ReadOnlyScript(redis, SCRIPT, direct)

    def __call__(self, key: str, *commands: tuple[Any, ...]) -> list[Any]:
        """Return the raw replies."""
        replies: list[Any] = self.script(keys=[key], args=_words_of(commands))
        return replies

    def read(self, key: str, *commands: tuple[Any, ...]) -> list[Any]:
        """Return the raw replies to commands of which none writes."""
        replies: list[Any] = self.reading([key], _words_of(commands))
        return replies


def _words_of(commands: Iterable[tuple[Any, ...]]) -> list[Any]:
    """Return the arguments of the script."""
    return [word for command in commands for word in (len(command), *command)]
