"""What a token may do that is not the account's own: the scopes in its row.

The row of the account's own token holds `player` and `expires`, the time at which it was `made`,
and what the `device` that has it is called, as far as these are known. That of a personal access
token holds `expires` and a `grant`: its kind, player, name, scopes and the time at which it was
made. The player stands within the grant, so that a process of an older version, which knows no
scopes, finds no player and lets nobody in.

The row of an app's access token has a grant of another kind with the same scopes, so whoever looks
at scopes need not know the kind. It names the player's consent, by `id`: a row of its own among the
tokens, under an id that is the hash of no token. The access token holds only while that row does.
So an app's grant is ended like a token, by its id, whoever ends it: its player, the recovery or
erasure of the account, or an operator who blocks it.
"""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final, NamedTuple

from redis.exceptions import RedisError

from events.accounts.keys import use_of
from events.store.streams import Store

SCOPES: Final = ("read", "play", "tables", "tournaments", "disputes", "account")
PERSONAL = "personal"  # kind of the grant of a personal access token
APP = "app"  # kind of the grant of an app, and of its access tokens
DIRECTING = ("director", "admin")  # roles of which the scope `tournaments` leaves that of director
USE_NOTED = 60_000  # milliseconds within which the use of a program's token is noted once
OWN_USE_NOTED = 3_600_000  # and that of the account's own, which every request of people has
USE_EXPIRY = 400 * 86_400_000  # milliseconds that it is remembered of a token that has no end
GRANT_LIFE = 90 * 86_400_000  # milliseconds that a grant of an app lasts without a refresh
ID_LENGTH = 16  # hex digits of a token's hash that name it to its owner


class Grant(NamedTuple):
    """What a token may do that is not the account's own.

    Attributes:
        id: of the token, for its owner; of an app's token, that of the player's grant.
        scopes: those of `SCOPES` that it has.
        account_role: the role of the account, which the token does not have.
        must_sign: the account has a signing key, so what is not signed is not played for it.
        app: the app that has the token; None: it is a personal access token.
    """

    id: str
    scopes: frozenset[str]
    account_role: str
    must_sign: bool
    app: str | None = None

    @property
    def role(self) -> str:
        """Return the role that the token has: at most that of a director, by its scope."""
        may_direct = "tournaments" in self.scopes and self.account_role in DIRECTING
        return "director" if may_direct else "player"


def may_read(grant: Grant | None) -> bool:
    """Say whether a token is shown what its player sees, hidden cards too; None: an own token."""
    return grant is None or "read" in grant.scopes


def owner_of(row: Mapping[str, Any]) -> str:
    """Return the id of the player whose token has this row."""
    player: str = row["grant"]["player"] if "grant" in row else row["player"]
    return player


def token_id(digest: str) -> str:
    """Return the id by which its owner knows a token, from its hash."""
    return digest[:ID_LENGTH]


def grant_behind(row: Mapping[str, Any]) -> str | None:
    """Return the id of the row without which a token with this row does not hold; None: of none."""
    grant = row.get("grant")
    return grant["id"] if grant is not None and grant["kind"] == APP else None


def is_over(row: Mapping[str, Any], now: int) -> bool:
    """Say whether a token with this row has expired; `now` in milliseconds."""
    expires: int | None = row["expires"]
    return expires is not None and now >= expires


def note_use(store: Store, digest: str, row: Mapping[str, Any], noted: bytes | None) -> None:
    """Note that a token with this row is used now, unless that was `noted` a moment ago.

    The use of an app's token is that of its grant. An own token counts as used when it is made, so
    within its first hour nothing is written.
    """
    now, behind = store.now(), grant_behind(row)
    since, every = noted or row.get("made"), USE_NOTED if "grant" in row else OWN_USE_NOTED
    expires = now + GRANT_LIFE if behind else row["expires"] or now + USE_EXPIRY
    if since is None or now - int(since) >= every:
        with suppress(RedisError):  # a store that takes no writes is read all the same
            store.redis.set(use_of(behind or digest), now, pxat=expires)
