"""Every way in which the rules of Goblin Market say no."""

from typing import Final

from games.core.contract import Refusal, refusals_in

TABLE_OVER: Final = Refusal(
    "goblin_market/table_over",
    "8",
    lambda wish: f"you can't {wish}: the market is closed; look at the result",
)
WHILE_BIDDING: Final = Refusal(
    "goblin_market/wrong_moment",
    "3",
    lambda wish: f"you can't {wish} while there is bidding: bid or pass",
)
WHILE_TAKING: Final = Refusal(
    "goblin_market/wrong_moment",
    "5",
    lambda wish: f"you can't {wish} while cards are taken: take one, or wait",
)
BETWEEN_AUCTIONS: Final = Refusal(
    "goblin_market/wrong_moment",
    "1",
    lambda wish: f"you can't {wish} between two auctions: wait for the next",
)
ALREADY_PASSED: Final = Refusal(
    "goblin_market/already_passed",
    "3",
    lambda: "you have passed and may not bid again in this auction: wait for the next one",
)
NOT_YOUR_BID: Final = Refusal(
    "goblin_market/not_your_turn",
    "3",
    lambda turn: f"it is seat {turn}'s turn to bid: wait for yours",
)
BELOW_MINIMUM: Final = Refusal(
    "goblin_market/below_minimum",
    "G2",
    lambda coins, least: f"{coins} is too little to open with: bid {least} or more, or pass",
)
BID_TOO_LOW: Final = Refusal(
    "goblin_market/bid_too_low",
    "3",
    lambda coins, high, least: (
        f"{coins} does not beat the bid of {high}: bid {least} or more, or pass"
    ),
)
NOT_ENOUGH_COINS: Final = Refusal(
    "goblin_market/not_enough_coins",
    "3",
    lambda coins, owned: f"{coins} coins are more than the {owned} you own: bid less, or pass",
)
NOT_YOUR_CHOICE: Final = Refusal(
    "goblin_market/not_your_turn", "5", lambda turn: f"it is seat {turn}'s turn to take: wait"
)
ONLY_THE_WINNER: Final = Refusal(
    "goblin_market/only_the_winner",
    "5",
    lambda: "only the winner may take all cards: take one of them",
)
NOT_FOR_SALE: Final = Refusal(
    "goblin_market/not_for_sale",
    "5",
    lambda card, row: f"{card} is not for sale: take one of {row}",
)
WINNER_MUST_TAKE: Final = Refusal(
    "goblin_market/winner_must_take",
    "5",
    lambda: "the winner must pay and take: take all cards, or one",
)
MUST_TAKE: Final = Refusal(
    "goblin_market/must_take",
    "G1",
    lambda: "at this table a share may not be refused: take one of the cards",
)
NO_SUCH_HAND: Final = Refusal(
    "goblin_market/no_such_hand",
    "8",
    lambda hand: f"there is no hand {hand} to void: a table has one hand, number 1, once dealt",
)
REFUSALS: Final = refusals_in(globals())
