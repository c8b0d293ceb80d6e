"""A good player by rules: a plan for few turns to empty the hand, and high cards kept for control.

The plan splits the hand into combinations, each with the price of what it still needs. A play is
worth what it lowers the price of the hand, and the lead that it may win.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import NamedTuple

from games.bum.actions import Action, Give, Pass, Play
from games.bum.cards import (
    ACE,
    JOKER,
    MOST_SUITS,
    RANK,
    RANK_NUMBER,
    RANK_WORDS,
    TOP_RANK,
    TWO,
    Combination,
    by_rank,
    ordered_deck,
    possible_combinations,
    sort_by_rank,
    usual_jokers,
)
from games.bum.plans import (
    Counts,
    Option,
    PossiblePlay,
    W,
    beating_options,
    leads_with_gains,
    plan_hand,
    rank_counts,
    whole_hand,
)
from games.core.bots import Budget
from games.core.contract import Card, Cards, Choices, Luck, ReceivedEvent, Seat, View

PASS = Pass()


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


LONG_RUN = 5  # cards
MOST_CARDS = len(ordered_deck(MOST_SUITS, MOST_SUITS))


def choose(
    view: View, choices: Choices[Action], seen: Sequence[ReceivedEvent], luck: Luck, budget: Budget
) -> Action:
    """Return one of the choices."""
    if view["phase"] == "exchange":
        return gifts_from_best(tuple(map(Card, view["cards"])), choices)[0]
    return planned_move(sight_from_view(view))


def gifts_from_best(hand: Cards, choices: Choices[Action]) -> list[Action]:
    """U36: return what may be given, once for each row of ranks, by the price of what is left.

    Of two at the same price the lower cards come first.
    """
    (pick,) = choices.picks
    counts = rank_counts(hand)
    prices: dict[Counts, tuple[float, Action]] = {}
    for cards in combinations(pick.cards, pick.least):
        left = list(counts)
        for card in cards:
            left[RANK[card]] -= 1
        if (row := tuple(left)) not in prices:
            prices[row] = plan_hand(row)[0], Give(cards)
    return [gift for _, gift in sorted(prices.values(), key=lambda one: one[0])]


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
    made = lead and Combination(**{**lead, "rank": RANK_NUMBER[lead["rank"]]})
    return BotView(hand, made, others, able, unseen)


def others_in_trick(counts: Sequence[int], mine: Seat, passed: Sequence[Seat]) -> tuple[int, ...]:
    """U34: return the numbers of cards of the others who are not out of the trick."""
    return tuple(n for seat, n in enumerate(counts) if n and seat != mine and seat not in passed)


def planned_move(sight: BotView) -> Action:
    """Return the move of the rule."""
    counts = rank_counts(sight.hand)
    if sight.lead is None:
        return _play_of_combination(sight, _best_lead(sight, counts))
    options = beating_options(counts, sight.lead)
    if sight.lead.rank > JOKER:
        options = _with_higher_joker(sight, options, sight.lead.rank)
    made = _best_follow(sight, options)
    return PASS if made is None else _play_of_combination(sight, made)


def _with_higher_joker(sight: BotView, options: Sequence[Option], above: int) -> tuple[Option, ...]:
    """U35: name the lowest of our Jokers with which each option beats `above`, if there is one.

    Otherwise Jokers count as if they were alike: to fear a higher one of somebody else lost up to
    0.2 points a deal, since who holds it seldom spends it on another.
    """
    jokers = [TOP_RANK[card] for card in by_rank(sight.hand)[JOKER]]
    found = []
    for made, gain, groups in options:
        rank = next((one for one in jokers[made.size - 1 :] if one > above), None)
        if rank is not None:
            found.append((made._replace(rank=rank), gain, groups))
    return tuple(found)


def _best_lead(sight: BotView, counts: Counts) -> PossiblePlay:
    """Return what to lead: cards that need a lead, and that may win the next one."""
    whole = whole_hand(counts)
    if whole is not None:
        return whole
    rows = leads_with_gains(counts)
    sure = [one for one, _ in rows if not _may_be_beaten(sight, one)]
    if sure and len(rows) - len(sure) <= 1:
        return sure[0]
    win = W.lead_win + (W.lead_near if min(sight.others) <= W.danger else 0)
    worth = [gain + win * _chance_to_win(sight, made) for made, gain in rows]
    return rows[worth.index(max(worth))][0]


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
    gain = plan_hand(counts)[0] - plan_hand(tuple(left))[0]
    found = possible_combinations(play.cards)
    made = next((one for one in found if one.kind == play.declared), found[0])
    win = _chance_to_win(sight, PossiblePlay(made.size, made.length, made.rank))
    if sight.lead is None:
        return gain + W.lead_win * win + W.lead_card * len(play.cards)
    return gain + W.win * win


def _play_of_combination(sight: BotView, made: PossiblePlay) -> Play:
    """Return the play of a combination, in the cards with the lowest ids."""
    rows = by_rank(sight.hand)
    if made.rank > JOKER:
        top = Card(RANK_WORDS[made.rank])
        rows = (*rows[:JOKER], (*rows[JOKER][: made.size - 1], top))
        made = made._replace(rank=JOKER)
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
