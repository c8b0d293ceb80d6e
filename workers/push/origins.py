"""How many requests may run to one origin: many where it answers soon, few where it does not.

All slow origins together have only a part of the places, since whoever has a domain has as many
slow receivers under it as he likes.
"""

from collections import Counter
from typing import Final

FIRST: Final = 8
LEAST: Final = 1
MOST: Final = 32
REMEMBERED: Final = 10_000
MOST_SLOW: Final = 200  # requests to all origins that were slow


class OriginLimits:
    """The requests that run now by origin, and how many may.

    A receiver that is slow or dead is so left with one place, whoever else shares this worker.
    """

    def __init__(self) -> None:
        self.running: Counter[str] = Counter()
        self.limits: dict[str, int] = {}
        self.slow: Counter[str] = Counter()  # of the requests that run, those to slow origins

    def take(self, origin: str) -> bool:
        """Take a place; False where none is free."""
        limit = self.limits.get(origin, FIRST)
        is_slow = limit < FIRST
        if self.running[origin] >= limit or (is_slow and self.slow.total() >= MOST_SLOW):
            return False
        self.running[origin] += 1
        self.slow[origin] += is_slow
        return True

    def give_back(self, origin: str, *, was_prompt: bool) -> None:
        """Give a place back; from how soon the answer came follows how many there are next."""
        for counted in (self.running, self.slow):
            counted[origin] = max(0, counted[origin] - 1)
            if not counted[origin]:
                del counted[origin]
        limit = self.limits.get(origin, FIRST)
        if len(self.limits) >= REMEMBERED:
            self.limits.clear()
        self.limits[origin] = min(MOST, limit + 1) if was_prompt else max(LEAST, limit // 2)
