"""Every way in which the rules of the Bum Game say no."""

from typing import Final

from games.core.contract import Refusal, refusals_in

NO_PLAY_NOW: Final = Refusal(
    "bum/no_play_now", "9", lambda: "The table has ended; nobody plays any more."
)
NOT_YOUR_TURN: Final = Refusal(
    "bum/not_your_turn", "5", lambda turn: f"It is the turn of seat {turn}; please wait."
)
NO_CARDS: Final = Refusal(
    "bum/no_cards", "5", lambda: "A combination has at least one card; else pass."
)
NOT_HELD: Final = Refusal(
    "bum/not_held", "5", lambda card: f"{card} is not in your hand; play your own cards."
)
CARD_TWICE: Final = Refusal(
    "bum/card_twice", "5", lambda: "A card is named twice; name each card once."
)
SEQUENCE_TOO_SHORT: Final = Refusal(
    "bum/sequence_too_short",
    "U7",
    lambda: "A sequence has at least three ranks; add the next rank to these two.",
)
NO_COMBINATION: Final = Refusal(
    "bum/no_combination",
    "5",
    lambda: (
        "These cards make no set of one rank (Twos and Jokers are wild) and no sequence "
        "of three or more ranks with equally many cards of each and none of them wild."
    ),
)
UNDECLARED: Final = Refusal(
    "bum/undeclared",
    "U6",
    lambda: "These cards are both a set of Aces and a sequence; declare set or sequence.",
)
WRONG_READING: Final = Refusal(
    "bum/wrong_reading",
    "U29",
    lambda made, declared: f"These cards are a {made}, not a {declared}; declare that or nothing.",
)
OTHER_LEAD: Final = Refusal(
    "bum/wrong_reading",
    "U29",
    lambda led: f"The lead is a {led}, so these cards are one too; declare that or nothing.",
)
OTHER_TYPE: Final = Refusal(
    "bum/other_type",
    "5",
    lambda wanted: f"Only {wanted} may be played to this trick; play that or pass.",
)
EQUAL_RANK: Final = Refusal(
    "bum/not_higher",
    "U4",
    lambda rank: f"Equal rank never beats; play higher than {rank} or pass.",
)
LOWER_RANK: Final = Refusal(
    "bum/not_higher",
    "5",
    lambda rank: f"That is lower than the last play; play higher than {rank} or pass.",
)
LEADER_MUST_PLAY: Final = Refusal(
    "bum/leader_must_play",
    "U8",
    lambda: "The leader must play a combination; any single card will do.",
)
REFUSALS: Final = refusals_in(globals())
