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
RATINGS: Mapping[str, int] = {  # measured: docs/how-to/choose-an-opponent.md
    "novice": 1100, "mixed50": 1250, "mixed75": 1340, "mixed90": 1430,
    "regular": 1500, "expert10": 1630, "expert30": 1690, "expert": 1820,
}  # fmt: skip
