"""The cards of the market: what each is worth as a size card, to the sisters and to the goblins."""

from collections.abc import Mapping
from typing import Final

from games.core.cards.decktet import BASIC, COURTS, NAME, NUMBERS, PAWNS, SUITS, SUITS_OF, of_rank
from games.core.contract import Card, Cards

AUCTION_DECK: Final[Cards] = BASIC

# The ring of ranks by last digit of a bid: 0 Crown, 1 Ace, 2-9 the numbers, and round again.
RING: Final = ("Crown", "A", *NUMBERS)
DIGIT: Final[Mapping[Card, int]] = {
    card: digit for digit, rank in enumerate(RING) for card in of_rank(rank)
}
SIZE: Final[Mapping[Card, int]] = {card: {0: 3, 1: 1}.get(DIGIT[card], 2) for card in BASIC}

# Coins that the owner of a card earns, by last digit of the winning bid.
MATCH, ONE_BELOW, TWO_BELOW = 3, 2, 1
EARNS: Final[Mapping[Card, tuple[int, ...]]] = {
    card: tuple(
        {0: MATCH, 1: ONE_BELOW, 2: TWO_BELOW}.get((digit - DIGIT[card]) % 10, 0)
        for digit in range(10)
    )
    for card in BASIC
}

# Suits of a card as places in SUITS, and as a set of bits.
SUIT_PLACES: Final[Mapping[Card, tuple[int, ...]]] = {
    card: tuple(SUITS.index(suit) for suit in SUITS_OF[card]) for card in (*BASIC, *PAWNS, *COURTS)
}
SUIT_BITS: Final[Mapping[Card, int]] = {
    card: sum(1 << place for place in places) for card, places in SUIT_PLACES.items()
}


def goblin_deck(use_courts: bool) -> Cards:
    """Return the cards of the Goblin Deck."""
    return PAWNS + COURTS if use_courts else PAWNS


def _card_names_in_words(cards: Cards) -> str:
    """Return the names of cards as a list in words.

    >>> _card_names_in_words((Card("author"), Card("ace-suns"), Card("bard")))
    'the Author, the Ace of Suns and the Bard'
    """
    names = ["the " + NAME[card].removeprefix("The ") for card in cards]
    return " and ".join([", ".join(names[:-1]), names[-1]] if names[1:] else names)
