"""The cards of Boojum: several Decktets, their rank sequence and what a card is worth in a bid."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from games.core.cards.decktet import (
    BASIC,
    COURTS,
    EXCUSE,
    EXTENDED,
    PAWNS,
    RANK,
    RANKS,
    SUITS,
    SUITS_OF,
    TYPES,
    TYPES_OF,
    Rank,
    Suit,
)
from games.core.contract import Card, Cards

ONE_CARD: Final = 1 << 16  # a worth is cards * ONE_CARD + pips, so worths compare as bids do

SUIT_NUMBERS: Final[Mapping[Card, tuple[int, ...]]] = {
    card: tuple(SUITS.index(suit) for suit in SUITS_OF[card]) for card in EXTENDED
}
SUIT_MASK: Final[Mapping[Card, int]] = {
    card: sum(1 << number for number in SUIT_NUMBERS[card]) for card in EXTENDED
}
TYPE_NUMBERS: Final[Mapping[Card, tuple[int, ...]]] = {
    card: tuple(TYPES.index(kind) for kind in TYPES_OF[card]) for card in EXTENDED
}
ALL_SUITS: Final = (1 << len(SUITS)) - 1


@dataclass(frozen=True, slots=True, eq=False)  # there is one object for each order
class RankOrder:
    """The ranks in play, lowest first, and what follows from them.

    Attributes:
        ranks: A, 2 ... 9, perhaps Pawn, perhaps Court, Crown.
        place: position of a card in the sequence, 1 for an Ace; 0 for the Excuse. These are also
            its pips.
        worth: value of a card in a bid (see ONE_CARD); the Excuse is two cards without pips.
    """

    ranks: tuple[Rank, ...]
    place: Mapping[Card, int]
    worth: Mapping[Card, int]


def rank_order(pawns: bool, courts: bool) -> RankOrder:
    """Build the rank sequence of a table (B19: 9 and Crown meet when nothing stands between)."""
    absent = (() if pawns else ("Pawn",)) + (() if courts else ("Court",))
    ranks = tuple(rank for rank in RANKS if rank not in absent)
    place = {card: ranks.index(rank) + 1 for card, rank in RANK.items() if rank in ranks}
    worth = {card: ONE_CARD + pips for card, pips in place.items()}
    return RankOrder(ranks, {**place, EXCUSE: 0}, {**worth, EXCUSE: 2 * ONE_CARD})


RANK_ORDERS: Final[Mapping[tuple[bool, bool], RankOrder]] = {
    (pawns, courts): rank_order(pawns, courts)
    for pawns, courts in ((False, False), (True, False), (True, True))
}


def pack(decks: int, excuse: bool, pawns: bool, courts: bool) -> Cards:
    """Return all cards of a table; equal copies have the same id."""
    one = BASIC + (PAWNS if pawns else ()) + (COURTS if courts else ())
    return (one + ((EXCUSE,) if excuse else ())) * decks


def without(cards: Cards, taken: Iterable[Card]) -> Cards:
    """Return `cards` less one copy for each of `taken`; ValueError when a copy is missing."""
    left = list(cards)
    for card in taken:
        left.remove(card)
    return tuple(left)


def holds(cards: Cards, wanted: Cards) -> bool:
    """Say whether `cards` contain `wanted`, each as often as it is named."""
    return all(cards.count(card) >= wanted.count(card) for card in wanted)


__all__ = [
    "ALL_SUITS",
    "EXCUSE",
    "ONE_CARD",
    "RANK_ORDERS",
    "SUITS",
    "SUIT_MASK",
    "SUIT_NUMBERS",
    "TYPES",
    "TYPE_NUMBERS",
    "RankOrder",
    "Suit",
    "holds",
    "pack",
    "without",
]
