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
RATINGS: Mapping[str, int] = {  # measured: docs/how-to/choose-an-opponent.md
    "novice": 1420, "mixed50": 1430, "mixed75": 1470, "mixed90": 1490,
    "regular": 1500, "expert10": 1630, "expert30": 1630, "expert": 1630,
}  # fmt: skip
