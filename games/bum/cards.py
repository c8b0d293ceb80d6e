"""Cards of the Bum Game: n suits of 3 ... A, 2 and some Jokers, and what cards may be played as.

A rank is a number from 0 (Three) to 13 (Joker): its place in the order of rule 5. Suits never
matter, they only tell equal cards apart. Where Jokers are ranked (U35), what Joker n is the highest
card of has rank 13 + n; as cards they stay equal.
"""

from functools import lru_cache
from typing import Literal, NamedTuple

from games.core.contract import Card, CardFace, Cards
from games.core.presentation.texts import Note, template

Kind = Literal["set", "sequence"]
WORDS = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2", "JK")
NUMBER = {word: number for number, word in enumerate(WORDS)}
ACE, TWO, JOKER = NUMBER["A"], NUMBER["2"], NUMBER["JK"]
MOST_SUITS = 8
RANK: dict[str, int] = {
    f"{word}-{suit}": rank for rank, word in enumerate(WORDS) for suit in range(1, MOST_SUITS + 1)
}
TOP_RANK = {f"JK-{n}": JOKER + n for n in range(1, MOST_SUITS + 1)}  # of ranked Jokers (U35)
RANK_WORDS = (*WORDS, *TOP_RANK)  # of combinations
RANK_NUMBER = {word: number for number, word in enumerate(RANK_WORDS)}
PLACE = {card: place for place, card in enumerate(RANK)}  # by rank, then by id

NAMES = {"J": "Jack", "Q": "Queen", "K": "King", "A": "Ace", "2": "Two (wild)"}


def _card_face(card: str) -> CardFace:
    """Return what is shown of a card; a Joker's number may matter (U35), other suits never do."""
    word, number = card.split("-")
    if word == "JK":
        return CardFace(card, f"Joker {number}", word, (), f"{word}{number}")
    return CardFace(card, NAMES.get(word, word), word, (), word)


FACES = tuple(map(_card_face, RANK))


class Combination(NamedTuple):
    """What cards are played as: the first three fields are its type, `rank` decides.

    Attributes:
        kind: set or sequence.
        size: cards of a set; cards of each rank in a sequence.
        length: ranks in a sequence; 1 for a set.
        rank: rank of the set, or the top rank of the sequence; above JOKER where Jokers are ranked.
    """

    kind: Kind
    size: int
    length: int
    rank: int


def usual_jokers(seats: int) -> int:
    """Return the number of Jokers: half the players, rounded up (U23)."""
    return (seats + 1) // 2


@lru_cache
def ordered_deck(suits: int, jokers: int) -> Cards:
    """Return all cards by rank, then by id.

    >>> [len(ordered_deck(seats, usual_jokers(seats))) for seats in range(3, 9)]
    [41, 54, 68, 81, 95, 108]
    """
    ranks = [Card(f"{word}-{n}") for word in WORDS[:JOKER] for n in range(1, suits + 1)]
    return (*ranks, *(Card(f"JK-{n}") for n in range(1, jokers + 1)))


def sort_by_rank(cards: Cards) -> Cards:
    """Return cards by rank, then by id, as a hand is held."""
    return tuple(sorted(cards, key=PLACE.__getitem__))


@lru_cache(maxsize=4096)
def by_rank(hand: Cards) -> tuple[Cards, ...]:
    """Return the cards of a hand for each of the 14 ranks."""
    rows: list[list[Card]] = [[] for _ in WORDS]
    for card in hand:
        rows[RANK[card]].append(card)
    return tuple(map(tuple, rows))


def _set_rank(ranks: tuple[int, ...]) -> int | None:
    """Return the rank of a set whose ranks are given in rising order, or None (U1, U3).

    >>> [_set_rank(ranks) for ranks in [(4, 4, 12, 13), (12, 13), (13, 13), (4, 5, 13)]]
    [4, 12, 13, None]
    """
    naturals = {rank for rank in ranks if rank <= ACE}
    return ranks[0] if len(naturals) <= 1 else None


def _sequence_shape(ranks: tuple[int, ...]) -> tuple[int, int] | None:
    """Return size and length of a sequence whose ranks are given in rising order, or None (U7).

    >>> tuple(map(_sequence_shape, [(0, 0, 1, 1, 2, 2), (0, 0, 1, 1), (0, 1, 3)]))
    ((2, 3), None, None)
    """
    length = ranks[-1] - ranks[0] + 1
    size = len(ranks) // length
    whole = tuple(rank for rank in range(ranks[0], ranks[-1] + 1) for _ in range(size))
    return (size, length) if length >= 3 and size and ranks == whole else None


@lru_cache(maxsize=4096)
def _readings_of(ranks: tuple[int, ...]) -> tuple[Combination, ...]:
    """Return all combinations that cards of these ranks (rising) make: none, one or two (U6)."""
    found = []
    if (rank := _set_rank(ranks)) is not None:
        found.append(Combination("set", len(ranks), 1, rank))
    if (shape := _sequence_shape(ranks)) is not None:
        found.append(Combination("sequence", *shape, ranks[-1]))
    return tuple(found)


def possible_combinations(cards: Cards) -> tuple[Combination, ...]:
    """Return all combinations that these cards make.

    >>> possible_combinations((Card("Q-1"), Card("JK-1"), Card("2-3")))
    (Combination(kind='set', size=3, length=1, rank=9),)
    """
    return _readings_of(tuple(sorted([RANK[card] for card in cards])))


def with_ranked_jokers(made: Combination, cards: Cards) -> Combination:
    """U35: give a combination of rank Joker the rank of its highest Joker.

    >>> with_ranked_jokers(Combination("set", 2, 1, JOKER), (Card("JK-3"), Card("JK-1"))).rank
    16
    """
    if made.rank < JOKER:
        return made
    return made._replace(rank=max(TOP_RANK.get(card, 0) for card in cards))


SINGLE_CARD = template("bum.type.card", "single card")
SET_OF = template("bum.type.set", "set of {size} cards", size="number")
SEQUENCE_OF = template(
    "bum.type.sequence",
    "sequence of {length} ranks{size, plural, one {} other {, # cards of each}}",
    length="number", size="number",
)  # fmt: skip
A_TYPE = template("bum.type", "a {what}", what="notes")


def type_note(made: Combination) -> Note:
    """Rule 5: name a type of combination, without an article."""
    if made.kind == "set":
        return SINGLE_CARD() if made.size == 1 else SET_OF(size=made.size)
    return SEQUENCE_OF(length=made.length, size=made.size)
