"""Events as a seat received them, put together only if somebody asks."""

from collections.abc import Callable, Sequence
from typing import overload

from games.core.contract import ReceivedEvent


class ReceivedEvents(Sequence[ReceivedEvent]):
    """Events as one seat received them; worked out when first looked at."""

    def __init__(self, load: Callable[[], list[ReceivedEvent]]) -> None:
        self.load: Callable[[], list[ReceivedEvent]] | None = load
        self.found: list[ReceivedEvent] = []

    def all(self) -> list[ReceivedEvent]:
        """Return them all; nothing leads back to the table once they are there."""
        if self.load is not None:
            self.found, self.load = self.load(), None
        return self.found

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.all())

    @overload
    def __getitem__(self, at: int) -> ReceivedEvent: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[ReceivedEvent]: ...
    def __getitem__(self, at: int | slice) -> ReceivedEvent | Sequence[ReceivedEvent]:
        """Return one, or some."""
        return self.all()[at]
