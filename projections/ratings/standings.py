"""Standings: statistics and rating of every player in every game, from the streams of ratings.

Levels of bots have rows like players, named by `BOT` and the level, and no place among players.
"""

from collections.abc import Mapping
from typing import Annotated, Any, TypedDict

from events.disputes.state import RULED
from games import NEWEST
from games.core.bots import LEVELS
from projections.projection import IndexEntry, Projection, ReadModel, Row
from projections.ratings.ratings import BOT, CORRECTED, RATED, UNIT, Ratings, is_ratings

NAMES = tuple(NEWEST)
SURE = 3  # standard deviations below the mean: a rating is what somebody has shown at least
Json = dict[str, Any]


def row_name(game: str, player: str) -> str:
    """Return the name of a player's row in a game."""
    return f"{game}/{player}"


def _ratings_row_names(stream: str, event: Json) -> list[str]:
    """Return the rows that a rated or corrected table changes."""
    data = event["data"]
    rows = [*data["players"], *data.get("old", ()), *data.get("ratings", ())]
    return [stream, *dict.fromkeys(row_name(data["game"], row["player"]) for row in rows)]


def _own_rows(rows: list[Json], game: str, name: str) -> list[Json]:
    """Return the rows of who is named so in a game; a level of bots may have several seats."""
    return [one for one in rows if row_name(game, one["player"]) == name]


def evolve_ratings_row(row: Row | None, name: str, event: Json) -> Row | None:
    """Return a row after a table was rated or corrected; an event that is in it changes nothing."""
    if is_ratings(name):
        return {"n": event["n"]}
    if row is not None and event["n"] <= row["n"]:
        return row
    data = event["data"]
    new = _own_rows(data["players"], data["game"], name)
    before = _own_rows(data.get("old", []), data["game"], name)
    rating = _own_rows(data.get("ratings", []), data["game"], name) or new
    return _row_with_results(row, data["game"], event["n"], (before, new, rating))


def _row_with_results(
    row: Row | None, game: str, n: int, what: tuple[list[Json], list[Json], list[Json]]
) -> Row | None:
    """Return a row with results taken out, others put in, and its rating; None without any."""
    before, new, rating = what
    first_result = (new or before or rating)[0]
    old = row or {"played": 0, "won": 0, "places": 0, "points": 0}
    counts = {"played": old["played"], "won": old["won"], "places": old["places"],
              "points": old["points"]}  # fmt: skip
    for results, sign in ((before, -1), (new, 1)):
        for result in results:
            counts["played"] += sign
            counts["won"] += sign * (result["place"] == 1)
            counts["places"] += sign * result["place"]
            counts["points"] += sign * result["score"]
    if counts["played"] <= 0:  # the only table was voided; or it was taken out before
        return None
    known = rating[0] if rating and "mu" in rating[0] else old
    return {
        "game": game, "player": first_result["player"], "n": n, **counts,
        "mu": known["mu"], "sigma": known["sigma"],
    }  # fmt: skip


def conservative_rating(row: Row) -> int:
    """Return the rating in millionths, by which players are sorted."""
    return int(row["mu"] - SURE * row["sigma"])


def _leaderboard_entries(row: Row) -> list[IndexEntry]:
    """Return the place of a player on the leaderboard of a game that is installed."""
    if row.get("game") not in NAMES or row["player"].startswith(BOT):
        return []
    return [IndexEntry(row["game"], conservative_rating(row))]


STANDINGS = Projection(
    name="standings",
    handles=frozenset({RATED, CORRECTED}),
    evolve=evolve_ratings_row,
    standings=_leaderboard_entries,
    folds=is_ratings,
    names=_ratings_row_names,
    decides=lambda store: Ratings(store).decide,
    decides_on=frozenset({"table.closed.v1", RULED}),
)


class GameStatistics(TypedDict):
    """What a player has done in one game."""

    played: Annotated[int, "Tables that count."]
    won: Annotated[int, "Those in the first place, shared ones too."]
    average_place: float
    points: Annotated[int, "Sum of the scores."]
    rating: Annotated[float, "mu less three sigma: what the player has shown at least."]
    mu: Annotated[float, "Estimated skill; 25 for a new player."]
    sigma: Annotated[float, "Its uncertainty; 8.333333 for a new player."]


class Statistics(TypedDict):
    """What a player has played.

    Only tables played to their end, with at least two players, count.
    """

    played: int
    won: int
    games: Annotated[
        Mapping[str, GameStatistics], "By game; only games that the player has played."
    ]


def game_statistics(row: Row) -> GameStatistics:
    """Return a row for readers: averages and ratings as decimals."""
    return {
        "played": row["played"],
        "won": row["won"],
        "average_place": round(row["places"] / row["played"], 3),
        "points": row["points"],
        "rating": conservative_rating(row) / UNIT,
        "mu": row["mu"] / UNIT,
        "sigma": row["sigma"] / UNIT,
    }


def player_statistics(model: ReadModel, player: str) -> Statistics:
    """Return what a player has played and won, in all and by game."""
    rows = [row for row in model.find([row_name(game, player) for game in NAMES]) if row]
    return {
        "played": sum(row["played"] for row in rows),
        "won": sum(row["won"] for row in rows),
        "games": {row["game"]: game_statistics(row) for row in rows},
    }


def of_levels(model: ReadModel, game: str) -> list[tuple[str, GameStatistics]]:
    """Return what each level of bots has played and won in a game, the best rating first."""
    names = [row_name(game, BOT + level) for level in LEVELS]
    rows = sorted((row for row in model.find(names) if row), key=conservative_rating, reverse=True)
    return [(row["player"].removeprefix(BOT), game_statistics(row)) for row in rows]
