"""How many requests may run to one origin: many where it answers soon, few where it does not."""

from collections import Counter
from typing import Final

FIRST: Final = 8
LEAST: Final = 1
MOST: Final = 32
REMEMBERED: Final = 10_000


class OriginLimits:
    """The requests that run now by origin, and how many may.

    A receiver that is slow or dead is so left with one place, whoever else shares this worker.
    """

    def __init__(self) -> None:
        self.running: Counter[str] = Counter()
        self.limits: dict[str, int] = {}

    def take(self, origin: str) -> bool:
        """Take a place; False where none is free."""
        if self.running[origin] >= self.limits.get(origin, FIRST):
            return False
        self.running[origin] += 1
        return True

    def give_back(self, origin: str, *, was_prompt: bool) -> None:
        """Give a place back; from how soon the answer came follows how many there are next."""
        self.running[origin] -= 1
        if self.running[origin] <= 0:
            del self.running[origin]
        limit = self.limits.get(origin, FIRST)
        if len(self.limits) >= REMEMBERED:
            self.limits.clear()
        self.limits[origin] = min(MOST, limit + 1) if was_prompt else max(LEAST, limit // 2)
