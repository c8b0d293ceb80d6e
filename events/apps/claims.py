"""One exchange, all or nothing: a code or a refresh token is claimed as what it gives is written.

So of two that send the same code at once one gets tokens, and the other finds it used.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from events.accounts.keys import FENCE_KEY
from events.store.streams import Store

SCRIPT = (Path(__file__).parent / "claims.lua").read_text()
Words = tuple[Any, ...]


def claim(store: Store, conditions: Iterable[tuple[Any, Words]], commands: Iterable[Words]) -> bool:
    """Run commands of one slot if others still answer what they did; say whether that was so."""
    held, done = [*conditions], [*commands]
    words: list[Any] = [len(held)]
    for expected, command in held:
        words += [expected, len(command), *command]
    for command in done:
        words += [len(command), *command]
    is_claimed = bool(store.redis.register_script(SCRIPT)(keys=[FENCE_KEY], args=words))
    store.wait_at(FENCE_KEY)
    return is_claimed
