"""Simple ways to play Boosh: what to exchange, when to call, what to show, when to stay."""

from collections.abc import Callable, Sequence
from typing import Any

from games.boosh.actions import (
    Action,
    CallBoosh,
    Discard,
    Expose,
    Fold,
    LayOut,
    Pass,
    Replace,
    Stay,
    Take,
)
from games.boosh.cards import JOKER, POINTS
from games.core.bots import Budget, Choose
from games.core.contract import Card, Cards, Choices, ReceivedEvent, View
from games.core.fairness.chance import Chance

Test = Callable[[int, View], bool]  # points of the own hand, and all else that the seat sees


def points(card: Card) -> int:
    return 13 if card == JOKER else POINTS[card]


def lowest(hand: Sequence[Card]) -> int:
    return min(range(4), key=lambda at: points(hand[at]))


def keep_better(view: View) -> Action:
    """Take from the deck, and keep what is higher than the own lowest card."""
    hand = view["own_cards"]
    if view["phase"] == "taking":
        better = points(view["pile"][-1]) > 9 > points(hand[lowest(hand)])
        return Take("B" if better or not view["deck"] else "A")
    at = lowest(hand)
    return Replace(at) if points(view["taken"]["card"]) > points(hand[at]) else Discard()


def face_up(view: View) -> Action:
    """Take whatever lies face up if it is higher, and never anything hidden."""
    hand = view["own_cards"]
    if view["phase"] == "taking":
        return Take("B")
    at = lowest(hand)
    return Replace(at) if points(view["taken"]["card"]) > points(hand[at]) else Discard()


def nothing(view: View) -> Action:
    """Exchange nothing."""
    return Take("A" if view["deck"] else "B") if view["phase"] == "taking" else Discard()


def show(hand: Cards, high: bool) -> Action:
    order = sorted(range(4), key=lambda at: points(hand[at]), reverse=high)
    one, two = sorted(order[:2])
    return Expose((one, two))


def always(hand: int, view: View) -> bool:
    return True


def never(hand: int, view: View) -> bool:
    return False


def at_least(least: int) -> Test:
    return lambda hand, view: hand >= least


def after(rounds: int) -> Test:
    return lambda hand, view: bool(view["turns"] >= rounds * len(view["players"]))


def with_pair(least: int) -> Test:
    """Call with two high cards to show, whatever else there is."""
    return lambda hand, view: sum(sorted(map(points, view["own_cards"]))[2:]) >= least


def shows_less(more: int) -> Test:
    """Stay if the hand is at least so much over what the caller shows."""

    def test(hand: int, view: View) -> bool:
        row = view["hands"][view["caller"]]["known"]
        return hand >= more + sum(points(card) for card in row if card)

    return test


def script(
    exchange: Callable[[View], Action], calls: Test, stays: Test, high: bool = True
) -> Choose[Any]:
    def choose(
        view: View,
        choices: Choices[Action],
        seen: Sequence[ReceivedEvent],
        luck: Chance,
        budget: Budget,
    ) -> Action:
        hand = sum(map(points, view["own_cards"]))
        match view["phase"]:
            case "taking" | "placing":
                return exchange(view)
            case "calling":
                return CallBoosh() if calls(hand, view) else Pass()
            case "exposing":
                return show(view["own_cards"], high)
            case "folding":
                return Stay() if stays(hand, view) else Fold()
            case _:
                return LayOut()

    return choose


STAYS: dict[str, Test] = {"stays": always, "folds": never, "stays_from_41": at_least(41)}
CALLS: dict[str, Test] = {
    "calls_blindly": always,
    "calls_from_30": at_least(30),
    "calls_from_36": at_least(36),
    "calls_with_two_kings": with_pair(25),
    "calls_after_three_rounds": after(3),
    "never_calls": never,
}
SCRIPTS: dict[str, Choose[Any]] = {
    f"{calls}_and_{stays}": script(keep_better, CALLS[calls], STAYS[stays])
    for calls in CALLS
    for stays in STAYS
} | {
    "calls_blindly_and_exchanges_nothing": script(nothing, always, always),
    "never_calls_and_exchanges_nothing": script(nothing, never, never),
    "waits_for_36_and_exchanges_nothing": script(nothing, at_least(36), at_least(36)),
    "calls_blindly_from_face_up_cards": script(face_up, always, at_least(36)),
    "calls_from_36_by_face_up_cards": script(face_up, at_least(36), at_least(36)),
    "shows_low_and_calls_blindly": script(keep_better, always, at_least(41), high=False),
    "shows_low_and_calls_from_30": script(keep_better, at_least(30), at_least(41), high=False),
    "shows_low_and_calls_from_34": script(keep_better, at_least(34), at_least(41), high=False),
    "shows_low_with_two_kings": script(keep_better, with_pair(25), at_least(41), high=False),
    "waits_for_48_and_folds": script(keep_better, at_least(48), never),
    "stays_over_what_is_shown_and_16": script(keep_better, at_least(38), shows_less(16)),
    "stays_over_what_is_shown_and_22": script(keep_better, at_least(38), shows_less(22)),
    "calls_from_26_to_bluff": script(keep_better, at_least(26), at_least(41)),
}
