"""A player by good written rules: what cards are worth, and what the same coins buy later.

All that matters is public, so the rule reads a state; it never looks at the order of a deck.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import sqrt
from operator import itemgetter
from typing import Final

from games.core.bots import Budget
from games.core.contract import Cards, Choices, ReceivedEvent, Seat, View
from games.core.fairness.chance import Chance
from games.goblin_market.actions import MOST_COINS, Action
from games.goblin_market.appraisal import expectations_by_player, expected_gain, offers_by_player
from games.goblin_market.bidding import least_bid
from games.goblin_market.choices import ALL, BIDS, PASS, REFUSE, TAKES
from games.goblin_market.determinise import known_state
from games.goblin_market.scoring import sisterhood_money
from games.goblin_market.state import State

# Found by thousands of tables against each other, `plain` and simple scripts:
# docs/explanation/how-bots-think.md has more.
CARDS_AN_AUCTION: Final = 2.9  # about: the size card and two for sale
INCOME: Final = 2.4  # coins that an auction brings a player
PRICE, DEARER = 1.0, 0.11  # of a point, in parts of the wealth; with the square of auctions left
FOUR: Final = 4  # players: more of them leave each fewer auctions
EVEN_SO: Final = 0.3  # points that buying is worth besides what is bought
FORGONE: Final = 0.87  # sisterhood money of this auction goes to those who do not buy
SISTERS, GOBLINS = 0.5, 0.21  # what a card brings an auction, and what a new suit costs
RIVAL: Final = 0.2  # what a point costs that goes to a rival, shared by all of them
VALUE: Final = itemgetter(0)


def choose(
    view: View,
    choices: Choices[Action],
    seen: Sequence[ReceivedEvent],
    luck: Chance,
    budget: Budget,
) -> Action:
    """Return the action of the rule."""
    return move(known_state(view), Seat(view["seat"]))


def move(state: State, seat: Seat) -> Action:
    """Return what the rule does in a state."""
    return (
        _bid_within_limit(state, seat)
        if state.phase == "bidding"
        else _take_best_net_gain(state, seat)
    )


# Rule 3: bidding


def _bid_within_limit(state: State, seat: Seat) -> Action:
    """Bid the least while that is worth it."""
    least = least_bid(state)
    return BIDS[least] if least <= bid_limit(state, seat) else PASS


def bid_limit(state: State, seat: Seat) -> float:
    """Return the most coins to bid now."""
    coins = _price_limits(state.deck, state.owned, state.row, state.coins)[seat]
    if state.high is not None:
        coins -= FORGONE * _sisterhood_by_digit(state.owned[seat])[state.high % 10]
    return min(coins, state.coins[seat])


@lru_cache(256)
def _price_limits(
    unseen: Cards, owned: tuple[Cards, ...], row: Cards, coins: tuple[int, ...]
) -> tuple[float, ...]:
    """Return by seat the most coins that the cards for sale are worth; -1 if they are unwanted."""
    later = len(unseen) / CARDS_AN_AUCTION
    dearth = 1 + later * sqrt(FOUR / len(owned))
    price = PRICE + DEARER * (dearth * dearth)
    found = []
    for seat, offer in enumerate(offers_by_player(unseen, owned, row)):
        if offer.gain <= 0:
            found.append(-1.0)
        elif not unseen:
            found.append(float(MOST_COINS))  # left over they score nothing
        else:
            worth = (coins[seat] + INCOME * later) * (EVEN_SO + offer.gain) / price
            found.append(worth + later * (SISTERS * offer.cards - GOBLINS * offer.suits))
    return tuple(found)


@lru_cache(1 << 14)
def _sisterhood_by_digit(owned: Cards) -> tuple[int, ...]:
    """Rule 6: return what the owner of these cards earns by the last digit of the bid."""
    return tuple([sisterhood_money(digit, owned) for digit in range(10)])


# Rule 5: taking


def _take_best_net_gain(state: State, seat: Seat) -> Action:
    """Take what is worth most less what the others then get; of equals the first."""
    own = expectations_by_player(state.deck, state.owned)[seat]
    row, after = state.row, state.takers[1:]
    ways: list[tuple[float, Action]] = []
    if seat == state.leader:
        ways.append((expected_gain(own, row), ALL))
    for card in row:
        left = tuple([other for other in row if other != card])
        ways.append((expected_gain(own, (card,)) - _left_to(state, after, left), TAKES[card]))
    if seat != state.leader and state.options.share_may_be_refused:
        ways.append((-_left_to(state, after, row), REFUSE))
    return max(ways, key=VALUE)[1]


def _left_to(state: State, takers: Sequence[Seat], row: Cards) -> float:
    """Return what it costs that others take from these cards, each the best."""
    expectations = expectations_by_player(state.deck, state.owned)
    points = 0.0
    for seat in takers[: len(row)]:
        value, best = max(
            [(expected_gain(expectations[seat], (card,)), card) for card in row], key=VALUE
        )
        if value >= 0 or not state.options.share_may_be_refused:
            points += value
            row = tuple([card for card in row if card != best])
    return RIVAL * points / (state.seats - 1)
