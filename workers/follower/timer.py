"""What a follower does now and then."""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass
class Timer:
    """Something that is done once in so many seconds, and when it is first asked for.

    Attributes:
        seconds: from one time to the next.
        do: what is done.
        last: when it was begun last, in seconds of the steady clock; what fails counts as not done.
    """

    seconds: float
    do: Callable[[], object]
    last: float = -math.inf

    def left(self) -> float:
        """Return the seconds until it is due."""
        return max(0.0, self.last + self.seconds - time.monotonic())

    def run(self) -> None:
        """Do it if it is due."""
        if not self.left():
            begun = time.monotonic()
            self.do()
            self.last = begun

    def hurry(self) -> None:
        """Let it be due."""
        self.last = -math.inf
