"""Presence: whom this process sees, by requests and open streams, and news of it for who asks.

No request waits for it: what is seen is written by a thread of its own, each player at most every
`AGAIN` seconds.
"""

import logging
import threading
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from math import inf
from typing import Annotated, TypedDict

from redis.exceptions import RedisError

from events.accounts.presence import (
    PARTING,
    PRESENCES,
    SEEN_KEY,
    note_parted,
    note_seen,
    presence_by_player,
)
from events.push.notices import note_readers
from events.store.streams import Store
from games.core.type_hints.records import any_word_of
from service.streams.audiences import AudienceRegistry, Pages, StreamAudience, server_sent_event

AGAIN = 10.0  # seconds in which a process notes a player once at most
STEP = 5.0  # seconds between two writes, and between two looks for those who watch
MOST_PLAYERS = 100  # players
assert PARTING > 1000 * (AGAIN + STEP), "else players with a stream elsewhere seem to be offline"
logger = logging.getLogger("fairdeal.service")


class PlayerPresence(TypedDict):
    """Whether a player is there."""

    player: Annotated[str, "Id of the player."]
    presence: Annotated[
        str,
        any_word_of(*PRESENCES),
        "`online`: seen in the last 60 seconds, by a request or an open stream;"
        " `offline`: seen in the last hour; `unknown`: not seen, or hidden.",
    ]


class PresencePage(TypedDict):
    """Whether players are there."""

    players: list[PlayerPresence]


class Presence:
    """Whom this process has seen, and who has streams here."""

    def __init__(self, store: Store) -> None:
        self.store, self.lock = store, threading.Lock()
        self.noted: dict[str, float] = {}  # player -> when this process noted it, monotonic
        self.seen: set[str] = set()
        self.streams: Counter[str] = Counter()
        self.left: dict[str, float] = {}  # player -> when the last stream here ended, monotonic

    def see(self, player: str) -> None:
        """Take in that a player has asked for something."""
        since = self.noted.get(player)
        if since is None or time.monotonic() - since >= AGAIN:
            with self.lock:
                self.seen.add(player)

    def enter(self, player: str) -> None:
        """Take in that a player has one more stream."""
        with self.lock:
            if not self.streams[player]:
                self.noted.pop(player, None)  # at the next step it is noted that a stream is read
            self.streams[player] += 1

    def leave(self, player: str) -> None:
        """Take in that a stream of a player has ended."""
        with self.lock:
            self.streams[player] -= 1
            if self.streams[player] <= 0:
                del self.streams[player]
                self.left[player] = time.monotonic()

    def due(self) -> list[str]:
        """Return the players to be noted now, and remember that they are."""
        now = time.monotonic()
        with self.lock:
            here = self.seen | self.streams.keys()
            self.seen = set()
            self.noted = {one: at for one, at in self.noted.items() if now - at < AGAIN}
            new = sorted(here - self.noted.keys())
            self.noted.update(dict.fromkeys(new, now))
        return new

    def departures(self) -> list[str]:
        """Return the players who have not come back for a step, and forget that they left.

        Who loads a page anew, or goes to another, has no stream for a moment.
        """
        now = time.monotonic()
        with self.lock:
            back = self.seen | self.streams.keys()
            self.left = {one: at for one, at in self.left.items() if one not in back}
            found = sorted(one for one, at in self.left.items() if now - at >= STEP)
            for one in found:
                del self.left[one]
        return found

    def note(self) -> None:
        """Note who is there, and who has gone; a store that is away hears of them later."""
        departed, new = self.departures(), self.due()
        try:
            if departed:
                note_parted(self.store, departed)
            if new:
                note_seen(self.store, new)
            if readers := [one for one in new if one in self.streams]:
                note_readers(self.store, readers)
        except RedisError as error:
            with self.lock:
                self.noted = {one: at for one, at in self.noted.items() if one not in new}
            logger.warning("Could not record which players are online: %s", error)

    def start(self) -> None:
        """Note them from now on, in a thread of its own."""
        threading.Thread(target=self.go_on, daemon=True, name="presence").start()

    def go_on(self) -> None:
        """Note them for ever."""
        ended = threading.Event()
        while not ended.wait(STEP):
            self.note()


def presence_rows(found: Mapping[str, str]) -> list[PlayerPresence]:
    """Return the presence of players as it is told."""
    return [{"player": player, "presence": presence} for player, presence in found.items()]


class PresenceTopic:
    """Players whose coming and going a client wants to hear of."""

    __slots__ = ("known", "players", "store")

    @property
    def at_once(self) -> bool:
        """Say that a client that joins need not hurry the others."""
        return False

    def __init__(self, store: Store, players: Sequence[str]) -> None:
        self.store, self.players = store, players
        self.known: dict[str, str] = {}  # player -> presence, as the client knows

    @property
    def key(self) -> str:
        """Return the key of the audience, which is one for all."""
        return SEEN_KEY

    @property
    def channel(self) -> str:
        """Return the channel of its news."""
        return SEEN_KEY

    def audience(self, audiences: AudienceRegistry) -> StreamAudience:
        """Return a new audience."""
        return PresenceAudience(audiences, self.store)

    def first(self, last_seen: int | None) -> tuple[bytes, int]:
        """Return all of them as they are."""
        now, self.known = self.store.now(), presence_by_player(self.store, self.players)
        return server_sent_event("presence", {"players": presence_rows(self.known)}, now), now

    def pages(self, after: int) -> Pages:
        """Return nothing: what changes is told with the others."""
        return ()

    def changes(self, found: Mapping[str, str]) -> list[PlayerPresence]:
        """Return what the client does not know yet, and take it for known."""
        changed = {one: found[one] for one in self.players if found[one] != self.known[one]}
        self.known.update(changed)
        return presence_rows(changed)


class PresenceAudience(StreamAudience):
    """All who want to hear of players' coming and going; looked for every few seconds."""

    def __init__(self, audiences: AudienceRegistry, store: Store) -> None:
        super().__init__(audiences, SEEN_KEY, SEEN_KEY)
        self.store = store

    def begin(self) -> None:
        """Look from now on: nobody tells of those who are gone."""
        self.batch_due = time.monotonic() + STEP
        super().begin()

    def note_update(self, newest: int) -> None:
        """Look at the next step."""
        if self.batch_due == inf:
            self.batch_due = time.monotonic() + STEP

    def push(self, at_once: bool, newest: int) -> None:
        """Tell all whose players have come or gone, and look again at the next step."""
        self.batch_due = time.monotonic() + STEP
        players = sorted({one for stream in self.streams for one in stream.topic.players})
        found: dict[str, str] = {}
        for at in range(0, len(players), MOST_PLAYERS):
            found.update(presence_by_player(self.store, players[at : at + MOST_PLAYERS]))
        now = self.store.now()
        for stream in list(self.streams):
            changed = stream.topic.changes(found)
            if changed:
                self.send_pages(
                    stream, [(server_sent_event("presence", {"players": changed}, now), now)]
                )
