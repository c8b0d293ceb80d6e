"""What a bid is worth, and who stands before whom at the end."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from games.boojum.cards import ONE_CARD, RANK_ORDERS, SUITS, RankOrder
from games.core.contract import Card, Cards


class PileValue(NamedTuple):
    """What a bid pile is worth, compared first by `cards`, then by `pips`."""

    cards: int
    pips: int


def pile_worth(cards: Iterable[Card], ranks: RankOrder) -> int:
    """Return the value of a pile as one number (rule 5): more is higher."""
    of = ranks.worth
    total = 0
    for card in cards:
        total += of[card]
    return total


@lru_cache(1024)
def bid_of(worth: int) -> PileValue:
    """Return count and pips of a worth.

    >>> pile_value(("penitent", "mill"))
    PileValue(cards=2, pips=14)
    """
    return PileValue(*divmod(worth, ONE_CARD))


def pile_value(cards: Iterable[str], pawns: bool = False, courts: bool = False) -> PileValue:
    """Return count and pips of a pile (rule 5); the Excuse is two cards without pips.

    >>> pile_value(("ace-moons", "ace-suns")) > pile_value(("huntress",))
    True
    >>> pile_value(("excuse", "pact"))
    PileValue(cards=3, pips=9)
    >>> pile_value(("huntress",)), pile_value(("huntress",), pawns=True, courts=True)
    (PileValue(cards=1, pips=10), PileValue(cards=1, pips=12))
    """
    return bid_of(pile_worth(map(Card, cards), RANK_ORDERS[pawns, courts]))


def has_all_six(tokens: Iterable[str]) -> bool:
    """Say whether these are tokens of all six suits.

    >>> has_all_six(("moons", "suns", "waves", "leaves", "wyrms", "wyrms"))
    False
    """
    return len(set(tokens)) == len(SUITS)


def final_ranking_key(tokens: Sequence[str], hand: int, extra: int = 0) -> tuple[bool, int, int]:
    """Return what orders the seats at the end: six tokens, number of tokens, hand as a bid.

    `extra` are tokens that a ruling gives; below 0, takes: with less than six nobody has all six.

    >>> six = ("moons", "suns", "waves", "leaves", "wyrms", "knots")
    >>> final_ranking_key(six, 9), final_ranking_key(six, 9, -1), final_ranking_key(six[:2], 9, 5)
    ((True, 0, 9), (False, 5, 9), (False, 7, 9))
    """
    count = len(tokens) + extra
    complete = has_all_six(tokens) and count >= len(SUITS)
    return (complete, extra if complete else count, hand)


def places(ranks: Sequence[tuple[bool, int, int]]) -> tuple[int, ...]:
    """Return the place of each seat; equal ranks share a place.

    >>> places([(False, 2, 9), (True, 0, 5), (True, 0, 5), (False, 4, 1)])
    (4, 1, 1, 3)
    """
    return tuple(1 + sum(other > one for other in ranks) for one in ranks)


def hands_that_decide(
    hands: Sequence[Cards], tokens: Sequence[tuple[str, ...]]
) -> tuple[Cards, ...]:
    """Return the hands that are compared (B34); () for a seat whose tokens alone place it."""
    level = [final_ranking_key(held, 0) for held in tokens]
    return tuple(
        hand if level.count(mine) > 1 else () for hand, mine in zip(hands, level, strict=True)
    )
