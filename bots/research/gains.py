"""What a table is played by unless it is said otherwise, and what its seats gain."""

from collections.abc import Mapping
from math import fsum
from typing import Any, Final

from bots.deals import SHORT
from bots.research.steps import Position
from games.core.game import AnyGame

POINTS: Final = "points"  # less the table's mean
PLACES: Final = "places"  # the share of the others placed behind, less that of those before
LONGEST: Final = 20_000  # decisions


def usual_players(game: AnyGame) -> int:
    """Return how many players there are."""
    return 3 if 3 in game.seats else game.seats[0]


def usual_options(game: AnyGame) -> Mapping[str, Any]:
    """Return the options with which a table is one deal, as in the arena."""
    return SHORT.get(game.name, game.brief)


def require_returns(returns: str) -> None:
    """Refuse a word for what a seat gains that there is not."""
    if returns not in (POINTS, PLACES):
        raise ValueError(f"returns must be `{POINTS}` or `{PLACES}`, not `{returns}`")


def player_gains(position: Position, returns: str) -> list[float]:
    """Return by player points less their mean, or the share of the others beaten."""
    places, scores = position.scores()
    if returns == POINTS:
        mean = fsum(scores) / len(scores)
        return [score - mean for score in scores]
    others = len(places) - 1
    return [
        (sum(one > own for one in places) - sum(one < own for one in places)) / others
        for own in places
    ]
