"""Personal access tokens: what a player hands to a program instead of the account's own token.

Each has a name, scopes and an end. It is stored as a hash among the tokens of its account, so that
recovery, blocking and erasure of the account end it like all others.
"""

import secrets
from collections.abc import Sequence
from typing import Any, NamedTuple

import orjson

from events.accounts.grants import PERSONAL, is_over, token_id
from events.accounts.keys import FENCE_KEY, TOKENS_KEY, tokens_of, use_of
from events.accounts.players import Players, token_hash

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
    hashes, now = players.token_hashes(player_id), players.store.now()
    if not hashes:
        return []
    texts, uses = players.store.at_once.read(
        TOKENS_KEY, ("HMGET", TOKENS_KEY, *hashes), ("MGET", *map(use_of, hashes))
    )
    found = []
    for digest, text, used in zip(hashes, texts, uses, strict=True):
        row: dict[str, Any] = {} if text is None else orjson.loads(text)
        grant = row.get("grant")
        if grant is None or grant["kind"] != PERSONAL or is_over(row, now):
            continue
        scopes, used_at = tuple(grant["scopes"]), None if used is None else int(used)
        found.append(
            PersonalToken(
                token_id(digest), grant["name"], scopes, grant["made"], row["expires"], used_at
            )
        )
    return sorted(found, key=lambda one: one.made_at, reverse=True)


def end_personal_token(players: Players, player_id: str, wanted: str) -> bool:
    """End a personal access token of a player by its id; False if there is none."""
    if wanted not in {one.id for one in personal_tokens(players, player_id)}:
        return False
    hashes = players.token_hashes(player_id)
    players.revoke(player_id, [one for one in hashes if token_id(one) == wanted])
    return True
