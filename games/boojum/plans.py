"""How far a hand is from every token: the fewest cards that its nearest set still lacks."""

from collections.abc import Mapping
from functools import cache, lru_cache, reduce
from operator import and_
from typing import Final, NamedTuple

from games.boojum.cards import (
    EXCUSE,
    RANK_ORDERS,
    SUIT_NUMBERS,
    SUITS,
    TYPE_NUMBERS,
    RankOrder,
)
from games.core.contract import Card, Cards

# What a hand shows is two numbers. One is a sum: its fields count the cards of a suit, of a type,
# of a type and a suit, of a rank. The other is a union: its rows have a bit for every rank that is
# there, among all cards, of a suit, of a type.
FIELD: Final = 8
MOST: Final = (1 << FIELD) - 1
TYPED, TYPED_SUITS, RANKED, FIELDS = 6, 9, 26, 40  # first fields; a rank's is RANKED + its place
ROW: Final = 13
EVERY: Final = (1 << ROW) - 1
ALL, SUITED, TYPED_ROWS, ROWS = 0, 1, 7, 10


class CardSymbols(NamedTuple):
    """What a card adds to the two numbers, and the symbols it shows, once and twice over."""

    counts: int
    rows: int
    once: tuple[int, int]  # how far it moves a set of suits, and the sets that it may join
    twice: tuple[int, int]


def _counts_of(card: Card, ranks: RankOrder) -> int:
    """Return the fields of a card."""
    fields = [*SUIT_NUMBERS[card], RANKED + ranks.place[card]]
    for kind in TYPE_NUMBERS[card]:
        fields += [TYPED + kind, *(TYPED_SUITS + 6 * kind + suit for suit in SUIT_NUMBERS[card])]
    return sum(1 << FIELD * field for field in fields)


def _rank_rows(card: Card, ranks: RankOrder) -> int:
    """Return the rows of a card."""
    rows = [ALL, *(SUITED + suit for suit in SUIT_NUMBERS[card])]
    rows += [TYPED_ROWS + kind for kind in TYPE_NUMBERS[card]]
    return sum(1 << ROW * row + ranks.place[card] for row in rows)


# A set of sets of symbols is one number: bit n stands for the set n, whose digits count its symbols
# of each suit: at most one of base 2, at most two of base 4.
def _symbol_set_digits(base: int) -> list[tuple[int, ...]]:
    """Return the digits of all sets, () for one with too many of a suit."""
    every = [
        tuple(number // base**suit % base for suit in range(len(SUITS)))
        for number in range(base ** len(SUITS))
    ]
    return [digits if max(digits) <= base // 2 else () for digits in every]


ONCE, TWICE = 2, 4
SETS: Final = {base: _symbol_set_digits(base) for base in (ONCE, TWICE)}


def _sets_open_to_suit(base: int, suit: int) -> int:
    """Return the sets to which a symbol of a suit may be added."""
    return sum(1 << at for at, one in enumerate(SETS[base]) if one and one[suit] < base // 2)


BELOW: Final = {
    base: [_sets_open_to_suit(base, suit) for suit in range(len(SUITS))] for base in SETS
}


def _shift_and_joinable_sets(card: Card, base: int) -> tuple[int, int]:
    """Return how far a card moves a set, and the sets that it may join."""
    suits = SUIT_NUMBERS[card]
    return sum(base**suit for suit in suits), reduce(and_, (BELOW[base][suit] for suit in suits))


def _by_lack(base: int) -> list[int]:
    """Return the sets that lack no symbol, those that lack one, and so on."""
    whole = len(SUITS) * base // 2
    return [
        sum(1 << at for at, one in enumerate(SETS[base]) if one and sum(one) == whole - lacks)
        for lacks in range(whole + 1)
    ]


BY_LACK: Final = {base: _by_lack(base) for base in (ONCE, TWICE)}


@cache
def _rank_window_counts(top: int) -> tuple[list[int], ...]:
    """Return for every row how many of 3, of 4, of 5 and of 6 consecutive ranks are there."""
    return tuple(
        [
            max((row >> low & (1 << size) - 1).bit_count() for low in range(1, top - size + 2))
            for row in range(1 << top + 1)
        ]
        for size in (3, 4, 5, 6)
    )


SHOWN: Final[Mapping[RankOrder, Mapping[Card, CardSymbols]]] = {
    ranks: {
        card: CardSymbols(
            _counts_of(card, ranks),
            _rank_rows(card, ranks),
            _shift_and_joinable_sets(card, ONCE),
            _shift_and_joinable_sets(card, TWICE),
        )
        for card in ranks.place
        if card != EXCUSE
    }
    for ranks in RANK_ORDERS.values()
}
Lacking = tuple[int, int, int, int, int, int]


@lru_cache(maxsize=1 << 16)
def missing_cards_by_token(hand: Cards, ranks: RankOrder) -> Lacking:
    """Return by token how many cards its nearest set lacks."""
    counts = rows = jokers = 0
    once, twice = 1, 1
    shown = SHOWN[ranks]
    for card in hand:
        if card == EXCUSE:
            jokers += 1
            continue
        count, row, (move, open_to), (move_2, open_to_2) = shown[card]
        counts += count
        rows |= row
        once |= (once & open_to) << move
        twice |= (twice & open_to_2) << move_2
    by_field = counts.to_bytes(FIELDS, "little")
    top = len(ranks.ranks)
    flush = max(by_field[:TYPED])
    rank = max(by_field[RANKED + 1 :])
    typed = max(by_field[TYPED:TYPED_SUITS])
    typed_suit = max(by_field[TYPED_SUITS : TYPED_SUITS + 18])
    low, high = by_field[RANKED + 1], by_field[RANKED + top]
    corners = (low if low < 4 else 4) + (high if high < 4 else 4)
    suited = [rows >> ROW * row & EVERY for row in range(SUITED, TYPED_ROWS)]
    of_type = [rows >> ROW * row & EVERY for row in range(TYPED_ROWS, ROWS)]
    three, four, five, six = _rank_window_counts(top)
    found = (
        min(6 - max([six[row] for row in suited]), 8 - corners, 6 - rank),
        min(5 - max([five[row] for row in suited]), 5 - rank, 8 - flush),
        min(4 - max([four[row] for row in suited]), 4 - rank, 7 - flush),
        min((_fewest_missing_symbols(twice, TWICE) + 1) // 2, 6 - typed),
        min(3 - typed_suit, 3 - max([three[row] for row in of_type])),
        min((_fewest_missing_symbols(once, ONCE) + 1) // 2, 5 - five[rows & EVERY], 5 - flush),
    )
    moons, suns, waves, leaves, wyrms, knots = [max(0, one - jokers) for one in found]
    return moons, suns, waves, leaves, wyrms, knots


def _fewest_missing_symbols(sets: int, base: int) -> int:
    """Return how many symbols the largest of these sets lacks; the empty set is among them."""
    return next(lacks for lacks, those in enumerate(BY_LACK[base]) if sets & those)


# The worth of a hand, in hundredths of a card.
CARD: Final = 100
TOKEN: Final = 260  # for each card of the sets that a token usually takes
PROGRESS: Final = 160  # the same for a set that is complete
HALF_USES: Final = 5  # a card may count in full for half as many tokens
USUAL: Final = (6, 5, 4, 6, 3, 5)  # cards of a set, by token


def _token_progress(token: int, lacks: int) -> tuple[int, int]:
    """Return how many cards the nearest set for a token has, and its worth: the last count more."""
    size = USUAL[token]
    there = max(0, size - lacks)
    return there, PROGRESS * there**2 // size


PROGRESSES: Final = [[_token_progress(token, lacks) for lacks in range(9)] for token in range(6)]


@lru_cache(maxsize=1 << 16)
def position_value(hand: Cards, tokens: tuple[str, ...], ranks: RankOrder) -> int:
    """Return what a hand, sorted by id, and tokens are worth.

    A card can be paid for one token only, so plans count less the more of them share cards.
    """
    total, used, planned = CARD * len(hand), 0, 0
    for token, lacks in enumerate(missing_cards_by_token(hand, ranks)):
        if SUITS[token] in tokens:
            total += TOKEN * USUAL[token]
        else:
            there, worth = PROGRESSES[token][lacks]
            used += there
            planned += worth
    full = HALF_USES * len(hand)
    return total + (planned if 2 * used <= full else planned * full // (2 * used))
