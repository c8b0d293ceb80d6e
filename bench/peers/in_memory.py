"""Replay by pyeventsourcing, its events kept in memory: no store to ask, nothing to decode."""

import time
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

EVENTS = 200  # of a game
GAMES = 60  # that are built up again in a run


class Game(Aggregate):
    """A table at which cards are played."""

    @event("Opened")
    def __init__(self, seats: int) -> None:
        self.turn, self.seats = 0, seats
        self.trick: list[str] = []

    @event("Played")
    def play(self, player: str, seat: int, card: str, trick: int, at: int) -> None:
        """Put a card on the table."""
        self.trick = [*self.trick[-3:], card]
        self.turn = (seat + 1) % self.seats


def prepare() -> tuple[Application[UUID], UUID]:
    """Play a game; return what keeps it, and its id."""
    kept, game = Application[UUID](env={"PERSISTENCE_MODULE": "eventsourcing.popo"}), Game(4)
    for number in range(EVENTS - 1):
        game.play(f"player:{number % 4}", number % 4, "gold-7", number // 4, 1_700_000_000_000)
    kept.save(game)
    return kept, game.id


def rate(kept: Application[UUID], game_id: UUID) -> float:
    """Return events a second of building the game up again and again."""
    begin = time.perf_counter()
    for _ in range(GAMES):
        game: Game = kept.repository.get(game_id)
        assert game.version == EVENTS
    return GAMES * EVENTS / (time.perf_counter() - begin)
