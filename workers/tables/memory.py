"""What a bot may look back on: the events that its seat received, read only if it asks."""

from events.cached_streams import Tables
from events.record.codec import decode_event
from games.core.contract import ReceivedEvent, Seat
from games.core.received import ReceivedEvents
from games.table import Fact, Table
from games.table.bots import events_seen_by


class HandEventCache:
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
            self.facts = [decode_event(event) for event in stored]
        return self.facts

    def of_seat(self, seat: Seat) -> ReceivedEvents:
        """Return the same as a seat received it."""
        return ReceivedEvents(lambda: self.seen_by(seat))

    def seen_by(self, seat: Seat) -> list[ReceivedEvent]:
        """Return the game's events of the hand as a seat received them."""
        return events_seen_by(self.table, self.of_hand(), seat)
