"""With which rating somebody enters a tournament."""

from collections.abc import Sequence

from projections.ratings.standings import conservative_rating, row_name
from service.wire.connections import connections
from tournaments.state import Tournament


def entry_rating(t: Tournament, members: Sequence[str]) -> int | None:
    """Return the rating of members in millionths, as leaderboards show it; None: nobody asks.

    It is the mean over the games of the tournament and the members. Who was never rated in a game
    has 0 there; levels of bots are rated among themselves.
    """
    if not t.rules.needs_ratings or not members:
        return None
    games = {game.game for game in t.rules.games}
    names = [row_name(game, member) for game in sorted(games) for member in members]
    rows = connections().models.standings.find(names)
    return sum(conservative_rating(row) for row in rows if row) // len(names)
