"""Which table a request that may be repeated is about, where its path does not say it."""

import hashlib
from pathlib import Path
from typing import Any

from events.store.streams import Store

EXPIRY_SECONDS = 86_400  # seconds
SCRIPT = (Path(__file__).parent / "repeat.lua").read_text()


class IdempotencyIndex:
    """What repeat keys are about; of several requests with one key all get the same table."""

    def __init__(self, store: Store) -> None:
        self.redis = store.redis
        self.script = store.redis.register_script(SCRIPT)

    def find(self, key: str) -> str | None:
        """Return the table that a repeat key is about."""
        table: Any = self.redis.get(_repeat_record_key(key))
        return None if table is None else table.decode()

    def replace(self, key: str, old: str | None, new: str) -> str:
        """Put `new` where `old` stood; return what stands there now, perhaps another's."""
        current: Any = self.script(
            keys=[_repeat_record_key(key)], args=[old or "", new, EXPIRY_SECONDS]
        )
        return str(current.decode())


def _repeat_record_key(key: str) -> str:
    """Return the name of what is kept of a repeat key."""
    return f"fd:{{quick}}:{hashlib.sha256(key.encode()).hexdigest()}"
