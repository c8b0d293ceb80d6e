"""The bots of the game by level, and the yardstick."""

from collections.abc import Mapping

from games.bum import novice, plain, regular
from games.bum.actions import Action
from games.bum.guide import GUIDE
from games.core.bots import Bot, by_level

PLAYOUTS = 200  # of a move: up to about half a second on one core

BOTS: Mapping[str, Bot[Action]] = by_level(
    Bot("novice", 1, novice.choose),
    Bot("regular", 1, regular.choose),
    Bot("expert", 1, regular.choose, GUIDE, PLAYOUTS),
)
FROZEN = (Bot("plain", 1, plain.choose),)
RATINGS: Mapping[str, int] = {  # measured: docs/how-to/choose-an-opponent.md
    "novice": 830, "mixed50": 830, "mixed75": 1080, "mixed90": 1270,
    "regular": 1500, "expert10": 1690, "expert30": 1800, "expert": 1920,
}  # fmt: skip
