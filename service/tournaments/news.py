"""News of a tournament for those who listen: its events, and how it stands behind them."""

from collections.abc import Iterator
from zlib import crc32

from events.cached_streams import CachedStream
from projections.tournaments.log import events_after
from service.streams.audiences import (
    AudienceMember,
    AudienceRegistry,
    Pages,
    StreamAudience,
    next_heartbeat,
    server_sent_event,
)
from service.tables.news import PAGE, next_tick
from service.tournaments.access import facts_of
from service.tournaments.names import tournament_texts
from service.wire.connections import Connections
from tournaments.state import Tournament


class TournamentTopic:
    """A tournament; everybody may have the same of it."""

    __slots__ = ("own", "tournament")

    def __init__(self, own: Connections, tournament: str) -> None:
        self.own, self.tournament = own, tournament

    @property
    def key(self) -> str:
        """Return the key of the audience."""
        return f"tournament:{self.tournament}"

    @property
    def at_once(self) -> bool:
        """Say that all are told together, once a second."""
        return False

    @property
    def channel(self) -> str:
        """Return the channel of its news."""
        return self.own.store.names.of(self.tournament).log

    def audience(self, audiences: AudienceRegistry) -> StreamAudience:
        """Return a new audience of the tournament."""
        return TournamentAudience(audiences, self)

    def first(self, last_seen: int | None) -> tuple[bytes, int]:
        """Return how it stands."""
        held = self.own.tournaments.current(self.tournament)
        after = held.state.n if last_seen is None else min(last_seen, held.state.n)
        return _tournament_event(self.own, held, after), after

    def pages(self, after: int) -> Pages | None:
        """Return pages of what is new after an event; the client resumes where it knows more."""
        held = self.own.tournaments.current(self.tournament)
        if after > held.state.n:
            return None
        return () if after == held.state.n else _tournament_update_pages(self.own, held, after)


class TournamentAudience(StreamAudience):
    """The streams of one tournament, told of its events once a second."""

    def __init__(self, audiences: AudienceRegistry, topic: TournamentTopic) -> None:
        super().__init__(audiences, topic.key, topic.channel)
        self.own, self.tournament = topic.own, topic.tournament
        self.phase = crc32(topic.tournament.encode()) / 2**32

    def members(self, at_once: bool) -> list[AudienceMember]:
        """Return all streams as those that are not told at once."""
        return [] if at_once else list(self.streams)

    def note_update(self, newest: int) -> None:
        """Tell of events in a moment."""
        self.batch_due = min(self.batch_due, next_tick(self.phase))

    def push(self, at_once: bool, newest: int) -> None:
        """Push what is new to each stream; most know the same."""
        held = self.own.tournaments.current(self.tournament)
        made: dict[int, list[tuple[bytes, int]]] = {}
        for stream in self.members(at_once):
            if stream.after not in made:
                made[stream.after] = [*_tournament_update_pages(self.own, held, stream.after)]
            self.send_pages(stream, made[stream.after])
        if any(made.values()):
            self.heartbeats_due[False] = next_heartbeat(False)


def _tournament_update_pages(
    own: Connections, held: CachedStream[Tournament], after: int
) -> Iterator[tuple[bytes, int]]:
    """Yield pages of what is new after an event; behind the newest, how the tournament stands."""
    done, n = after, held.state.n
    while done < n:
        upto = min(n, done + PAGE)
        events = events_after(own.store, held, done, upto - done)
        parts = [server_sent_event("event", event, event["n"]) for event in events]
        if upto == n:
            parts.append(_tournament_event(own, held, n))
        yield b"".join(parts), upto
        done = upto


def _tournament_event(own: Connections, held: CachedStream[Tournament], number: int) -> bytes:
    """Return how a tournament stands, as somebody without a part in it is told."""
    t = held.state
    facts = facts_of(t, held.head.hex(), tournament_texts(own, t), None)
    return server_sent_event("tournament", facts, number, own.store.clock.about_now())
