"""A beginner: counts golds, wins what it can with its highest card, and keeps no card in mind."""

from collections.abc import Sequence

from games.boon.actions import Action, Bury, Pass, Play, Take
from games.boon.cards import MIGHT, SUIT, TRUMP
from games.boon.choices import PLAYS
from games.boon.scoring import winning_card_place
from games.boon.state import BURYING, TAKING
from games.core.bots import Budget
from games.core.contract import Card, Cards, Choices, ReceivedEvent, View
from games.core.fairness.chance import Chance

MANY_GOLDS = {3: 6, 4: 5, 5: 4}  # with so many a beginner takes the Boon, high ones or not


def choose(
    view: View,
    choices: Choices[Action],
    seen: Sequence[ReceivedEvent],
    luck: Chance,
    budget: Budget,
) -> Action:
    """Return one of the choices."""
    if view["phase"] == TAKING and len(choices.actions) == 1:  # N26
        return choices.actions[0]
    if view["phase"] == TAKING:
        golds = sum(SUIT[card] == TRUMP for card in view["cards"])
        return Take() if golds >= MANY_GOLDS[view["seats"]] else Pass()
    if view["phase"] == BURYING:
        pick = choices.picks[0]
        return Bury(tuple(sorted(pick.cards, key=MIGHT.__getitem__)[: pick.least]))
    legal = tuple([action.card for action in choices.actions if isinstance(action, Play)])
    return PLAYS[_card_to_play(tuple(view["trick"]), legal)]


def _card_to_play(trick: Cards, legal: Cards) -> Card:
    """Lead from above; win with the highest card, whoever wins now, else give the lowest."""
    high, low = max(legal, key=MIGHT.__getitem__), min(legal, key=MIGHT.__getitem__)
    return high if winning_card_place((*trick, high)) == len(trick) else low
