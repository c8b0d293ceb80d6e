"""Our bots at tables of OpenSpiel: `LevelPlayer("regular", seed=1)` is a `pyspiel.Bot`."""

from typing import Any

import pyspiel

from bots.research.openspiel import CardTable
from bots.research.steps import ActionWithoutSteps
from games.core.bots import Budget
from games.core.contract import Seat
from games.core.fairness.chance import Chance
from games.core.search import choose_bot_action


class LevelPlayer(pyspiel.Bot):
    """A bot of the game by its level, which sees what its seat sees and no more.

    A row of cards has steps that it remembers until they are taken. Where the row that it wants has
    no steps (like cards are offered in its place), it takes the first step that there is.
    """

    def __init__(self, level: str, seed: int = 0, playouts: int | None = None) -> None:
        super().__init__()
        self.level, self.playouts, self.luck = level, playouts, Chance(seed)
        self.steps: list[int] = []

    def restart(self) -> None:
        """Forget what was begun at another table."""
        self.steps = []

    def step(self, state: CardTable) -> int:
        """Return the number that the bot chooses at a state where a player has a step."""
        if not self.steps or self.steps[0] not in state.position.legal:
            self.steps = self.chosen(state)
        return self.steps.pop(0)

    def chosen(self, state: CardTable) -> list[int]:
        """Return the steps of the action that the bot chooses."""
        position, game = state.position, state.position.terms.game
        bot, seat = game.bots.levels[self.level], Seat(state.current_player())
        view, choices = position.view(seat), game.rules.choices(position.state, seat)
        budget = Budget(bot.playouts if self.playouts is None else self.playouts)
        luck = self.luck.fork(position.decisions)
        action = choose_bot_action(
            game, bot, view, choices, position.transcript.newest(seat), luck=luck, budget=budget
        )
        try:
            return position.spelled(action) if position.row is None else position.legal[:1]
        except ActionWithoutSteps:
            return position.legal[:1]


def play_on(state: CardTable, player: Any, luck: Chance) -> CardTable:
    """Play a table to its end, all seats by one player and chance by luck; return the state."""
    while not state.is_terminal():
        state.apply_action(
            state.position.drawn_by(luck) if state.is_chance_node() else player.step(state)
        )
    return state
