"""What each seat was told, up to a moment: a chain that grows at one end and is shared by all that
follows from it.
"""

from collections.abc import Mapping
from typing import Any

import orjson

from games.core.contract import ReceivedEvent, Seat
from games.core.game import AnyGame
from games.core.type_hints.values import split_by_audience, visible_fields


class Transcript:
    """One event, or one line for a single seat, and all that was heard before it."""

    __slots__ = ("before", "event", "game", "hand", "line", "listener", "seens", "texts")

    def __init__(self, game: AnyGame, before: "Transcript | None", hand: int) -> None:
        self.game, self.before, self.hand = game, before, hand
        self.event: Any = None
        self.line, self.listener = "", -1
        self.texts: dict[int, str] = {}  # by seat: all lines up to here, where they were asked for
        self.seens: dict[int, list[ReceivedEvent]] = {}  # the same of the events of the newest hand

    @classmethod
    def nothing(cls, game: AnyGame, heads: Mapping[int, str], hand: int = 0) -> "Transcript":
        """Return a beginning, with the first lines of each seat."""
        found = cls(game, None, hand)
        found.texts = dict(heads)
        found.seens = {seat: [] for seat in heads}
        return found

    def remembered(self, seat: Seat, received: list[ReceivedEvent]) -> "Transcript":
        """Return a beginning in which a seat has received events of the newest hand."""
        found = Transcript.nothing(self.game, self.texts, self.hand)
        found.seens[seat] = received
        return found

    def event_happened(self, event: Any, hand: int) -> "Transcript":
        """Return what is heard with one more event, after which `hand` is the newest."""
        found = Transcript(self.game, self, hand)
        found.event = event
        return found

    def with_line(self, listener: Seat, line: str) -> "Transcript":
        """Return what is heard with one more line for one seat."""
        found = Transcript(self.game, self, self.hand)
        found.listener, found.line = listener, line
        return found

    def text(self, seat: Seat) -> str:
        """Return all that a seat was told, a line of JSON for each event."""
        links, link = [], self
        while seat not in link.texts:
            links.append(link)
            assert link.before is not None, "a beginning has a line for each seat"
            link = link.before
        lines = [link.texts[seat], *(one.line_for(seat) for one in reversed(links))]
        found = self.texts[seat] = "\n".join(line for line in lines if line)
        return found

    def line_for(self, seat: Seat) -> str:
        """Return the line of this event to a seat; nothing for who didn't hear it."""
        if self.event is None:
            return self.line if self.listener == seat else ""
        kind, data = self.received(seat)
        return orjson.dumps([kind, data]).decode()

    def received(self, seat: Seat) -> ReceivedEvent:
        """Return the event as a seat received it."""
        return ReceivedEvent(
            self.game.types[type(self.event)], visible_fields(*split_by_audience(self.event), seat)
        )

    def newest(self, seat: Seat) -> list[ReceivedEvent]:
        """Return the events of the newest hand as a seat received them."""
        links, link = [], self
        while seat not in link.seens and link.hand == self.hand:
            links.append(link)
            assert link.before is not None, "a beginning knows what each seat has received"
            link = link.before
        known = link.seens[seat] if link.hand == self.hand and seat in link.seens else []
        new = [one.received(seat) for one in reversed(links) if one.event is not None]
        found = self.seens[seat] = [*known, *new]
        return found
