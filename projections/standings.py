"""Standings: statistics and rating of every player in every game, from the streams of ratings."""

from collections.abc import Mapping
from typing import Annotated, Any, TypedDict

from events.disputes.state import RULED
from games import NEWEST
from projections.projection import Model, Projection, Row, Standing
from projections.ratings import CORRECTED, RATED, UNIT, Ratings, is_ratings

NAMES = tuple(NEWEST)
SURE = 3  # standard deviations below the mean: a rating is what somebody has shown at least
Json = dict[str, Any]


def row_name(game: str, player: str) -> str:
    """Return the name of a player's row in a game."""
    return f"{game}/{player}"


def names(stream: str, event: Json) -> list[str]:
    """Return the rows that a rated or corrected table changes."""
    data = event["data"]
    rows = [*data["players"], *data.get("old", ()), *data.get("ratings", ())]
    return [stream, *dict.fromkeys(row_name(data["game"], row["player"]) for row in rows)]


def own_row(rows: list[Json], game: str, name: str) -> Json | None:
    """Return the row of the player who is named so in a game."""
    return next((one for one in rows if row_name(game, one["player"]) == name), None)


def evolve(row: Row | None, name: str, event: Json) -> Row | None:
    """Return a row after a table was rated or corrected; an event that is in it changes nothing."""
    if is_ratings(name):
        return {"n": event["n"]}
    if row is not None and event["n"] <= row["n"]:
        return row
    data = event["data"]
    new = own_row(data["players"], data["game"], name)
    before = own_row(data.get("old", []), data["game"], name)
    rating = own_row(data.get("ratings", []), data["game"], name) or new
    return changed(row, data["game"], event["n"], (before, new, rating))


def changed(
    row: Row | None, game: str, n: int, what: tuple[Json | None, Json | None, Json | None]
) -> Row | None:
    """Return a row with a result taken out, another put in, and its rating; None without any."""
    before, new, rating = what
    told = new or before or rating
    assert told is not None, "only rows that an event names are changed"
    old = row or {"played": 0, "won": 0, "places": 0, "points": 0}
    counts = {"played": old["played"], "won": old["won"], "places": old["places"],
              "points": old["points"]}  # fmt: skip
    for result, sign in ((before, -1), (new, 1)):
        if result is not None:
            counts["played"] += sign
            counts["won"] += sign * (result["place"] == 1)
            counts["places"] += sign * result["place"]
            counts["points"] += sign * result["score"]
    if counts["played"] <= 0:  # the only table was voided; or it was taken out before
        return None
    known = rating if rating is not None and "mu" in rating else old
    return {
        "game": game, "player": told["player"], "n": n, **counts,
        "mu": known["mu"], "sigma": known["sigma"],
    }  # fmt: skip


def score(row: Row) -> int:
    """Return the rating in millionths, by which players are sorted."""
    return int(row["mu"] - SURE * row["sigma"])


def places(row: Row) -> list[Standing]:
    """Return the place of a player on the leaderboard of a game that is installed."""
    return [Standing(row["game"], score(row))] if row.get("game") in NAMES else []


STANDINGS = Projection(
    name="standings",
    handles=frozenset({RATED, CORRECTED}),
    evolve=evolve,
    standings=places,
    folds=is_ratings,
    names=names,
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


def shown(row: Row) -> GameStatistics:
    """Return a row for readers: averages and ratings as decimals."""
    return {
        "played": row["played"],
        "won": row["won"],
        "average_place": round(row["places"] / row["played"], 3),
        "points": row["points"],
        "rating": score(row) / UNIT,
        "mu": row["mu"] / UNIT,
        "sigma": row["sigma"] / UNIT,
    }


def statistics(model: Model, player: str) -> Statistics:
    """Return what a player has played and won, in all and by game."""
    rows = [row for row in model.find([row_name(game, player) for game in NAMES]) if row]
    return {
        "played": sum(row["played"] for row in rows),
        "won": sum(row["won"] for row in rows),
        "games": {row["game"]: shown(row) for row in rows},
    }
