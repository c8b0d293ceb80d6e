"""Who may play in the arena: ``novice``, ``regular``, ``expert``, ``expert@100``, ``plain``."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from bots.table import Answer, Player, Question
from games.core.bots import Bot, Budget
from games.core.chance import Chance
from games.core.contract import AnyGame, Outcome, Seen
from games.core.search import ask
from games.core.words import meant


class BadEntrant(ValueError):
    """An entrant is named that there is not; the text says which there are."""


@dataclass(frozen=True, slots=True)
class LevelPlayer:
    """A bot of the game, which remembers nothing of the table."""

    game: AnyGame
    bot: Bot[Any]
    playouts: int

    def choose(self, question: Question) -> Answer:
        """Return the action that the bot takes."""
        luck, budget = Chance(question.seed), Budget(self.playouts)
        view, choices, hand = question.view, question.choices, question.hand
        action = ask(self.game, self.bot, view, choices, hand, luck=luck, budget=budget)
        return Answer(action, budget.done)

    def end(self, outcome: Outcome | None, news: Sequence[Seen]) -> None:
        """Leave the table."""


Sit = Callable[[], Player]


def entrant(game: AnyGame, name: str) -> Sit:
    """Return what makes a player for each table; BadEntrant for a name that nobody has."""
    level, at, playouts = name.partition("@")
    bots = dict(game.bots)
    for bot in game.frozen:
        bots |= {bot.level: bot, f"{bot.level}/{bot.version}": bot}
    if level not in bots:
        known = tuple(bots)
        raise BadEntrant(f"`{level}` is no bot; there are: {', '.join(known)}{meant(level, known)}")
    if at and not (playouts.isdigit() and int(playouts)):
        raise BadEntrant(f"`{name}`: behind the @ stands a number of playouts, such as expert@100")
    bot = bots[level]
    return partial(LevelPlayer, game, bot, int(playouts) if at else bot.playouts)
