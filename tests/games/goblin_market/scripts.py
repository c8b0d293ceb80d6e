"""Simple ways to play Goblin Market: how far to bid, and what to take."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import product

from games.core.bots import Budget, Choose
from games.core.contract import Choices, ReceivedEvent, View
from games.core.fairness.chance import Chance
from games.goblin_market import plain
from games.goblin_market.actions import Action
from games.goblin_market.choices import BIDS, PASS

Limit = Callable[[View, int, Chance], int]  # (view, own coins, luck) -> the most to bid
Takes = Callable[[View, Sequence[Action], Chance], Action]


def row(view: View) -> tuple[str, ...]:
    return tuple(view["auction"]["row"])


def worth(view: View) -> int:
    """Return the points in winning now, as `plain` counts them."""
    return plain.points_in_winning(tuple(view["players"][view["seat"]]["cards"]), row(view))  # type: ignore[arg-type]


LIMITS: dict[str, Limit] = {
    "always": lambda view, coins, luck: coins,
    "for_one": lambda view, coins, luck: 1,
    "up_to_five": lambda view, coins, luck: 5,
    "up_to_half": lambda view, coins, luck: coins // 2,
    "for_three_cards": lambda view, coins, luck: coins if len(row(view)) == 3 else 0,
    "for_single_cards": lambda view, coins, luck: coins if len(row(view)) == 1 else 0,
    "while_it_leads_to_points": lambda view, coins, luck: coins if worth(view) > 0 else 0,
    "two_coins_a_point": lambda view, coins, luck: 2 * worth(view),
    "four_coins_a_point": lambda view, coins, luck: 4 * worth(view),
    "twice_what_plain_bids": lambda view, coins, luck: (
        2 * plain.spending_limit(view, worth(view), luck)
    ),
    "at_the_end": lambda view, coins, luck: coins if view["deck_count"] < 12 else 0,
    "any": lambda view, coins, luck: luck.randrange(coins + 1),
}


def best(view: View, actions: Sequence[Action], luck: Chance) -> Action:
    """Take what brings the most points now, as `plain` does."""
    return plain.choose(view, Choices(tuple(actions)), (), luck, Budget())


TAKES: dict[str, Takes] = {
    "first": lambda view, actions, luck: actions[0],
    "best": best,
}


def play(
    limit: Limit,
    takes: Takes,
    leaps: bool,
    view: View,
    choices: Choices[Action],
    seen: Sequence[ReceivedEvent],
    luck: Chance,
    budget: Budget,
) -> Action:
    """Bid up to a limit, one by one or at once, and take."""
    if view["phase"] != "bidding":
        return takes(view, choices.actions, luck)
    coins: int = view["players"][view["seat"]]["coins"]
    most = min(limit(view, coins, luck), coins)
    least: int = view["auction"]["least_bid"]
    if most < least:
        return PASS
    return BIDS[most if leaps else least]


LEAPS = "up_to_five", "up_to_half", "for_three_cards", "while_it_leads_to_points", "any"
SCRIPTS: dict[str, Choose[Action]] = {
    "always_passes": partial(play, lambda view, coins, luck: 0, best, False),
    **{f"leaps_{how}": partial(play, LIMITS[how], best, True) for how in LEAPS},
    **{
        f"bids_{how}_takes_{what}": partial(play, limit, takes, False)
        for (how, limit), (what, takes) in product(LIMITS.items(), TAKES.items())
    },
}
