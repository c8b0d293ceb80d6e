"""What a bot may look back on: the events that its seat received, read only if it asks."""

from collections.abc import Callable, Sequence
from typing import overload

from events.handle import Tables
from events.record.codec import decode
from games.core.contract import Seat, Seen
from games.table import Fact, Table
from games.table.bots import received


class Memory:
    """The events of a table's newest hand; kept up to date without reading them again."""

    def __init__(self, tables: Tables, table: Table) -> None:
        self.tables, self.table = tables, table
        self.facts: list[Fact] | None = None

    def move_on(self, table: Table, facts: list[Fact]) -> None:
        """Take in what just happened."""
        if table.hand != self.table.hand:
            self.facts = None
        elif self.facts is not None:
            self.facts += facts
        self.table = table

    def of_hand(self) -> list[Fact]:
        """Return the events since the newest hand was dealt."""
        if self.facts is None:
            first = self.table.hands[-1] if self.table.hands else 1
            stored = self.tables.store.read(self.table.id, first - 1, self.table.n)
            self.facts = [decode(event) for event in stored]
        return self.facts

    def of_seat(self, seat: Seat) -> "Received":
        """Return the same as a seat received it."""
        return Received(lambda: self.seen_by(seat))

    def seen_by(self, seat: Seat) -> list[Seen]:
        """Return the game's events of the hand as a seat received them."""
        return received(self.table, self.of_hand(), seat)


class Received(Sequence[Seen]):
    """The events of the hand as one seat received them; worked out when first looked at."""

    def __init__(self, load: Callable[[], list[Seen]]) -> None:
        self.load: Callable[[], list[Seen]] | None = load
        self.found: list[Seen] = []

    def all(self) -> list[Seen]:
        """Return them all; nothing leads back to the table once they are there."""
        if self.load is not None:
            self.found, self.load = self.load(), None
        return self.found

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.all())

    @overload
    def __getitem__(self, at: int) -> Seen: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Seen]: ...
    def __getitem__(self, at: int | slice) -> Seen | Sequence[Seen]:
        """Return one, or some."""
        return self.all()[at]
