"""Standings: leaderboards of the games, and what is known of a player."""

from typing import Annotated, NamedTuple, TypedDict

from flask import Blueprint, Response

from projections.ratings.standings import (
    GameStatistics,
    conservative_rating,
    game_statistics,
    of_levels,
    row_name,
)
from service.accounts.players import PlayerId
from service.games.games import newest_rules
from service.limits.admission import queue_reads
from service.settings import PAGE_LIMIT
from service.wire.connections import connections
from service.wire.queries import integer_parameter, parse_cursor, takes_parameters
from service.wire.requests import Cursor, json_response

blueprint = Blueprint("standings", __name__, url_prefix="/v1/leaderboards")
PAGE = 50
CURSOR = r"(-?[0-9]{1,15})\.([0-9A-Za-z_-]{1,64})\.([0-9]{1,9})"  # score, player, rank
LOOKED_AT = 2_000  # rows of a leaderboard that one request looks through


class LeaderboardPlayer(GameStatistics):
    """A player on a leaderboard."""

    rank: Annotated[int, "Place among those listed, from 1."]
    player: PlayerId
    name: Annotated[str | None, "Name of the player; null when it was erased."]


class LeaderboardLevel(GameStatistics):
    """A level of bots; `played` and the rest count each of its seats."""

    level: str


class Leaderboard(TypedDict):
    """A page of a leaderboard."""

    game: str
    players: list[LeaderboardPlayer]
    bots: Annotated[
        list[LeaderboardLevel],
        "The levels of bots that are rated, best rating first; on every page the same.",
    ]
    cursor: Cursor


class LeaderboardCursor(NamedTuple):
    """Where a page begins: behind this row, with this rank so far."""

    score: int
    player: str
    rank: int


@blueprint.get("/<game>")
@takes_parameters("min_tables", "limit", "cursor")
@queue_reads
def leaderboard(game: str) -> Response:
    """Show the leaderboard of a game."""
    own = connections()
    newest_rules(game)
    limit, least = (
        integer_parameter("limit", PAGE, PAGE_LIMIT) or PAGE,
        integer_parameter("min_tables", 1, 10**9),
    )
    begin = _standings_page_start()
    before = None if begin is None else (begin.score, row_name(game, begin.player))
    rows = own.models.standings.rows(LOOKED_AT, before, game)
    fitting = [row for row in rows if row["played"] >= least]
    page = fitting[:limit]
    rank = begin.rank if begin else 0
    known = own.players.names([row["player"] for row in page])
    players: list[LeaderboardPlayer] = [
        {
            "rank": at,
            "player": row["player"],
            "name": known.get(row["player"]),
            **game_statistics(row),
        }
        for at, row in enumerate(page, rank + 1)
    ]
    last = page[-1] if len(fitting) > limit else rows[-1] if len(rows) == LOOKED_AT else None
    following = (
        None if last is None else f"{conservative_rating(last)}.{last['player']}.{rank + len(page)}"
    )
    bots: list[LeaderboardLevel] = [
        {"level": level, **own_statistics}
        for level, own_statistics in of_levels(own.models.standings, game)
    ]
    found: Leaderboard = {"game": game, "players": players, "bots": bots, "cursor": following}
    return json_response(found)


def _standings_page_start() -> LeaderboardCursor | None:
    """Return where the page begins, as the cursor says."""
    found = parse_cursor(CURSOR)
    return None if found is None else LeaderboardCursor(int(found[1]), found[2], int(found[3]))
