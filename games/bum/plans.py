"""The plan of `regular`: a hand split into combinations, each with the price of what it needs.

Here cards are only counted by rank. A price is in turns: about one for low cards that nobody lets
one play, less than nothing for Twos and Jokers, which win a turn to lead.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from games.bum.cards import JOKER, TWO, Combination, by_rank
from games.core.contract import Cards

Counts = tuple[int, ...]  # cards by rank


class Weights(NamedTuple):
    """Prices, in turns; found by duplicate deals against other prices."""

    single: float = 1.1  # of a Three alone
    single_slope: float = 0.09  # less for each rank
    pair: float = 1.0
    pair_slope: float = 0.08
    triple: float = 0.9
    triple_slope: float = 0.07
    run: float = 0.36  # of a sequence
    run_slope: float = 0.05
    two: float = -0.25
    joker: float = -0.8
    tempo: float = 0.07  # of every play
    win: float = 0.6  # of a lead won
    near: float = 0.4  # more of both when somebody is nearly out
    danger: int = 1  # cards
    lead_win: float = 0.2
    lead_card: float = 0.1
    lead_near: float = 1.0
    short_run: float = 0.6  # chance that nobody beats a sequence
    long_run: float = 0.8


W = Weights()


class PossiblePlay(NamedTuple):
    """A combination that one may play: how many cards of which rank, and wild ones with it."""

    size: int  # cards of each rank, wild ones included
    length: int
    rank: int  # the top one; above JOKER: that of the one Joker which is meant (U35)
    twos: int = 0
    jokers: int = 0


Split = tuple[PossiblePlay, ...]
Plan = tuple[float, Split]  # a price, and what the cards are split into
Option = tuple[PossiblePlay, float, Split]  # a play, its gain, and the plan for what is left


@lru_cache(maxsize=1 << 14)
def rank_counts(hand: Cards) -> Counts:
    """Return the number of cards of each rank."""
    return tuple(map(len, by_rank(hand)))


@lru_cache(maxsize=1 << 14)
def plan_hand(counts: Counts) -> Plan:
    """Return the lowest price of a hand, and the combinations into which it is split for that."""
    twos, jokers = counts[TWO:]
    price, made = _in_stretches(0, counts[:TWO])
    made += (PossiblePlay(1, 1, TWO),) * twos + (PossiblePlay(1, 1, JOKER),) * jokers
    return price + twos * W.two + jokers * W.joker, made


def _in_stretches(low: int, row: Counts) -> Plan:
    """Plan ranks from `low` on: sequences lie where no rank is missing, each stretch by itself."""
    price, made, end = 0.0, Split(), 0
    for at, count in enumerate(row):
        if at < end or not count:
            continue
        end = row.index(0, at) if 0 in row[at:] else len(row)
        if end - at < 3:
            for rank in range(at, end):
                price += _set_price(row[rank], low + rank)
                made += (PossiblePlay(row[rank], 1, low + rank),)
        else:
            more, found = _plan_stretch(low + at, row[at:end])
            price, made = price + more, made + found
    return price, made


@lru_cache(maxsize=1 << 14)
def _plan_stretch(low: int, row: Counts) -> Plan:
    """Plan ranks from `low` on, of which none is missing."""
    price, made = _in_stretches(low + 1, row[1:])
    best = price + _set_price(row[0], low), (PossiblePlay(row[0], 1, low), *made)
    for size in range(1, row[0] + 1):
        for length in range(1, len(row) + 1):
            if row[length - 1] < size:
                break
            if length >= 3:
                left = (*[count - size for count in row[:length]], *row[length:])
                price, made = _in_stretches(low, left)
                top = low + length - 1
                price += W.run - W.run_slope * top
                if price < best[0]:
                    best = price, (PossiblePlay(size, length, top), *made)
    return best


def _set_price(size: int, rank: int) -> float:
    """Return the price of a set."""
    if size == 1:
        return W.single - W.single_slope * rank
    if size == 2:
        return W.pair - W.pair_slope * rank
    return W.triple - W.triple_slope * rank


def _counts_without(counts: Counts, made: PossiblePlay) -> Counts:
    """Return what is left when a combination is played."""
    left = list(counts)
    natural = made.size - made.twos - made.jokers
    for rank in range(made.rank - made.length + 1, made.rank + 1):
        left[rank] -= natural
    left[TWO] -= made.twos
    left[JOKER] -= made.jokers
    return tuple(left)


@lru_cache(maxsize=1 << 14)
def leads_with_gains(counts: Counts) -> tuple[tuple[PossiblePlay, float], ...]:
    """Return the combinations of the plan, with what each takes off the price of the hand."""
    price, made = plan_hand(counts)
    return tuple(
        (
            one,
            price
            - plan_hand(_counts_without(counts, one))[0]
            + W.lead_card * one.size * one.length,
        )
        for one in made
    )


@lru_cache(maxsize=1 << 14)
def beating_options(counts: Counts, lead: Combination) -> tuple[Option, ...]:
    """Return what beats a lead, what it takes off the price of the hand, and the plan for then."""
    price, found = plan_hand(counts)[0] + W.tempo, []
    for made in _combinations_beating(counts, lead):
        after, groups = plan_hand(_counts_without(counts, made))
        found.append((made, price - after, groups))
    return tuple(found)


def whole_hand(counts: Counts) -> PossiblePlay | None:
    """Return the combination that the whole hand is, if it is one."""
    ranks = [rank for rank in range(TWO) if counts[rank]]
    if len(ranks) <= 1:
        wild = counts[TWO] + counts[JOKER]
        if ranks:
            return PossiblePlay(counts[ranks[0]] + wild, 1, ranks[0], counts[TWO], counts[JOKER])
        if counts[TWO]:
            return PossiblePlay(wild, 1, TWO, 0, counts[JOKER])
        return PossiblePlay(counts[JOKER], 1, JOKER)
    low = ranks[0]
    top = max(rank for rank in range(JOKER + 1) if counts[rank])
    size, length = counts[low], top - low + 1
    if length >= 3 and all(counts[rank] == size for rank in range(low, top + 1)):
        return PossiblePlay(size, length, top)
    return None


def _combinations_beating(counts: Counts, lead: Combination) -> Iterator[PossiblePlay]:
    """Yield what beats a lead, with no more wild cards than it takes."""
    kind, size, length, rank = lead
    if rank > JOKER:
        rank = TWO  # U35: which of our Jokers are higher, the counts do not say
    if kind == "sequence":
        for top in range(max(rank + 1, length - 1), JOKER + 1):
            if all(counts[each] >= size for each in range(top - length + 1, top + 1)):
                yield PossiblePlay(size, length, top)
        return
    twos, jokers = counts[TWO], counts[JOKER]
    for each in range(rank + 1, TWO):
        if own := counts[each]:
            wild = max(0, size - own)
            if wild <= twos:
                yield PossiblePlay(size, 1, each, wild)
            elif wild <= twos + jokers:
                yield PossiblePlay(size, 1, each, twos, wild - twos)
    if rank < TWO and twos and twos + jokers >= size:
        yield PossiblePlay(size, 1, TWO, 0, max(0, size - twos))
    if rank < JOKER and jokers >= size:
        yield PossiblePlay(size, 1, JOKER)
