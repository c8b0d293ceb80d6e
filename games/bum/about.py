"""What a host wants to know of The Bum Game."""

from games.bum.minutes import BRIEF_MINUTES, MINUTES
from games.bum.options import Options
from games.bum.scoring import usual_target
from games.core.about import About


def _expected_turns(options: Options, seats: int) -> int:
    """Return about how many actions a table takes (measured: `novice` bots, 3 and 8 seats)."""
    target = options.target or usual_target(seats)
    hands = 1 + target * 13 // (5 * seats)
    return min(hands, options.hands or hands) * (35 * seats - 58)


ABOUT = About(
    kind="A climbing game: get rid of your cards first, and be the Boss of the next hand.",
    summary=(
        "Be rid of your cards before the others by playing higher combinations of the same"
        " type. Whoever is first is the Boss of the next hand, and the last is its Bum, who"
        " gives good cards for bad ones. Points add up over many hands, and the first to reach"
        " the target wins."
    ),
    introduction=(
        "The leader plays a set of equal cards or a sequence. In turn everybody plays a"
        " higher combination of exactly the same type, or passes, until nobody goes on. Who"
        " played last leads anew. Twos and Jokers are high, and in sets they stand for other"
        " cards. Suits never matter. The earlier you are out of cards, the more points you get"
        " and the better is your place in the next hand. Before that hand the lowest places"
        " give their best cards to the highest. A Bum with enough Jokers starts a revolution,"
        " and the order is turned over."
    ),
    difficulty="medium",
    best=(4, 5),  # it was written for four, and adapted to three and five
    minutes=MINUTES,
    length="best played over a number of sessions",
    pictured=("8-1", "2-1", "2-2", "JK-1"),
    brief="one hand",
    brief_minutes=BRIEF_MINUTES,
    expected_turns=_expected_turns,
)
