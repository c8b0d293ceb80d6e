"""Ask a game's bots, and put others in their place."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from games.core.bots import Bot, Budget, Choose
from games.core.chance import Chance
from games.core.contract import AnyGame, Choices, Seen, View
from games.core.search import ask


def asked(
    game: AnyGame,
    view: View,
    choices: Choices[Any],
    seen: Sequence[Seen] = (),
    seed: int = 1,
    level: str = "regular",
    playouts: int = 0,
) -> Any:
    """Return what the bot of a level chooses with a seed and so many playouts."""
    luck, budget = Chance(seed), Budget(playouts)
    return ask(game, game.bots[level], view, choices, seen, luck=luck, budget=budget)


def with_bot(
    game: AnyGame, choose: Choose[Any], level: str = "regular", playouts: int = 0
) -> AnyGame:
    """Return the game with another bot of a level; one with playouts counts as one that thinks."""
    bot: Bot[Any] = Bot(level, 1, choose, None, playouts)
    return replace(game, bots={**game.bots, level: bot})
