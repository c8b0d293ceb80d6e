"""Who is there: players whom any process has seen within the last minute.

Of each only the newest time is kept, and no longer than that minute; of who does not want to be
seen, nothing.
"""

from collections.abc import Sequence
from typing import Any

from events.accounts.preferences import PREFERENCES_KEY, parse_preferences, preferences_of
from events.store.connections.tracked_connection import uncounted_writes
from events.store.streams import Store

SEEN_KEY = "fd:{auth}:seen"
ONLINE = 60_000  # milliseconds for which somebody is there who was seen
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
                ("ZREMRANGEBYSCORE", SEEN_KEY, "-inf", now - ONLINE),
                ("SPUBLISH", SEEN_KEY, now),
            )


def online_players(store: Store, players: Sequence[str]) -> frozenset[str]:
    """Return those of some players who are there and show it, in one trip."""
    if not players:
        return frozenset()
    times, rows = store.at_once.read(
        SEEN_KEY, ("ZMSCORE", SEEN_KEY, *players), ("HMGET", PREFERENCES_KEY, *players)
    )
    since = store.now() - ONLINE
    return frozenset(
        one
        for one, time, row in zip(players, times, rows, strict=True)
        if _is_recent(time, since) and (row is None or parse_preferences(row).presence)
    )


def _is_recent(time: Any, since: int) -> bool:
    """Say whether a time in the store is a newer one."""
    return time is not None and float(time) > since


def forget_seen(store: Store, player: str) -> None:
    """Forget that a player was seen."""
    store.redis.zrem(SEEN_KEY, player)
