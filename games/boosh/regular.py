"""A good player by rules: counts the cards, estimates hands, and calls and folds by the odds."""

from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from typing import Final, NamedTuple

from games.boosh.actions import (
    Action,
    CallBoosh,
    CallWoof,
    Discard,
    Expose,
    Fold,
    LayOut,
    Pass,
    Replace,
    Stay,
    Take,
)
from games.boosh.sight import (
    TOP,
    WILD,
    BotView,
    Ranks,
    ranks_of,
    sight_of_viewer,
    total_of_ranks,
    unseen_rank_counts,
)
from games.boosh.state import SEATS_ACT, Phase
from games.boosh.table import draw_from_cards, shown_pair, table_calls, table_stays
from games.core.bots import Budget
from games.core.contract import Choices, ReceivedEvent, View
from games.core.dispatch import by_word
from games.core.fairness.chance import Chance

BELOW = (  # how likely a value is below so many tenths of a standard deviation over the mean, in %
    *(50, 54, 58, 62, 66, 69, 73, 76, 79, 82, 84, 86, 88, 90, 92, 93, 95, 96, 96, 97),
    *(98, 98, 99, 99, 99, 99, 100),
)


class Habits(NamedTuple):
    """Numbers of what the table leaves out: of Woof, of void calls, and of what others hold.

    Attributes:
        lows: a player who had so many turns hardly keeps a lower card.
        least: what callers hold who do not bluff.
        odd: weight of a hand with a lower card than that, among 20.
        stays: how likely one must be to beat the caller to stay in, in %.
        joins: the same when another has stayed.
    """

    lows: tuple[int, ...]
    least: int
    odd: int
    stays: int
    joins: int


HABITS: Mapping[int, Habits] = {
    2: Habits((1, 2, 3, 4, 5, 6, 7, 8, 9, 10), 34, 3, 40, 60),
    3: Habits((1, 4, 5, 6, 7, 8, 9, 10), 38, 3, 45, 70),
    4: Habits((1, 4, 5, 6, 7, 8, 9, 10), 40, 1, 45, 80),
}
WHOLE_WEIGHT = 20
BLUFF = 5  # one in so many hands of a caller is lower than callers usually hold
WOOF = 41  # of the 52 points that a Woof hand may have, to call it
MIXED: Final = ("calling", "exposing", "folding")
VOID = 50  # how likely one must be to be highest for a call that is void, in %


def choose(
    view: View,
    choices: Choices[Action],
    seen: Sequence[ReceivedEvent],
    luck: Chance,
    budget: Budget,
) -> Action:
    """Return one of the choices."""
    return move(sight_of_viewer(view, seen))


def move(sight: BotView) -> Action:
    """Return what the rule does; how it mixes follows from cards that nobody else knows."""
    return move_by_draw(sight, draw_from_cards(sight) if sight.phase in MIXED else 0)


def move_by_draw(sight: BotView, draw: int) -> Action:
    """Return what the rule does with a draw from 0 to `STEPS` - 1."""
    return MOVES[sight.phase](sight, draw)


def _best_placement(ranks: Ranks, new: int) -> tuple[int, int]:
    """Return the best total with a new card, and the position for it.

    >>> _best_placement([13, 12, 0, 9], 10), _best_placement([5, 5, 5, 0], 13)
    ((48, 3), (36, 0))
    """
    hand = list(ranks)
    best, at = -1, 0
    for position in range(4):
        old, hand[position] = hand[position], new
        found = total_of_ranks(hand)
        if found > best:
            best, at = found, position
        hand[position] = old
    return best, at


def _own_ranks(sight: BotView) -> list[int]:
    """Return the ranks of the own cards."""
    ranks = ranks_of(sight)
    return [ranks[card] for card in sight.own]


def _take_if_beats_deck(sight: BotView, draw: int) -> Action:
    """Take the face-up card if it brings more than the deck does on the average."""
    if not sight.deck:
        return Take("B")
    ranks, hand = ranks_of(sight), _own_ranks(sight)
    now = total_of_ranks(hand)
    gain = _best_placement(hand, ranks[sight.pile[-1]])[0] - now
    if gain <= 0:
        return Take("A")
    left = unseen_rank_counts(sight, ranks)
    hopes = sum(
        count * max(0, _best_placement(hand, rank)[0] - now)
        for rank, count in enumerate(left)
        if count
    )
    return Take("B") if gain * sum(left) > hopes else Take("A")


def _replace_for_best_total(sight: BotView, draw: int) -> Action:
    """Put the card where it brings most; discard it if it brings nothing."""
    assert sight.taken is not None
    ranks, hand = ranks_of(sight), _own_ranks(sight)
    best, at = _best_placement(hand, ranks[sight.taken])
    return Replace(at) if best > total_of_ranks(hand) or not sight.may_discard else Discard()


def _call_by_table(sight: BotView, draw: int) -> Action:
    """Call as often as the table says; a void call when the hand is probably the highest."""
    if sight.deck >= sight.players - 1:
        return CallBoosh() if table_calls(sight, draw) else Pass()
    hand = total_of_ranks(_own_ranks(sight))
    odds = _chance_to_be_highest(sight, hand, HABITS[sight.players])
    return CallBoosh() if odds >= VOID else Pass()


def _chance_to_be_highest(sight: BotView, hand: int, habits: Habits) -> float:
    """Return about how likely no other hand is higher, in %.

    The hidden cards of the others are taken for any unseen ones that they would keep by now.
    """
    ranks = ranks_of(sight)
    mean, variance = _kept_mean_and_variance(
        unseen_rank_counts(sight, ranks), _lowest_kept_rank(sight.turns, sight.players, habits)
    )
    odds = 100.0
    for seat, row in enumerate(sight.known):
        if seat == sight.seat or not row:
            continue
        hidden = sum(card is None for card in row)
        points = hidden * mean + sum(ranks[card] or TOP for card in row if card is not None)
        odds *= _percent_below((hand + 0.5 - points) / sqrt(max(1.0, hidden * variance))) / 100
    return odds


def _lowest_kept_rank(turns: int, players: int, habits: Habits) -> int:
    """Return the lowest card that is still kept after so many turns."""
    return habits.lows[min(turns // players, len(habits.lows) - 1)]


def _kept_mean_and_variance(left: Ranks, least: int) -> tuple[float, float]:
    """Return mean and variance of the unseen cards from a rank on; the Joker counts as highest."""
    count, points, squares = left[WILD], TOP * left[WILD], TOP * TOP * left[WILD]
    for rank in range(least, TOP + 1):
        count += left[rank]
        points += rank * left[rank]
        squares += rank * rank * left[rank]
    if not count:
        return float(TOP), 0.0
    mean = points / count
    return mean, squares / count - mean * mean


def _percent_below(deviations: float) -> int:
    """Return how likely a value is below so many standard deviations over its mean, in %."""
    at = min(len(BELOW) - 1, int(abs(deviations) * 10 + 0.5))
    return BELOW[at] if deviations >= 0 else 100 - BELOW[at]


def _expose_by_role(sight: BotView, draw: int) -> Action:
    """As the caller show what the table says, of Woof the lowest two; else the highest two."""
    if sight.seat == sight.caller and not sight.woof:
        return Expose(shown_pair(sight, draw))
    hand = _own_ranks(sight)
    order = sorted(range(4), key=lambda at: hand[at] or TOP)
    one, two = sorted(order[:2] if sight.seat == sight.caller else order[2:])
    return Expose((one, two))


def _stay_by_table(sight: BotView, draw: int) -> Action:
    """Stay as often as the table says; against an open hand, and in Woof, by the odds."""
    assert sight.caller is not None
    if sight.fold_loses:
        return Stay()
    if sight.woof or None not in sight.known[sight.caller]:
        habits = HABITS[sight.players]
        wanted = habits.joins if sight.stayed else habits.stays
        better, whole = _odds_to_beat_caller(sight, habits)
        return Stay() if better * 100 >= wanted * whole else Fold()
    return Stay() if table_stays(sight, draw) else Fold()


def _odds_to_beat_caller(sight: BotView, habits: Habits) -> tuple[int, int]:
    """Return in how many of the hands that the caller may have the own one is better."""
    assert sight.caller is not None
    ranks = ranks_of(sight)
    row = sight.known[sight.caller]
    shown = [ranks[card] for card in row if card is not None]
    mine = total_of_ranks(_own_ranks(sight)) - sight.caller_wins_ties
    if len(shown) == 4:
        return int(mine >= total_of_ranks(shown)), 1
    called = sight.turns - (sight.players if sight.woof else sight.players - 1)
    least = _lowest_kept_rank(called, sight.players, habits)
    left = unseen_rank_counts(sight, ranks)
    weights = [
        count * (WHOLE_WEIGHT if rank >= least or rank == WILD else habits.odd)
        for rank, count in enumerate(left)
    ]
    better = whole = 0
    for points, ways in _weighted_totals(shown, left, weights):
        weight = ways * BLUFF if points >= WOOF else ways
        whole += weight
        if points <= mine:
            better += weight
    return (better, whole) if whole else (0, 1)


def _weighted_totals(shown: list[int], left: Ranks, weights: Ranks) -> list[tuple[int, int]]:
    """Return the totals of all hands with these cards, each with its weight."""
    if len(shown) == 3:
        return [(total_of_ranks([*shown, one]), ways) for one, ways in enumerate(weights) if ways]
    found = []
    for one in range(TOP + 1):
        if not weights[one]:
            continue
        for two in range(one, TOP + 1):
            ways = weights[one] * weights[two]
            if one == two:
                ways = ways * (left[one] - 1) // (2 * left[one])
            if ways:
                found.append((total_of_ranks([*shown, one, two]), ways))
    return found


def _call_woof_by_total(sight: BotView, draw: int) -> Action:
    """Call Woof with a low hand."""
    return CallWoof() if total_of_ranks(_own_ranks(sight)) >= WOOF else LayOut()


MOVES: Mapping[Phase, Callable[[BotView, int], Action]] = by_word(
    SEATS_ACT,
    {
        "laying_out": _call_woof_by_total,
        "taking": _take_if_beats_deck,
        "placing": _replace_for_best_total,
        "calling": _call_by_table,
        "exposing": _expose_by_role,
        "folding": _stay_by_table,
    },
)
