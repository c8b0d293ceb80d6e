"""The pack: 52 cards from low to high, and what clients show of them."""

from games.core.contract import Card, CardFace, Cards

SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
RANKS = {
    **{str(number): str(number) for number in range(2, 11)},
    "J": "Jack", "Q": "Queen", "K": "King", "A": "Ace",
}  # fmt: skip
DECK: Cards = tuple(Card(rank + suit) for rank in RANKS for suit in SUITS)  # from low to high
STRENGTH = {card: at for at, card in enumerate(DECK)}

FACES = tuple(
    CardFace(
        rank + suit, f"{RANKS[rank]} of {SUITS[suit].title()}", rank, (SUITS[suit],), rank + suit
    )
    for rank in RANKS
    for suit in SUITS
)


def highest(cards: Cards) -> Card:
    """Return the card that beats the others (rule 4).

    >>> highest(("9S", "KC", "KD"))
    'KD'
    """
    return max(cards, key=STRENGTH.__getitem__)
