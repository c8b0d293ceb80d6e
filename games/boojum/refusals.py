"""Every way in which the rules of Boojum say no."""

from typing import Final

from games.boojum.cards import SUITS
from games.core.contract import Refusal, RefusalByRule, refusals_in
from games.core.presentation.texts import template
from games.core.words import count_phrase

LAY: Final = template(
    "boojum.advice.lay",
    "lay {count, plural, one {# card} other {# cards}} or more, such as {cards}; or pass",
    count="number", cards="word",
)  # fmt: skip
CLAIM_ANY: Final = template(
    "boojum.advice.claim", "claim {tokens}, or say that you are done", tokens="word"
)
NAME_FIRST: Final = template("boojum.advice.name", "name {words} first, or nothing", words="word")
SYMBOLS: Final = template("boojum.symbols", "1 to {most} symbols of different suits", most="number")
NO_AUCTION: Final = Refusal(
    "boojum/no_auction", "5", lambda: "There is no auction now: wait for the next round"
)
NOT_YOUR_TURN: Final = Refusal(
    "boojum/not_your_turn", "5", lambda turn: f"It is the turn of seat {turn}: wait for yours"
)
ALREADY_PASSED: Final = Refusal(
    "boojum/already_passed",
    "5",
    lambda: "You have passed and are out of the bidding for this slot: wait for the next auction",
)
EMPTY_BID: Final = Refusal(
    "boojum/empty_bid", "B5", lambda advice: f"A bid needs at least one card: {advice}"
)
NOT_IN_HAND: Final = RefusalByRule(
    "boojum/not_in_hand", ("5", "9"), lambda card, advice: f"{card} is not in your hand: {advice}"
)
TOO_FEW_IN_HAND: Final = RefusalByRule(
    "boojum/not_in_hand",
    ("5", "9"),
    lambda card, held, named, advice: f"You hold {held} of {card}, not {named}: {advice}",
)
BID_TOO_LOW: Final = Refusal(
    "boojum/bid_too_low",
    "B4",
    lambda cards, pips, best_cards, best_pips, advice: (
        f"{cards} for {pips} does not beat {best_cards} for {best_pips}: {advice}"
    ),
)
NO_CLAIMS: Final = Refusal(
    "boojum/no_claims", "9", lambda: "There are no claims now: wait for the claim phase"
)
ALREADY_DONE: Final = Refusal(
    "boojum/already_done", "B32", lambda: "You are done with this claim phase: wait for the next"
)
NO_SUCH_SET: Final = Refusal(
    "boojum/no_such_set", "9", lambda token, known: f"The {token} token is paid by one of: {known}"
)
NO_SUCH_TOKEN: Final = Refusal(
    "boojum/no_such_set", "9", lambda token: f"There is no token {token!r}: {', '.join(SUITS)}"
)
TOKEN_HELD: Final = Refusal(
    "boojum/token_held", "B11", lambda token, advice: f"You have the {token} token: {advice}"
)
EMPTY_CLAIM: Final = Refusal(
    "boojum/empty_claim", "9", lambda must: f"A claim needs the cards of its set: {must}"
)
WRONG_SIZE: Final = Refusal(
    "boojum/wrong_size",
    "B13",
    lambda size, named, must: f"This set needs exactly {size} cards, not {named}: {must}",
)
ONLY_EXCUSES: Final = Refusal(
    "boojum/only_excuses", "B30", lambda: "Excuses alone are no set: add another card"
)
TOO_MANY_NAMES: Final = Refusal(
    "boojum/too_many_names",
    "B29",
    lambda excuses: f"The set has {count_phrase(excuses, 'Excuse')}: name no more than that",
)
NOT_THIS_SET: Final = Refusal(
    "boojum/not_this_set", "9", lambda must, fault: f"This set must be {must}, and {fault}"
)
NOTHING_TO_NAME: Final = Refusal(
    "boojum/nothing_to_name",
    "B29",
    lambda advice: f"In this kind of set the other cards fix what an Excuse stands for: {advice}",
)
MISNAMED: Final = Refusal(
    "boojum/misnamed",
    "B29",
    lambda names, advice: f"Excuses cannot stand for {names} in this set: {advice}",
)
NO_SHARED_SUIT: Final = Refusal(
    "boojum/no_shared_suit",
    "B1",
    lambda: "One suit must be printed on every card of this set",
)
WRONG_TYPE: Final = RefusalByRule(
    "boojum/wrong_type",
    ("9", "B15"),
    lambda card, kind, must: f"{card} is not among the {kind}: use {must}",
)
NO_RANK_IN_PLAY: Final = Refusal(
    "boojum/no_such_rank",
    "B18",
    lambda word, ranks: f"{word!r} is no rank in play; an Excuse may stand for: {ranks}",
)
NO_ACE_OR_CROWN: Final = Refusal(
    "boojum/no_such_rank", "B29", lambda: "In this set an Excuse stands for A or Crown"
)
WRONG_SYMBOLS: Final = Refusal(
    "boojum/wrong_symbols",
    "B16",
    lambda symbols: f"Here an Excuse supplies {symbols}: name {', '.join(SUITS)}",
)
REFUSALS: Final = refusals_in(globals())
