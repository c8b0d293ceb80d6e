"""Thirty simple ways to play the Bum Game: each of six ways to lead with one of five to follow."""

from collections.abc import Callable, Mapping
from itertools import product
from typing import Any

from games.bum.actions import Pass, Play
from games.bum.cards import ACE, RANK, TWO
from games.core.bots import Choose

Key = Callable[[Play], Any]
Fit = Callable[[Any, Play], bool]


def low(play: Play) -> int:
    return RANK[play.cards[0]]


def high(play: Play) -> int:
    return RANK[play.cards[-1]]


def wild(play: Play) -> int:
    return sum(RANK[card] >= TWO for card in play.cards)


def many(play: Play) -> int:
    return len(play.cards)


def others(view: Any) -> list[int]:
    return [count for seat, count in enumerate(view["counts"]) if count and seat != view["seat"]]


LEADS: Mapping[str, Key] = {  # the least is led
    "lowest_card": lambda play: (many(play), low(play)),
    "highest_card": lambda play: (many(play), -high(play)),
    "most_cards": lambda play: (-many(play), wild(play), low(play)),
    "most_natural": lambda play: (wild(play), -many(play), low(play)),
    "lowest_set": lambda play: (low(play), low(play) != high(play), -many(play)),
    "highest_of_most": lambda play: (-many(play), -high(play)),
}
FOLLOWS: Mapping[str, Fit] = {  # the lowest that fits is played
    "never_pass": lambda view, play: True,
    "always_pass": lambda view, play: False,
    "nothing_wild": lambda view, play: not wild(play),
    "only_high": lambda view, play: high(play) >= ACE,
    "only_when_few": lambda view, play: min(others(view)) <= 4 or len(view["cards"]) <= 4,
}


def script(lead: Key, fits: Fit) -> Choose[Any]:
    """Return a way to choose that looks at nothing else."""

    def choose(view: Any, choices: Any, seen: Any, luck: Any, budget: Any) -> Any:
        plays = [one for one in choices.actions if isinstance(one, Play)]
        if view["lead"] is None:
            return min(plays, key=lead)
        fitting = [one for one in plays if fits(view, one)]
        return min(fitting, key=lambda play: (wild(play), low(play)), default=Pass())

    return choose


SCRIPTS: Mapping[str, Choose[Any]] = {
    f"{lead}_{follow}": script(key, fits)
    for (lead, key), (follow, fits) in product(LEADS.items(), FOLLOWS.items())
}
