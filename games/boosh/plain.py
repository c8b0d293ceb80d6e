"""A quick rule-of-thumb player: knows its cards, the pile and what was turned over."""

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
from games.boosh.cards import JOKER, POINTS
from games.boosh.determinise import known_hands
from games.boosh.state import SEATS_ACT, Phase
from games.core.bots import Budget
from games.core.contract import Card, Choices, Luck, ReceivedEvent, View
from games.core.dispatch import by_word

AVERAGE = 7  # of a card that is not known
KEPT = 9  # of a hidden card that a player chose to keep; lower in a Woof hand
KEPT_IN_WOOF = 5


def choose(
    view: View, choices: Choices[Action], seen: Sequence[ReceivedEvent], luck: Luck, budget: Budget
) -> Action:
    """Return one of `choices` by rules of thumb."""
    hand = known_hands(view, seen)[view["seat"]]
    wish = WISHES[view["phase"]](view, hand, luck)
    return wish if wish in choices.actions else choices.actions[0]


def _card_worth(card: Card | None, woof: bool) -> int:
    """Return about how many points a card brings towards the aim; low cards are good in Woof."""
    if card is None:
        points = AVERAGE
    elif card == JOKER:
        points = 1 if woof else 13
    else:
        points = POINTS[card]
    return -points if woof else points


def _is_woof(view: View) -> bool:
    """Say whether the lowest hand is best."""
    return bool(view["call"] == "woof")


def _hand_worth(hand: list[Card | None], woof: bool) -> int:
    """Return about how good a hand is; more is better."""
    return sum(_card_worth(card, woof) for card in hand)


def _worst_position(hand: list[Card | None], woof: bool) -> int:
    """Return the position of the worst card."""
    return min(range(4), key=lambda at: _card_worth(hand[at], woof))


def _take_if_clearly_better(view: View, hand: list[Card | None], luck: Luck) -> Action:
    """Take the face-up card if it is clearly better than the worst own card."""
    woof = _is_woof(view)
    gain = _card_worth(view["pile"][-1], woof) - _card_worth(
        hand[_worst_position(hand, woof)], woof
    )
    average = _card_worth(None, woof) - _card_worth(hand[_worst_position(hand, woof)], woof)
    return Take("B") if gain > max(average, 1) or view["deck"] == 0 else Take("A")


def _replace_worst_card(view: View, hand: list[Card | None], luck: Luck) -> Action:
    """Keep the card if it is better than the worst own card."""
    woof = _is_woof(view)
    at = _worst_position(hand, woof)
    better = _card_worth(view["taken"]["card"], woof) > _card_worth(hand[at], woof)
    may_return = view["taken"]["pile"] == "A" or view["options"]["allow_returning_faceup"]
    return Replace(at) if better or not may_return else Discard()


def _call_by_falling_threshold(view: View, hand: list[Card | None], luck: Luck) -> Action:
    """Call with a good hand; the longer the hand lasts, the less it takes."""
    rounds = view["turns"] // len(view["players"])
    enough = 41 + len(view["players"]) - max(0, rounds - 4) - luck.randrange(4)
    valid = view["deck"] >= len(view["players"]) - 1
    return CallBoosh() if _hand_worth(hand, False) >= enough and valid else Pass()


def _expose_best_two(view: View, hand: list[Card | None], luck: Luck) -> Action:
    """Turn over the best two cards, to make the others fold."""
    woof = _is_woof(view)
    order = sorted(range(4), key=lambda at: _card_worth(hand[at], woof))
    one, two = sorted(order[2:])
    return Expose((one, two))


def _stay_if_likely_better(view: View, hand: list[Card | None], luck: Luck) -> Action:
    """Stay in if the own hand may well beat what the caller shows."""
    woof = _is_woof(view)
    shown = view["hands"][view["caller"]]["known"]
    kept = -KEPT_IN_WOOF if woof else KEPT
    caller = sum(kept if card is None else _card_worth(card, woof) for card in shown)
    return Stay() if _hand_worth(hand, woof) + luck.randrange(4) > caller else Fold()


def _call_woof_by_worth(view: View, hand: list[Card | None], luck: Luck) -> Action:
    """Call Woof with a low hand."""
    return CallWoof() if _hand_worth(hand, True) >= -15 else LayOut()


Wish = Callable[[View, list[Card | None], Luck], Action]

WISHES: Mapping[Phase, Wish] = by_word(
    SEATS_ACT,
    {
        "laying_out": _call_woof_by_worth,
        "taking": _take_if_clearly_better,
        "placing": _replace_worst_card,
        "calling": _call_by_falling_threshold,
        "exposing": _expose_best_two,
        "folding": _stay_if_likely_better,
    },
)
