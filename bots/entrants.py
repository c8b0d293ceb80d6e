"""Who may play in the arena: ``novice``, ``regular``, ``expert``, ``expert@100``, ``plain``."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from bots.table import Answer, Player, Question
from games.core.contract import AnyGame, Outcome, Seen
from games.core.words import meant

LEVELS = ("novice", "regular", "expert")
YARDSTICK = "plain"


class BadEntrant(ValueError):
    """An entrant is named that there is not; the text says which there are."""


@dataclass(frozen=True, slots=True)
class LevelPlayer:
    """A bot of the game, which remembers nothing of the table."""

    game: AnyGame
    playouts: int | None

    def choose(self, question: Question) -> Answer:
        """Return the action that the bot takes."""
        luck = random.Random(question.seed)
        return Answer(self.game.choose(question.view, question.choices, question.hand, luck, 1))

    def end(self, outcome: Outcome | None, news: Sequence[Seen]) -> None:
        """Leave the table."""


Sit = Callable[[], Player]


def entrant(game: AnyGame, name: str) -> Sit:
    """Return what makes a player for each table; BadEntrant for a name that nobody has."""
    level, at, playouts = name.partition("@")
    known = (*LEVELS, YARDSTICK, f"{YARDSTICK}/1")
    if level not in known:
        raise BadEntrant(f"`{level}` is no bot; there are: {', '.join(known)}{meant(level, known)}")
    if at and not (playouts.isdigit() and int(playouts)):
        raise BadEntrant(f"`{name}`: behind the @ stands a number of playouts, such as expert@100")
    return partial(LevelPlayer, game, int(playouts) if at else None)
