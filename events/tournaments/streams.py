"""The tournaments of a store."""

import secrets
from collections.abc import Sequence
from typing import Any

from events.cached_streams import CACHED, CachedStream, CommandResult, Streams
from events.handle import CommandRequest, handle
from events.store.due import CLAIM, DueIndex
from events.store.streams import IdempotencyKey, Store
from events.tournaments.decider import TOURNAMENT_DECIDER
from events.tournaments.names import is_tournament_stream
from games.core.errors import FairdealError
from games.table.planned import table_id
from tournaments.commands import Open, TournamentCommand
from tournaments.state import Tournament

SECRET = 32  # bytes
MAX_EXAMINED = 16  # tournaments of a partition, of those that have something to do


class UnknownTournament(FairdealError):
    """There is no such tournament."""

    code, status = "tournament/unknown", 404
    detail = "There is no such tournament"


class TableNotOpened(FairdealError):
    """A tournament has planned the table, and it is not there yet."""

    code, status, retry_after = "table/planned", 404, 1
    detail = "A tournament has planned this table and opens it in a moment; ask again"


class Tournaments(Streams[Tournament, TournamentCommand]):
    """The tournaments that this process has folded.

    Raises of all that is asked: Illegal or BadValue where a rule says no, KeyReused, Busy; nothing
    was written then.
    """

    def __init__(self, store: Store, most: int = CACHED) -> None:
        super().__init__(TOURNAMENT_DECIDER, store, most)
        self.due = DueIndex(store)

    def current(self, stream: str) -> CachedStream[Tournament]:
        """Return a tournament as the log has it now; UnknownTournament if there is none."""
        held = super().current(stream) if is_tournament_stream(stream) else None
        if held is None or not held.state.n:
            raise UnknownTournament(stream)
        return held

    def may_watch(self, stream: str, player: str) -> bool:
        """Say whether a player directs a tournament without taking part in it (U15)."""
        try:
            state = self.current(stream).state
        except UnknownTournament:
            return False
        return state.directs(player) and state.entry_of(player) is None

    def takes_part(self, stream: str, player: str) -> bool:
        """Say whether a player takes part in a tournament, or did."""
        try:
            return self.current(stream).state.entry_of(player) is not None
        except UnknownTournament:
            return False

    def plans(self, table: str) -> bool:
        """Say whether a tournament has planned a table that is not there yet.

        Such a tournament has something to do, or a job is at it: so few are looked at.
        """
        partitions, soon = range(self.store.names.partitions), self.store.now() + CLAIM
        due = self.due.earliest(["tournament"], partitions, MAX_EXAMINED)["tournament"]
        states = (self.current(one.table).state for _, one in due if one.since <= soon)
        return any(table_id(one.id, index) == table for one in states for index in one.unopened())

    def open(
        self,
        stream: str,
        by: str,
        settings: dict[str, Any],
        name: str,
        directors: Sequence[str] = (),
        once: IdempotencyKey | None = None,
    ) -> CommandResult[Tournament]:
        """Open a tournament with a secret of its own; `name` is the hash of the text."""
        command = Open(name, settings, secrets.token_hex(SECRET), tuple(directors))
        return handle(self, CommandRequest(stream, by, command, once))

    def execute(
        self, stream: str, by: str, command: TournamentCommand, once: IdempotencyKey | None = None
    ) -> CommandResult[Tournament]:
        """Judge a command and record what it makes happen."""
        return handle(self, CommandRequest(stream, by, command, once))
