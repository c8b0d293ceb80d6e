"""The tournaments of a store."""

import secrets
from collections.abc import Sequence
from typing import Any

from events.handle import CACHED, Answer, Held, Request, Streams, handle
from events.store.streams import Once, Store
from events.tournaments.decider import TOURNAMENT_DECIDER
from events.tournaments.names import is_stream
from games.core.errors import FairdealError
from tournaments.commands import Open, TournamentCommand
from tournaments.state import Tournament

SECRET = 32  # bytes


class UnknownTournament(FairdealError):
    """There is no such tournament."""

    code, status = "tournament/unknown", 404
    detail = "There is no such tournament"


class Tournaments(Streams[Tournament, TournamentCommand]):
    """The tournaments that this process has folded.

    Raises of all that is asked: Illegal or BadValue where a rule says no, KeyReused, Busy; nothing
    was written then.
    """

    def __init__(self, store: Store, most: int = CACHED) -> None:
        super().__init__(TOURNAMENT_DECIDER, store, most)

    def current(self, stream: str) -> Held[Tournament]:
        """Return a tournament as the log has it now; UnknownTournament if there is none."""
        held = super().current(stream) if is_stream(stream) else None
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

    def open(
        self,
        stream: str,
        by: str,
        settings: dict[str, Any],
        name: str,
        directors: Sequence[str] = (),
        once: Once | None = None,
    ) -> Answer[Tournament]:
        """Open a tournament with a secret of its own; `name` is the hash of the text."""
        command = Open(name, settings, secrets.token_hex(SECRET), tuple(directors))
        return handle(self, Request(stream, by, command, once))

    def ask(
        self, stream: str, by: str, command: TournamentCommand, once: Once | None = None
    ) -> Answer[Tournament]:
        """Judge a command and record what it makes happen."""
        return handle(self, Request(stream, by, command, once))
