"""Every way in which the rules of Boojum say no."""

from typing import Final

from games.boojum.cards import SUITS
from games.core.contract import Refusal, RefusalByRule, refusals_in

NO_AUCTION: Final = Refusal(
    "boojum/no_auction", "5", lambda: "There is no auction now: wait for the next round."
)
NOT_YOUR_TURN: Final = Refusal(
    "boojum/not_your_turn", "5", lambda turn: f"It is the turn of seat {turn}: wait for yours."
)
EMPTY_BID: Final = Refusal(
    "boojum/empty_bid", "B5", lambda: "A bid needs at least one card; or pass."
)
NOT_IN_HAND: Final = RefusalByRule(
    "boojum/not_in_hand",
    ("5", "9"),
    lambda: "You do not hold all of these cards: name those in hand.",
)
BID_TOO_LOW: Final = Refusal(
    "boojum/bid_too_low",
    "B4",
    lambda cards, pips, best_cards, best_pips: (
        f"{cards} for {pips} does not beat {best_cards} for {best_pips}: "
        "lay more cards, or as many with more pips."
    ),
)
NO_CLAIMS: Final = Refusal(
    "boojum/no_claims", "9", lambda: "There are no claims now: wait for the claim phase."
)
ALREADY_DONE: Final = Refusal(
    "boojum/already_done",
    "B32",
    lambda: "You are done with this claim phase: wait for the next.",
)
NO_SUCH_SET: Final = Refusal(
    "boojum/no_such_set", "9", lambda token, known: f"The {token} token is paid by one of: {known}."
)
NO_SUCH_TOKEN: Final = Refusal(
    "boojum/no_such_set", "9", lambda token: f"There is no token {token!r}: {', '.join(SUITS)}."
)
TOKEN_HELD: Final = Refusal(
    "boojum/token_held", "B11", lambda token: f"You have the {token} token: claim another one."
)
WRONG_SIZE: Final = Refusal(
    "boojum/wrong_size",
    "B13",
    lambda size, named, must: f"This set needs exactly {size} cards, not {named}: {must}.",
)
ONLY_EXCUSES: Final = Refusal(
    "boojum/only_excuses", "B30", lambda: "Excuses alone are no set: add another card."
)
TOO_MANY_NAMES: Final = Refusal(
    "boojum/too_many_names",
    "B29",
    lambda excuses: f"There are {excuses} Excuses in the set: name no more than that.",
)
NOT_THIS_SET: Final = Refusal("boojum/not_this_set", "9", lambda must: f"This set must be {must}.")
NOTHING_TO_NAME: Final = Refusal(
    "boojum/nothing_to_name",
    "B29",
    lambda: "In this kind of set the other cards fix what an Excuse stands for: leave it unnamed.",
)
NO_SHARED_SUIT: Final = Refusal(
    "boojum/no_shared_suit",
    "B1",
    lambda: "One suit must be printed on every card of this set.",
)
WRONG_TYPE: Final = RefusalByRule(
    "boojum/wrong_type",
    ("9", "B15"),
    lambda card, kind, must: f"{card} is not among the {kind}: use {must}.",
)
NO_RANK_IN_PLAY: Final = Refusal(
    "boojum/no_such_rank",
    "B18",
    lambda word, ranks: f"{word!r} is no rank in play; an Excuse may stand for: {ranks}.",
)
NO_ACE_OR_CROWN: Final = Refusal(
    "boojum/no_such_rank", "B29", lambda: "In this set an Excuse stands for A or Crown."
)
WRONG_SYMBOLS: Final = Refusal(
    "boojum/wrong_symbols",
    "B16",
    lambda most: (
        f"Here an Excuse supplies at most {most} symbol(s), all of different suits: "
        f"name them from {', '.join(SUITS)}."
    ),
)
REFUSALS: Final = refusals_in(globals())
