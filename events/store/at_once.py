"""Several commands in one trip, with nothing else in between.

A script, not MULTI: on a Redis Cluster redis-py sends a transaction to the node that it knew, and
does not learn from the answer that another one has taken over.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from redis import Redis
from redis.exceptions import NoScriptError

SCRIPT = (Path(__file__).parent / "at_once.lua").read_text()


class AtOnce:
    """Runs commands of one slot on a server; `key` is one of the slot."""

    def __init__(self, redis: Redis) -> None:
        self.redis, self.script = redis, redis.register_script(SCRIPT)

    def __call__(self, key: str, *commands: tuple[Any, ...]) -> list[Any]:
        """Return the raw replies."""
        found: list[Any] = self.script(keys=[key], args=words_of(commands))
        return found

    def read(self, key: str, *commands: tuple[Any, ...]) -> list[Any]:
        """Return the raw replies to commands of which none writes."""
        words: Any = words_of(commands)
        try:
            found: Any = self.redis.evalsha_ro(self.script.sha, 1, key, *words)
        except NoScriptError:  # the first call on this server
            self.redis.script_load(SCRIPT)
            found = self.redis.evalsha_ro(self.script.sha, 1, key, *words)
        replies: list[Any] = found
        return replies


def words_of(commands: Iterable[tuple[Any, ...]]) -> list[Any]:
    """Return the arguments of the script."""
    return [word for command in commands for word in (len(command), *command)]
