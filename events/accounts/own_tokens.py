"""The account's own tokens, one for each device: which there are, and the end of each."""

from typing import Any, NamedTuple

import orjson

from events.accounts.grants import is_over, token_id
from events.accounts.keys import TOKENS_KEY, use_of
from events.accounts.players import Players


class OwnToken(NamedTuple):
    """A token of the account's own as its owner sees it: all but the token itself.

    Attributes:
        device: what the device that has it is called; None: it never said.
        made_at: None: so long ago that this was not noted.
        expires_at: None: it ends only when it is ended.
        used_at: when it was last used, to the hour; None: not since this is noted.
    """

    id: str
    device: str | None
    made_at: int | None
    expires_at: int | None
    used_at: int | None


def own_tokens(players: Players, player_id: str) -> list[OwnToken]:
    """Return the valid tokens of a player's own, the one that was used last first."""
    hashes, now = players.token_hashes(player_id), players.store.now()
    if not hashes:
        return []
    texts, uses = players.store.at_once.read(
        TOKENS_KEY, ("HMGET", TOKENS_KEY, *hashes), ("MGET", *map(use_of, hashes))
    )
    found = []
    for digest, text, used in zip(hashes, texts, uses, strict=True):
        row: dict[str, Any] = {} if text is None else orjson.loads(text)
        if "player" not in row or is_over(row, now):  # ended just now, or what a program has
            continue
        made_at, used_at = row.get("made"), row.get("made") if used is None else int(used)
        found.append(
            OwnToken(token_id(digest), row.get("device") or None, made_at, row["expires"], used_at)
        )
    return sorted(found, key=lambda one: (one.used_at or 0, one.made_at or 0), reverse=True)


def end_own_token(players: Players, player_id: str, wanted: str) -> None:
    """End a token of a player's own by its id; one that is not there has ended already."""
    if wanted in {one.id for one in own_tokens(players, player_id)}:
        hashes = players.token_hashes(player_id)
        players.revoke(player_id, [one for one in hashes if token_id(one) == wanted])
