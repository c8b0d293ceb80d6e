"""The rules of all games: the table name and version -> Game."""

from collections.abc import Mapping

from games import boojum, boon, boosh, bum, goblin_market
from games.core.contract import AnyGame

GAMES: Mapping[tuple[str, int], AnyGame] = {
    ("boojum", 1): boojum.GAME,
    ("boon", 1): boon.GAME,
    ("boosh", 1): boosh.GAME,
    ("bum", 1): bum.GAME,
    ("goblin_market", 1): goblin_market.GAME,
}
