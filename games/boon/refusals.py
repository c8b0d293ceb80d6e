"""Every way in which the rules of Boon say no."""

from typing import Final

from games.boon.state import BURYING, COUNTING, DEALING, OVER, PHASES, PLAYING, TAKING
from games.core.contract import Refusal, RefusalByRule, refusals_in
from games.core.dispatch import by_word
from games.core.presentation.texts import template

BURY_OF: Final = template(
    "boon.advice.bury", "bury {count} of {cards}", count="number", cards="word"
)
PLAY_IT: Final = template("boon.advice.play", "play {cards}", cards="word")
PLAY_ONE_OF: Final = template("boon.advice.play_one", "play one of {cards}", cards="word")

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
FORCED_PICK_NOW: Final = (  # N26
    "first somebody must take the Boon, and if all others pass, the dealer must"
)
WRONG_PHASE: Final = RefusalByRule(
    "boon/wrong_phase",
    tuple(rule for rule, _ in NOW.values()),
    lambda now: f"This cannot be done now: {now}",
)
NOT_YOUR_TURN: Final = RefusalByRule(
    "boon/not_your_turn",
    tuple(NOW[phase][0] for phase in (TAKING, BURYING, PLAYING)),
    lambda turn: f"It is the turn of seat {turn}: wait for yours",
)
ALREADY_PASSED: Final = Refusal(
    "boon/already_passed",
    "2",
    lambda: "You have passed and cannot take the Boon any more: wait for the tricks",
)
MUST_TAKE: Final = Refusal(
    "boon/must_take",
    "N26",
    lambda advice: f"All others have passed, and here the dealer must take the Boon: {advice}",
)
WRONG_NUMBER: Final = Refusal(
    "boon/wrong_number", "3", lambda named, advice: f"{named} cannot be buried: {advice}"
)
NAMED_TWICE: Final = Refusal(
    "boon/named_twice", "3", lambda card, advice: f"{card} is there once and named twice: {advice}"
)
NOT_HELD: Final = RefusalByRule(
    "boon/not_in_hand", ("3", "5"), lambda card, advice: f"{card} is not in your hand: {advice}"
)
GOLD7_STAYS: Final = Refusal(
    "boon/gold7_stays",
    "N15",
    lambda advice: f"With five players gold 7 may not be buried here: {advice}",
)
MUST_FOLLOW: Final = Refusal(
    "boon/must_follow", "5", lambda led, advice: f"You hold {led}, which was led: {advice}"
)
REFUSALS: Final = refusals_in(globals())
