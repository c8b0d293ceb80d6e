"""Examples of standings: the leaderboard of Boon, and the profile of a player, after one table."""

from projections.ratings.ratings import BOT, NEW, updated_ratings
from projections.ratings.standings import (
    GameStatistics,
    evolve_ratings_row,
    game_statistics,
    row_name,
)
from service.accounts.examples import ADA
from service.wire.json_schema import Json


def _statistics_example(player: str) -> GameStatistics:
    """Return the row of Ada, or of a level of bots, in the standings of Boon after one table."""
    (mu, sigma), _ = updated_ratings([NEW, NEW], [1, 2])
    own = {"player": player, "place": 1, "score": 7, "mu": mu, "sigma": sigma}
    rated = {"n": 1, "data": {"game": "boon", "players": [own]}}
    row = evolve_ratings_row(None, row_name("boon", player), rated)
    assert row is not None
    return game_statistics(row)


def rating_examples() -> Json:
    """Return the examples of what a table has brought Ada and a bot."""
    ada, own = {"player": ADA, "name": "Ada"}, _statistics_example(ADA)
    return {
        "Profile": {
            **ada, "key": None, "statistics": {"played": 1, "won": 1, "games": {"boon": own}},
            "aborted": 0, "record": {"tables": 1, "deserted": 0},
        },
        "Leaderboard": {
            "game": "boon",
            "players": [{"rank": 1, **ada, **own}],
            "bots": [{"level": "expert", **_statistics_example(BOT + "expert")}],
            "cursor": None,
        },
    }  # fmt: skip
