"""The arithmetic of the market: money, points and places."""

from collections.abc import Sequence

from games.core.contract import Cards
from games.goblin_market.cards import EARNS, SUIT_BITS, SUIT_PLACES


def sisterhood_money(digit: int, owned: Cards) -> int:
    """Return what the owner of these cards earns by a winning bid with this last digit (rule 6).

    >>> sisterhood_money(9, ("pact", "merchant", "mill", "cave"))
    9
    >>> sisterhood_money(1, ("ace-moons", "bard", "pact", "mill"))
    6
    """
    coins = 0
    for card in owned:
        coins += EARNS[card][digit]
    return coins


def goblin_money(bits: int, owned: Cards) -> int:
    """Return how many of the suits in `bits` are on none of these cards (rule 7).

    >>> goblin_money(SUIT_BITS["harvest"], ("bard",))
    2
    >>> goblin_money(SUIT_BITS["harvest"], ("pact", "forest"))
    0
    """
    for card in owned:
        bits &= ~SUIT_BITS[card]
    return bits.bit_count()


def score_owned_cards(owned: Cards) -> tuple[int, int]:
    """Return the score and the positive points of these cards (rules 8 and 9).

    >>> score_owned_cards(("author", "journey", "mountain", "forest", "desert", "bard"))
    (5, 8)
    >>> suits = ("moons", "suns", "waves", "leaves", "wyrms", "knots")
    >>> score_owned_cards([f"ace-{suit}" for suit in suits])
    (0, 3)
    """
    counts = [0] * 6
    for card in owned:
        for place in SUIT_PLACES[card]:
            counts[place] += 1
    counts.sort()
    positive = sum(counts[3:])
    return positive - sum(counts[:3]), positive


def places(results: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """Return the places by score, then positive points; equals share one (rule 9).

    >>> places([(5, 8), (7, 7), (5, 9), (5, 8)])
    (3, 1, 2, 3)
    """
    return tuple(1 + sum(other > own for other in results) for own in results)
