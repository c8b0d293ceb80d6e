"""What players want of others: whose invitations they take, and whether they show themselves.

It lies beside the streams, where it is erased with the account.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import orjson

from events.store.streams import Store

PREFERENCES_KEY = "fd:{auth}:preferences"
INVITATIONS_FROM = ("anyone", "played_with")
MOST_BLOCKED = 100


class Preferences(NamedTuple):
    """What a player wants; `blocked` are the players whose invitations are never taken."""

    invitations: str = INVITATIONS_FROM[0]
    blocked: tuple[str, ...] = ()
    presence: bool = True

    def accepts(self, inviter: str, *, has_played: bool) -> bool:
        """Say whether invitations of a player are wanted; `has_played` with the one invited."""
        return inviter not in self.blocked and (has_played or self.invitations == "anyone")


def preferences_of(store: Store, players: Sequence[str]) -> list[Preferences]:
    """Return what players want, in one trip."""
    rows: Any = store.redis.hmget(PREFERENCES_KEY, players) if players else []
    return [Preferences() if row is None else parse_preferences(row) for row in rows]


def parse_preferences(row: bytes) -> Preferences:
    """Return what a player has said."""
    fields = orjson.loads(row)
    return Preferences(fields["invitations"], tuple(fields["blocked"]), fields["presence"])


def keep_preferences(store: Store, player: str, wanted: Preferences) -> None:
    """Keep what a player wants from now on."""
    store.redis.hset(PREFERENCES_KEY, player, orjson.dumps(wanted._asdict()))
