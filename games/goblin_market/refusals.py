"""Every way in which the rules of Goblin Market say no."""

from typing import Final

from games.core.contract import Refusal, refusals_in
from games.core.presentation.texts import template
from games.core.words import count_phrase

BID_ONLY: Final = template("goblin_market.advice.bid_only", "bid {least}, or pass", least="number")
BID_WITHIN: Final = template(
    "goblin_market.advice.bid", "bid {least} to {owned}, or pass", least="number", owned="number"
)
ONE_OF: Final = template("goblin_market.advice.one_of", "one of {cards}", cards="word")
TAKE_ALL_OR: Final = template(
    "goblin_market.advice.take_all", "take all cards, or {one}", one="word"
)
TAKE_OR_REFUSE: Final = template("goblin_market.advice.refuse", "take {one}, or refuse", one="word")
TAKE_ONE: Final = template("goblin_market.advice.take", "take {one}", one="word")

TABLE_OVER: Final = Refusal(
    "goblin_market/table_over",
    "8",
    lambda wish: f"You can't {wish}: the market is closed; look at the result",
)
WHILE_BIDDING: Final = Refusal(
    "goblin_market/wrong_moment",
    "3",
    lambda wish, advice: f"You can't {wish} while there is bidding: {advice}",
)
WHILE_TAKING: Final = Refusal(
    "goblin_market/wrong_moment",
    "5",
    lambda wish, advice: f"You can't {wish} while cards are taken: {advice}",
)
BETWEEN_AUCTIONS: Final = Refusal(
    "goblin_market/wrong_moment",
    "1",
    lambda wish: f"You can't {wish} between two auctions: wait for the next",
)
ALREADY_PASSED: Final = Refusal(
    "goblin_market/already_passed",
    "3",
    lambda: "You have passed and may not bid again in this auction: wait for the next one",
)
NOT_YOUR_BID: Final = Refusal(
    "goblin_market/not_your_turn",
    "3",
    lambda turn: f"It is seat {turn}'s turn to bid: wait for yours",
)
BELOW_MINIMUM: Final = Refusal(
    "goblin_market/below_minimum",
    "G2",
    lambda coins, advice: f"{coins} is too little to open with: {advice}",
)
BID_TOO_LOW: Final = Refusal(
    "goblin_market/bid_too_low",
    "3",
    lambda coins, high, advice: f"{coins} does not beat the bid of {high}: {advice}",
)
NOT_ENOUGH_COINS: Final = Refusal(
    "goblin_market/not_enough_coins",
    "3",
    lambda coins, owned, advice: (
        f"{count_phrase(coins, 'coin')} {'is' if coins == 1 else 'are'} more than"
        f" the {owned} you own: {advice}"
    ),
)
CANNOT_BID: Final = Refusal(
    "goblin_market/not_enough_coins",
    "3",
    lambda advice, owned, least: (
        f"{advice}: you own {count_phrase(owned, 'coin')} and the least bid is {least}"
    ),
)
NOT_YOUR_CHOICE: Final = Refusal(
    "goblin_market/not_your_turn", "5", lambda turn: f"It is seat {turn}'s turn to take: wait"
)
ONLY_THE_WINNER: Final = Refusal(
    "goblin_market/only_the_winner",
    "5",
    lambda advice: f"Only the winner may take all cards: {advice}",
)
NOT_FOR_SALE: Final = Refusal(
    "goblin_market/not_for_sale",
    "5",
    lambda card, advice: f"{card} is not for sale: {advice}",
)
WINNER_MUST_TAKE: Final = Refusal(
    "goblin_market/winner_must_take",
    "5",
    lambda advice: f"The winner must pay and take: {advice}",
)
MUST_TAKE: Final = Refusal(
    "goblin_market/must_take",
    "G1",
    lambda advice: f"At this table a share may not be refused: {advice}",
)
NO_SUCH_HAND: Final = Refusal(
    "goblin_market/no_such_hand",
    "8",
    lambda hand: f"There is no hand {hand} to void: a table has one hand, number 1, once dealt",
)
REFUSALS: Final = refusals_in(globals())
