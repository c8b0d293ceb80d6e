"""Every way in which the rules of the Bum Game say no."""

from typing import Final

from games.core.contract import Refusal, RefusalByRule, refusals_in
from games.core.presentation.texts import template

GIVE_OF: Final = template(
    "bum.advice.give",
    "give {count, plural, one {# card} other {# cards}} of {cards}",
    count="number", cards="word",
)  # fmt: skip
PASS_SINCE: Final = template(
    "bum.advice.pass",
    "pass, since you hold no {what} higher than {rank}",
    what="notes", rank="word",
)  # fmt: skip
PLAY_OR_PASS: Final = template(
    "bum.advice.play", "play {what} higher than {rank}, or pass", what="notes", rank="word"
)

NO_PLAY_NOW: Final = Refusal(
    "bum/no_play_now", "9", lambda: "The table has ended; nobody plays any more"
)
NOT_YOUR_TURN: Final = Refusal(
    "bum/not_your_turn", "5", lambda turn: f"It is the turn of seat {turn}: wait for yours"
)
ALREADY_PASSED: Final = Refusal(
    "bum/already_passed",
    "U34",
    lambda: "You have passed and are out of this trick: wait until the next one is led",
)
NO_CARDS: Final = Refusal(
    "bum/no_cards", "5", lambda advice: f"A combination has at least one card: {advice}"
)
NOT_HELD: Final = RefusalByRule(
    "bum/not_held", ("5", "U36"), lambda card, advice: f"{card} is not in your hand: {advice}"
)
CARD_TWICE: Final = RefusalByRule(
    "bum/card_twice",
    ("5", "U36"),
    lambda advice: f"A card is named twice, and you hold each once: {advice}",
)
GIVE_FIRST: Final = Refusal(
    "bum/give_first", "U36", lambda advice: f"The exchange comes before the first trick: {advice}"
)
NOTHING_TO_GIVE: Final = Refusal(
    "bum/nothing_to_give",
    "U36",
    lambda advice: (
        "Cards are given only before the first trick, where the option boss_chooses says so:"
        f" {advice}"
    ),
)
WRONG_NUMBER: Final = Refusal(
    "bum/wrong_number", "U36", lambda given, advice: f"You have named {given}: {advice}"
)
JOKERS_STAY: Final = Refusal(
    "bum/jokers_stay", "U36", lambda advice: f"Jokers are not exchanged: {advice}"
)
SEQUENCE_TOO_SHORT: Final = Refusal(
    "bum/sequence_too_short",
    "U7",
    lambda advice: f"A sequence has at least three ranks, and these are two: {advice}",
)
NO_COMBINATION: Final = Refusal(
    "bum/no_combination",
    "5",
    lambda advice: (
        "These cards make no set of one rank (Twos and Jokers are wild) and no sequence of three"
        f" or more ranks with equally many cards of each and none of them wild: {advice}"
    ),
)
UNDECLARED: Final = Refusal(
    "bum/undeclared",
    "U6",
    lambda advice: f"These cards are both a set of Aces and a sequence: {advice}",
)
WRONG_READING: Final = Refusal(
    "bum/wrong_reading",
    "U29",
    lambda made, declared, advice: f"These cards are a {made}, not a {declared}: {advice}",
)
OTHER_LEAD: Final = Refusal(
    "bum/wrong_reading",
    "U29",
    lambda led, advice: f"The lead is a {led}, so these cards are one too: {advice}",
)
OTHER_TYPE: Final = Refusal(
    "bum/other_type",
    "5",
    lambda wanted, advice: f"Only {wanted} may be played to this trick: {advice}",
)
EQUAL_RANK: Final = Refusal(
    "bum/not_higher", "U4", lambda advice: f"Equal rank never beats: {advice}"
)
LOWER_RANK: Final = Refusal(
    "bum/not_higher", "5", lambda advice: f"That is lower than the last play: {advice}"
)
LEADER_MUST_PLAY: Final = Refusal(
    "bum/leader_must_play",
    "U8",
    lambda advice: f"The leader must play a combination: {advice}",
)
REFUSALS: Final = refusals_in(globals())
