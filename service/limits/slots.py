"""Slots that waiting reads and others share, so that they starve nobody."""

import threading


class SlotPool:
    """How many reads may wait at the same time in this process."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.free = threading.BoundedSemaphore(most)

    def take(self, patience: float = 0.0) -> bool:
        """Take a slot; False when all are taken and none is given back within so many seconds."""
        return self.free.acquire(timeout=patience)

    @property
    def taken(self) -> int:
        """Return how many slots are taken."""
        return self.most - self.free._value

    def give_back(self) -> None:
        """Give a slot back."""
        self.free.release()
