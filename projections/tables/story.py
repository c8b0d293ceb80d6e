"""What has happened at tables since some event, as whoever asks may know it."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from threading import Lock
from typing import NamedTuple

from events.cached_streams import CachedStream
from events.record.chain import next_head
from events.record.codec import StoredEvent, decode_event
from events.record.steps import cause_of
from events.store.streams import Store
from games.core.contract import Seat
from games.core.type_hints.values import sealed_fields
from games.table import Table, fold_table_facts
from games.table.notes import StoryLine, story_lines
from projections.tables.hands import HandIndex, command_range

PAGE = 200  # lines of an answer, but for the rest of a command
MAX_LINES = 64  # lines of a table that are kept
TABLES = 1024  # of which lines are kept


class StoryEntry(NamedTuple):
    """An event as it is told: to everybody, and to seats that know more of it; the head there."""

    public: StoryLine
    own: Mapping[Seat, StoryLine]
    head: bytes

    @property
    def n(self) -> int:
        """The number of the event."""
        return self.public["n"]


class TableStory(NamedTuple):
    """The lines of a table behind event `begin`, and the table behind the last of them."""

    table: Table
    begin: int
    lines: tuple[StoryEntry, ...]

    def fits(self, held: CachedStream[Table], after: int) -> bool:
        """Say whether it has all lines behind `after`, and leads to what is held or part of it."""
        n = held.table.n
        if not self.lines or after < self.begin or n < self.lines[0].n:
            return False
        newest = self.lines[-1]
        return n > newest.n or self.lines[n - newest.n - 1].head == held.head


class StoryCache:
    """The newest lines of tables whose story was asked for, so that few logs are folded anew.

    Safe to share between threads: a line never changes.
    """

    def __init__(self, store: Store, marks: HandIndex) -> None:
        self.store, self.marks, self.lock = store, marks, Lock()
        self.held: OrderedDict[str, TableStory] = OrderedDict()

    def since(
        self, held: CachedStream[Table], seat: Seat | None, after: int
    ) -> tuple[list[StoryLine], bool]:
        """Return what is told of a table behind event `after`, and whether there is more.

        It is told in whole commands, so a page may be longer than others.
        """
        table = held.table
        if after >= table.n - len(table.news):
            lines = story_lines(table, seat) if after < table.n else []
            return [line for line in lines if line["n"] > after], False
        story = self.story_behind(held, after)
        entries = [line for line in story.lines if after < line.n <= table.n]
        lines = [
            line.public if seat is None else line.own.get(seat, line.public) for line in entries
        ]
        return lines, entries[-1].n < table.n

    def is_known(self, held: CachedStream[Table], after: int) -> bool:
        """Say whether no log has to be folded from its beginning for `since`."""
        if after >= held.table.n - len(held.table.news):
            return True
        story = self.held.get(held.table.id)
        return story is not None and story.fits(held, after)

    def story_behind(self, held: CachedStream[Table], after: int) -> TableStory:
        """Return lines behind `after`: what is kept and goes on, else those of the log."""
        table = held.table
        with self.lock:
            cached = self.held.get(table.id)
        if cached is not None and cached.fits(held, after) and table.n - cached.table.n <= PAGE:
            story = self.extended(cached, table)
        else:
            story = None
        story = story or self.from_log(table, after)
        if story.table.n >= table.n:
            self.keep(table.id, story)
        return story

    def keep(self, table_id: str, story: TableStory) -> None:
        """Keep the newest lines of a table; of tables of long ago, none."""
        rest = story.lines[-MAX_LINES:]
        begin = story.begin if len(rest) == len(story.lines) else rest[0].n - 1
        with self.lock:
            self.held[table_id] = TableStory(story.table, begin, rest)
            self.held.move_to_end(table_id)
            while len(self.held) > TABLES:
                self.held.popitem(last=False)

    def extended(self, story: TableStory, table: Table) -> TableStory | None:
        """Return what is kept with what has come since; None if the log went on from elsewhere."""
        if story.table.n >= table.n:
            return story
        events = self.store.read(table.id, story.table.n, table.n)
        if not events or next_head(story.lines[-1].head, events[0].e) != events[0].h:
            return None
        return _extend_story(table.id, story.table, events, story.begin, story.lines)

    def from_log(self, table: Table, after: int) -> TableStory:
        """Return the lines of a page behind `after`, from the log as far as it is needed."""
        events = self.store.read(table.id, 0, table.n)
        upto = command_range(events, min(table.n, after + PAGE))[1]
        mark = self.marks.before(table, events, after + 1)
        return _extend_story(table.id, mark.table, events[mark.n : upto], mark.n, ())


def _extend_story(
    table_id: str,
    table: Table | None,
    events: Sequence[StoredEvent],
    begin: int,
    lines: tuple[StoryEntry, ...],
) -> TableStory:
    """Return lines with those of whole commands that come after `table`."""
    new, at = list(lines), 0
    while at < len(events):
        first = decode_event(events[at])
        own = events[at : at + cause_of(first)["last"] - first.n + 1]
        table = fold_table_facts(table_id, table, [first, *map(decode_event, own[1:])])
        new += _command_lines(table, own)
        at += len(own)
    assert table is not None, "there is an event to be told"
    return TableStory(table, begin, tuple(new))


def _command_lines(table: Table, events: Sequence[StoredEvent]) -> list[StoryEntry]:
    """Return the lines of a command, as each of those who know more than others is told them."""
    public, own = story_lines(table, None), {}
    if any(sealed_fields(type(event)) for event in table.news):
        own = {seat: story_lines(table, seat) for seat in map(Seat, range(table.seats))}
    return [
        StoryEntry(
            line, {seat: lines[at] for seat, lines in own.items() if lines[at] != line}, event.h
        )
        for at, (line, event) in enumerate(zip(public, events, strict=True))
    ]
