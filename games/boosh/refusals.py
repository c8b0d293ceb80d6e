"""Every way in which the rules of Boosh say no."""

from typing import Final

from games.boosh.state import PHASES
from games.core.contract import Refusal, RefusalByRule, refusals_in
from games.core.dispatch import by_word
from games.core.presentation.texts import template

NOW: Final = by_word(  # rule of the phase, and what is going on
    PHASES,
    {
        "opening": ("W18", "the first dealer is drawn"),
        "dealing": ("1", "the cards are dealt"),
        "laying_out": ("10", "the cards are laid out, or Woof is called"),
        "cherry": ("11", "the cherry is turned"),
        "taking": ("2", "a card is taken from [A] or [B]"),
        "placing": ("2", "the taken card replaces a card or is discarded"),
        "calling": ("3", "Boosh is called, or not"),
        "reshuffling": ("W9", "[B] is shuffled"),
        "exposing": ("5", "two cards are turned over"),
        "folding": ("6", "the others stay or fold"),
        "showdown": ("7", "the hand is scored"),
    },
    without=("finished",),
)
AT_TURNS: Final = tuple(dict.fromkeys(rule for rule, _ in NOW.values() if rule != "10"))

TURN_OF: Final = template("boosh.turn", "it is the turn of seat {turn}", turn="number")

GAME_OVER: Final = Refusal("boosh/game_over", "8", lambda: "The game is over")
NOT_PLAYING: Final = Refusal(
    "boosh/not_playing", "8", lambda: "You are out of the game; only who is still in it may act"
)
NO_WOOF: Final = Refusal("boosh/no_woof", "10", lambda: "This table is played without Woof")
WOOF_CALLED: Final = Refusal(
    "boosh/woof_called", "W3", lambda: "Woof has been called; the first call counts"
)
TOO_LATE_FOR_WOOF: Final = Refusal(
    "boosh/laid_out", "10", lambda: "Woof can only be called before you lay out your cards"
)
ALREADY_CALLED: Final = Refusal(
    "boosh/already_called", "W25", lambda: "There is only one call in a hand, and it was made"
)
CALLER_CANNOT_FOLD: Final = Refusal(
    "boosh/caller_cannot_fold", "6", lambda: "The caller cannot fold"
)
CALLER_WAITS: Final = Refusal(
    "boosh/not_your_turn",
    "W21",
    lambda: "You have called Boosh and take no more turn: wait until the others have had theirs",
)
WRONG_MOMENT: Final = RefusalByRule(
    "boosh/wrong_moment",
    ("10", "2", "3", "5", "6"),
    lambda now: f"That is not possible now: {now}",
)
LAID_OUT: Final = Refusal(
    "boosh/laid_out", "10", lambda: "You have laid out your cards; wait for the others"
)
NOT_YOUR_TURN: Final = RefusalByRule(
    "boosh/not_your_turn", AT_TURNS, lambda now, turn: f"Wait: {now}, and {turn}"
)
NO_SUCH_PILE: Final = Refusal(
    "boosh/no_such_pile", "2", lambda advice: f"There is no such pile: {advice}"
)
DECK_EMPTY: Final = Refusal(
    "boosh/deck_empty", "W9", lambda advice: f"The deck [A] is empty: {advice}"
)
NO_SUCH_POSITION: Final = Refusal(
    "boosh/no_such_position", "2", lambda advice: f"You have no card at this position: {advice}"
)
MUST_REPLACE: Final = Refusal(
    "boosh/must_replace",
    "W6",
    lambda advice: f"A card taken from [B] may not be discarded again at this table: {advice}",
)
NO_SUCH_POSITIONS: Final = Refusal(
    "boosh/no_such_position",
    "5",
    lambda advice: f"These are not two of your cards: {advice}",
)
NO_SUCH_HAND: Final = Refusal(
    "boosh/no_such_hand", "9", lambda: "No hand with this number has been dealt"
)
REFUSALS: Final = refusals_in(globals())
