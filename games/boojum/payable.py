"""Which sets a hand can pay: for each kind one concrete set, and whether there are others."""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from games.boojum.cards import EXCUSE, SUIT_NUMBERS, SUITS, TYPE_NUMBERS, RankOrder
from games.boojum.sets import FORMS, KINDS_OF, Form, SetKind
from games.boojum.symbols import symbol_sets
from games.core.contract import Card, Cards
from games.core.dispatch import by_word

Places = list[list[Card]]  # by place in the rank sequence (0 unused): the cards there


class PayableSet(NamedTuple):
    """A kind that the hand can pay with `cards`; `others`: with other cards too."""

    kind: SetKind
    cards: Cards
    others: bool


class SortedHand:
    """A hand sorted in every way that a kind asks for; `jokers` are its Excuses."""

    def __init__(self, hand: Cards, ranks: RankOrder, excuse_symbols: int) -> None:
        real = [card for card in hand if card != EXCUSE]
        self.real = real
        self.jokers = [EXCUSE] * (len(hand) - len(real))
        self.excuse_symbols = excuse_symbols
        self.top = len(ranks.ranks)
        self.by_place: Places = [[] for _ in range(self.top + 1)]
        self.by_suit: list[list[Card]] = [[], [], [], [], [], []]
        self.by_type: list[list[Card]] = [[], [], []]
        self.place = ranks.place
        for card in real:
            self.by_place[ranks.place[card]].append(card)
            for suit in SUIT_NUMBERS[card]:
                self.by_suit[suit].append(card)
            for kind in TYPE_NUMBERS[card]:
                self.by_type[kind].append(card)

    def placed(self, cards: list[Card]) -> Places:
        """Return some cards by their place in the rank sequence."""
        places: Places = [[] for _ in range(self.top + 1)]
        for card in cards:
            places[self.place[card]].append(card)
        return places

    def may_follow(self, cards: list[Card], size: int) -> bool:
        """Say whether `size` of some cards may be consecutive, quickly, since they seldom are."""
        if len(cards) + len(self.jokers) < size:
            return False
        if self.jokers:
            return True
        places = 0
        for card in cards:
            places |= 1 << self.place[card]
        for _ in range(size - 1):
            places &= places >> 1
        return places != 0


def _find_sets_in_group(group: list[Card], jokers: list[Card], size: int) -> Iterator[list[Card]]:
    """Yield a set of `size` cards from a group in which any will do, and another if there is."""
    if not group or len(group) + len(jokers) < size:
        return
    every = group + jokers
    yield every[:size]
    if len(every) > size and every[0] != every[-1] and (len(group) > 1):
        yield [*every[1:size], every[-1]]


def _find_consecutive_cards(places: Places, jokers: list[Card], size: int) -> Iterator[list[Card]]:
    """Yield sets of `size` consecutive places, lowest first, with jokers in the gaps."""
    spare = len(jokers)
    filled = [1 if cards else 0 for cards in places]
    for low in range(1, len(places) - size + 1):
        found = sum(filled[low : low + size])
        if not found or found + spare < size:
            continue
        window = [cards for cards in places[low : low + size] if cards]
        base = [cards[0] for cards in window]
        yield base + jokers[: size - found]
        for at, cards in enumerate(window):
            if cards[0] != cards[-1]:
                yield [*base[:at], cards[-1], *base[at + 1 :], *jokers[: size - found]]
        if found > 1 and found + spare > size:
            yield base[1:] + jokers[: size - found + 1]


def _find_straights(hand: SortedHand, kind: SetKind) -> Iterator[list[Card]]:
    """Yield straights suit by suit."""
    for cards in hand.by_suit:
        if hand.may_follow(cards, kind.size):
            yield from _find_consecutive_cards(hand.placed(cards), hand.jokers, kind.size)


def _find_runs(hand: SortedHand, kind: SetKind) -> Iterator[list[Card]]:
    """Yield runs of any suits."""
    if hand.may_follow(hand.real, kind.size):
        yield from _find_consecutive_cards(hand.by_place, hand.jokers, kind.size)


def _find_flushes(hand: SortedHand, kind: SetKind) -> Iterator[list[Card]]:
    """Yield flushes suit by suit."""
    for cards in hand.by_suit:
        if len(cards) + len(hand.jokers) >= kind.size:
            yield from _find_sets_in_group(cards, hand.jokers, kind.size)


def _find_one_rank_sets(hand: SortedHand, kind: SetKind) -> Iterator[list[Card]]:
    """Yield sets of one rank, lowest first."""
    least = kind.size - len(hand.jokers)
    for cards in hand.by_place:
        if len(cards) >= least:
            yield from _find_sets_in_group(cards, hand.jokers, kind.size)


def _find_typed_sets(hand: SortedHand, kind: SetKind) -> Iterator[list[Card]]:
    """Yield sets of one type."""
    yield from _find_sets_in_group(hand.by_type[kind.number], hand.jokers, kind.size)


def _find_typed_suit_sets(hand: SortedHand, kind: SetKind) -> Iterator[list[Card]]:
    """Yield sets of one type that share a suit."""
    cards = hand.by_type[kind.number]
    if len(cards) + len(hand.jokers) >= kind.size:
        for suit in range(len(SUITS)):
            shared = [card for card in cards if suit in SUIT_NUMBERS[card]]
            yield from _find_sets_in_group(shared, hand.jokers, kind.size)


def _find_typed_runs(hand: SortedHand, kind: SetKind) -> Iterator[list[Card]]:
    """Yield sets of one type in sequence."""
    cards = hand.by_type[kind.number]
    if hand.may_follow(cards, kind.size):
        yield from _find_consecutive_cards(hand.placed(cards), hand.jokers, kind.size)


def _find_aces_and_crowns(hand: SortedHand, kind: SetKind) -> Iterator[list[Card]]:
    """Yield four Aces and four Crowns, with jokers for missing ones."""
    aces, crowns = hand.by_place[1], hand.by_place[-1]
    need = max(0, 4 - len(aces)) + max(0, 4 - len(crowns))
    if need > len(hand.jokers) or not (aces or crowns):
        return
    fill = hand.jokers[:need]
    yield aces[:4] + crowns[:4] + fill
    if len(aces) > 4 and aces[0] != aces[-1]:
        yield aces[1:4] + aces[-1:] + crowns[:4] + fill
    if len(crowns) > 4 and crowns[0] != crowns[-1]:
        yield aces[:4] + crowns[1:4] + crowns[-1:] + fill
    if len(hand.jokers) > need and need < 7:
        yield (aces[:4] + crowns[:4])[1:] + hand.jokers[: need + 1]


def _find_symbol_sets(hand: SortedHand, kind: SetKind) -> Iterator[list[Card]]:
    """Yield sets with exactly one (two) symbols of each suit."""
    jokers, lacking = len(hand.jokers), 0
    for cards in hand.by_suit:
        short = kind.number - len(cards)
        if short > jokers:
            return
        lacking += max(0, short)
    if lacking <= jokers * hand.excuse_symbols:
        yield from symbol_sets(hand.real, kind.number, hand.jokers, hand.excuse_symbols)


FINDERS: Final[Mapping[Form, Callable[[SortedHand, SetKind], Iterator[list[Card]]]]] = by_word(
    FORMS,
    {
        "straight": _find_straights,
        "run": _find_runs,
        "flush": _find_flushes,
        "one_rank": _find_one_rank_sets,
        "typed": _find_typed_sets,
        "typed_suit": _find_typed_suit_sets,
        "typed_run": _find_typed_runs,
        "symbols": _find_symbol_sets,
        "aces_and_crowns": _find_aces_and_crowns,
    },
)


@lru_cache(maxsize=512)  # the same hand is asked about again while others claim
def payable_sets(
    hand: Cards, tokens: tuple[str, ...], ranks: RankOrder, excuse_symbols: int
) -> tuple[PayableSet, ...]:
    """Return every kind that the hand, sorted by id, can pay for one of `tokens`."""
    ready = SortedHand(hand, ranks, excuse_symbols)
    found = []
    for kind in (kind for token in tokens for kind in KINDS_OF[token]):
        if kind.size > len(hand):
            continue
        sets = FINDERS[kind.form](ready, kind)
        if (first := next(sets, None)) is not None:
            first.sort()
            others = any(sorted(other) != first for other in sets)
            found.append(PayableSet(kind, tuple(first), others))
    return tuple(found)
