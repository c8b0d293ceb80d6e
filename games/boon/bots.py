"""The bots of the game by level, and the yardstick."""

from collections.abc import Mapping

from games.boon import novice, plain, regular
from games.boon.actions import Action
from games.boon.guide import GUIDE
from games.core.bots import Bot, by_level

PLAYOUTS = 800  # of a move of `expert`: half a second at most, of one core

BOTS: Mapping[str, Bot[Action]] = by_level(
    Bot("novice", 1, novice.choose),
    Bot("regular", 2, regular.choose),
    Bot("expert", 2, regular.choose, GUIDE, PLAYOUTS),
)
FROZEN = (Bot("plain", 1, plain.choose),)
