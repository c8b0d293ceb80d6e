"""A beginner: keeps high cards, waits for a good hand, and believes what it is shown."""

from collections.abc import Callable, Mapping, Sequence

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
from games.boosh.sight import TOP, BotView, ranks_of, sight_of_viewer
from games.boosh.state import SEATS_ACT, Phase
from games.core.bots import Budget
from games.core.contract import Choices, ReceivedEvent, View
from games.core.dispatch import by_word
from games.core.fairness.chance import Chance

GOOD = 10  # a face-up card that is taken, wherever it may go
ENOUGH = 38  # points to call with, whoever has drawn how often
HIDDEN = 8  # points of a card that the caller does not show
LOW = 40  # of the 52 points that a Woof hand may have


def choose(
    view: View,
    choices: Choices[Action],
    seen: Sequence[ReceivedEvent],
    luck: Chance,
    budget: Budget,
) -> Action:
    """Return one of the choices."""
    sight = sight_of_viewer(view, seen)
    return MOVES[sight.phase](sight)


def _hand_points(sight: BotView) -> list[int]:
    """Return what the own cards bring; the Joker counts as a king."""
    ranks = ranks_of(sight)
    return [ranks[card] or TOP for card in sight.own]


def _take_if_high(sight: BotView) -> Action:
    """Take a high face-up card."""
    rank = ranks_of(sight)[sight.pile[-1]] or TOP
    return Take("B") if rank >= GOOD or not sight.deck else Take("A")


def _replace_lowest_card(sight: BotView) -> Action:
    """Put the card in place of the lowest."""
    hand, ranks = _hand_points(sight), ranks_of(sight)
    lowest = min(range(4), key=hand.__getitem__)
    better = (ranks[sight.taken] or TOP) > hand[lowest]
    return Replace(lowest) if better or not sight.may_discard else Discard()


def _call_with_good_hand(sight: BotView) -> Action:
    """Call with a good hand."""
    return CallBoosh() if sum(_hand_points(sight)) >= ENOUGH else Pass()


def _expose_highest_two(sight: BotView) -> Action:
    """Show what one is proud of."""
    hand = _hand_points(sight)
    one, two = sorted(sorted(range(4), key=hand.__getitem__)[2:])
    return Expose((one, two))


def _stay_if_above_shown(sight: BotView) -> Action:
    """Stay in if the own hand is better than what the caller shows, with usual cards besides."""
    assert sight.caller is not None
    ranks = ranks_of(sight)
    shown = sum(
        HIDDEN if card is None else ranks[card] or TOP for card in sight.known[sight.caller]
    )
    return Stay() if sum(_hand_points(sight)) > shown else Fold()


def _call_woof_if_low(sight: BotView) -> Action:
    """Call Woof with a low hand."""
    return CallWoof() if sum(_hand_points(sight)) >= LOW else LayOut()


MOVES: Mapping[Phase, Callable[[BotView], Action]] = by_word(
    SEATS_ACT,
    {
        "laying_out": _call_woof_if_low,
        "taking": _take_if_high,
        "placing": _replace_lowest_card,
        "calling": _call_with_good_hand,
        "exposing": _expose_highest_two,
        "folding": _stay_if_above_shown,
    },
)
