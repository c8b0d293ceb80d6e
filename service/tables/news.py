"""News of tables for those who listen: those of seats at once, spectators' once a second."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import suppress
from zlib import crc32

from redis.exceptions import RedisError

from events.accounts.phrases import STEP, phrases_after, phrases_key
from events.cached_streams import CachedStream, Tables
from games.core.contract import Seat
from games.table import Table
from projections.live.subscriptions import Subscription
from projections.tables.languages import ENGLISH
from projections.tables.story import StoryCache
from projections.tables.views import (
    MayNotWatch,
    Names,
    NotReleased,
    event_for_seat,
    seat_of,
    spectator_table,
    table_for,
    view_in_language,
)
from service.streams import audiences
from service.streams.audiences import (
    AudienceMember,
    AudienceRegistry,
    Pages,
    StreamAudience,
    next_heartbeat,
    server_sent_event,
)

LONGEST = 3600.0  # seconds between two looks for phrases where none are said
PAGE = 32  # events that are sent at a time: a client takes them before it gets more


class TableTopic:
    """A table, for a player or anybody else."""

    __slots__ = (
        "is_away", "language", "names", "player", "seat", "stories", "table_id", "tables",
    )  # fmt: skip

    def __init__(
        self,
        tables: Tables,
        stories: StoryCache,
        names: Names,
        table_id: str,
        player: str | None = None,
        language: str = ENGLISH,
    ) -> None:
        self.tables, self.stories, self.names = tables, stories, names
        self.table_id, self.player, self.language = table_id, player, language
        self.seat: Seat | None = None
        self.is_away = False  # as the stream began: told not to come, and let in all the same

    @property
    def key(self) -> str:
        """Return the key of the audience."""
        return self.table_id

    @property
    def at_once(self) -> bool:
        """Say whether the client holds a seat."""
        return self.seat is not None

    @property
    def channel(self) -> str:
        """Return the channel of its news."""
        return self.tables.store.names.of(self.table_id).log

    def audience(self, audiences: AudienceRegistry) -> StreamAudience:
        """Return a new audience of the table."""
        return TableAudience(audiences, self.tables, self.stories, self.names, self.table_id)

    def first(self, last_seen: int | None) -> tuple[bytes, int]:
        """Return the full view."""
        held, seat = table_for(self.tables, self.table_id, self.player)
        after = held.table.n if last_seen is None else min(last_seen, held.table.n)
        now = self.tables.store.clock.about_now()
        view = view_in_language(held, seat, self.names, self.language)
        return server_sent_event("view", view, after, now), after

    def pages(self, after: int) -> Pages | None:
        """Return pages of what is new after an event; the client resumes where it knows more."""
        held, self.seat = table_for(self.tables, self.table_id, self.player)
        self.is_away = _is_sent_away(held.table, self.player)
        if _is_at_end(held.table, self.seat, after):
            return None
        if after >= held.table.n:
            return ()
        return _table_update_pages(self.stories, held, self.seat, after, self.names, self.language)


class TableAudience(StreamAudience):
    """The streams of one table.

    Attributes:
        phase: tables take turns within the pause of spectators, who all get the same bytes then.
        phrases: what tells of phrases, which are no events.
    """

    phrases: asyncio.Task[None]

    def __init__(
        self,
        audiences: AudienceRegistry,
        tables: Tables,
        stories: StoryCache,
        names: Names,
        table_id: str,
    ) -> None:
        super().__init__(audiences, table_id, tables.store.names.of(table_id).log)
        self.tables, self.stories, self.names, self.table_id = tables, stories, names, table_id
        self.phase = crc32(table_id.encode()) / 2**32

    def begin(self) -> None:
        """Push what is new from now on, phrases too."""
        super().begin()
        self.phrases = asyncio.get_running_loop().create_task(self.follow_phrases())
        self.task.add_done_callback(lambda _: self.phrases.cancel())

    async def follow_phrases(self) -> None:
        """Push phrases for as long as anybody listens; lost news of them end no stream."""
        store = self.tables.store
        seen, key = store.clock.about_now() * STEP, phrases_key(store, self.table_id)
        with (
            suppress(RedisError),
            Subscription(self.audiences.subscriptions, key) as subscription,
        ):
            await subscription.wait(LONGEST)  # until none can be missed
            while True:
                if await subscription.wait(LONGEST):
                    seen = self.push_phrases(seen)

    def push_phrases(self, seen: int) -> int:
        """Push phrases behind an id to the seats that may hear them; return the newest id."""
        for phrase, hearers in phrases_after(self.tables.store, self.table_id, seen):
            seen = phrase["id"]
            for stream in self.members(True):
                if stream.topic.player in hearers:
                    message = server_sent_event("phrase", phrase, stream.after)
                    self.send_pages(stream, [(message, stream.after)])
        return seen

    def members(self, at_once: bool) -> list[AudienceMember]:
        """Return the streams of seats, or those of spectators."""
        return [one for one in self.streams if one.topic.at_once == at_once]

    def note_update(self, newest: int) -> None:
        """Push what is new to seats now, to spectators in a moment."""
        self.push(True, newest)
        self.batch_due = min(self.batch_due, next_tick(self.phase))

    def push(self, at_once: bool, newest: int) -> None:
        """Push what is new to those with a seat, or to those without."""
        members = self.members(at_once)
        if not members:
            return
        live = self.tables.at_least(self.table_id, newest)
        late: CachedStream[Table] | None = None
        made: dict[tuple[Seat | None, int, str], list[tuple[bytes, int]]] = {}
        for stream in members:
            player = stream.topic.player
            try:
                seat = stream.topic.seat = seat_of(self.tables, live.table, player)
            except (MayNotWatch, NotReleased):
                stream.finish()
                continue
            if _is_sent_away(live.table, player) and not stream.topic.is_away:
                stream.finish()  # whoever has the join code comes back
                continue
            if seat is None and late is None:
                late = spectator_table(self.tables, live)
            held = (seat is None and late) or live
            key = seat, stream.after, stream.topic.language
            if key not in made:
                made[key] = [
                    *_table_update_pages(self.stories, held, seat, key[1], self.names, key[2])
                ]
            if self.send_pages(stream, made[key]) and _is_at_end(held.table, seat, stream.after):
                stream.finish()
        if any(made.values()):
            self.heartbeats_due[at_once] = next_heartbeat(at_once)


def _is_sent_away(table: Table, player: str | None) -> bool:
    """Say whether somebody's invitation to a private table was withdrawn (rule T22)."""
    if player is None or not table.terms.private:
        return False
    known = table.invitation_of(player)
    return known is not None and known.ended == "withdrawn"


def is_behind(table: Table, seat: Seat | None, seen: int) -> bool:
    """Say whether the log has no such event, though somebody has seen it; late watchers can't tell.

    The store may have come back with an older copy of its data.
    """
    return seen > table.n and not (seat is None and table.terms.spectator_delay)


def _table_update_pages(
    stories: StoryCache,
    held: CachedStream[Table],
    seat: Seat | None,
    after: int,
    names: Names,
    language: str,
) -> Iterator[tuple[bytes, int]]:
    """Yield pages of what is new after an event, each with the newest event in it.

    Behind the newest event comes the view, whose story tells all that is new.
    """
    done = after
    while done < held.table.n:
        upto = min(held.table.n, done + PAGE)
        events = stories.store.read(held.table.id, done, upto)
        parts = [
            server_sent_event("event", event_for_seat(held.table, one, seat), one.n)
            for one in events
        ]
        if upto == held.table.n:
            texts = stories.since(held, seat, after)
            view = view_in_language(held, seat, names, language, texts)
            now = stories.store.clock.about_now()
            parts.append(server_sent_event("view", view, upto, now))
        yield b"".join(parts), upto
        done = upto


def _is_at_end(table: Table, seat: Seat | None, after: int) -> bool:
    """Say whether nothing can follow what a client has: the table is closed, or lacks it."""
    if is_behind(table, seat, after):
        return True
    return table.phase == "closed" and after >= table.n


def next_tick(phase: float) -> float:
    """Return when spectators of a table get the next news."""
    now = time.monotonic()
    return now + audiences.PAUSE - (now + phase * audiences.PAUSE) % audiences.PAUSE
