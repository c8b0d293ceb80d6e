"""Several commands in one trip, with nothing else in between.

A script, not MULTI: on a Redis Cluster redis-py sends a transaction to the node that it knew, and
does not learn from the answer that another one has taken over.
"""

from pathlib import Path
from typing import Any

from redis import Redis

SCRIPT = (Path(__file__).parent / "at_once.lua").read_text()


class AtOnce:
    """Runs commands of one slot on a server."""

    def __init__(self, redis: Redis) -> None:
        self.script = redis.register_script(SCRIPT)

    def __call__(self, key: str, *commands: tuple[Any, ...]) -> list[Any]:
        """Return the raw replies; `key` is one of the slot."""
        words = [word for command in commands for word in (len(command), *command)]
        found: list[Any] = self.script(keys=[key], args=words)
        return found
