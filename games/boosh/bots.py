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
RATINGS: Mapping[str, int] = {  # measured: docs/how-to/choose-an-opponent.md
    "novice": 1360, "mixed50": 1450, "mixed75": 1480, "mixed90": 1490,
    "regular": 1500, "expert10": 1500, "expert30": 1530, "expert": 1530,
}  # fmt: skip
