"""The bots of the game by level, and the yardstick."""

from collections.abc import Mapping

from games.boosh import expert, novice, plain, regular
from games.boosh.actions import Action
from games.boosh.guide import GUIDE
from games.core.bots import Bot, by_level

PLAYOUTS = 400  # of a move: a tenth of a second on one core

BOTS: Mapping[str, Bot[Action]] = by_level(
    Bot("novice", 1, novice.choose),
    Bot("regular", 1, regular.choose),
    Bot("expert", 1, expert.choose, GUIDE, PLAYOUTS),
)
FROZEN = (Bot("plain", 1, plain.choose),)
