"""What cards are worth to a player: the points that they bring, and those that they promise.

Three suits count for a player in the end and three against. For each of the 20 ways to choose the
three, the cards owned are worth some points, and unseen cards promise more; the best way counts.
"""

from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations
from operator import add
from typing import Final, NamedTuple

from games.core.contract import Card, Cards
from games.goblin_market.cards import AUCTION_DECK, SUIT_BITS, SUIT_PLACES

PROMISE: Final = 1.0  # of the points among the unseen cards, shared by the players

# By card: its points for each choice of three suits; only those above 0 are hoped for.
POINTS: Final[Mapping[Card, tuple[int, ...]]] = {
    card: tuple(
        sum(1 if place in three else -1 for place in SUIT_PLACES[card])
        for three in combinations(range(6), 3)
    )
    for card in AUCTION_DECK
}
HOPES: Final = {card: tuple(max(0, one) for one in points) for card, points in POINTS.items()}
NONE: Final = (0,) * 20


class TakeAppraisal(NamedTuple):
    """What a player would do best with the cards for sale: take all, or one."""

    gain: float  # points
    cards: int
    suits: int  # that the player has not owned: goblins pay no more for them


@lru_cache(1 << 14)
def _points_by_suit_choice(owned: Cards) -> tuple[int, ...]:
    """Return the points of cards for each choice of three suits."""
    return tuple(map(sum, zip(*[POINTS[card] for card in owned], strict=True))) or NONE


def _promised_points(unseen: Cards, players: int) -> tuple[float, ...]:
    """Return what the unseen cards promise to one of the players, for each three suits."""
    share = PROMISE / players
    hopes = map(sum, zip(*[HOPES[card] for card in unseen], strict=True))
    return tuple([share * points for points in hopes]) or NONE


@lru_cache(256)
def expectations_by_player(
    unseen: Cards, owned: tuple[Cards, ...]
) -> tuple[tuple[float, ...], ...]:
    """Return by player what cards and promises are worth, for each three suits."""
    hopes = _promised_points(unseen, len(owned))
    return tuple(tuple(map(add, _points_by_suit_choice(cards), hopes)) for cards in owned)


def expected_gain(expectation: tuple[float, ...], cards: Cards) -> float:
    """Return the points that these cards add to what a player expects."""
    more: float = max(map(add, expectation, _points_by_suit_choice(cards)))
    return more - max(expectation)


@lru_cache(256)
def offers_by_player(
    unseen: Cards, owned: tuple[Cards, ...], row: Cards
) -> tuple[TakeAppraisal, ...]:
    """Return by player what the cards for sale are worth to whoever wins them."""
    ways = [(card,) for card in row] + ([row] if row[1:] else [])
    found = []
    for expectation, mine in zip(expectations_by_player(unseen, owned), owned, strict=True):
        best, way = max(
            [(expected_gain(expectation, way), way) for way in ways], key=lambda one: one[0]
        )
        found.append(
            TakeAppraisal(best, len(way), (_suit_bits(way) & ~_suit_bits(mine)).bit_count())
        )
    return tuple(found)


@lru_cache(1 << 14)
def _suit_bits(cards: Cards) -> int:
    """Return the suits on these cards as a set of bits."""
    bits = 0
    for card in cards:
        bits |= SUIT_BITS[card]
    return bits
