"""Recovery codes: who has lost all tokens gets another one for the code, which is used up by that.

A code is 120 random bits, kept as a hash as tokens are, and names its account alone: who tries one
learns nothing about names. Code and old tokens end when the new token is first used. Until then
the code may be sent again, and gives others: an answer that got lost locks nobody out.
"""

import secrets
from typing import Any

from events.accounts.codes import canonical_code, format_code
from events.accounts.keys import CODES_KEY, FENCE_KEY, codes_of
from events.accounts.players import Player, Players, token_hash
from games.core.errors import FairdealError

BYTES = 15  # of a code


class WrongCode(FairdealError):
    """No account has this recovery code."""

    code, status = "player/wrong_code", 403
    detail = (
        "This recovery code is not valid: it was mistyped or used already, or a newer one"
        " replaced it. The operator of this server can give you a token"
    )


def new_code() -> tuple[str, str]:
    """Return a code, and its hash."""
    code = format_code(secrets.token_bytes(BYTES))
    return code, code_hash(code)


def code_hash(code: str) -> str:
    """Return what is stored of a code, however it is written."""
    return token_hash(canonical_code(code))


def make_code(players: Players, player_id: str) -> str:
    """Give a player a recovery code; the ones before end."""
    old = players.recovery_code_hashes(player_id)
    code = _add_code(players, player_id)
    players.revoke(player_id, old)
    return code


def _add_code(players: Players, player_id: str) -> str:
    """Give a player one more recovery code."""
    code, digest = new_code()
    players.store.at_once(
        CODES_KEY, ("HSET", CODES_KEY, digest, player_id), ("SADD", codes_of(player_id), digest)
    )
    players.store.wait_at(FENCE_KEY)
    return code


def recovery_code_owner(players: Players, code: str) -> Player:
    """Return whose recovery code it is.

    Raises:
        WrongCode: nobody's.
    """
    player_id: Any = players.store.redis.hget(CODES_KEY, code_hash(code))
    owner = None if player_id is None else players.find(player_id.decode())
    if owner is None:
        raise WrongCode
    return owner


def reissue_credentials(players: Players, player_id: str) -> tuple[str, str]:
    """Make a token and a recovery code with whose first use all others end."""
    ends = [*players.token_hashes(player_id), *players.recovery_code_hashes(player_id)]
    code = _add_code(players, player_id)
    token, _ = players.issue_token(player_id, ends=ends, code=code_hash(code))
    return token, code
