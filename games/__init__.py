"""The rules of all games: the table name and version -> Game."""

from collections.abc import Mapping

from games import boon, boosh, goblin_market
from games.core.contract import Game

GAMES: Mapping[tuple[str, int], Game] = {
    ("boon", 1): boon.GAME,
    ("boosh", 1): boosh.GAME,
    ("goblin_market", 1): goblin_market.GAME,
}
