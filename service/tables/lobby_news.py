"""Changes of the lobby for those who watch it: each made once for all of the same filter."""

import time
from collections.abc import Mapping
from typing import Annotated, Any, TypedDict

from events.store.streams import Store
from games.core.type_hints.records import Component, constant_text
from projections.projection import ReadModel, Row
from projections.tables.lobby import with_player_names
from projections.tables.views import Names
from service.streams import audiences
from service.streams.audiences import (
    AudienceMember,
    AudienceRegistry,
    Pages,
    StreamAudience,
    server_sent_event,
)

Table = Annotated[Row, Component("LobbyTable")]
LobbyRows = Mapping[str, Row]  # by table, in the order of the list; shared by all who know the same


class LobbyNow(TypedDict):
    """The newest tables of the list: the beginning of every stream."""

    type: Annotated[str, constant_text("tables")]
    tables: list[Table]


class LobbyAdded(TypedDict):
    """A table has come into the list."""

    type: Annotated[str, constant_text("added")]
    table: Table


class LobbyChanged(TypedDict):
    """A table of the list has changed."""

    type: Annotated[str, constant_text("changed")]
    table: Table


class LobbyRemoved(TypedDict):
    """A table left the list: it has begun, ended, or made room for newer ones."""

    type: Annotated[str, constant_text("removed")]
    table: Annotated[str, "Id of the table."]


OF_LOBBY = (LobbyNow, LobbyAdded, LobbyChanged, LobbyRemoved)


class LobbyTopic:
    """The newest tables of a list, so many of them at most."""

    __slots__ = ("index", "limit", "lobby", "names", "rows_sent", "version")

    def __init__(self, lobby: ReadModel, index: str, limit: int, names: Names) -> None:
        self.lobby, self.index, self.limit, self.names = lobby, index, limit, names
        self.version = lobby.version()
        self.rows_sent: LobbyRows = {}

    @property
    def key(self) -> str:
        """Return the key of the audience."""
        return f"lobby:{self.version}:{self.index}:{self.limit}"

    @property
    def at_once(self) -> bool:
        """Say that all are told together, once a second."""
        return False

    @property
    def channel(self) -> str:
        """Return the channel of changes."""
        return self.lobby.keys(self.version)[0]

    def audience(self, audiences: AudienceRegistry) -> StreamAudience:
        """Return a new audience of the list."""
        return LobbyAudience(audiences, self)

    def first(self, last_seen: int | None) -> tuple[bytes, int]:
        """Return the list as it is."""
        self.rows_sent = self.read()
        number = _current_message_id(self.lobby.store)
        message: LobbyNow = {"type": "tables", "tables": [*self.rows_sent.values()]}
        return server_sent_event("tables", message, number), number

    def pages(self, after: int) -> Pages:
        """Say that the client has all: what it lacks is found by comparing."""
        return ()

    def read(self) -> LobbyRows:
        """Return the list as it is now."""
        rows = with_player_names(self.lobby.rows(self.limit, None, self.index), self.names)
        return {row["table"]: row for row in rows}


class LobbyAudience(StreamAudience):
    """The streams of one list, told of its changes once a second."""

    def __init__(self, audiences: AudienceRegistry, topic: LobbyTopic) -> None:
        super().__init__(audiences, topic.key, topic.channel)
        self.topic = LobbyTopic(topic.lobby, topic.index, topic.limit, topic.names)

    def members(self, at_once: bool) -> list[Any]:
        """Return all streams as those that are not told at once."""
        return [] if at_once else list(self.streams)

    def note_joined(self, stream: AudienceMember) -> None:
        """Tell a stream of what has changed since it read the list."""
        self.note_update(0)
        self.subscription.wake()

    def note_update(self, newest: int) -> None:
        """Tell of changes in a moment."""
        self.batch_due = min(self.batch_due, time.monotonic() + audiences.PAUSE)

    def push(self, at_once: bool, newest: int) -> None:
        """Tell each stream what differs from what its client knows; most know the same."""
        rows, number = self.topic.read(), _current_message_id(self.topic.lobby.store)
        made: dict[int, bytes] = {}
        for stream in self.members(False):
            known = stream.topic.rows_sent
            if id(known) not in made:
                made[id(known)] = lobby_diff_messages(known, rows, number)
            stream.topic.rows_sent = rows
            if part := made[id(known)]:
                self.heartbeats_due[False] = audiences.next_heartbeat(False)
                self.send_pages(stream, [(part, number)])

    def send_heartbeats(self) -> None:
        """Show it; end all where the lobby was built anew: clients come back."""
        if audiences.has_come(self.heartbeats_due[False]) and self.is_old():
            for stream in list(self.streams):
                stream.finish()
        super().send_heartbeats()

    def is_old(self) -> bool:
        """Say whether the lobby was built anew."""
        return self.topic.lobby.version() != self.topic.version


def _current_message_id(store: Store) -> int:
    """Return the id of messages that are made now."""
    return store.now()


def lobby_diff_messages(known: LobbyRows, rows: LobbyRows, number: int) -> bytes:
    """Return the messages that make one list of another."""
    parts = [
        server_sent_event("removed", {"type": "removed", "table": table}, number)
        for table in known
        if table not in rows
    ]
    for table, row in reversed([*rows.items()]):  # the newest last
        if known.get(table) != row:
            kind = "changed" if table in known else "added"
            parts.append(server_sent_event(kind, {"type": kind, "table": row}, number))
    return b"".join(parts)
