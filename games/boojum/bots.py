"""The bots of the game by level, and the yardstick."""

from collections.abc import Mapping

from games.boojum import novice, plain, regular
from games.boojum.actions import Action
from games.boojum.guide import GUIDE
from games.core.bots import Bot, by_level

BOTS: Mapping[str, Bot[Action]] = by_level(
    Bot("novice", 1, novice.choose),
    Bot("regular", 1, regular.choose),
    Bot("expert", 1, regular.choose, GUIDE, playouts=100),
)
FROZEN = (Bot("plain", 1, plain.choose),)
RATINGS: Mapping[str, int] = {  # measured: docs/how-to/choose-an-opponent.md
    "novice": 790, "mixed50": 910, "mixed75": 910, "mixed90": 1300,
    "regular": 1500, "expert10": 1740, "expert30": 1740, "expert": 1900,
}  # fmt: skip
