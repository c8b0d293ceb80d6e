"""Standings: leaderboards of the games, and what is known of a player."""

import base64
import re
from typing import NamedTuple

from flask import Blueprint, Response, request

from projections.projection import Row
from projections.standings import row_name, score, shown
from service.errors import Problem
from service.parts import parts
from service.requests import answer, whole
from service.resources.games import newest
from service.settings import PAGE_LIMIT

blueprint = Blueprint("standings", __name__, url_prefix="/v1/leaderboards")
PAGE = 50
LOOKED_AT = 2_000  # rows of a leaderboard that one request looks through


class Place(NamedTuple):
    """Where a page begins: behind this row, with this rank so far."""

    score: int
    player: str
    rank: int


@blueprint.get("/<name>")
def leaderboard(name: str) -> Response:
    """Return the players of a game, best rating first."""
    game, own = newest(name).name, parts()
    limit, least = whole("limit", PAGE, PAGE_LIMIT) or PAGE, whole("min_tables", 1, 10**9)
    place = cursor(request.args.get("cursor"))
    before = None if place is None else (place.score, row_name(game, place.player))
    rows = own.standings.rows(LOOKED_AT, before, game)
    fitting = [row for row in rows if row["played"] >= least]
    page = fitting[:limit]
    rank = place.rank if place else 0
    known = own.players.names([row["player"] for row in page])
    players = [
        {"rank": at, "player": row["player"], "name": known.get(row["player"]), **shown(row)}
        for at, row in enumerate(page, rank + 1)
    ]
    last = page[-1] if len(fitting) > limit else rows[-1] if len(rows) == LOOKED_AT else None
    following = None if last is None else mark(last, rank + len(page))
    return answer({"game": game, "players": players, "cursor": following})


def mark(row: Row, rank: int) -> str:
    """Return the cursor that leads on behind a row."""
    text = f"{score(row)}.{row['player']}.{rank}"
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def cursor(text: str | None) -> Place | None:
    """Return the place that a cursor stands for."""
    if text is None:
        return None
    try:
        plain = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)).decode()
    except ValueError:
        plain = ""
    found = re.fullmatch(r"(-?\d{1,15})\.(\w{1,40})\.(\d{1,9})", plain)
    if found is None:
        raise Problem(400, "http/bad_query", "cursor must be one that an earlier page gave")
    return Place(int(found[1]), found[2], int(found[3]))
