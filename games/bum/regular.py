"""A good player by rules: a plan for few turns to empty the hand, and high cards kept for control.

The hand is split into combinations, each with the price of what it still needs: about a turn for
low cards that nobody lets one play, less than nothing for Twos and Jokers, which win a turn to
lead. A play is worth what it lowers the price of the hand, and the lead that it may win.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import comb
from typing import NamedTuple

from games.bum.actions import Action, Pass, Play
from games.bum.cards import (
    ACE,
    JOKER,
    MOST_SUITS,
    NUMBER,
    RANK,
    TWO,
    Combination,
    by_rank,
    ordered_deck,
    possible_combinations,
    sort_by_rank,
    usual_jokers,
)
from games.core.bots import Budget
from games.core.contract import Card, Cards, Choices, Luck, ReceivedEvent, Seat, View

Counts = tuple[int, ...]  # cards by rank
PASS = Pass()


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


class BotView(NamedTuple):
    """What the rule looks at.

    Attributes:
        hand: one's own cards, in order.
        lead: what is to be beaten.
        others: the numbers of cards of the others who hold some.
        able: of those among them who may still play to this trick: with final passes (U34) not all.
        unseen: by rank, the cards in their hands.
    """

    hand: Cards
    lead: Combination | None
    others: tuple[int, ...]
    able: tuple[int, ...]
    unseen: Counts


class PossiblePlay(NamedTuple):
    """A combination that one may play: how many cards of which rank, and wild ones with it."""

    size: int  # cards of each rank, wild ones included
    length: int
    rank: int  # the top one
    twos: int = 0
    jokers: int = 0


Split = tuple[PossiblePlay, ...]
Plan = tuple[float, Split]  # a price, and what the cards are split into
Option = tuple[PossiblePlay, float, Split]  # a play, its gain, and the plan for what is left
LONG_RUN = 5  # cards
MOST_CARDS = len(ordered_deck(MOST_SUITS, MOST_SUITS))


@lru_cache(maxsize=1 << 14)
def rank_counts(hand: Cards) -> Counts:
    """Return the number of cards of each rank."""
    return tuple(map(len, by_rank(hand)))


@lru_cache(maxsize=1 << 14)
def _plan_hand(counts: Counts) -> Plan:
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


def choose(
    view: View, choices: Choices[Action], seen: Sequence[ReceivedEvent], luck: Luck, budget: Budget
) -> Action:
    """Return one of the choices."""
    return planned_move(sight_from_view(view))


def sight_from_view(view: View) -> BotView:
    """Return what the rule looks at, from what a seat may know."""
    lead, mine = view["lead"], view["seat"]
    hand = tuple(map(Card, view["cards"]))
    others = tuple(n for seat, n in enumerate(view["counts"]) if n and seat != mine)
    able = others_in_trick(view["counts"], mine, view["passed"]) if view["passed"] else others
    cards = ordered_deck(view["seats"], view["options"]["jokers"] or usual_jokers(view["seats"]))
    played = [card for play in view["plays"] for card in play["cards"]]
    gone = rank_counts(sort_by_rank((*hand, *played)))
    unseen = tuple(map(int.__sub__, rank_counts(cards), gone))
    made = lead and Combination(**{**lead, "rank": NUMBER[lead["rank"]]})
    return BotView(hand, made, others, able, unseen)


def others_in_trick(counts: Sequence[int], mine: Seat, passed: Sequence[Seat]) -> tuple[int, ...]:
    """U34: return the numbers of cards of the others who are not out of the trick."""
    return tuple(n for seat, n in enumerate(counts) if n and seat != mine and seat not in passed)


def planned_move(sight: BotView) -> Action:
    """Return the move of the rule."""
    counts = rank_counts(sight.hand)
    if sight.lead is None:
        return _play_of_combination(sight, _best_lead(sight, counts))
    made = _best_follow(sight, beating_options(counts, sight.lead))
    return PASS if made is None else _play_of_combination(sight, made)


def _best_lead(sight: BotView, counts: Counts) -> PossiblePlay:
    """Return what to lead: cards that need a lead, and that may win the next one."""
    whole = _whole_hand(counts)
    if whole is not None:
        return whole
    rows = _leads_with_gains(counts)
    sure = [one for one, _ in rows if not _may_be_beaten(sight, one)]
    if sure and len(rows) - len(sure) <= 1:
        return sure[0]
    win = W.lead_win + (W.lead_near if min(sight.others) <= W.danger else 0)
    worth = [gain + win * _chance_to_win(sight, made) for made, gain in rows]
    return rows[worth.index(max(worth))][0]


@lru_cache(maxsize=1 << 14)
def _leads_with_gains(counts: Counts) -> tuple[tuple[PossiblePlay, float], ...]:
    """Return the combinations of the plan, with what each takes off the price of the hand."""
    price, made = _plan_hand(counts)
    return tuple(
        (
            one,
            price
            - _plan_hand(_counts_without(counts, one))[0]
            + W.lead_card * one.size * one.length,
        )
        for one in made
    )


def _best_follow(sight: BotView, options: Sequence[Option]) -> PossiblePlay | None:
    """Return what to play on a lead; None: pass."""
    near = W.near if min(sight.others) <= W.danger else 0
    best, most = None, 0.0
    for made, gain, groups in options:
        if not groups:
            return made
        win = _chance_to_win(sight, made)
        if win == 1:
            later = sight._replace(able=sight.others)  # in the next trick all play again
            if sum([_may_be_beaten(later, one) for one in groups]) <= 1:
                return made
        worth = gain + near + (W.win + near) * win
        if worth > most:
            best, most = made, worth
    return best


@lru_cache(maxsize=1 << 14)
def beating_options(counts: Counts, lead: Combination) -> tuple[Option, ...]:
    """Return what beats a lead, what it takes off the price of the hand, and the plan for then."""
    price, found = _plan_hand(counts)[0] + W.tempo, []
    for made in _combinations_beating(counts, lead):
        after, groups = _plan_hand(_counts_without(counts, made))
        found.append((made, price - after, groups))
    return tuple(found)


def _whole_hand(counts: Counts) -> PossiblePlay | None:
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


def _may_be_beaten(sight: BotView, made: PossiblePlay) -> bool:
    """Say whether cards that are not seen can beat a combination."""
    size, length, rank = made[:3]
    if not sight.able or max(sight.able) < size * length:
        return False
    unseen = sight.unseen
    if size == length == 1:
        return any(unseen[rank + 1 :])
    if length > 1:
        return any(
            min(unseen[top - length + 1 : top + 1]) >= size for top in range(rank + 1, JOKER + 1)
        )
    if rank >= TWO:
        return rank == TWO and unseen[JOKER] >= size
    wild = unseen[TWO] + unseen[JOKER]
    return wild >= size or max(unseen[rank + 1 : TWO], default=0) >= max(1, size - wild)


def _chance_to_win(sight: BotView, made: PossiblePlay) -> float:
    """Return about how likely nobody beats a combination."""
    if not _may_be_beaten(sight, made):
        return 1.0
    size, length, rank = made[:3]
    if length > 1:
        return W.short_run if length * size < LONG_RUN else W.long_run
    unseen, ways = sight.unseen, _ways_to_choose(size)
    higher = sum([ways[count] for count in unseen[rank + 1 :]])
    held = sum([ways[cards] for cards in sight.able])
    return 1 / (1 + higher * held / ways[sum(unseen)])


@lru_cache
def _ways_to_choose(size: int) -> tuple[int, ...]:
    """Return in how many ways so many of 0, 1, 2 ... cards can be chosen."""
    return tuple(comb(cards, size) for cards in range(MOST_CARDS + 1))


def play_worth(sight: BotView, play: Play) -> float:
    """Return about what a play is worth, in turns."""
    counts = rank_counts(sight.hand)
    left = list(counts)
    for card in play.cards:
        left[RANK[card]] -= 1
    gain = _plan_hand(counts)[0] - _plan_hand(tuple(left))[0]
    found = possible_combinations(play.cards)
    made = next((one for one in found if one.kind == play.declared), found[0])
    win = _chance_to_win(sight, PossiblePlay(made.size, made.length, made.rank))
    if sight.lead is None:
        return gain + W.lead_win * win + W.lead_card * len(play.cards)
    return gain + W.win * win


def _play_of_combination(sight: BotView, made: PossiblePlay) -> Play:
    """Return the play of a combination, in the cards with the lowest ids."""
    rows = by_rank(sight.hand)
    natural = made.size - made.twos - made.jokers
    first = made.rank - made.length + 1
    cards = [card for row in rows[first : made.rank + 1] for card in row[:natural]]
    cards += rows[TWO][: made.twos] + rows[JOKER][: made.jokers]
    if sight.lead is not None:
        return Play(tuple(cards))
    return _declare_if_ambiguous(tuple(cards), made)


def _declare_if_ambiguous(cards: Cards, made: PossiblePlay) -> Play:
    """U6: Aces, Twos and Jokers in equal numbers are a set and a sequence."""
    ranks = [RANK[card] for card in cards]
    if ranks[0] == ACE and ranks.count(ACE) == ranks.count(TWO) == ranks.count(JOKER):
        return Play(cards, "sequence" if made.length > 1 else "set")
    return Play(cards)
