"""Who is there: players whom any process has seen within the last minute, and who has just gone.

Of each only the newest time is kept, and no longer than an hour: so people at a table learn who
has gone, and who does not want to be seen, of whom nothing is kept, looks like who went long ago.
"""

from collections.abc import Sequence
from typing import Any

from events.accounts.preferences import PREFERENCES_KEY, parse_preferences, preferences_of
from events.store.connections.tracked_connection import uncounted_writes
from events.store.streams import Store

SEEN_KEY = "fd:{auth}:seen"
ONLINE = 60_000  # milliseconds for which somebody is there who was seen
PARTING = 20_000  # milliseconds of these that are left to somebody whose last stream has ended
REMEMBERED = 3_600_000  # milliseconds for which somebody who has gone is known to have been there
PRESENCES = ("online", "offline", "unknown")
CHUNK = 500  # players at once: a script takes so many words


def note_seen(store: Store, players: Sequence[str]) -> None:
    """Note that players are there, and tell whoever watches."""
    for at in range(0, len(players), CHUNK):
        page = players[at : at + CHUNK]
        now, preferences = store.now(), preferences_of(store, page)
        visible = [
            one for one, preference in zip(page, preferences, strict=True) if preference.presence
        ]
        times = [word for one in visible for word in (now, one)]
        added = [("ZADD", SEEN_KEY, "GT", *times)] if visible else []
        with uncounted_writes():
            store.at_once(
                SEEN_KEY,
                *added,
                ("ZREMRANGEBYSCORE", SEEN_KEY, "-inf", now - REMEMBERED),
                ("SPUBLISH", SEEN_KEY, now),
            )


def note_parted(store: Store, players: Sequence[str]) -> None:
    """Note that a process has lost the last streams of players: soon they are there no more.

    Until then another process that has a stream of theirs says so.
    """
    for at in range(0, len(players), CHUNK):
        now = store.now()
        times = [word for one in players[at : at + CHUNK] for word in (now - ONLINE + PARTING, one)]
        with uncounted_writes():
            store.at_once(SEEN_KEY, ("ZADD", SEEN_KEY, "XX", "LT", *times))


def presence_by_player(store: Store, players: Sequence[str]) -> dict[str, str]:
    """Return which of `PRESENCES` each of some players has, in one trip.

    `unknown` are those who have been away for long, and those who do not show whether they are
    there: nobody can tell the two apart.
    """
    if not players:
        return {}
    times, rows = store.at_once.read(
        SEEN_KEY, ("ZMSCORE", SEEN_KEY, *players), ("HMGET", PREFERENCES_KEY, *players)
    )
    now = store.now()
    return {
        one: _presence_at(time, now)
        if row is None or parse_preferences(row).presence
        else "unknown"
        for one, time, row in zip(players, times, rows, strict=True)
    }


def online_players(store: Store, players: Sequence[str]) -> frozenset[str]:
    """Return those of some players who are there and show it, in one trip."""
    found = presence_by_player(store, players)
    return frozenset(one for one, presence in found.items() if presence == "online")


def _presence_at(time: Any, now: int) -> str:
    """Return the presence of a player who was seen last at a time of the store; None: never."""
    if time is None or float(time) <= now - REMEMBERED:
        return "unknown"
    return "online" if float(time) > now - ONLINE else "offline"


def forget_seen(store: Store, player: str) -> None:
    """Forget that a player was seen."""
    store.redis.zrem(SEEN_KEY, player)
