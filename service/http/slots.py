"""What waiting reads share: slots, so that they starve nobody, and bytes that many of them get."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable


class Slots:
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


class Shared:
    """The newest answers that many clients get alike, each made once."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self.lock = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], bytes]) -> bytes:
        """Return what is kept under a key; make it if it is not there."""
        with self.lock:
            if key in self.kept:
                return self.kept[key]
            made = self.kept[key] = make()
            while len(self.kept) > self.most:
                self.kept.popitem(last=False)
            return made
