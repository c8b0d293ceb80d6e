"""Personal access tokens: what a player hands to a program instead of the account's own token.

Each has a name, scopes and an end. It is stored as a hash among the tokens of its account, so that
recovery, blocking and erasure of the account end it like all others.
"""

import secrets
from collections.abc import Sequence
from typing import NamedTuple

import orjson

from events.accounts.grants import PERSONAL, token_id
from events.accounts.keys import FENCE_KEY, TOKENS_KEY, tokens_of
from events.accounts.players import Players, token_hash
from events.accounts.token_rows import rows_with_use

PREFIX = "fdp_"  # secret scanners know tokens by it
DAY = 86_400_000  # milliseconds


class PersonalToken(NamedTuple):
    """A personal access token as its owner sees it: all but the token itself.

    Attributes:
        used_at: when it was last used, to the minute; None: never.
    """

    id: str
    name: str
    scopes: tuple[str, ...]
    made_at: int
    expires_at: int
    used_at: int | None


def make_personal_token(
    players: Players, player_id: str, name: str, scopes: Sequence[str], days: int
) -> tuple[str, PersonalToken]:
    """Make a token that ends after so many days; it is stored only as a hash."""
    token, now = PREFIX + secrets.token_urlsafe(32), players.store.now()
    digest, expires = token_hash(token), now + DAY * days
    grant = {
        "kind": PERSONAL, "player": player_id, "name": name, "scopes": [*scopes], "made": now,
    }  # fmt: skip
    row = {"expires": expires, "grant": grant}
    players.store.at_once(
        TOKENS_KEY,
        ("HSET", TOKENS_KEY, digest, orjson.dumps(row)),
        ("SADD", tokens_of(player_id), digest),
    )
    players.store.wait_at(FENCE_KEY)
    return token, PersonalToken(token_id(digest), name, tuple(scopes), now, expires, None)


def personal_tokens(players: Players, player_id: str) -> list[PersonalToken]:
    """Return the valid personal access tokens of a player, the newest first."""
    found = [
        PersonalToken(
            token_id(digest), grant["name"], tuple(grant["scopes"]), grant["made"],
            row["expires"], used_at,
        )
        for digest, row, used_at in rows_with_use(players.store, players.token_hashes(player_id))
        if (grant := row.get("grant")) is not None and grant["kind"] == PERSONAL
    ]  # fmt: skip
    return sorted(found, key=lambda one: one.made_at, reverse=True)


def end_personal_token(players: Players, player_id: str, wanted: str) -> bool:
    """End a personal access token of a player by its id; False if there is none."""
    if wanted not in {one.id for one in personal_tokens(players, player_id)}:
        return False
    hashes = players.token_hashes(player_id)
    players.revoke(player_id, [one for one in hashes if token_id(one) == wanted])
    return True
