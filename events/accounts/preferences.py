"""What players want of others: whose invitations they take, whom they sit with, who sees them.

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


class CompanyWish(NamedTuple):
    """Whom a player does not want at the same table, as quick seats see it.

    `at_most` is the greatest share of their latest rated tables, in percent, that others may have
    deserted; None: anyone may sit there.
    """

    blocked: tuple[str, ...]
    at_most: int | None


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


def company_wishes_of(store: Store, players: Sequence[str]) -> list[CompanyWish]:
    """Return whom players do not want at their table, in one trip."""
    rows: Any = store.redis.hmget(PREFERENCES_KEY, [*players, *map(at_most_field, players)])
    preferences, shares = rows[: len(players)], rows[len(players) :]
    return [
        CompanyWish(
            () if row is None else parse_preferences(row).blocked,
            None if share is None else int(share),
        )
        for row, share in zip(preferences, shares, strict=True)
    ]


def keep_at_most(store: Store, player: str, at_most: int | None) -> None:
    """Keep the share of deserted tables that a player's latest quick seat has asked for."""
    if at_most is None:
        store.redis.hdel(PREFERENCES_KEY, at_most_field(player))
    else:
        store.redis.hset(PREFERENCES_KEY, at_most_field(player), at_most)


def at_most_field(player: str) -> str:
    """Return where the share is kept that a player has asked for.

    It is no part of the player's other preferences, so that a quick seat, which sets it, never
    writes back a list of blocked players that has changed meanwhile.
    """
    return f"{player}:at_most"
