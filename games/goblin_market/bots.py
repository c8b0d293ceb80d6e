"""The bots of the game by level, and the yardstick."""

from collections.abc import Mapping

from games.core.bots import Bot, by_level
from games.goblin_market import novice, plain, regular
from games.goblin_market.actions import Action
from games.goblin_market.guide import GUIDE

PLAYOUTS = 120  # at most a third of a second a move: the first ones play the longest playouts

BOTS: Mapping[str, Bot[Action]] = by_level(
    Bot("novice", 1, novice.choose),
    Bot("regular", 1, regular.choose),
    Bot("expert", 1, regular.choose, GUIDE, PLAYOUTS),
)
FROZEN = (Bot("plain", 1, plain.choose),)
