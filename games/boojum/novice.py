"""A beginner: it sees the nearest set alone, gives all for it, and overlooks one group in three."""

from collections.abc import Sequence
from typing import Final

from games.boojum.actions import Action, Bid, Claim
from games.boojum.cards import SUITS
from games.boojum.plans import missing_cards_by_token
from games.boojum.regular import BotView, cards_to_outbid, sight_from_view_and_events
from games.core.bots import Budget
from games.core.contract import Cards, Choices, ReceivedEvent, View
from games.core.fairness.chance import Chance

BARGAIN: Final = 2  # cards that a group must have more than it costs
OVERLOOKS: Final = 3  # one group in so many is overlooked


def choose(
    view: View,
    choices: Choices[Action],
    seen: Sequence[ReceivedEvent],
    luck: Chance,
    budget: Budget,
) -> Action:
    """Claim the first set that there is; bid for what brings the nearest set nearer."""
    seat = sight_from_view_and_events(view, seen)
    for pick in choices.picks:
        if isinstance(pick.example, Claim) and pick.example.token not in seat.tokens:
            return pick.example
    if seat.group is None or not luck.randrange(OVERLOOKS):
        return choices.actions[0]
    cards = next(cards_to_outbid(seat), None)
    return Bid(cards) if cards and _is_worth_bidding(seat, cards) else choices.actions[0]


def _is_worth_bidding(sight: BotView, cards: Cards) -> bool:
    """Say whether the group is a bargain, or helps and costs no more cards than it has."""
    group = sight.group or ()
    hand, price = sight.hand + sight.pile, len(sight.pile + cards)
    if price <= len(group) - BARGAIN:
        return True
    return price <= len(group) and _cards_to_nearest_set(
        sight, hand + group
    ) < _cards_to_nearest_set(sight, hand)


def _cards_to_nearest_set(sight: BotView, hand: Cards) -> int:
    """Return how many cards the nearest new set lacks."""
    lacks = missing_cards_by_token(tuple(sorted(hand)), sight.options.ranks)
    return min(each for suit, each in zip(SUITS, lacks, strict=True) if suit not in sight.tokens)
