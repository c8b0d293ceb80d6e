"""A seeded generator of our own: the same numbers on every machine and every version of Python.

SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014). For bots
and searches alone: what is dealt at a table comes from `games.core.fairness.shuffle`.
"""

from collections.abc import Sequence
from math import fsum
from typing import Any, Final

BITS: Final = 64
WORD: Final = (1 << BITS) - 1
STEP: Final = 0x9E3779B97F4A7C15  # 2^64 by the golden ratio
CERTAIN: Final = 1 << 30


def _mix_bits(word: int) -> int:
    """Return 64 bits that depend on every bit of `word`."""
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 & WORD
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB & WORD
    return word ^ (word >> 31)


class Chance:
    """Numbers that follow from a seed; a `Luck`."""

    __slots__ = ("seed", "state")

    def __init__(self, seed: int) -> None:
        self.seed = self.state = _mix_bits((seed + STEP) & WORD)

    def randrange(self, stop: int, /) -> int:
        """Return a number from 0 to stop - 1, each as likely but for less than stop in 2^64."""
        self.state = state = (self.state + STEP) & WORD
        state = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9 & WORD
        state = (state ^ (state >> 27)) * 0x94D049BB133111EB & WORD
        return (state ^ (state >> 31)) * stop >> BITS

    def shuffle(self, x: list[Any], /) -> None:
        """Put `x` in a random order in place."""
        state = self.state
        for at in range(len(x) - 1, 0, -1):  # randrange(at + 1) written out: searches shuffle a lot
            state = (state + STEP) & WORD
            word = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9 & WORD
            word = (word ^ (word >> 27)) * 0x94D049BB133111EB & WORD
            other = (word ^ (word >> 31)) * (at + 1) >> BITS
            x[at], x[other] = x[other], x[at]
        self.state = state

    def fork(self, key: int) -> "Chance":
        """Return another generator that follows from seed and key, whatever was drawn here."""
        return Chance(self.seed ^ _mix_bits((key * STEP + 1) & WORD))

    def drawn(self, weights: Sequence[float]) -> int:
        """Return the place of one of some weights, each as often as it says."""
        left = self.randrange(CERTAIN) / CERTAIN * fsum(weights)
        at = 0
        while at < len(weights) - 1 and left >= weights[at]:
            left -= weights[at]
            at += 1
        return at
