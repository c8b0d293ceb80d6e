"""A quick player by rule of thumb: what a card is worth in points decides what it may cost."""

from collections.abc import Sequence

from games.core.bots import Budget
from games.core.contract import Cards, Choices, Luck, ReceivedEvent, View
from games.goblin_market.actions import Action, Bid, Take, TakeAll
from games.goblin_market.scoring import score_owned_cards

CARDS_AN_AUCTION = 3  # about: the size card and two for sale


def choose(
    view: View, choices: Choices[Action], seen: Sequence[ReceivedEvent], luck: Luck, budget: Budget
) -> Action:
    """Return the action that a careful shopper would take."""
    mine = tuple(view["players"][view["seat"]]["cards"])
    row = tuple(view["auction"]["row"])
    if view["phase"] == "bidding":
        return _lowest_worthwhile_bid(
            view, choices, spending_limit(view, points_in_winning(mine, row), luck)
        )
    takes = [one for one in choices.actions if isinstance(one, Take)]
    best = max(takes, key=lambda one: immediate_gain(mine, (one.card,)))
    if isinstance(choices.actions[0], TakeAll):
        shared = immediate_gain(mine, (best.card,)) > immediate_gain(mine, row)
        return best if shared else choices.actions[0]
    refusal = choices.actions[-1]
    return refusal if immediate_gain(mine, (best.card,)) < 0 else best


def immediate_gain(mine: Cards, cards: Cards) -> int:
    """Return the points that these cards would add now."""
    return score_owned_cards(mine + cards)[0] - score_owned_cards(mine)[0]


def points_in_winning(mine: Cards, row: Cards) -> int:
    """Return the points in winning: all cards, or the best one."""
    return max(immediate_gain(mine, row), *(immediate_gain(mine, (card,)) for card in row))


def spending_limit(view: View, wanted: int, luck: Luck) -> int:
    """Return the most coins to spend: a fair share for each point, more when the end is near."""
    if wanted <= 0:
        return 0
    coins: int = view["players"][view["seat"]]["coins"]
    auctions_left: int = 1 + view["deck_count"] // CARDS_AN_AUCTION
    return coins * (2 + wanted) // (3 + auctions_left) + luck.randrange(3)


def _lowest_worthwhile_bid(view: View, choices: Choices[Action], most: int) -> Action:
    """Return the lowest bid if it is worth it, else pass."""
    lowest = choices.actions[1:2]
    affordable = lowest and isinstance(lowest[0], Bid) and lowest[0].coins <= most
    wanted = most > 0 and affordable
    return lowest[0] if wanted else choices.actions[0]
