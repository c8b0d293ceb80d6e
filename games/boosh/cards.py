"""The 53 cards: ``AC`` ... ``10H`` ... ``KS`` and the Joker ``JK``."""

from games.core.contract import Card, CardFace

SUITS = "CDHS"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
JOKER = Card("JK")
DECK = (*(Card(rank + suit) for suit in SUITS for rank in RANKS), JOKER)

POINTS = {Card(rank + suit): RANKS.index(rank) + 1 for suit in SUITS for rank in RANKS}
"""A 1, 2 to 10 as printed, J 11, Q 12, K 13; the Joker has no points of its own."""

RANK_NAMES = {"A": "Ace", "J": "Jack", "Q": "Queen", "K": "King"}
SUIT_NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
FACES = (
    *(
        CardFace(
            rank + suit,
            f"{RANK_NAMES.get(rank, rank)} of {SUIT_NAMES[suit].capitalize()}",
            rank,
            (SUIT_NAMES[suit],),
            rank + suit,
            POINTS[Card(rank + suit)],
        )
        for suit in SUITS
        for rank in RANKS
    ),
    CardFace(JOKER, "Joker", None, (), JOKER),
)
