"""Luck in the middle, as a search has rivals have it."""

from typing import Any


class Middling:
    """Draws the middle, and leaves every order as it is."""

    def randrange(self, stop: int, /) -> int:
        """Return the number in the middle."""
        return stop // 2

    def shuffle(self, x: list[Any], /) -> None:
        """Leave the order."""
