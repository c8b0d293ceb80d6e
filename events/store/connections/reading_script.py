"""Scripts that only read, so that one whose answer was lost has done nothing."""

from collections.abc import Callable, Sequence
from typing import Any

from redis import Redis
from redis.exceptions import NoScriptError

from events.store.connections.direct import DirectClient


class ReadOnlyScript:
    """A script that a server runs only as long as it writes nothing.

    `direct` runs it on bare connections, where it is on the way of an action.
    """

    def __init__(self, redis: Redis, text: str, direct: DirectClient | None = None) -> None:
        self.redis, self.text = redis, text
        self.run: Callable[..., Any] = direct or redis.execute_command
        self.sha: str = redis.register_script(text).sha

    def __call__(self, keys: Sequence[str], arguments: Sequence[Any] = ()) -> Any:
        """Return the raw reply; the keys are of one slot."""
        command = ("EVALSHA_RO", self.sha, len(keys), *keys, *arguments)
        try:
            return self.run(*command)
        except NoScriptError:  # the first call on this server
            self.redis.script_load(self.text)
            return self.run(*command)
