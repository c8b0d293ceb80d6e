"""Every way in which the rules of High Card say no."""

from typing import Final

from games.core.contract import Refusal, refusals_in

GAME_OVER: Final = Refusal("high_card/game_over", "6", lambda: "The game is over")
NOT_YOUR_TURN: Final = Refusal(
    "high_card/not_your_turn", "3", lambda turn: f"Wait: it is {turn} turn"
)
NOT_YOUR_CARD: Final = Refusal(
    "high_card/not_your_card", "3", lambda card: f"You do not hold {card}; play a card you hold"
)
NO_SUCH_HAND: Final = Refusal(
    "high_card/no_such_hand", "2", lambda: "No hand with this number has been dealt"
)

REFUSALS: Final = refusals_in(globals())
