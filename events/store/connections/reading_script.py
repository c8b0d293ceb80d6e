"""Scripts that only read, so that one whose answer was lost has done nothing."""

from collections.abc import Sequence
from typing import Any

from redis import Redis
from redis.exceptions import NoScriptError


class ReadOnlyScript:
    """A script that a server runs only as long as it writes nothing."""

    def __init__(self, redis: Redis, text: str) -> None:
        self.redis, self.text = redis, text
        self.sha: str = redis.register_script(text).sha

    def __call__(self, keys: Sequence[str], arguments: Sequence[Any] = ()) -> Any:
        """Return the raw reply; the keys are of one slot."""
        words: Any = (*keys, *arguments)
        try:
            return self.redis.evalsha_ro(self.sha, len(keys), *words)
        except NoScriptError:  # the first call on this server
            self.redis.script_load(self.text)
            return self.redis.evalsha_ro(self.sha, len(keys), *words)
