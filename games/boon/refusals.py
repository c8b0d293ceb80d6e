"""Every way in which the rules of Boon say no."""

from typing import Final

from games.boon.state import BURYING, COUNTING, DEALING, OVER, PHASES, PLAYING, TAKING
from games.core.contract import Refusal, RefusalByRule, refusals_in
from games.core.dispatch import by_word

NOW: Final = by_word(  # rule of the phase, and what is going on
    PHASES,
    {
        DEALING: ("1", "the cards are being dealt"),
        TAKING: ("2", "first somebody must take the Boon or all must pass"),
        BURYING: ("3", "first the taker must bury as many cards as the Boon had"),
        PLAYING: ("5", "now the tricks are played, a card a turn"),
        COUNTING: ("7", "the round is being counted"),
        OVER: ("9", "the game is over"),
    },
)
WRONG_PHASE: Final = RefusalByRule(
    "boon/wrong_phase",
    tuple(rule for rule, _ in NOW.values()),
    lambda now: f"this cannot be done now: {now}",
)
NOT_YOUR_TURN: Final = RefusalByRule(
    "boon/not_your_turn",
    tuple(NOW[phase][0] for phase in (TAKING, BURYING, PLAYING)),
    lambda turn: f"it is the turn of seat {turn}",
)
WRONG_NUMBER: Final = Refusal(
    "boon/wrong_number", "3", lambda wanted, named: f"bury exactly {wanted} cards, not {named}"
)
NAMED_TWICE: Final = Refusal(
    "boon/named_twice", "3", lambda wanted: f"each card is there once: name {wanted} cards"
)
NOT_HELD_TO_BURY: Final = Refusal(
    "boon/not_in_hand", "3", lambda card: f"{card} is not in your hand: bury what is"
)
GOLD7_STAYS: Final = Refusal(
    "boon/gold7_stays",
    "N15",
    lambda: "with five players gold 7 may not be buried here: bury another card",
)
NOT_HELD_TO_PLAY: Final = Refusal(
    "boon/not_in_hand", "5", lambda card: f"{card} is not in your hand: play one that is"
)
MUST_FOLLOW: Final = Refusal(
    "boon/must_follow", "5", lambda led: f"{led} was led and you hold {led}: play it"
)
REFUSALS: Final = refusals_in(globals())
