"""Standings: statistics and rating of every player in every game, from the stream of ratings."""

from typing import Any

from games import GAMES
from projections.projection import Model, Projection, Row
from projections.ratings import RATED, STREAM, UNIT, Ratings

NAMES = tuple(dict.fromkeys(name for name, _ in GAMES))
SURE = 3  # standard deviations below the mean: a rating is what somebody has shown at least
Json = dict[str, Any]


def row_name(game: str, player: str) -> str:
    """Return the name of a player's row in a game."""
    return f"{game}/{player}"


def names(stream: str, event: Json) -> list[str]:
    """Return the rows that a rated table changes."""
    data = event["data"]
    return [stream, *(row_name(data["game"], row["player"]) for row in data["players"])]


def evolve(row: Row | None, name: str, event: Json) -> Row | None:
    """Return a row after a table was rated; an event that is in it changes nothing."""
    if name == STREAM:
        return {"n": event["n"]}
    if row is not None and event["n"] <= row["n"]:
        return row
    data = event["data"]
    (own,) = (one for one in data["players"] if row_name(data["game"], one["player"]) == name)
    old = row or {"played": 0, "won": 0, "places": 0, "points": 0}
    return {
        "game": data["game"],
        "player": own["player"],
        "n": event["n"],
        "played": old["played"] + 1,
        "won": old["won"] + (own["place"] == 1),
        "places": old["places"] + own["place"],
        "points": old["points"] + own["score"],
        "mu": own["mu"],
        "sigma": own["sigma"],
    }


def score(row: Row) -> int:
    """Return the rating in millionths, by which players are sorted."""
    return int(row["mu"] - SURE * row["sigma"])


STANDINGS = Projection(
    name="standings",
    handles=frozenset({RATED}),
    evolve=evolve,
    score=score,
    stream=STREAM,
    names=names,
    groups=NAMES,
    group=lambda row: row.get("game"),
    decides=lambda store: Ratings(store).rate,
    decides_on=frozenset({"table.closed.v1"}),
)


def shown(row: Row) -> Json:
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


def statistics(model: Model, player: str) -> Json:
    """Return what a player has played and won, in all and by game."""
    rows = [row for row in model.find([row_name(game, player) for game in NAMES]) if row]
    return {
        "played": sum(row["played"] for row in rows),
        "won": sum(row["won"] for row in rows),
        "games": {row["game"]: shown(row) for row in rows},
    }
