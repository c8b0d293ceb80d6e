"""The keys of accounts in a store; all lie in one slot, where they can be erased."""

from collections.abc import Sequence
from typing import Any

NAMES_KEY = "fd:{auth}:names"
SKELETONS_KEY = "fd:{auth}:skeletons:15"  # of version 15.0.0 of Unicode's table: see `alike`
PLAYERS_KEY = "fd:{auth}:players"
TOKENS_KEY = "fd:{auth}:tokens"
CODES_KEY = "fd:{auth}:codes"
SIGN_IN_KEY = "fd:{auth}:sign-in"
FENCE_KEY = "fd:{auth}:fence"


def tokens_of(player_id: str) -> str:
    """Return the key of the set of a player's token hashes."""
    return f"{TOKENS_KEY}:{player_id}"


def codes_of(player_id: str) -> str:
    """Return the key of the set of the hashes of a player's recovery codes."""
    return f"{CODES_KEY}:{player_id}"


def ends_of(digest: str) -> str:
    """Return the key of the set of hashes, of tokens and codes, that end when a token is used."""
    return f"{TOKENS_KEY}:ends:{digest}"


def use_of(credential: str) -> str:
    """Return the key of the time at which a token, or a grant of an app, was last used."""
    return f"{TOKENS_KEY}:use:{credential}"


def sign_ins_of(player_id: str) -> str:
    """Return the key of the hash of what became of a player's sign-in codes, by their ids."""
    return f"{SIGN_IN_KEY}:of:{player_id}"


def guests_of(table_id: str) -> str:
    """Return the key of the set of players invited to a private table."""
    return f"fd:{{auth}}:guests:{table_id}"


def revocation_commands(player_id: str, hashes: Sequence[str]) -> list[tuple[Any, ...]]:
    """Return the commands that end tokens and recovery codes, whichever the hashes are of."""
    if not hashes:
        return []
    return [
        ("HDEL", TOKENS_KEY, *hashes),
        ("SREM", tokens_of(player_id), *hashes),
        ("HDEL", CODES_KEY, *hashes),
        ("SREM", codes_of(player_id), *hashes),
        ("DEL", *map(ends_of, hashes), *map(use_of, hashes)),
    ]
