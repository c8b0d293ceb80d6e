"""Simple ways to play Boon: when to take, and which card to play."""

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

from games.boon.actions import Action, Bury, Pass, Take
from games.boon.cards import MIGHT, POINTS, RANK, SUIT, TRUMP
from games.boon.scoring import winning_card_place
from games.boon.state import BURYING, TAKING
from games.core.bots import Budget, Choose
from games.core.contract import Card, Cards, Choices, ReceivedEvent, View
from games.core.fairness.chance import Chance

Rule = Callable[[Cards, Cards, Chance], Card]  # (trick, legal cards, luck) -> one of them

TAKES: dict[str, Callable[[Cards], bool]] = {
    "always_takes": lambda hand: True,
    "never_takes": lambda hand: False,
    "takes_with_five_golds": lambda hand: sum(SUIT[card] == TRUMP for card in hand) >= 5,
}


def beats(trick: Cards, card: Card) -> bool:
    return winning_card_place((*trick, card)) == len(trick)


def high_or_low(trick: Cards, legal: Cards, luck: Chance) -> Card:
    winning = [card for card in legal if beats(trick, card)]
    return max(winning, key=MIGHT.__getitem__) if winning else min(legal, key=MIGHT.__getitem__)


def just_over(trick: Cards, legal: Cards, luck: Chance) -> Card:
    winning = [card for card in legal if beats(trick, card)]
    return min(winning or legal, key=MIGHT.__getitem__)


PLAYS: dict[str, Rule] = {
    "highest": lambda trick, legal, luck: max(legal, key=MIGHT.__getitem__),
    "lowest": lambda trick, legal, luck: min(legal, key=MIGHT.__getitem__),
    "most_points": lambda trick, legal, luck: max(legal, key=POINTS.__getitem__),
    "fewest_points": lambda trick, legal, luck: min(legal, key=POINTS.__getitem__),
    "highest_rank": lambda trick, legal, luck: max(legal, key=RANK.__getitem__),
    "first": lambda trick, legal, luck: legal[0],
    "last": lambda trick, legal, luck: legal[-1],
    "any": lambda trick, legal, luck: legal[luck.randrange(len(legal))],
    "high_or_low": high_or_low,
    "just_over": just_over,
}


def script(takes: Callable[[Cards], bool], rule: Rule) -> Choose[Any]:
    def choose(
        view: View,
        choices: Choices[Action],
        seen: Sequence[ReceivedEvent],
        luck: Chance,
        budget: Budget,
    ) -> Action:
        if view["phase"] == TAKING and len(choices.actions) == 1:
            return choices.actions[0]
        if view["phase"] == TAKING:
            return Take() if takes(view["cards"]) else Pass()
        if view["phase"] == BURYING:
            pick = choices.picks[0]
            return Bury(tuple(sorted(pick.cards, key=MIGHT.__getitem__)[: pick.least]))
        by_card = {action.card: action for action in choices.actions}  # type: ignore[union-attr]
        return by_card[rule(tuple(view["trick"]), tuple(by_card), luck)]

    return choose


SCRIPTS = {
    f"{when}_plays_{what}": script(takes, rule)
    for (when, takes), (what, rule) in product(TAKES.items(), PLAYS.items())
}
