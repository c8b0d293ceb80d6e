"""The 32 cards of Boon: ids such as ``gold-7``, their suits, ranks and points.

The points per rank are those of Sheepshead, whose cards these are in another dress (N4).
"""

from collections.abc import Iterable, Mapping

from games.core.cards.suits import SuitFace
from games.core.contract import Card, CardFace, Cards

SUITS = ("blue", "green", "red", "gold")
TRUMP = "gold"
RANKS = {"blue": 6, "green": 6, "red": 6, "gold": 14}  # the highest rank of each suit
RANK_POINTS = (0, 0, 0, 4, 10, 11, 2, 2, 2, 2, 3, 3, 3, 3)  # ranks 1-14

ALL = tuple(
    (Card(f"{suit}-{rank}"), suit, rank) for suit in SUITS for rank in range(1, RANKS[suit] + 1)
)
SUIT: Mapping[Card, str] = {card: suit for card, suit, _ in ALL}
RANK: Mapping[Card, int] = {card: rank for card, _, rank in ALL}
POINTS: Mapping[Card, int] = {card: RANK_POINTS[rank - 1] for card, _, rank in ALL}
PLACE: Mapping[Card, int] = {card: place for place, (card, _, _) in enumerate(ALL)}
# What a card is worth in a trick that it may win: any gold is above any other suit (rule 6).
MIGHT: Mapping[Card, int] = {card: rank + 100 * (suit == TRUMP) for card, suit, rank in ALL}

FACES = tuple(
    CardFace(
        card, f"{suit.capitalize()} {rank}", str(rank), (suit,), f"{suit[:2]}{rank}", POINTS[card]
    )
    for card, suit, rank in ALL
)
SUIT_FACES = (
    SuitFace(
        "blue",
        "Blue",
        "●",
        "#163f9e",
        "M50 5 a45 45 0 1 1 -.01 0 Z",
    ),
    SuitFace(
        "green",
        "Green",
        "▲",
        "#1b9474",
        "M50 6 L97 90 L3 90 Z",
    ),
    SuitFace(
        "red",
        "Red",
        "■",
        "#a3171f",
        "M9 9 H91 V91 H9 Z",
    ),
    SuitFace(
        "gold",
        "Gold",
        "★",
        "#b07d00",
        "M50 4 L62 36 L96 37 L69 58 L78 91 L50 72 L22 91 L31 58 L4 37 L38 36 Z",
    ),
)

GOLD_7 = Card("gold-7")
REMOVED = (Card("green-1"), Card("red-1"))  # with three players
WHOLE: Cards = tuple(card for card, _, _ in ALL)
DECK: Mapping[int, Cards] = {
    3: tuple(card for card in WHOLE if card not in REMOVED),
    4: WHOLE,
    5: WHOLE,
}
HAND_SIZE: Mapping[int, int] = {3: 9, 4: 7, 5: 6}
BOON_SIZE: Mapping[int, int] = {3: 3, 4: 4, 5: 2}


def sort_trump_last(cards: Iterable[Card]) -> Cards:
    """Return cards as a hand is sorted: blue, green, red, gold, each from its lowest rank.

    >>> sort_trump_last((Card("gold-7"), Card("red-2"), Card("blue-6")))
    ('blue-6', 'red-2', 'gold-7')
    """
    return tuple(sorted(cards, key=PLACE.__getitem__))


def fewest_points_key(card: Card) -> tuple[int, int, Card]:
    """Sort cards by fewest points, then lowest rank, then lowest id."""
    return POINTS[card], RANK[card], card
