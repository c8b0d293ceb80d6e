"""The rules of all games: the table name and version -> Game."""

from collections.abc import Mapping

from games.core.contract import Game

GAMES: Mapping[tuple[str, int], Game] = {}
