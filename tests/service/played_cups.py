"""Tournaments that are played behind a service, as its workers do."""

from collections.abc import Mapping, Sequence
from typing import Any

from events.handle import CommandRequest, handle
from games import NEWEST
from games.table.planned import table_id
from projections.tournaments.result_delivery import ResultDelivery
from tests.service.asker import Asker, Service
from tests.tournaments.settings import settings
from tests.waiting import PATIENCE
from tournaments import commands as cm
from tournaments.settings import EntrantKind
from tournaments.state import Tournament
from workers.tables.bot_turn import play_bots
from workers.tournaments.rounds import run_tournament

CUP = "c0123456789abcdef01"
NAME, SECRET, DIRECTOR = "1a" * 32, "5e" * 32, "player:dora"
LEVELS = ("novice", "regular", "regular", "novice")
SHORT = {"game": "boosh", "seats": 2, "options": dict(NEWEST["boosh"].brief)}
BOTS: Mapping[str, Any] = {
    "games": [SHORT],
    "format": {"kind": "round_robin"},
    "entrants": {"kinds": ["bot"]},
}
PEOPLE: Mapping[str, Any] = settings(
    BOTS,
    games=[{**SHORT, "clock": {"turn": 3600, "bank": 0}}],
    format={"kind": "swiss", "rounds": 1},
    entrants={"kinds": ["player", "bot"]},
)


class Cup:
    """A tournament of a service."""

    def __init__(
        self, service: Service, data: Mapping[str, Any] = BOTS, director: str = DIRECTOR
    ) -> None:
        self.service, self.director = service, director
        handle(
            service.parts.tournaments,
            CommandRequest(CUP, director, cm.Open(NAME, {**data}, SECRET)),
        )

    @property
    def path(self) -> str:
        """Return its path."""
        return f"/v1/tournaments/{CUP}"

    @property
    def state(self) -> Tournament:
        """Return the tournament as it is now."""
        return self.service.parts.tournaments.current(CUP).state

    def ask(self, command: cm.TournamentCommand, by: str = "") -> None:
        """Ask something of it, as its director unless it is said who does."""
        self.service.parts.tournaments.execute(CUP, by or self.director, command)

    def enter(self, *members: str, kind: EntrantKind = "player") -> None:
        """Enter players by their ids, or levels of bots."""
        for one in members:
            self.ask(cm.Register("bot" if one.startswith("bot:") else kind, (one,)))

    def run(self) -> None:
        """Do what it has to do by itself now."""
        run_tournament(self.service.parts.tables, CUP, PATIENCE)

    def finish(self, index: int, players: Sequence[Asker] = ()) -> None:
        """Play a table to its end, and take its result."""
        table = table_id(CUP, index)
        if players:
            self.service.play(f"/v1/tables/{table}", [*players])
        else:
            play_bots(self.service.parts.tables, table, PATIENCE)
        ResultDelivery(self.service.parts.store).decide([table])

    def play(self) -> None:
        """Play all that is left, round after round, to the close."""
        while True:
            self.run()
            running = [at for at, one in enumerate(self.state.tables) if one.finish is None]
            if not running:
                assert self.state.phase == "closed"
                return
            for index in running:
                self.finish(index)


def of_bots(service: Service, data: Mapping[str, Any] = BOTS) -> Cup:
    """Return a tournament of four bots that has begun."""
    cup = Cup(service, data)
    cup.enter(*(f"bot:{level}" for level in LEVELS))
    cup.ask(cm.Call())
    return cup
